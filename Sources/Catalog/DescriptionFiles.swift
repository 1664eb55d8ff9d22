// Gathers the files of a description: says which are missing, and reads none itself.

import Document
import NetLayer

/// A description that is being put together. Whoever may read files and URLs brings what is ``missing`` until nothing is:
///
///     var files = try DescriptionFiles(text, source: name, base: place)
///     while let place = files.missing.first { files.add(try read(place), at: place) }
///     let api = try files.description()
public struct DescriptionFiles: Sendable {
    /// What the description refers to and nobody has brought yet, in the order in which it is named.
    public private(set) var missing: [URI] = []

    private let text: DescriptionText
    private let source: String
    private let base: URI?
    private(set) var documents: DocumentSet
    /// What is in ``missing``, to be asked for every reference.
    private var awaited: Set<URI> = []
    /// Of all files so far.
    private var bytes: Int

    /// A description consists of no more files than this,
    static let most = 1_000
    /// and of no more bytes.
    static let mostBytes = 512 << 20

    /// - Parameters:
    ///   - text: the description itself.
    ///   - source: a file name or URL, for messages.
    ///   - base: where it was read from: an `http(s)` URL, or `file:///…`.
    public init(_ text: DescriptionText, source: String, base: URI?) throws(DescriptionError) {
        self.text = text
        self.source = source
        self.base = base
        let document = try text.document(source: source)
        documents = DocumentSet(document, location: base)
        bytes = document.bytes.count
        look(through: document)
    }

    /// Brings a file that was ``missing``.
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

    /// Says why a file that was ``missing`` cannot be had; every reference to it becomes a warning with these words.
    public mutating func fail(_ location: URI, message: String, hint: String) {
        arrived(location)
        documents.fail(
            location, References.Failure(message: "the file \(name(of: location)) cannot be read: \(message)", hint: hint))
    }

    /// Reads the description from what is there.
    /// - Throws: ``DescriptionError`` when it is none.
    public func description() throws(DescriptionError) -> APIDescription {
        try APIDescription(documents, text: text, source: source, base: base)
    }

    private mutating func arrived(_ location: URI) {
        guard awaited.remove(location) != nil, let index = missing.firstIndex(of: location) else { return }
        missing.remove(at: index)
    }

    private mutating func look(through document: JSONDocument) {
        guard ReferenceWalk.mayLeave(document, forNetwork: base?.isAbsoluteHTTP ?? false) else { return }
        var found: [URI] = []
        let documents = documents
        ReferenceWalk.forEach(in: document) { node, _, reference in
            let file = References.split(reference).file
            guard !file.isEmpty, let location = try? documents.location(of: file, from: node), !documents.knows(location) else {
                return
            }
            found.append(location)
        }
        for location in found where !awaited.contains(location) && !self.documents.knows(location) {
            if let refusal = refusal(of: location) {
                self.documents.fail(location, refusal)
            } else {
                missing.append(location)
                awaited.insert(location)
            }
        }
    }

    /// A description may pull in what lies where it lies itself, and nothing else: one from the network must not read this
    /// machine's files, nor make it call others.
    private func refusal(of location: URI) -> References.Failure? {
        let what = "the reference leads to \(Wording.quoted(location.description))"
        guard documents.parts.count + missing.count < Self.most else {
            return References.Failure(
                message: "\(what), and \(Self.most) files have been read", hint: "bundle the description into one file")
        }
        if let base, base.isAbsoluteHTTP {
            return location.isAbsoluteHTTP && location.origin == base.origin
                ? nil
                : References.Failure(
                    message: "\(what), which is not where the description is from, and is not read",
                    hint: "bundle the description into one file")
        }
        return location.scheme == "file" && (location.authority ?? "").isEmpty
            ? nil
            : References.Failure(
                message: "\(what), and a file's references to the network are not followed",
                hint: "fetch it, and refer to the file; or bundle the description")
    }

    /// Beside the description: by its path from there.
    private func name(of location: URI) -> String {
        let path = location.scheme == "file" ? PercentCoding.decode(location.path) : location.description
        guard let base, base.origin == location.origin, let slash = base.path.lastIndex(of: "/") else { return path }
        let folder = String(base.path[...slash])
        return location.path.hasPrefix(folder) ? PercentCoding.decode(String(location.path.dropFirst(folder.count))) : path
    }
}
