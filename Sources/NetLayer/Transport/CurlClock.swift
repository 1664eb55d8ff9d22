// The I/O thread's time: read once a turn, because the callbacks ask for it very often.

import Glibc

/// The monotonic time in nanoseconds, and the alarm that exchanges set on it.
final class CurlClock {
    /// The time at which this turn of the loop began.
    private(set) var now = CurlClock.read()
    /// When an exchange has progress to report that it held back.
    var reportDeadline = UInt64.max
    /// The exchanges that have told their observers something in this turn.
    var touched: [CurlExchange] = []

    /// The exchanges that hold back decoded bytes since the loop last looked: their sockets are to rest.
    var holding: [CurlExchange] = []

    /// The turn ends: what was told is all for now.
    func settle() {
        guard !touched.isEmpty else { return }
        for exchange in touched { exchange.settle() }
        touched.removeAll(keepingCapacity: true)
    }

    func tick() { now = Self.read() }

    static func read() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension Duration {
    /// Within what the loop can count: negative becomes 0, centuries become 285 years.
    var clampedNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return seconds > 9_000_000_000
            ? 9_000_000_000_000_000_000 : UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}
