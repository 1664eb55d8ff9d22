// Gathers the files of a description: says which are missing, and reads none itself.

import Document
import NetLayer

/// A description that is being put together. Whoever may read files and URLs brings what is missing until nothing is:
///
///     var files = try DescriptionFiles(text, source: name, base: place)
///     while let place = files.next { files.add(try read(place), at: place) }
///     let api = try files.description()
public struct DescriptionFiles: Sendable {
    /// A file that the description refers to and nobody has brought yet; `nil` when all are there.
    public var next: URI? { first < named.count ? named[first] : nil }

    /// All that is still missing, in the order in which it is named.
    var missing: [URI] { named[first...].filter(awaited.contains) }

    /// What was ever missing, in the order in which it was named; and where in it the first is that still is.
    private var named: [URI] = []
    private var first = 0
    private let text: DescriptionText
    private let source: String
    private let base: URI?
    private(set) var documents: DocumentSet
    /// What is missing, to be asked for every reference.
    private var awaited: Set<URI> = []
    /// Of all files so far.
    private var bytes: Int
    private var notes: [Problem] = []

    /// Files in the network may be read wherever they are.
    private let allowsNetwork: Bool

    /// A description consists of no more files than this,
    static let most = 100_000
    /// and of no more bytes.
    static let mostBytes = 512 << 20

    /// - Parameters:
    ///   - text: the description itself.
    ///   - source: a file name or URL, for messages.
    ///   - base: where it was read from: an `http(s)` URL, or `file:///…`.
    ///   - allowsNetwork: references may lead to any place in the network; without that only a description from there has
    ///     others of its own origin.
    public init(
        _ text: DescriptionText, source: String, base: URI?, allowsNetwork: Bool = false
    ) throws(DescriptionError) {
        self.allowsNetwork = allowsNetwork
        self.text = text
        self.source = source
        self.base = base
        let document = try text.document(source: source)
        documents = DocumentSet(document, location: base)
        bytes = document.bytes.count
        look(through: document)
    }

    /// Brings a file that was missing.
    public mutating func add(_ text: DescriptionText, at location: URI) {
        arrived(location)
        do throws(DescriptionError) {
            let name = name(of: location)
            guard bytes + text.json.count <= Self.mostBytes else {
                fail(
                    location, message: "with it the description is larger than \(Self.mostBytes >> 20) MiB",
                    hint: "leave out what is not needed")
                return
            }
            let document = try text.document(source: name)
            documents.add(document, at: location, name: name)
            bytes += document.bytes.count
            look(through: document)
        } catch {
            fail(location, message: error.description, hint: "")
        }
    }

    /// Says why a file that was missing cannot be had; every reference to it becomes a warning with these words.
    public mutating func fail(_ location: URI, message: String, hint: String) {
        arrived(location)
        documents.fail(
            location,
            References.Failure(
                rule: .unreadableFile, message: "the file \(name(of: location)) cannot be read: \(message)", hint: hint))
    }

    /// Says that a file is as it was when it was read before, because its server could not be asked; it is brought all the same.
    public mutating func noteCached(_ location: URI, because reason: String) {
        notes.append(
            Problem(
                "", nil, .cachedFile, "\(location) is from the cache: \(reason)", hint: "it may have changed since it was read"))
    }

    /// Reads the description from what is there.
    /// - Throws: ``DescriptionError`` when it is none.
    public func description() throws(DescriptionError) -> APIDescription {
        try APIDescription(documents, text: text, source: source, base: base, notes: notes)
    }

    private mutating func arrived(_ location: URI) {
        guard awaited.remove(location) != nil else { return }
        while first < named.count, !awaited.contains(named[first]) { first += 1 }
    }

    private mutating func look(through document: JSONDocument) {
        let mayUseNetwork = allowsNetwork || base?.isAbsoluteHTTP == true
        guard ReferenceWalk.mayLeave(document, forNetwork: mayUseNetwork) else { return }
        var found: [(location: URI, owner: JSONNode)] = []
        // One file is named by many references of a document, most of them alike.
        var seen: Set<Named> = []
        var looked: Set<URI> = []
        ReferenceWalk.forEach(in: document, mappings: true) { node, _, reference in
            let file = References.split(reference).file
            guard !file.isEmpty, seen.insert(Named(file: file, resource: documents.place(of: node).resource)).inserted,
                let location = try? documents.location(of: file, from: node),
                looked.insert(location).inserted, !documents.knows(location), !awaited.contains(location)
            else { return }
            found.append((location, node))
        }
        for (location, owner) in found {
            if let refusal = refusal(of: location, from: owner) {
                documents.fail(location, refusal)
            } else {
                named.append(location)
                awaited.insert(location)
            }
        }
    }

    /// A file as a reference names it: what stands in a schema with an address of its own names others.
    private struct Named: Hashable {
        var file: String
        var resource: Int?
    }

    /// A description may pull in what lies where it lies itself, and nothing else unless that is allowed: one from the network must
    /// never read this machine's files, nor make it call others unasked.
    private func refusal(of location: URI, from node: JSONNode) -> References.Failure? {
        // Words for what is refused alone: most of thousands of files are not.
        func what() -> String { "the reference leads to \(Wording.quoted(location.description))" }
        guard documents.parts.count + awaited.count < Self.most else {
            return References.Failure(
                rule: .unreadableFile, message: "\(what()), and \(Self.most) files have been read",
                hint: "bundle the description into one file")
        }
        if location.isAbsoluteHTTP {
            let isOwn = base?.isAbsoluteHTTP == true && location.origin == base?.origin
            return isOwn || allowsNetwork ? nil : DocumentSet.refusal(of: location)
        }
        let owner = documents.parts[documents.index(of: node)].location
        let isLocal = location.scheme == "file" && (location.authority ?? "").isEmpty
        return isLocal && owner?.scheme == "file"
            ? nil
            : References.Failure(
                rule: .remoteReference, message: "\(what()), which is not where the file is from, and is not read",
                hint: "bundle the description into one file")
    }

    /// Beside the description: by its path from there.
    private func name(of location: URI) -> String {
        let path = location.scheme == "file" ? PercentCoding.decode(location.path) : location.description
        guard let base, base.origin == location.origin, let slash = base.path.lastIndex(of: "/") else { return path }
        let folder = String(base.path[...slash])
        return location.path.hasPrefix(folder) ? PercentCoding.decode(String(location.path.dropFirst(folder.count))) : path
    }
}
