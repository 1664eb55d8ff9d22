// A histogram of times with three significant digits, in little memory for any number of values: HdrHistogram
// by Gil Tene (https://hdrhistogram.github.io/HdrHistogram/).

/// Counts times from 1 µs to 1 h. Times of one count differ by less than 0.1 %.
///
/// The counts stand in a flat array. Its first 2,048 have a width of 1 µs; each further 1,024 have twice the
/// width of those before.
package struct LatencyHistogram: Sendable, Hashable {
    /// In microseconds; other values are clamped.
    package static let range = 1...3_600_000_000

    /// The counts with the same width, beyond the first ones: 2^10, for three significant digits.
    private static let halfBits = 10
    private static let half = 1 << halfBits

    /// As far as it is needed.
    private var counts: [Int] = []
    package private(set) var total = 0
    /// The largest value, exactly; 0 without a value.
    package private(set) var max = 0

    package init() {}

    package var isEmpty: Bool { total == 0 }

    // MARK: Recording

    /// - Parameter value: in microseconds.
    package mutating func record(_ value: Int, count: Int = 1) {
        guard count > 0 else { return }
        let value = Swift.min(Swift.max(value, Self.range.lowerBound), Self.range.upperBound)
        let index = Self.index(of: value)
        if index >= counts.count { counts += [Int](repeating: 0, count: index + 1 - counts.count) }
        counts[index] += count
        total += count
        max = Swift.max(max, value)
    }

    /// Records a value, and those that a client did not measure because it waited for this one: it should
    /// have sent a request each `interval`.
    /// - Parameters:
    ///   - value: in microseconds.
    ///   - interval: in microseconds, at least 1.
    package mutating func recordCorrected(_ value: Int, expectedInterval interval: Int, count: Int = 1) {
        record(value, count: count)
        guard interval > 0 else { return }
        var missing = value - interval
        while missing >= interval {
            record(missing, count: count)
            missing -= interval
        }
    }

    /// The same values with those that were not measured; see ``recordCorrected(_:expectedInterval:count:)``.
    package func corrected(expectedInterval interval: Int) -> LatencyHistogram {
        var corrected = LatencyHistogram()
        for bucket in buckets {
            corrected.recordCorrected(Swift.min(bucket.last, max), expectedInterval: interval, count: bucket.count)
        }
        return corrected
    }

    package mutating func merge(_ other: LatencyHistogram) {
        if counts.count < other.counts.count {
            counts += [Int](repeating: 0, count: other.counts.count - counts.count)
        }
        for (index, count) in other.counts.enumerated() { counts[index] += count }
        total += other.total
        max = Swift.max(max, other.max)
    }

    // MARK: Reading

    /// The values that cannot be told from each other, with their number.
    package struct Bucket: Sendable, Hashable {
        /// In microseconds, like `last`.
        package let first: Int
        package let last: Int
        package let count: Int
    }

    /// Those with values, ascending.
    package var buckets: [Bucket] {
        counts.indices.compactMap { index in
            counts[index] > 0 ? Bucket(first: Self.first(at: index), last: Self.last(at: index), count: counts[index]) : nil
        }
    }

    /// The value that `percent` of 100 values do not exceed, in microseconds; 0 without a value.
    package func value(atPercentile percent: Double) -> Int {
        let rank = (Swift.min(Swift.max(percent, 0), 100) / 100 * Double(total)).rounded(.up)
        return value(atRank: Int(rank))
    }

    /// The value at a place in the order of all values, from 1, in microseconds; 0 without a value.
    package func value(atRank rank: Int) -> Int {
        let rank = Swift.min(Swift.max(rank, 1), total)
        var count = 0
        for index in counts.indices {
            count += counts[index]
            if count >= rank { return Swift.min(Self.last(at: index), max) }
        }
        return max
    }

    /// The mean in microseconds; 0 without a value.
    package var mean: Double {
        guard total > 0 else { return 0 }
        let sum = buckets.reduce(0.0) { $0 + Double($1.first + $1.last) / 2 * Double($1.count) }
        return sum / Double(total)
    }

    // MARK: Places

    private static func index(of value: Int) -> Int {
        // 0 for the values below 2,048, then one more each time the value doubles.
        let bucket = Int.bitWidth - (value | (2 * half - 1)).leadingZeroBitCount - halfBits - 1
        return (bucket << halfBits) + (value >> bucket)
    }

    private static func first(at index: Int) -> Int {
        let bucket = Swift.max(0, (index >> halfBits) - 1)
        return (index - (bucket << halfBits)) << bucket
    }

    private static func last(at index: Int) -> Int { first(at: index + 1) - 1 }
}
