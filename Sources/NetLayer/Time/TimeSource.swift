// Time as the engine sees it: injected, so that a test owns it.

/// A monotonic clock that counts from its creation, and the only way in which the engine waits for time to pass.
public struct TimeSource: Sendable {
    /// How long ago the source was made.
    public let now: @Sendable () -> Duration
    /// Returns once ``now`` has reached a moment; throws `CancellationError` when the waiting Swift task is cancelled before.
    public let sleep: @Sendable (_ until: Duration) async throws -> Void

    /// A clock of Swift's, counted from now.
    public init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    /// A clock from its two functions; see ``now`` and ``sleep``.
    public init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ until: Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's own.
    public static var continuous: TimeSource { TimeSource(ContinuousClock()) }
}
