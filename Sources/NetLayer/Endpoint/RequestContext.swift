// The attempt that an adapter prepares a request for.

/// The attempt for which a request is made: created anew for each, so that timestamps and nonces are fresh.
public struct RequestContext: Sendable {
    /// The task that the attempt belongs to.
    public var task: TaskID
    /// Counted from 1.
    public var attempt: Int
    /// The endpoint's ``RequestPlan/id``: one provider may serve many endpoints.
    public internal(set) var endpoint = ""
    /// The service that was picked, in its environment; `nil` for an absolute URL elsewhere.
    public internal(set) var service: Service?
    /// Every parameter of the request, after providers, reform and merge. Empty until then.
    public internal(set) var parameters: [Parameter] = []
    /// The engine's time, as in its events.
    public var now: Duration
    /// The time since 1970-01-01 UTC, for values that servers compare with their own clocks.
    public var wallClock: @Sendable () -> Duration
    /// For nonces.
    public var random: RandomSource

    /// For a test of an adapter: by default the first attempt, at the client's start.
    public init(
        task: TaskID, attempt: Int = 1, now: Duration = .zero,
        wallClock: @escaping @Sendable () -> Duration = WallClock.system, random: RandomSource = .system
    ) {
        self.task = task
        self.attempt = attempt
        self.now = now
        self.wallClock = wallClock
        self.random = random
    }

    /// The environment of the service that was picked.
    public var environment: Environment { service?.environment ?? .standard }
}
