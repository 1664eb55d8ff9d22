// An API as its own description states it. A list's data is decoded at once, an operation when it is opened.

import Document
import JSONSchema
import NetLayer

/// An API that was read from a Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2 description, or from a
/// collection of requests.
public struct APIDescription: Sendable {
    /// `info.title`, on one line; the source's name where there is none.
    public let title: String
    /// `info.version`; empty where there is none.
    public let version: String
    /// `info.summary`, else the first paragraph of `info.description`; on one line.
    public let summary: String?
    /// The version of the standard, as written (`3.1.0`); for a collection, its format (`Postman 2.1`).
    public let standard: String
    /// In the description's order. Where none is declared: the root of the description's own address, if
    /// that is known.
    public let servers: [Server]
    /// Groups by an endpoint's first tag: the declared tags in their order (a tag with a parent follows the
    /// parent), then the other tags in order of appearance, then the endpoints without a tag.
    /// Where no endpoint has a tag: groups by the first path segment that not all paths share.
    public private(set) var groups: [EndpointGroup]
    /// In the description's order, then the saved requests of the user's workspace, then the requests that the
    /// user typed.
    public private(set) var endpoints: [EndpointSummary]
    /// The kind of each saved request.
    private(set) var saved: [SavedEndpoint] = []
    /// The requests that the user typed or pasted.
    private(set) var typed: [CollectedRequest] = []
    /// The parts that could not be read, in the order of the description as far as the reader walked it.
    public let warnings: [Warning]
    /// How its lists are paged, if the user's workspace says so.
    public var paging = PagingRules()
    /// How its responses are cached, if the user's workspace says so.
    public var caching = EndpointRules<CacheRule>()
    /// The requests that need a confirmation by the user, by environment, if the user's workspace says so.
    public var confirmations: [Environment: ConfirmRule] = [:]
    /// The guards that were known when it was read.
    public var guards = GuardBook()
    /// How its responses report success and failure in their bodies, if the user says so.
    public var business: BusinessCode?
    /// The deadline, the hedge and the priority of its requests, if the user's workspace has them.
    public var policies = CallPolicies()
    /// How the user logs in, if the user's workspace says so.
    public var login: LoginPlan?
    /// The key that signs the requests, if the user's workspace has one.
    public var signing: Credential?

    let documents: DocumentSet
    /// Checks values against the schemas. It compiles each schema once, so all checks share it. Known formats are rules.
    public let schemaProgram: SchemaProgram
    let base: URI?
    /// For each endpoint, the place to read it from; empty for a collection.
    let places: [OperationPlace]
    /// The content of a collection; `nil` for a description.
    var collected: CollectedRequests?

    /// Every address that the description was read from, its own first, and the addresses of missing files. A
    /// change of any of them may change the description.
    public var locations: [URI] { collected?.locations ?? documents.locations }

    /// Replaces the endpoints, groups, saved and typed requests.
    mutating func replaceEndpoints(
        _ endpoints: [EndpointSummary], _ groups: [EndpointGroup], _ saved: [SavedEndpoint], typed: [CollectedRequest] = []
    ) {
        (self.endpoints, self.groups, self.saved, self.typed) = (endpoints, groups, saved, typed)
    }

    /// The same collection, with these addresses as its sources.
    /// - Parameter file: the one of them that has all requests; `nil` for a folder.
    public func relocated(from locations: [URI], file: URI? = nil) -> APIDescription {
        var copy = self
        copy.collected?.locations = locations
        copy.collected?.file = file
        return copy
    }

    /// The description itself, without the files it refers to.
    var document: JSONDocument { documents.main }
    var references: References { References(documents: documents) }
    /// Swagger 2.0. Its operations are converted to OpenAPI 3 when they are opened.
    public var isSwagger: Bool { collected == nil && standard.hasPrefix("2") }
    /// `OpenAPI 3.1.0`, `Swagger 2.0`, `Postman 2.1`.
    public var format: String { collected != nil ? standard : (isSwagger ? "Swagger " : "OpenAPI ") + standard }

    /// The number of paths, including paths without an operation.
    public var pathCount: Int { document.root["paths"]?.entries.count { !$0.key.hasPrefix("x-") } ?? 0 }

    /// Reads a description that consists of one text. Only a list's data is decoded. For a description that
    /// refers to other files, use ``DescriptionFiles``.
    /// - Parameters:
    ///   - bytes: Swagger 2.0 or OpenAPI 3 in JSON or YAML (UTF-8, or UTF-16 with a byte-order mark).
    ///   - source: a file name or URL, for messages.
    ///   - base: the address it was read from; relative servers are resolved against it.
    /// - Throws: ``DescriptionError`` when the text is not such a description. Faults inside
    ///   it become ``warnings``.
    public static func parse(_ bytes: [UInt8], source: String, base: URI?) throws(DescriptionError) -> APIDescription {
        try DescriptionFiles(try DescriptionText(bytes, source: source), source: source, base: base).description()
    }

