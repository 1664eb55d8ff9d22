// Gathers the files of a description: lists the missing files. The caller reads them.

import Document
import NetLayer

/// A description whose files are being gathered. The caller adds the missing files until none is left:
///
///     var files = try DescriptionFiles(text, source: name, base: place)
///     while let place = files.next { files.add(try read(place), at: place) }
///     let api = try files.description()
public struct DescriptionFiles: Sendable {
    /// The next file that the description refers to and that is still missing; `nil` when none is.
    public var next: URI? { first < named.count ? named[first] : nil }

    /// All files that are still missing, in order of appearance.
    var missing: [URI] { named[first...].filter(awaited.contains) }

    /// All files that were ever missing, in order of appearance; `first` is the index of the first one
    /// that still is.
    private var named: [URI] = []
    private var first = 0
    private let text: DescriptionText
    private let source: String
    private let base: URI?
    private(set) var documents: DocumentSet
    /// The missing files as a set: every reference looks them up.
    private var awaited: Set<URI> = []
    /// The size of all files so far.
    private var bytes: Int
    private var notes: [Problem] = []

    /// Whether files of any network address may be read.
    private let allowsNetwork: Bool

    /// The most files that a description may consist of.
    static let most = 100_000
    /// The most bytes that a description may consist of.
    static let mostBytes = 512 << 20

    /// - Parameters:
    ///   - text: the description itself.
    ///   - source: a file name or URL, for messages.
    ///   - base: the address of the description: an `http(s)` URL, or `file:///…`.
    ///   - allowsNetwork: whether references may lead to any network address. Otherwise only a description
    ///     from the network may refer to network addresses, and only to those of its own origin.
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
        findMissingFiles(through: document)
    }

    /// Adds a file that was missing.
    public mutating func add(_ text: DescriptionText, at location: URI) {
        removeAwaited(location)
        do throws(DescriptionError) {
            let name = displayName(of: location)
            guard bytes + text.json.count <= Self.mostBytes else {
                markUnavailable(
                    location, message: "with it the description is larger than \(Self.mostBytes >> 20) MiB",
                    hint: "remove unused parts")
                return
            }
            let document = try text.document(source: name)
            documents.add(document, at: location, name: name)
            bytes += document.bytes.count
            findMissingFiles(through: document)
        } catch {
            markUnavailable(location, message: error.description, hint: "")
        }
    }

    /// Reports that a missing file is unavailable. Every reference to it becomes a warning with this message.
    public mutating func markUnavailable(_ location: URI, message: String, hint: String) {
        removeAwaited(location)
        documents.recordFailure(
            location,
            References.Failure(
                rule: .unreadableFile, message: "the file \(displayName(of: location)) cannot be read: \(message)", hint: hint))
    }

    /// Reports that the server did not respond and the file's text is from the cache. The caller still
    /// adds the file.
    public mutating func noteCached(_ location: URI, because reason: String) {
        notes.append(
            Problem(
                "", nil, .cachedFile, "\(location) is from the cache: \(reason)", hint: "it may have changed since it was read"))
    }

    /// Reads the description from the files that were added.
    /// - Throws: ``DescriptionError`` when the text is not a description.
    public func description() throws(DescriptionError) -> APIDescription {
        try APIDescription(documents, text: text, source: source, base: base, notes: notes)
    }

    private mutating func removeAwaited(_ location: URI) {
        guard awaited.remove(location) != nil else { return }
        while first < named.count, !awaited.contains(named[first]) { first += 1 }
    }

    private mutating func findMissingFiles(through document: JSONDocument) {
        let mayUseNetwork = allowsNetwork || base?.isAbsoluteHTTP == true
        guard ReferenceWalk.mayLeave(document, forNetwork: mayUseNetwork) else { return }
        var found: [(location: URI, owner: JSONNode)] = []
        // Many references of a document name the same file, most of them in the same words.
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
                documents.recordFailure(location, refusal)
            } else {
                named.append(location)
                awaited.insert(location)
            }
        }
    }

    /// A file as a reference names it. In a schema with an address of its own, the same name
    /// means another file.
    private struct Named: Hashable {
        var file: String
        var resource: Int?
    }

    /// A description may refer to files in its own place, and to others only if that is allowed. A
    /// description from the network must never read this machine's files, nor cause requests to other
    /// servers without permission.
    private func refusal(of location: URI, from node: JSONNode) -> References.Failure? {
        // Builds the message only for refused files: most of thousands of files are not refused.
        func describeTarget() -> String { "the reference goes to \(Wording.quoted(location.description))" }
        guard documents.parts.count + awaited.count < Self.most else {
            return References.Failure(
                rule: .unreadableFile, message: "\(describeTarget()), and \(Self.most) files have been read",
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
                rule: .remoteReference, message: "\(describeTarget()), another origin than the file's, and is not read",
                hint: "bundle the description into one file")
    }

    /// The path relative to the description, for files beside or below it.
    private func displayName(of location: URI) -> String {
        let path = location.scheme == "file" ? PercentCoding.decode(location.path) : location.description
        guard let base, base.origin == location.origin, let slash = base.path.lastIndex(of: "/") else { return path }
        let folder = String(base.path[...slash])
        return location.path.hasPrefix(folder) ? PercentCoding.decode(String(location.path.dropFirst(folder.count))) : path
    }
}
