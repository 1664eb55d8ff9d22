// The engine's time: injected, so that a test controls it.

/// A monotonic clock, and the only way in which the engine waits for time to pass.
///
/// State that outlives a call, that of a ``ServicePool`` with failover and of ``Accounts``, contains times of
/// this clock: clients that share it need clocks with the same origin, as all uses of ``continuous`` have.
public struct TimeSource: Sendable {
    /// The time since the clock's origin.
    public let now: @Sendable () -> Duration
    /// Returns once ``now`` has reached `until`; throws `CancellationError` when the waiting Swift
    /// task is cancelled before.
    public let sleep: @Sendable (_ until: Duration) async throws -> Void
    /// The same, as exactly as the machine can. The usual wait may return a millisecond late, which saves
    /// energy.
    package let sleepExactly: @Sendable (_ until: Duration) async throws -> Void

    /// A Swift clock, counted from now.
    public init<C: Clock>(_ clock: C) where C.Duration == Duration { self.init(clock, since: clock.now) }

    private init<C: Clock>(_ clock: C, since start: C.Instant) where C.Duration == Duration {
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
        sleepExactly = { try await clock.sleep(until: start.advanced(by: $0), tolerance: .zero) }
    }

    /// A clock from its two functions; see ``now`` and ``sleep``.
    public init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ until: Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
        sleepExactly = sleep
    }

    /// The machine's clock, counted from its first use in the program: every use is the same clock.
    public static let continuous = TimeSource(ContinuousClock())
}
