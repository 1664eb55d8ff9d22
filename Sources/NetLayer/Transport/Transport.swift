// The interface between the engine and the wire. A transport performs single exchanges
// and makes no decisions.
//
//   start ──► entered(resolving) ─► entered(connecting) ─► entered(tls) ─► entered(sending)
//               └───────────── any may be missing (reused connection, plain http) ────┘
//         ─► entered(waiting) ──► received(head) ─► received(body)* ─► finished
//
// `finished` comes exactly once and last, also after a cancel. `settled` follows the last of one or more
// other calls, before the transport turns to another exchange, but never `finished`.

/// Sends requests. Implementations: ``CurlTransport`` (the real one) and ``ScriptedTransport`` (tests).
public protocol Transport: Sendable {
    /// Starts one exchange and returns at once. Calls to `observer` may come from different threads, one at
    /// a time, in order.
    func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer
}

/// One exchange in flight.
public protocol Transfer: Sendable {
    /// Ends the exchange: closes its socket at once, abandons a connect or lookup in progress, and
    /// reports `.cancelled` to the observer once. May be called any number of times, from any thread,
    /// also after the end.
    func cancel()
    /// Requests the body again after ``BodyVerdict/busy``.
    func resume()
}

/// The observer's result for a piece of body.
public enum BodyVerdict: Sendable, Hashable {
    /// The observer has taken the piece.
    case accepted
    /// The observer has not taken it: store the piece, stop reading from the socket, deliver
    /// it again after ``Transfer/resume()``.
    case busy
    /// The observer cannot take it, and the exchange ends with this failure.
    case refused(TransferFailure)
}

/// Observes an exchange. Calls come from the transport's thread: they must return quickly,
/// never block, never throw.
public protocol TransferObserver: AnyObject, Sendable {
    /// A phase begins; phases that do not apply are left out.
    func transferEntered(_ phase: Phase)
    /// The head of the final response; interim 1xx responses are not reported. It comes before any body.
    func transferReceived(head: ResponseHead)
    /// A piece of body after content decoding, valid during the call only.
    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict
    /// Body bytes so far, as on the wire, at most about ten times a second.
    func transferProgressed(sent: Int64, received: Int64)
    /// No more calls follow for now. An observer may treat the calls since the last settled call as one
    /// change; before the end this call may be left out.
    func transferSettled()
    /// The end: exactly once, and the last call.
    func transferFinished(_ end: TransferEnd)
}

extension TransferObserver {
    /// Does nothing, for observers that handle every call at once.
    public func transferSettled() {}
}

/// The phase of a running exchange.
public enum Phase: String, Sendable, Hashable, CaseIterable, Comparable {
    case resolving, connecting, tls, sending, waiting, receiving

    public static func < (a: Phase, b: Phase) -> Bool { a.order < b.order }

    var order: Int {
        switch self {
        case .resolving: 0
        case .connecting: 1
        case .tls: 2
        case .sending: 3
        case .waiting: 4
        case .receiving: 5
        }
    }
}

/// Status line and header fields of a response.
public struct ResponseHead: Sendable, Hashable {
    /// The status code (RFC 9110 §15).
    public var status: Int
    /// The reason phrase as received; empty over HTTP/2.
    public var reason: String
    /// `HTTP/1.1`, `HTTP/2` …
    public var version: String
    /// In the order in which they were received.
    public var headers: Headers

    /// By default the head of a response over HTTP/1.1 without fields.
    public init(status: Int, reason: String = "", version: String = "HTTP/1.1", headers: Headers = Headers()) {
        self.status = status
        self.reason = reason
        self.version = version
        self.headers = headers
    }
}

/// How an exchange ended, with its measurements until then.
public struct TransferEnd: Sendable {
    /// `nil` when the whole response arrived.
    public var failure: TransferFailure?
    /// The measurements until then.
    public var metrics: TransferMetrics

