// One request of a collection, as written in its file: not yet expanded, joined or encoded.

/// A request. Values that the file does not give are `nil` or empty.
public struct CollectionRequest: Sendable, Hashable {
    public var name: String
    public var docs = ""
    /// As the request sends it: `GET`.
    public var method: String
    /// As written, without the parameters in ``query``: `{{base}}/users/:id`. Path
    /// variables keep their colons or braces.
    public var url: String
    public var query: [CollectionField] = []
    /// The program that wrote the file sends the texts of ``query`` as written: plus signs and percent sequences stay, and
    /// only what no query may contain is encoded. Otherwise they are plain texts, and everything in them is encoded.
    public var keepsQueryText = false
    /// Values of the path's `:name` or `{name}` parts.
    public var pathVariables: [CollectionField] = []
    public var headers: [CollectionField] = []
    public var body = CollectionBody.none
    /// `nil` inherits the authentication of the folder, or of the collection.
    public var auth: CollectionAuth?
    /// The number of the request's own header fields before the one that ``auth`` was made from; `nil` if
    /// ``auth`` was not made from a field.
    public var authPlace: Int?
    public var options = CollectionOptions()
    public var examples: [CollectionExample] = []
    /// Values that apply to this request alone.
    public var variables: [CollectionField] = []
    /// Where the program that wrote the file runs template tags, `{% … %}`. A request with one is not sent, because nothing
    /// here can run it.
    public var tags = TemplateTags.none
    /// Names whose `{{name}}` is plain text: the format has no variables, or writes them differently.
    public var literalNames: Set<String> = []
    public var place: ImportPlace

    public init(name: String, method: String, url: String, place: ImportPlace = ImportPlace()) {
        self.name = name
        self.method = method
        self.url = url
        self.place = place
    }

    /// All names in braces.
    var names: Set<String> { Set(texts.flatMap(VariableText.expressions)) }
}

/// The texts of a request that may have template tags. Elsewhere they are plain text.
public enum TemplateTags: Sendable, Hashable { case none, outsideBody, everywhere }

/// The body of a request.
public enum CollectionBody: Sendable, Hashable {
    case none
    /// - Parameter mediaType: `nil` if the file gives none; empty if the request must send none.
    case text(String, mediaType: String?)
    /// Content that is binary, or must not be read as text. It contains no variables.
    case bytes([UInt8], mediaType: String?)
    /// `application/x-www-form-urlencoded`.
    case form([CollectionField])
    case multipart([CollectionPart])
    /// A file's content. The path is as written, relative to the collection's folder.
    /// - Parameter expandsVariables: the file's text may contain variables.
    case file(path: String, mediaType: String?, expandsVariables: Bool = false)
    /// - Parameter variables: a JSON text, or empty.
    case graphQL(query: String, variables: String, operation: String? = nil)
}

/// A part of a multipart body.
public struct CollectionPart: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case text(String)
        /// The path is as written, relative to the collection's folder.
        case file(path: String)
    }

    public var name: String
    public var content: Content
    /// `nil` means the name in the path for a file, and no name for a text.
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

/// How a request authenticates. Values may contain variables.
public enum CollectionAuth: Sendable, Hashable {
    /// The file turns authentication off: the request sends none, even if its folder has one.
    case none
    case basic(user: String, password: String)
    case bearer(token: String, prefix: String = "Bearer")
    case apiKey(name: String, value: String, inQuery: Bool)
    case digest(user: String, password: String)
    case awsSigV4(accessKey: String, secretKey: String, region: String, service: String, sessionToken: String)
    /// - Parameter fields: named as in the file: grant type, URLs, client id, scope.
    case oauth2([CollectionField])
    /// A method that this program does not support; the report says so.
    case other(name: String, [CollectionField])
}

/// How to send the request, where the file says so.
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
    /// `host:port:other host:other port`, as in curl's `--connect-to`: the address to connect to instead.
    public var connectTo: [String] = []
    /// Asks for a compressed response, as curl's `--compressed` does.
    public var isCompressed = false
    /// The request stores no cookies.
    public var ignoresCookies = false
    /// The request has no body while the text of its body is empty.
    public var omitsEmptyBody = false

    public init() {}
}

/// A response that the file holds as an example.
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
