// Time as the engine sees it: injected, so that a test owns it.

/// A monotonic clock, and the only way in which the engine waits for time to pass.
///
/// What outlives a call, the state of a ``ServicePool`` with failover and of ``Accounts``, keeps moments of it: clients that share these need
/// clocks of one origin, as all of ``continuous`` are.
public struct TimeSource: Sendable {
    /// The time since the clock's origin.
    public let now: @Sendable () -> Duration
    /// Returns once ``now`` has reached a moment; throws `CancellationError` when the waiting Swift task is cancelled before.
    public let sleep: @Sendable (_ until: Duration) async throws -> Void

    /// A clock of Swift's, counted from now.
    public init<C: Clock>(_ clock: C) where C.Duration == Duration { self.init(clock, since: clock.now) }

    private init<C: Clock>(_ clock: C, since start: C.Instant) where C.Duration == Duration {
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    /// A clock from its two functions; see ``now`` and ``sleep``.
    public init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ until: Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's own, counted from its first use in the program: each is the same clock.
    public static let continuous = TimeSource(ContinuousClock())
}
