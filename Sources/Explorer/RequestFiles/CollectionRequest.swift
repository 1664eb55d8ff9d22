// One request of a collection, as its file has it: nothing is expanded, joined or encoded yet.

/// A request. What was not said is `nil` or empty.
public struct CollectionRequest: Sendable, Hashable {
    public var name: String
    public var docs = ""
    /// As it is sent: `GET`.
    public var method: String
    /// As written, without what stands in ``query``: `{{base}}/users/:id`. Path variables keep their colons or braces.
    public var url: String
    public var query: [CollectionField] = []
    /// Values of the path's `:name` or `{name}` parts.
    public var pathVariables: [CollectionField] = []
    public var headers: [CollectionField] = []
    public var body = CollectionBody.none
    /// `nil` has that of the folder around it, or of the collection.
    public var auth: CollectionAuth?
    /// How many of its own header fields stand before the one that ``auth`` was made of; `nil` where it was made of none.
    public var authPlace: Int?
    public var options = CollectionOptions()
    public var examples: [CollectionExample] = []
    /// Values that hold for this request alone.
    public var variables: [CollectionField] = []
    /// Names whose `{{name}}` is text: the format has no variables, or writes them otherwise.
    public var literalNames: Set<String> = []
    public var place: ImportPlace

    public init(name: String, method: String, url: String, place: ImportPlace = ImportPlace()) {
        self.name = name
        self.method = method
        self.url = url
        self.place = place
    }

    /// Every name in braces.
    var names: Set<String> { Set(texts.flatMap(VariableText.expressions)) }
}

/// What a request sends.
public enum CollectionBody: Sendable, Hashable {
    case none
    /// - Parameter mediaType: `nil` where nothing says it; empty where none is to be sent.
    case text(String, mediaType: String?)
    /// What is no text, or must not be read as one: no variables stand in it.
    case bytes([UInt8], mediaType: String?)
    /// `application/x-www-form-urlencoded`.
    case form([CollectionField])
    case multipart([CollectionPart])
    /// A file's content. The path is as written, from the collection's folder.
    /// - Parameter expandsVariables: the file's text may hold variables.
    case file(path: String, mediaType: String?, expandsVariables: Bool = false)
    /// - Parameter variables: a JSON text, or empty.
    case graphQL(query: String, variables: String, operation: String? = nil)
}

/// A part of a multipart body.
public struct CollectionPart: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case text(String)
        /// The path is as written, from the collection's folder.
        case file(path: String)
    }

    public var name: String
    public var content: Content
    /// `nil` has that of the path for a file, and none for a text.
    public var fileName: String?
    public var mediaType: String?
    public var isDisabled = false
    public var docs = ""

    public init(_ name: String, _ content: Content, fileName: String? = nil, mediaType: String? = nil) {
        self.name = name
        self.content = content
        self.fileName = fileName
        self.mediaType = mediaType
    }
}

/// How a request says who sends it. Values may hold variables.
public enum CollectionAuth: Sendable, Hashable {
    /// Said by the file: nothing is sent, whatever the folder around it has.
    case none
    case basic(user: String, password: String)
    case bearer(token: String, prefix: String = "Bearer")
    case apiKey(name: String, value: String, inQuery: Bool)
    case digest(user: String, password: String)
    case awsSigV4(accessKey: String, secretKey: String, region: String, service: String, sessionToken: String)
    /// - Parameter fields: as the file names them: grant type, URLs, client id, scope.
    case oauth2([CollectionField])
    /// One that this program does not know; the report says so.
    case other(name: String, [CollectionField])
}

/// How it is to be sent, where the file says so.
public struct CollectionOptions: Sendable, Hashable {
    public var followsRedirects: Bool?
    /// Certificates are not verified.
    public var insecure = false
    /// In seconds.
    public var timeout: Double?
    public var connectTimeout: Double?
    public var proxy: String?
    public var unixSocket: String?
    public var caFile: String?
    public var certificateFile: String?
    public var keyFile: String?
    /// `host:port:other host:other port`, as curl's `--connect-to` has it: connect there instead.
    public var connectTo: [String] = []
    /// Asks for a compressed answer, as curl's `--compressed` does.
    public var isCompressed = false
    /// Nothing is kept of cookies.
    public var ignoresCookies = false

    public init() {}
}

/// An answer that the file keeps as an example.
public struct CollectionExample: Sendable, Hashable {
    public var name: String
    public var status: Int?
    public var headers: [CollectionField] = []
    public var body = ""

    public init(name: String, status: Int? = nil) {
        self.name = name
        self.status = status
    }
}
