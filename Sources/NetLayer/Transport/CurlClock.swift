// The I/O thread's time: read once an iteration of the loop, because the callbacks need it very often.

import Glibc

/// The monotonic time in nanoseconds, and the deadline that exchanges set on it.
final class CurlClock {
    /// The time at which this iteration of the loop began.
    private(set) var now = CurlClock.readMonotonicTime()
    /// The time at which an exchange has delayed progress to report.
    var reportDeadline = UInt64.max
    /// The exchanges that have notified their observers in this iteration.
    var touched: [CurlExchange] = []

    /// The exchanges that have received a part of their head in this iteration.
    var inHead: [CurlExchange] = []

    /// Ends the iteration: tells the observers that no more calls follow for now.
    func settle() {
        guard !touched.isEmpty else { return }
        for exchange in touched { exchange.settle() }
        touched.removeAll(keepingCapacity: true)
    }

    func updateTime() { now = Self.readMonotonicTime() }

    static func readMonotonicTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension Duration {
    /// Limited to the loop's range: negative becomes 0, centuries become 285 years.
    var clampedNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return seconds > 9_000_000_000
            ? 9_000_000_000_000_000_000 : UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}
