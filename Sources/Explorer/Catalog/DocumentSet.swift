// The documents of a description: its own, and the documents that it refers to.

import Document
import NetLayer

/// Documents by the addresses that references name.
struct DocumentSet: Sendable {
    /// One document.
    struct Part: Sendable {
        var document: JSONDocument
        /// The index for references into it.
        var index: JSONPointerIndex
        var anchors: AnchorIndex
        /// The address it was read from, without a fragment.
        var location: URI?
        /// The base URI for relative references in it: its `$self` (OpenAPI 3.2), else its location.
        var base: URI?
        /// Its name in messages; `nil` is the description itself.
        var name: String?
    }

    private(set) var parts: [Part]
    private var byLocation: [String: Int] = [:]
    /// Schemas that have an address of their own.
    private var resources: [String: Place] = [:]
    private var byID: [ObjectIdentifier: Int] = [:]
    /// Documents made here in place of a part of a real document (Swagger 2), with the index
    /// of that document.
    private var standIns: [ObjectIdentifier: Int] = [:]
    private var failures: [String: References.Failure] = [:]
    /// The addresses of files that are unavailable.
    private var missing: [URI] = []

    init(_ document: JSONDocument, location: URI?) {
        parts = []
        add(document, at: location, name: nil)
    }

    var main: JSONDocument { parts[0].document }

    mutating func add(_ document: JSONDocument, at location: URI?, name: String?) {
        let own = document.root["$self"]?.string.map { URI($0) }
        let base = own.map { own in location.map { $0.resolving(own) } ?? own } ?? location
        byID[document.id] = parts.count
        for place in [location, base] { if let place { byLocation[Self.locationKey(place)] = parts.count } }
        let anchors = AnchorIndex(document, base: base)
        for (index, resource) in anchors.resources.enumerated() {
            let key = Self.locationKey(resource.base)
            if resources[key] == nil { resources[key] = Place(part: parts.count, resource: index) }
        }
        parts.append(
            Part(
                document: document, index: JSONPointerIndex(document), anchors: anchors, location: location,
                base: base.map(Self.withoutFragment), name: name))
    }

    mutating func recordFailure(_ location: URI, _ failure: References.Failure) {
        failures[Self.locationKey(location)] = failure
        missing.append(location)
    }

    /// The addresses that its documents were read from, then the addresses of unavailable files.
    var locations: [URI] { parts.compactMap(\.location) + missing }

    /// References in `document` resolve like those of the part that it replaces.
    mutating func add(standIn document: JSONDocument, for node: JSONNode) { standIns[document.id] = index(of: node) }

    /// The index of the part that a value belongs to.
    func index(of node: JSONNode) -> Int { byID[node.documentID] ?? standIns[node.documentID] ?? 0 }

    func part(_ id: ObjectIdentifier) -> Part? { byID[id].map { parts[$0] } }

    func part(of node: JSONNode) -> Part { parts[index(of: node)] }

    func original(ofStandIn id: ObjectIdentifier) -> Part? { standIns[id].map { parts[$0] } }

    /// Whether a file was read, or is known to be unavailable.
    func knows(_ location: URI) -> Bool {
        let key = Self.locationKey(location)
        return byLocation[key] != nil || failures[key] != nil || resources[key] != nil
    }

    /// The address of a reference's file: of `other.yaml` in `other.yaml#/Pet`, relative to the document that
    /// contains the reference.
    func location(of file: String, from node: JSONNode) throws(References.Failure) -> URI {
        let target = URI(file)
        let part = parts[index(of: node)]
        if let resource = resource(of: node) {
            let own = Self.withoutFragment(part.anchors.resources[resource].base.resolving(target))
            // A schema's address may be a network name without a server. Files named relative to it are
            // beside its own file.
            if knows(own) || part.location?.scheme != "file" || target.isAbsoluteHTTP { return own }
        }
        guard let base = part.base else {
            guard target.isAbsoluteHTTP else {
                throw References.Failure(
                    rule: .unreadableFile,
                    message:
                        "the reference \(Wording.quoted(file)) leads to another file, and the origin of this file is unknown",
                    hint: "give the description as a file or a URL, not as standard input")
            }
            return Self.withoutFragment(target)
        }
        return local(Self.withoutFragment(base.resolving(target)))
    }

    /// A description that was saved as a file may still have a network address as its `$self`. Files named
    /// relative to that address are beside the file.
    private func local(_ location: URI) -> URI {
        guard let file = parts[0].location, file.scheme == "file", location.scheme != "file", !knows(location),
            let own = parts[0].base, own.origin == location.origin, let slash = own.path.lastIndex(of: "/")
        else { return location }
        let folder = String(own.path[...slash])
        return location.path.hasPrefix(folder)
            ? file.resolving(URI("./" + location.path.dropFirst(folder.count))) : location
    }

    /// The target of a reference before its fragment: a document, or a schema in it that has an address
    /// of its own.
    struct Place {
        var part: Int
        /// The index among the anchors of the part; `nil` is the whole document.
        var resource: Int?
    }

    func place(of node: JSONNode) -> Place { Place(part: index(of: node), resource: resource(of: node)) }

    /// The place that a reference from `node` names.
    func place(of file: String, from node: JSONNode) throws(References.Failure) -> Place {
        let location = try location(of: file, from: node)
        let key = Self.locationKey(location)
        if let place = resources[key] { return place }
        if let index = byLocation[key] { return Place(part: index) }
        if let failure = failures[key] { throw failure }
        guard location.isAbsoluteHTTP else {
            throw References.Failure(
                rule: .unreadableFile,
                message: "the reference \(Wording.quoted(file)) leads to another file, which was not read",
                hint: "bundle the description into one file")
        }
        throw Self.refusal(of: location)
    }

    /// The failure for a network address that may not be read.
    static func refusal(of location: URI) -> References.Failure {
        References.Failure(
            rule: .remoteReference,
            message: "the reference goes to \(Wording.quoted(location.description)), a remote file, and is not read",
            hint: "allow it with --remote-refs or :set remote-refs on, or bundle the description into one file")
    }

    /// Nodes of stand-ins have other offsets, and no addresses of their own.
    private func resource(of node: JSONNode) -> Int? {
        byID[node.documentID].flatMap { parts[$0].anchors.resource(of: node) }
    }

    /// The reference from `node` to a place in the part of `target`.
    func reference(to pointer: String, of target: JSONNode, from node: JSONNode) -> String {
        let fragment = "#" + PercentCoding.encode(pointer, for: .pathSegment)
        guard index(of: target) != index(of: node), let base = parts[index(of: target)].base else { return fragment }
        return base.revealed + fragment
    }

    private static func withoutFragment(_ location: URI) -> URI {
        var location = location
        location.fragment = nil
        return location
    }

    private static func locationKey(_ location: URI) -> String { withoutFragment(location).revealed }
}
