// Time as the engine sees it: injected, so that a test owns it.

/// A monotonic clock that counts from its creation.
public struct TimeSource: Sendable {
    /// How long ago the source was made.
    public let now: @Sendable () -> Duration

    public init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    public init(now: @escaping @Sendable () -> Duration) { self.now = now }

    public static var continuous: TimeSource { TimeSource(ContinuousClock()) }
}
