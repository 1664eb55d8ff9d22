// The documents that a description consists of: its own, and those that it refers to.

import Document
import NetLayer

/// Documents by the places that references name.
struct DocumentSet: Sendable {
    /// One document.
    struct Part: Sendable {
        var document: JSONDocument
        /// For references into it.
        var index: JSONPointerIndex
        /// Where it was read from, without a fragment.
        var location: URI?
        /// What relative references in it are resolved against: its `$self` (OpenAPI 3.2), else its location.
        var base: URI?
        /// For messages; `nil` is the description itself.
        var name: String?
    }

    private(set) var parts: [Part]
    private var byLocation: [String: Int] = [:]
    private var byID: [ObjectIdentifier: Int] = [:]
    /// Documents that were made here, in place of a part of a real one (Swagger 2), and which one that is.
    private var standIns: [ObjectIdentifier: Int] = [:]
    private var failures: [String: References.Failure] = [:]
    /// Where the files are that could not be had.
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
        for place in [location, base] { if let place { byLocation[Self.key(place)] = parts.count } }
        parts.append(
            Part(
                document: document, index: JSONPointerIndex(document), location: location,
                base: base.map(Self.withoutFragment), name: name))
    }

    mutating func fail(_ location: URI, _ failure: References.Failure) {
        failures[Self.key(location)] = failure
        missing.append(location)
    }

    /// Where its documents were read from, then where some were missed.
    var locations: [URI] { parts.compactMap(\.location) + missing }

    /// References in `document` are those of the part in whose place it stands.
    mutating func add(standIn document: JSONDocument, for node: JSONNode) { standIns[document.id] = index(of: node) }

    /// The place of the part that a value belongs to.
    func index(of node: JSONNode) -> Int { byID[node.documentID] ?? standIns[node.documentID] ?? 0 }

    func part(_ id: ObjectIdentifier) -> Part? { byID[id].map { parts[$0] } }

    func original(ofStandIn id: ObjectIdentifier) -> Part? { standIns[id].map { parts[$0] } }

    /// Whether a place has been read, or it is known why not.
    func knows(_ location: URI) -> Bool { byLocation[Self.key(location)] != nil || failures[Self.key(location)] != nil }

    /// Where the file of a reference is: `other.yaml` of `other.yaml#/Pet`, from the document in which the reference stands.
    func location(of file: String, from node: JSONNode) throws(References.Failure) -> URI {
        let target = URI(file)
        guard let base = parts[index(of: node)].base else {
            guard target.isAbsoluteHTTP, knows(target) else {
                throw References.Failure(
                    message: "the reference \(Wording.quoted(file)) leads to another file, and where this one is from is unknown",
                    hint: "give the description as a file or a URL, not as standard input")
            }
            return target
        }
        return local(Self.withoutFragment(base.resolving(target)))
    }

    /// A description that was saved as a file may still call itself by its place in the network (`$self`): what it names beside
    /// that place lies beside the file.
    private func local(_ location: URI) -> URI {
        guard let file = parts[0].location, file.scheme == "file", location.scheme != "file", !knows(location),
            let own = parts[0].base, own.origin == location.origin, let slash = own.path.lastIndex(of: "/")
        else { return location }
        let folder = String(own.path[...slash])
        return location.path.hasPrefix(folder)
            ? file.resolving(URI("./" + location.path.dropFirst(folder.count))) : location
    }

    /// The part that a reference from `node` names.
    func part(of file: String, from node: JSONNode) throws(References.Failure) -> Part {
        let location = try location(of: file, from: node)
        if let index = byLocation[Self.key(location)] { return parts[index] }
        throw failures[Self.key(location)]
            ?? References.Failure(
                message: "the reference \(Wording.quoted(file)) leads to another file, which was not read",
                hint: "bundle the description into one file")
    }

    func part(of node: JSONNode) -> Part { parts[index(of: node)] }

    /// How a reference from `node` names a place in the part of `target`.
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

    private static func key(_ location: URI) -> String { withoutFragment(location).revealed }
}
