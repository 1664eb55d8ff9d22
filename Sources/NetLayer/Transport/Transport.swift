// The seam between the engine and the wire. A transport performs one exchange at a time and decides nothing.
//
//   start ──► entered(resolving) ─► entered(connecting) ─► entered(tls) ─► entered(sending) ─► entered(waiting)
//                    └───────────── any may be missing (reused connection, plain http) ─────────────┘
//         ──► received(head) ─► received(body)* ─► finished            finished comes exactly once and last, also after cancel
//   settled follows whatever was told last before the transport turns to something else: one or many calls, but not the end

/// Sends requests. Implementations: ``CurlTransport`` (the real one) and ``ScriptedTransport`` (tests).
public protocol Transport: Sendable {
    /// Starts one exchange and returns at once. Every call to `observer` may come from another thread, one at a time, in order.
    func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer
}

/// One exchange in the air.
public protocol Transfer: Sendable {
    /// Ends the exchange: its socket is closed at once, a connect or lookup in progress is given up, and the observer is told
    /// `.cancelled` once. Any number of calls, from any thread, also after the end.
    func cancel()
    /// Asks for the body again after ``BodyVerdict/busy``.
    func resume()
}

/// The observer's answer to a piece of body.
public enum BodyVerdict: Sendable, Hashable {
    /// Taken.
    case accepted
    /// Not taken: keep the piece, stop reading from the socket, deliver it again after ``Transfer/resume()``.
    case busy
    /// It cannot be taken, and the exchange ends with this.
    case refused(TransferFailure)
}

/// Told what an exchange does. Calls come from the transport's thread: they must return quickly, never block, never throw.
public protocol TransferObserver: AnyObject, Sendable {
    /// A phase begins; one that does not apply is left out.
    func transferEntered(_ phase: Phase)
    /// The head of the final answer; interim 1xx answers are not reported. It comes before any body.
    func transferReceived(head: ResponseHead)
    /// A piece of body after content decoding, valid during the call only.
    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict
    /// Body bytes so far, as on the wire, at most some ten times a second.
    func transferProgressed(sent: Int64, received: Int64)
    /// All is told for now. What came since the last call of this may be taken as one change; before the end it may be left out.
    func transferSettled()
    /// The end: exactly once, and the last call.
    func transferFinished(_ end: TransferEnd)
}

extension TransferObserver {
    /// Nothing, for who takes every call as it comes.
    public func transferSettled() {}
}

/// What a running exchange is doing.
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

/// Status line and header fields of an answer.
public struct ResponseHead: Sendable, Hashable {
    /// The status code (RFC 9110 §15).
    public var status: Int
    /// The reason phrase as it came; empty over HTTP/2.
    public var reason: String
    /// `HTTP/1.1`, `HTTP/2` …
    public var version: String
    /// In the order in which they came.
    public var headers: Headers

    /// By default the head of an answer over HTTP/1.1 without fields.
    public init(status: Int, reason: String = "", version: String = "HTTP/1.1", headers: Headers = Headers()) {
        self.status = status
        self.reason = reason
        self.version = version
        self.headers = headers
    }
}

/// How an exchange ended, with what was measured until then.
public struct TransferEnd: Sendable {
    /// `nil` when the whole answer arrived.
    public var failure: TransferFailure?
    /// What was measured until then.
    public var metrics: TransferMetrics

    /// By default the whole answer arrived.
    public init(failure: TransferFailure? = nil, metrics: TransferMetrics = TransferMetrics()) {
        self.failure = failure
        self.metrics = metrics
    }
}

/// Why an exchange failed.
public struct TransferFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// In which way it failed.
    public var kind: NetError.Kind
    /// What the transport says of it, in its words.
    public var detail: String
    /// The request did not get out of this machine, or not past its name server: it says something of the network and nothing of the server.
    public var isLocal: Bool
    /// A connection that was kept from an earlier exchange ended before a byte of the response: the server may have closed it before the
    /// request came, or may have taken the request. Nothing was sent again.
    public var isStale: Bool

    /// A failure of a kind, of which by default nothing says that it is local, or that its connection was an old one.
    public init(_ kind: NetError.Kind, _ detail: String = "", isLocal: Bool = false, isStale: Bool = false) {
        self.kind = kind
        self.detail = detail
        self.isLocal = isLocal
        self.isStale = isStale
    }

    public var description: String { detail.isEmpty ? "\(kind)" : "\(kind): \(detail)" }
}

extension NetError.Kind {
    /// Whose time was over before there was a connection had none, whichever limit it was.
    func standing(hasConnected: Bool) -> NetError.Kind {
        !hasConnected && (self == .timedOut(.total) || self == .timedOut(.idle)) ? .timedOut(.connect) : self
    }
}

/// What was measured of one exchange. Times count from its start; `nil` was not reached or does not apply.
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

    /// One element. An array, because its copies share it until one changes: they go along with every end, record and answer.
    private var shared = Self.nothing
    private static let nothing = [Parts()]
    private var parts: Parts {
        _read { yield shared[0] }
        _modify { yield &shared[0] }
    }

    /// The host's addresses were there; `nil` on a reused connection.
    public var resolved: Duration? {
        get { parts.resolved }
        _modify { yield &parts.resolved }
    }
    /// The connection was established, TLS not counted; `nil` on a reused one.
    public var connected: Duration? {
        get { parts.connected }
        _modify { yield &parts.connected }
    }
    /// The TLS handshake was done; `nil` without TLS and on a reused connection.
    public var secured: Duration? {
        get { parts.secured }
        _modify { yield &parts.secured }
    }
    /// The request began to go out.
    public var sendingBegan: Duration? {
        get { parts.sendingBegan }
        _modify { yield &parts.sendingBegan }
    }
    /// The first byte of the answer came.
    public var firstByte: Duration? {
        get { parts.firstByte }
        _modify { yield &parts.firstByte }
    }
    /// The exchange ended.
    public var total: Duration {
        get { parts.total }
        _modify { yield &parts.total }
    }
    /// Bytes of request head and body that went out.
    public var bytesSent: Int64 {
        get { parts.bytesSent }
        _modify { yield &parts.bytesSent }
    }
    /// Bytes of answer head and body that came in, as on the wire.
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
    /// It went over a connection that was there already.
    public var reusedConnection: Bool {
        get { parts.reusedConnection }
        _modify { yield &parts.reusedConnection }
    }

    /// Nothing was reached.
    public init() {}
}
