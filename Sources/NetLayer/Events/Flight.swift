// The exchange that a task has in flight: the request that was sent, the phases so
// far, and the response head.

/// One exchange from its start until it is recorded. For a cancelled task it shows how far the exchange got.
public struct Flight: Sendable {
    /// The request, its start time and its service.
    public let launch: Launch
    /// When its phases began, since the start of the exchange.
    public internal(set) var phases = PhaseTimes()
    /// The response head; `nil` until it arrives.
    public internal(set) var head: ResponseHead?

    init(_ launch: Launch) { self.launch = launch }

    /// ``ExchangeRecord/isPerhapsReceived`` for an exchange that ends now.
    var isPerhapsReceived: Bool { head == nil && !launch.request.isRepeatable && phases.hasConnected }
}

/// The facts that do not change while an exchange is in flight; shared by all copies of its row.
public final class Launch: Sendable, Hashable {
    /// The number of its attempt, from 1.
    public let attempt: Int
    /// The name of the service; empty for an absolute URL.
    public let service: String
    /// The request as the transport received it.
    public let request: WireRequest
    /// Time since the client's start.
    public let startedAt: Duration

    /// Describes an exchange that begins.
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
