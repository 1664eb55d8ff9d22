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
    /// a time, in order; they may begin before this returns. A transport may call the observers of other
    /// exchanges meanwhile, so the caller must hold no lock that an observer takes.
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

/// Observes an exchange. Calls come from the transport's thread, or from that of a caller which starts
/// another exchange, in its Swift task and with its task-local values: they must return quickly, never block,
/// never throw.
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
