// One attempt's request exactly as a transport sends it: every decision about service, parameters and signing has been made.

/// The limits after which an exchange is given up. `nil` is no limit of that kind.
public struct Timeouts: Sendable, Hashable {
    /// From the start of an attempt to an established connection, TLS included.
    public var connect: Duration?
    /// The longest silence while the transfer runs.
    public var idle: Duration?
    /// The whole attempt.
    public var total: Duration?

    /// By default 10 s to connect, 60 s in all, and no limit of silence.
    public init(connect: Duration? = .seconds(10), idle: Duration? = nil, total: Duration? = .seconds(60)) {
        self.connect = connect
        self.idle = idle
        self.total = total
    }
}

/// How much of an answer is taken before the exchange fails with ``NetError/Kind/tooLarge(_:)``. Units are bytes.
public struct ResponseLimits: Sendable, Hashable {
    /// All header fields of one answer together.
    public var headers: Int
    /// The body as it arrives on the wire.
    public var body: Int
    /// The body after content decoding: a small answer may unpack to a huge one.
    public var decodedBody: Int
    /// How many redirects are followed.
    public var redirects: Int

    /// By default 256 KB of header fields, 256 MB of body, coded and decoded, and 10 redirects.
    public init(headers: Int = 256 << 10, body: Int = 256 << 20, decodedBody: Int = 256 << 20, redirects: Int = 10) {
        self.headers = headers
        self.body = body
        self.decodedBody = decodedBody
        self.redirects = redirects
    }
}

/// What a request carries after its headers.
public enum WireBody: Sendable, Hashable, CustomStringConvertible {
    case none
    /// All of it, in memory.
    case bytes([UInt8])
    /// Read piece by piece while it is sent.
    case stream(BodySource)

    /// In bytes.
    public var count: Int {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .stream(let source): source.count
        }
    }

    /// Everything, read into memory.
    /// - Throws: ``NetError/Kind/badRequest`` when a file is gone or has changed.
    public func collected() throws(TransferFailure) -> [UInt8] {
        switch self {
        case .none: []
        case .bytes(let bytes): bytes
        case .stream(let source): try source.collected()
        }
    }

    /// The size alone: a body may hold credentials.
    public var description: String { "\(count) bytes" }
}

/// How a connection is made, apart from the URL.
public struct ConnectionOptions: Sendable, Hashable {
    private struct Parts: Sendable, Hashable {
        var caFile: String?
        var clientCertificateFile: String?
        var clientKeyFile: String?
        var insecure: Bool = false
        var proxy: Secret?
        var unixSocket: String?
        var connectTo: [String] = []
        var isFresh: Bool = false
        var authentication: HTTPAuthentication?
    }

    /// One element. An array, because its copies share it until one changes: most requests have the same.
    private var shared = Self.nothing
    private static let nothing = [Parts()]
    private var parts: Parts {
        _read { yield shared[0] }
        _modify { yield &shared[0] }
    }

    /// A file of certificates (PEM) that are trusted instead of the system's.
    public var caFile: String? {
        get { parts.caFile }
        _modify { yield &parts.caFile }
    }
    /// The client's certificate (PEM), with its key in the same file or in ``clientKeyFile``.
    public var clientCertificateFile: String? {
        get { parts.clientCertificateFile }
        _modify { yield &parts.clientCertificateFile }
    }
    /// The key (PEM) of the client's certificate; `nil` when it stands in the same file.
    public var clientKeyFile: String? {
        get { parts.clientKeyFile }
        _modify { yield &parts.clientKeyFile }
    }
    /// Accept any certificate. Never a default; the interface says loudly that it is on (B-HH-G5).
    public var insecure: Bool {
        get { parts.insecure }
        _modify { yield &parts.insecure }
    }
    /// A proxy URL: `http://`, `socks5h://` …; `nil` follows the environment as curl does.
    public var proxy: Secret? {
        get { parts.proxy }
        _modify { yield &parts.proxy }
    }
    /// Connect to this Unix socket instead of the URL's host.
    public var unixSocket: String? {
        get { parts.unixSocket }
        _modify { yield &parts.unixSocket }
    }
    /// `host:port:other host:other port`: a connection that would go to the first goes to the second; a part that is empty is any, or the
    /// same. TLS and `Host` are those of the URL. For this request alone (CURLOPT_CONNECT_TO).
    public var connectTo: [String] {
        get { parts.connectTo }
        _modify { yield &parts.connectTo }
    }
    /// A connection of its own, which nobody uses after it: for requests that ask whether one can be made.
    public var isFresh: Bool {
        get { parts.isFresh }
        _modify { yield &parts.isFresh }
    }
    /// Proves who asks, to the server that the request is for.
    public var authentication: HTTPAuthentication? {
        get { parts.authentication }
        _modify { yield &parts.authentication }
    }

    /// As curl does it by itself: the system's certificates, and the proxy of the environment.
    public init() {}

