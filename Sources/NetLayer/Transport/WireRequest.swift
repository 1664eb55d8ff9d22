// One attempt's request exactly as a transport sends it: every decision about service, parameters and
// signing has been made.

/// The limits after which an exchange is aborted. `nil` is no limit of that kind.
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

/// The limits of a response, beyond which the exchange fails with
/// ``NetError/Kind/tooLarge(_:)``. Units are bytes.
public struct ResponseLimits: Sendable, Hashable {
    /// All header fields of one response together.
    public var headers: Int
    /// The body as it arrives on the wire.
    public var body: Int
    /// The body after content decoding: a small response may decode to a huge one.
    public var decodedBody: Int
    /// The maximum number of redirects.
    public var redirects: Int

    /// By default 256 KB of header fields, 256 MB of body, coded and decoded, and 10 redirects.
    public init(headers: Int = 256 << 10, body: Int = 256 << 20, decodedBody: Int = 256 << 20, redirects: Int = 10) {
        self.headers = headers
        self.body = body
        self.decodedBody = decodedBody
        self.redirects = redirects
    }
}

/// The body of a request on the wire.
public enum WireBody: Sendable, Hashable, CustomStringConvertible {
    case none
    /// All of it, in memory.
    case bytes([UInt8])
    /// Read piece by piece while it is sent.
    case stream(BodySource)
    /// Made while it is sent.
    case sequence(AsyncBody)

    /// In bytes; 0 where it is not known beforehand.
    public var count: Int { length ?? 0 }

    /// In bytes; `nil` where it is not known beforehand.
    var length: Int? {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .stream(let source): source.count
        case .sequence(let body): body.length
        }
    }

    /// The body that is made while it is sent, if it is one.
    var sequence: AsyncBody? { if case .sequence(let body) = self { body } else { nil } }

    /// The whole body, read into memory.
    /// - Throws: ``NetError/Kind/badRequest`` when a file is missing or has changed, and for a body that is
    ///   made while it is sent.
    public func collected() throws(TransferFailure) -> [UInt8] {
        switch self {
        case .sequence: throw TransferFailure(.badRequest, "the body comes from a sequence and is known only while it is sent")
        case .none: []
        case .bytes(let bytes): bytes
        case .stream(let source): try source.collected()
        }
    }

    /// Only the size: a body may contain credentials.
    public var description: String { length.map { "\($0) bytes" } ?? "an unknown number of bytes" }
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

    private var shared: Shared<Parts>
    private var parts: Parts {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }

    /// The request's method.
    public var method: HTTPMethod {
        get { parts.method }
        set { parts.method = newValue }
    }
    /// The complete URL, including its query.
    public var url: URI {
        get { parts.url }
        _modify { yield &parts.url }
    }
    /// All fields, except those that the transport writes itself, such as `Content-Length`.
    public var headers: Headers {
        get { parts.headers }
        _modify { yield &parts.headers }
    }
    /// The content that is sent after the headers.
    public var body: WireBody {
        get { parts.body }
        set { parts.body = newValue }
    }
    /// The limits after which the exchange is aborted.
    public var timeouts: Timeouts {
        get { parts.timeouts }
        set { parts.timeouts = newValue }
    }
    /// The maximum size of the response.
    public var limits: ResponseLimits {
        get { parts.limits }
        set { parts.limits = newValue }
    }
    /// The options of the connection.
    public var connection: ConnectionOptions {
        get { parts.connection }
        _modify { yield &parts.connection }
    }
    /// The parameters that path, query, headers and form were made from, for later inspection of the
    /// request. Not sent separately.
    public var parameters: [Parameter] {
        get { parts.parameters }
        _modify { yield &parts.parameters }
    }
    /// See ``RequestPlan/isBodySecret``.
    public var isBodySecret: Bool {
        get { parts.isBodySecret }
        set { parts.isBodySecret = newValue }
    }
    /// Names of the body's fields (members of JSON, fields of forms, parts) whose values are masked, in
    /// addition to those that ``SensitiveNames`` knows.
    public var maskedFields: Set<String> {
        get { parts.maskedFields }
        set { parts.maskedFields = newValue }
    }

    /// The secrets that were left out, because they are not for the origin that the request
    /// goes to. Never sent.
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
        shared = Shared(
            Parts(
                method: method, url: url, headers: headers, body: body, timeouts: timeouts, limits: limits, connection: connection
            )
        )
    }

    /// Whether the other is an unchanged copy of it: nothing differs, not even how a character is spelled.
    func isCopy(of other: Self) -> Bool { shared.isCopy(of: other.shared) }

    /// Method and URL, secrets masked.
    public var description: String { "\(method) \(url)" }

    /// Whether sending it twice has the effect of sending it once: by its method, or because the server
    /// detects a repetition by its `Idempotency-Key`.
    var isRepeatable: Bool { method.isIdempotent || !(headers["Idempotency-Key"] ?? "").isEmpty }

    /// Its body came from a sequence that was read, so that it cannot be sent again.
    var isBodySpent: Bool { body.sequence?.isSpent == true }

    /// RFC 9110 §8.6: some methods announce even an empty content.
    package var announcesBody: Bool {
        switch method {
        case .post, .put, .patch, .query: true
        default: body != .none
        }
    }
}
