// The time of day: used only where a server's own clock matters.

import Glibc

/// The time since 1970-01-01 00:00 UTC.
public enum WallClock {
    /// The system's time.
    @Sendable public static func system() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
