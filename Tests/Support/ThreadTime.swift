// The time that a thread computes: a test that holds a limit of work measures it, so that other processes do not count.

import Foundation

/// Measures synchronous code of one thread. It never sleeps.
public struct ThreadTime: Clock {
    public struct Instant: InstantProtocol {
        let time: Duration
        public func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        public func duration(to other: Instant) -> Duration { other.time - time }
        public static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    public init() {}
    public static var now: Instant { ThreadTime().now }

    public var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Instant(time: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }

    public var minimumResolution: Duration { .nanoseconds(1) }
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw CancellationError() }
}
