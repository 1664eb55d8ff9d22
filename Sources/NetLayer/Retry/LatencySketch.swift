// The latency distribution of one endpoint in about a kilobyte: enough to detect a
// response that is later than most.

/// Counts of durations in steps of an eighth or less, over the last one to two minutes.
/// Pure: callers pass the time.
struct LatencySketch: Sendable {
    /// Steps in each doubling.
    private static let steps = 8
    /// From 1 ms to 2 minutes; durations outside fall into the first or last step.
    private static let count = 17 * steps
    private static let period = Duration.seconds(60)
    /// The number of durations that a percentile needs.
    static let enough = 20

    private var current = [UInt32](repeating: 0, count: count)
    private var previous = [UInt32](repeating: 0, count: count)
    private var since = Duration.zero

    mutating func record(_ duration: Duration, at now: Duration) {
        rotatePeriods(now)
        current[Self.bucket(duration)] += 1
    }

    /// The duration that `percent` of 100 durations did not exceed, rounded to the upper edge of its step;
    /// `nil` while too few are known.
    mutating func percentile(_ percent: Int, at now: Duration) -> Duration? {
        rotatePeriods(now)
        let total = zip(current, previous).reduce(0) { $0 + Int($1.0) + Int($1.1) }
        guard total >= Self.enough else { return nil }
        var rank = (total * percent + 99) / 100
        for bucket in 0..<Self.count {
            rank -= Int(current[bucket]) + Int(previous[bucket])
            if rank <= 0 { return Self.upperEdge(bucket) }
        }
        return nil
    }

    private mutating func rotatePeriods(_ now: Duration) {
        guard now - since >= Self.period else { return }
        let none = [UInt32](repeating: 0, count: Self.count)
        previous = now - since < Self.period * 2 ? current : none
        current = none
        since = now
    }

    private static func bucket(_ duration: Duration) -> Int {
        // In 1/8 ms, so that the first doubling has its 8 steps. The exponent selects the doubling,
        // the next three bits the step.
        let (seconds, attoseconds) = max(.zero, min(duration, .seconds(1_000))).components
        let units = UInt64(seconds * 8_000 + attoseconds / 125_000_000_000_000)
        guard units >= UInt64(steps) else { return 0 }
        let doubling = 63 - units.leadingZeroBitCount - 3
        return min(count - 1, doubling * steps + Int(units >> UInt64(doubling)) - steps)
    }

    private static func upperEdge(_ bucket: Int) -> Duration {
        .microseconds(125) * (Int64(bucket % steps + steps + 1) << Int64(bucket / steps))
    }
}
