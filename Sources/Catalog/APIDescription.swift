// An API as its own description tells it: what a list needs is read at once, an operation when it is opened.

import Document
import NetLayer

/// An API that has been read from an OpenAPI 3.0 or 3.1 description.
public struct APIDescription: Sendable {
    /// `info.title`, on one line; the source's name where there is none.
    public let title: String
    /// `info.version`; empty where there is none.
    public let version: String
    /// `info.summary`, else the first paragraph of `info.description`; on one line.
    public let summary: String?
    /// The version of the standard, as written: `3.1.0`.
    public let standard: String
    /// In the description's order. Where none is declared: the root of the address it was read from, if that is known.
    public let servers: [Server]
    /// By an endpoint's first tag: the declared tags in their order, then the others as they appear, then those without one.
    /// Where nothing is tagged, by the first path segment that is not common to all paths.
    public let groups: [EndpointGroup]
    /// In the description's order.
    public let endpoints: [EndpointSummary]
    /// What could not be read, in the order of the description as far as it was walked.
    public let warnings: [Warning]

    let document: JSONDocument
    let base: URI?
    /// For each endpoint, where to read it from.
    let places: [OperationPlace]

    /// Reads a description. Only what a list shows is decoded.
    /// - Parameters:
    ///   - bytes: OpenAPI 3.0 or 3.1 in JSON (UTF-8, or UTF-16 with a byte-order mark).
    ///   - source: a file name or URL, for messages.
    ///   - base: the address it was read from; relative servers are resolved against it.
    /// - Throws: ``DescriptionError`` when it is no such description. What is wrong inside becomes ``warnings``.
    public static func read(_ bytes: [UInt8], source: String, base: URI?) throws(DescriptionError) -> APIDescription {
        let text = utf8(bytes)
        if let refusal = FormatSniffer.refusal(text, source: source) { throw refusal }
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(text)
        } catch {
            throw Self.failure(error, source: source, byteCount: bytes.count)
        }
        let root = document.root
        guard root.kind == .object else {
            throw DescriptionError(
                .notAnAPI, source: source, message: "this is JSON, but \(Self.name(of: root.kind)), not a description",
                hint: "a description is an object with the keys openapi, info and paths", line: root.line, pointer: "")
        }
        let standard = try Self.standard(root, source: source)
        var reader = DescriptionReader(root: root, base: base)
        reader.read()
        return APIDescription(reader, standard: standard, source: source, document: document)
    }

    private init(_ reader: DescriptionReader, standard: String, source: String, document: JSONDocument) {
        var problems = reader.problems
        let info = document.root["info"]
        if let title = info?["title"]?.string.map(Wording.folded), !title.isEmpty {
            self.title = title
        } else {
            problems.append(Problem("/info", info, "the description has no title", hint: "its file name stands in for it"))
            title = source
        }
        version = info?["version"].map { Wording.folded($0.displayText) } ?? ""
        summary =
            info?["summary"]?.string.flatMap(Wording.firstParagraph)
            ?? info?["description"]?.string.flatMap(Wording.firstParagraph)
        self.standard = standard
        servers = reader.servers
        endpoints = reader.endpoints
        groups = Grouping.groups(reader.endpoints, declared: reader.declaredTags)
        warnings = Problem.warnings(problems, in: document.bytes)
        self.document = document
        base = reader.base
        places = reader.places
    }

    /// UTF-16 is turned into UTF-8; everything else is left as it is.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) else { return bytes }
        return Array(TextDecoding.string(bytes).utf8)
    }

    private static func failure(_ error: JSONError, source: String, byteCount: Int) -> DescriptionError {
        let (kind, message, hint): (DescriptionError.Kind, String, String) =
            error.isTruncated
            ? (
                .truncated, "the description is cut off: \(error.message)",
                "\(byteCount) bytes were read; fetch it again, or close what is open"
            )
            : (.notJSON, "the JSON is broken: \(error.message)", "mend it there, and read it again")
        return DescriptionError(kind, source: source, message: message, hint: hint, line: error.line, column: error.column)
    }

    private static func standard(_ root: JSONNode, source: String) throws(DescriptionError) -> String {
        if let version = root["openapi"] {
            let text = version.displayText
            if ["3.0", "3.1"].contains(where: { text == $0 || text.hasPrefix($0 + ".") || text.hasPrefix($0 + "-") }) {
                return text
            }
            throw DescriptionError(
                .unsupportedVersion, source: source, message: "this is OpenAPI \(Wording.quoted(text)), and 3.0 and 3.1 are read",
                hint: "look for a description in one of these", line: version.line, pointer: "/openapi")
        }
        if let version = root["swagger"] {
            throw DescriptionError(
                .unsupportedVersion, source: source,
                message: "this is Swagger \(Wording.quoted(version.displayText)), and OpenAPI 3.0 and 3.1 are read",
                hint: "convert it, for example with: npx swagger2openapi FILE", line: version.line, pointer: "/swagger")
        }
        if let name = FormatSniffer.otherFormat(root) {
            throw DescriptionError(
                .otherFormat, source: source, message: "this is \(name), and OpenAPI 3.0 and 3.1 are read",
                hint: "export the API as OpenAPI", line: root.line, pointer: "")
        }
        let keys = root.entries.prefix(4).map { Wording.quoted($0.key) }.joined(separator: ", ")
        throw DescriptionError(
            .notAnAPI, source: source,
            message:
                "this is JSON, but no API description: it has no 'openapi' key\(keys.isEmpty ? "" : " (it begins with \(keys))")",
            hint: "a description is an object with the keys openapi, info and paths", line: root.line, pointer: "")
    }

    private static func name(of kind: JSONNode.Kind) -> String {
        switch kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .true, .false: "a truth value"
        case .null: "null"
        }
    }
}

/// Where an operation and what it inherits stand in the document.
struct OperationPlace: Sendable {
    var operation: JSONNode
    var pointer: String
    /// The path item, then those it refers to; with their pointers.
    var items: [PathItem]

    struct PathItem: Sendable {
        var node: JSONNode
        var pointer: String
    }
}
