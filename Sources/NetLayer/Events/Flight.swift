// The exchange that a task has in the air: what was sent, which phases it has been through, what head has come.

/// One exchange from its start until it is recorded. Of a task that was cancelled it tells how far it had come.
public struct Flight: Sendable {
    /// What was sent, when, and to which service.
    public let launch: Launch
    /// When its phases began, since its start.
    public internal(set) var phases = PhaseTimes()
    /// `nil` until it is there.
    public internal(set) var head: ResponseHead?

    init(_ launch: Launch) { self.launch = launch }

    /// As of an ``ExchangeRecord``, of one that is ended here and now.
    var isPerhapsReceived: Bool { head == nil && !launch.request.isRepeatable && phases.hasConnected }
}

/// What does not change while an exchange is in the air; shared by all copies of its row.
public final class Launch: Sendable, Hashable {
    /// Number of the attempt that it belongs to, from 1.
    public let attempt: Int
    /// Empty for an absolute URL.
    public let service: String
    /// As the transport was given it.
    public let request: WireRequest
    /// Since the client's start.
    public let startedAt: Duration

    /// An exchange that begins.
    public init(attempt: Int, service: String, request: WireRequest, startedAt: Duration) {
        self.attempt = attempt
        self.service = service
        self.request = request
        self.startedAt = startedAt
    }

    public static func == (a: Launch, b: Launch) -> Bool {
        a === b
            || (a.attempt == b.attempt && a.service == b.service && a.request == b.request && a.startedAt == b.startedAt)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(attempt)
        hasher.combine(request)
        hasher.combine(startedAt)
    }
}