    /// These, with what another says of them over it. What is insecure stays insecure.
    public func overlaid(by other: ConnectionOptions) -> ConnectionOptions {
        guard !other.isDefault else { return self }
        var options = self
        options.caFile = other.caFile ?? caFile
        if let certificate = other.clientCertificateFile {
            (options.clientCertificateFile, options.clientKeyFile) = (certificate, other.clientKeyFile)
        }
        options.insecure = insecure || other.insecure
        options.proxy = other.proxy ?? proxy
        options.unixSocket = other.unixSocket ?? unixSocket
        options.connectTo = other.connectTo.isEmpty ? connectTo : other.connectTo
        options.isFresh = isFresh || other.isFresh
        options.authentication = other.authentication ?? authentication
        return options
    }

    /// What of it holds for another origin than the one that it was made for: the way out of here. Of trust only the authorities, and only for
    /// the same host, which goes from http to https in this way.
    public func elsewhere(onSameHost isSameHost: Bool) -> ConnectionOptions {
        var plain = ConnectionOptions()
        plain.proxy = proxy
        if isSameHost { plain.caFile = caFile }
        return plain
    }
}

/// One attempt, ready to be sent.
public struct WireRequest: Sendable, Hashable, CustomStringConvertible {
    private struct Parts: Sendable, Hashable {
        var method: HTTPMethod
        var url: URI
        var headers: Headers
        var body: WireBody
        var timeouts: Timeouts
        var limits: ResponseLimits
        var connection: ConnectionOptions
        var parameters: [Parameter] = []
        var isBodySecret = false
        var maskedFields: Set<String> = []
        var withheld: ForeignCredentials?
    }

    /// One element. An array, because its copies share it until one changes: a request goes through many hands.
    private var shared: [Parts]
    private var parts: Parts {
        _read { yield shared[0] }
        _modify { yield &shared[0] }
    }

    /// The request's method.
    public var method: HTTPMethod {
        get { parts.method }
        set { parts.method = newValue }
    }
    /// Where it goes, whole, its query included.
    public var url: URI {
        get { parts.url }
        _modify { yield &parts.url }
    }
    /// All fields, but for those that the transport writes itself, such as `Content-Length`.
    public var headers: Headers {
        get { parts.headers }
        _modify { yield &parts.headers }
    }
    /// What is sent after the headers.
    public var body: WireBody {
        get { parts.body }
        set { parts.body = newValue }
    }
    /// After how long the exchange is given up.
    public var timeouts: Timeouts {
        get { parts.timeouts }
        set { parts.timeouts = newValue }
    }
    /// How much of the answer is taken.
    public var limits: ResponseLimits {
        get { parts.limits }
        set { parts.limits = newValue }
    }
    /// How the connection is made.
    public var connection: ConnectionOptions {
        get { parts.connection }
        _modify { yield &parts.connection }
    }
    /// What path, query, headers and form were made of, for whoever looks at the request later (CT-P9). Never sent by itself.
    public var parameters: [Parameter] {
        get { parts.parameters }
        _modify { yield &parts.parameters }
    }
    /// See ``RequestPlan/isBodySecret``.
    public var isBodySecret: Bool {
        get { parts.isBodySecret }
        set { parts.isBodySecret = newValue }
    }
    /// Names of the body's fields (members of JSON, fields of forms, parts) whose values are masked, besides those that ``SensitiveNames`` knows.
    public var maskedFields: Set<String> {
        get { parts.maskedFields }
        set { parts.maskedFields = newValue }
    }

    /// What was left out of it, because it is not for the origin that the request goes to. Never sent.
    public var withheld: ForeignCredentials? {
        get { parts.withheld }
        _modify { yield &parts.withheld }
    }

    /// By default a GET without headers and body.
    public init(
        method: HTTPMethod = .get, url: URI, headers: Headers = Headers(), body: WireBody = .none,
        timeouts: Timeouts = Timeouts(),
        limits: ResponseLimits = ResponseLimits(), connection: ConnectionOptions = ConnectionOptions()
    ) {
        shared = [
            Parts(
                method: method, url: url, headers: headers, body: body, timeouts: timeouts, limits: limits, connection: connection
            )
        ]
    }

    /// The other is an unchanged copy of it: nothing differs, not even how a character is spelled.
    func isCopy(of other: Self) -> Bool { shared.isShared(with: other.shared) }

    /// Method and URL, secrets masked.
    public var description: String { "\(method) \(url)" }

    /// Sending it twice has the effect of sending it once: by its method, or because the server tells a repetition by its `Idempotency-Key`.
    var isRepeatable: Bool { method.isIdempotent || !(headers["Idempotency-Key"] ?? "").isEmpty }

    /// RFC 9110 §8.6: some methods announce even an empty content.
    var announcesBody: Bool {
        switch method {
        case .post, .put, .patch, .query: true
        default: body != .none
        }
    }
}