    /// By default the whole response arrived.
    public init(failure: TransferFailure? = nil, metrics: TransferMetrics = TransferMetrics()) {
        self.failure = failure
        self.metrics = metrics
    }
}

/// Why an exchange failed.
public struct TransferFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public var kind: NetError.Kind
    /// The transport's description.
    public var detail: String
    /// Whether the request did not leave this machine, or got only as far as the name server: the failure
    /// concerns the network, not the server.
    public var isLocal: Bool
    /// Whether a reused connection ended before a byte of the response: the server may have closed it before
    /// the request arrived, or may have processed the request. The request was not sent again.
    public var isStale: Bool

    /// A failure of a kind; by default neither local nor on a reused connection.
    public init(_ kind: NetError.Kind, _ detail: String = "", isLocal: Bool = false, isStale: Bool = false) {
        self.kind = kind
        self.detail = detail
        self.isLocal = isLocal
        self.isStale = isStale
    }

    public var description: String { detail.isEmpty ? "\(kind)" : "\(kind): \(detail)" }
}

extension NetError.Kind {
    /// A timeout before there was a connection is a connect timeout, whichever limit ran out.
    func adjusted(hasConnected: Bool) -> NetError.Kind {
        !hasConnected && (self == .timedOut(.total) || self == .timedOut(.idle)) ? .timedOut(.connect) : self
    }
}

/// The measurements of one exchange. Times count from its start; `nil` was not reached or does not apply.
public struct TransferMetrics: Sendable, Hashable {
    private struct Parts: Sendable, Hashable {
        var resolved: Duration?
        var connected: Duration?
        var secured: Duration?
        var sendingBegan: Duration?
        var firstByte: Duration?
        var total: Duration = .zero
        var bytesSent: Int64 = 0
        var bytesReceived: Int64 = 0
        var version: String?
        var remoteAddress: String?
        var reusedConnection: Bool = false
    }

    /// One element. An array, because its copies share their storage until one changes: every end, record
    /// and response contains them.
    private var shared = Self.nothing
    private static let nothing = [Parts()]
    private var parts: Parts {
        _read { yield shared[0] }
        _modify { yield &shared[0] }
    }

    /// When the host's addresses were known; `nil` on a reused connection.
    public var resolved: Duration? {
        get { parts.resolved }
        _modify { yield &parts.resolved }
    }
    /// When the connection was established, without TLS; `nil` on a reused one.
    public var connected: Duration? {
        get { parts.connected }
        _modify { yield &parts.connected }
    }
    /// When the TLS handshake was complete; `nil` without TLS and on a reused connection.
    public var secured: Duration? {
        get { parts.secured }
        _modify { yield &parts.secured }
    }
    /// When the request began to go out.
    public var sendingBegan: Duration? {
        get { parts.sendingBegan }
        _modify { yield &parts.sendingBegan }
    }
    /// When the first byte of the response arrived.
    public var firstByte: Duration? {
        get { parts.firstByte }
        _modify { yield &parts.firstByte }
    }
    /// When the exchange ended.
    public var total: Duration {
        get { parts.total }
        _modify { yield &parts.total }
    }
    /// Bytes of request head and body that were sent.
    public var bytesSent: Int64 {
        get { parts.bytesSent }
        _modify { yield &parts.bytesSent }
    }
    /// Bytes of response head and body that were received, as on the wire.
    public var bytesReceived: Int64 {
        get { parts.bytesReceived }
        _modify { yield &parts.bytesReceived }
    }
    /// Negotiated protocol: `HTTP/1.1`, `HTTP/2`.
    public var version: String? {
        get { parts.version }
        _modify { yield &parts.version }
    }
    /// `address:port` of the peer, brackets around IPv6.
    public var remoteAddress: String? {
        get { parts.remoteAddress }
        _modify { yield &parts.remoteAddress }
    }
    /// Whether the exchange used an existing connection.
    public var reusedConnection: Bool {
        get { parts.reusedConnection }
        _modify { yield &parts.reusedConnection }
    }

    /// All values at zero or `nil`.
    public init() {}
}