    init(
        _ documents: DocumentSet, text: DescriptionText, source: String, base: URI?, notes: [Problem]
    ) throws(DescriptionError) {
        let root = documents.main.root
        guard root.kind == .object else {
            throw DescriptionError(
                .notAnAPI, source: source,
                message: "this is \(text.syntaxName), but \(Self.describeKind(of: root.kind)), not a description",
                hint: Self.readable, line: root.line, pointer: "")
        }
        let standard = try Self.standard(root, syntax: text.syntaxName, source: source)
        var reader = DescriptionReader(documents: documents, base: base, isSwagger: standard.hasPrefix("2"))
        reader.readDescription()
        var problems = notes + reader.problems
        if let line = text.secondDocument {
            problems.append(
                Problem(
                    "", nil, .severalDocuments, "a second YAML document begins at line \(line)",
                    hint: "only the first is read; put each into its own file"))
        }
        let info = root["info"]
        if let title = info?["title"]?.string.map(Wording.folded), !title.isEmpty {
            self.title = title
        } else {
            problems.append(
                Problem(
                    "/info", info, .noTitle, "the description has no title", hint: "its file name stands in for it"))
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
        warnings = Problem.warnings(problems, in: documents)
        self.documents = documents
        schemaProgram = SchemaProgram(documents, standard: standard)
        self.base = base
        places = reader.places
        collected = nil
    }

    /// A collection of requests. It has no documents for lookups.
    init(
        title: String, summary: String?, standard: String, endpoints: [EndpointSummary], warnings: [Warning],
        collected: CollectedRequests
    ) {
        (self.title, self.summary, self.standard, self.endpoints) = (title, summary, standard, endpoints)
        (self.warnings, self.collected) = (warnings, collected)
        version = ""
        servers = []
        groups = Grouping.groups(endpoints, declared: [])
        documents = DocumentSet(.empty, location: nil)
        schemaProgram = SchemaProgram(documents, standard: standard)
        base = nil
        places = []
    }

    /// The hint for a file that is not a description.
    private static let readable =
        "open an OpenAPI description (an object with the keys openapi, info and paths), Swagger 2.0, or requests of Postman, Insomnia, Bruno, HAR, curl or .http files"

    private static func standard(_ root: JSONNode, syntax: String, source: String) throws(DescriptionError) -> String {
        let known = "2.0, 3.0, 3.1 and 3.2 are read"
        if let version = root["openapi"] {
            let text = version.displayText
            if ["3.0", "3.1", "3.2"].contains(where: { text == $0 || text.hasPrefix($0 + ".") || text.hasPrefix($0 + "-") }) {
                return text
            }
            throw DescriptionError(
                .unsupportedVersion, source: source, message: "this is OpenAPI \(Wording.quoted(text)), and \(known)",
                hint: "look for a description in one of these", line: version.line, pointer: "/openapi")
        }
        if let version = root["swagger"] {
            let text = version.displayText
            if text == "2" || text == "2.0" { return "2.0" }
            throw DescriptionError(
                .unsupportedVersion, source: source, message: "this is Swagger \(Wording.quoted(text)), and \(known)",
                hint: "look for a description in one of these", line: version.line, pointer: "/swagger")
        }
        if let format = ForeignFormat(root) {
            let fault = format.missing.map { "this is \(format.name) without \($0)" }
            throw DescriptionError(
                .otherFormat, source: source, message: fault ?? "this is \(format.name), and OpenAPI \(known)",
                hint: format.hint, line: root.line, pointer: "")
        }
        let keys = root.entries.prefix(4).map { Wording.quoted($0.key) }.joined(separator: ", ")
        throw DescriptionError(
            .notAnAPI, source: source,
            message:
                "this is \(syntax), but no API description: it has no 'openapi' key\(keys.isEmpty ? "" : " (it begins with \(keys))")",
            hint: Self.readable, line: root.line, pointer: "")
    }

    private static func describeKind(of kind: JSONNode.Kind) -> String {
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

/// The place of an operation, and of the path items that it inherits from, in the document.
struct OperationPlace: Sendable {
    var operation: JSONNode
    var pointer: String
    /// The path item, then the path items it refers to, each with its pointer.
    var items: [PathItem]

    struct PathItem: Sendable {
        var node: JSONNode
        var pointer: String
    }
}
