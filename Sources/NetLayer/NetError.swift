// Every way in which a call fails, as one closed list that a `switch` can exhaust (B-HH-E1).

/// Why a call brought no usable answer.
public struct NetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The closed taxonomy. Its ``name`` is the word in events and JSON.
    public enum Kind: Sendable, Hashable {
        /// The request could not be built: a missing path parameter, a bad URL or header.
        case badRequest
        /// The host name has no address.
        case dns
        /// No connection: refused, unreachable, proxy refused.
        case connect
        case tls
        /// The connection ended before the answer was complete.
        case cut
        /// What came is not HTTP, or breaks its framing or content coding.
        case protocolViolation
        case timedOut(Timeout)
        case tooLarge(Limit)
        /// More redirects than allowed, a loop, or a target that cannot be followed.
        case redirect
        /// The answer's status says failure (4xx, 5xx); the answer itself is in ``NetError/response``.
        case status(Int)
        /// The answer could not be decoded into the endpoint's response type.
        case decode
        case cancelled(CancelReason)
        /// This build of the transport cannot do what was asked.
        case unsupported

        public var name: String {
            switch self {
            case .badRequest: "bad_request"
            case .dns: "dns"
            case .connect: "connect"
            case .tls: "tls"
            case .cut: "cut"
            case .protocolViolation: "protocol"
            case .timedOut: "timed_out"
            case .tooLarge: "too_large"
            case .redirect: "redirect"
            case .status: "status"
            case .decode: "decode"
            case .cancelled: "cancelled"
            case .unsupported: "unsupported"
            }
        }
    }

    /// Which limit of ``Timeouts`` ran out, or that of all attempts together, ``CallPolicies/deadline``.
    public enum Timeout: String, Sendable, Hashable { case connect, idle, total, deadline }
    /// Which limit of ``ResponseLimits`` was passed.
    public enum Limit: String, Sendable, Hashable { case headers, body, decodedBody = "decoded body" }

    public var kind: Kind
    /// What was attempted: method and URL, secrets masked.
    public var attempted: String
    /// What happened, in the words of the layer that saw it. Never a secret.
    public var detail: String
    /// The answer, when one arrived (a 4xx, a body that does not decode).
    public var response: RawResponse?

    public init(_ kind: Kind, attempted: String = "", detail: String = "", response: RawResponse? = nil) {
        self.kind = kind
        self.attempted = attempted
        self.detail = detail
        self.response = response
    }

    public var description: String {
        [attempted, kind.name, detail].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

/// Who ended a task before its answer.
public enum CancelReason: String, Sendable, Hashable, CaseIterable {
    /// A person, or the code that holds the handle.
    case user
    /// Its group was cancelled.
    case group
    /// The Swift task or scope that it belonged to ended.
    case scope
    /// The program is leaving.
    case quit
    /// The other copy of the request answered first. Said of an exchange, never of a task.
    case hedge
}

/// An answer as it came: head, decoded body, and how it travelled.
public struct RawResponse: Sendable, Hashable {
    public var head: ResponseHead
    /// The body after content decoding.
    public var body: [UInt8]
    /// The URL that answered, after redirects.
    public var url: URI
    public var metrics: TransferMetrics
    /// The redirects that were followed, oldest first.
    public var redirects: [Redirect]

    public init(
        head: ResponseHead, body: [UInt8], url: URI, metrics: TransferMetrics = TransferMetrics(), redirects: [Redirect] = []
    ) {
        self.head = head
        self.body = body
        self.url = url
        self.metrics = metrics
        self.redirects = redirects
    }

    /// One hop: the answer's status and where it pointed.
    public struct Redirect: Sendable, Hashable {
        public var status: Int
        public var from: URI
        public var to: URI

        public init(status: Int, from: URI, to: URI) {
            self.status = status
            self.from = from
            self.to = to
        }
    }
}
