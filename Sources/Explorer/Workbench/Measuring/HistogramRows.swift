// A latency histogram as the few rows that a reader compares: round bounds, as fine as there is room for.

package struct HistogramRow: Sendable, Hashable {
    /// In microseconds; the row holds values from `from` to below `to`.
    package let from: Int
    package let to: Int
    package let count: Int

    /// The most rows of a diagram.
    static let most = 12
    /// The bounds within a decade, in tenths, from coarse to fine: preferred numbers, so that each row is about
    /// as much wider than the one before.
    private static let series = [
        [10, 20, 50], [10, 15, 22, 33, 47, 68], [10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82],
        [10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91],
    ]

    /// The rows from the fastest to the slowest response, with the empty ones between.
    package static func rows(of histogram: LatencyHistogram) -> [HistogramRow] {
        guard !histogram.isEmpty else { return [] }
        let buckets = histogram.buckets
        for steps in series.dropFirst().reversed() {
            let rows = Self.rows(of: buckets, bounds: bounds(steps))
            if rows.count <= most { return rows }
        }
        return rows(of: buckets, bounds: bounds(series[0]))
    }

    private static func rows(of buckets: [LatencyHistogram.Bucket], bounds: [Int]) -> [HistogramRow] {
        var counts = [Int](repeating: 0, count: bounds.count)
        var place = 0
        for bucket in buckets {
            while place + 1 < bounds.count, bounds[place + 1] <= bucket.first { place += 1 }
            counts[place] += bucket.count
        }
        guard let first = counts.firstIndex(where: { $0 > 0 }), let last = counts.lastIndex(where: { $0 > 0 }) else { return [] }
        return (first...last).map { index in
            let to = index + 1 < bounds.count ? bounds[index + 1] : LatencyHistogram.range.upperBound
            return HistogramRow(from: bounds[index], to: to, count: counts[index])
        }
    }

    /// From 0 to one hour.
    private static func bounds(_ steps: [Int]) -> [Int] {
        var bounds = [0]
        var decade = 1
        while decade <= LatencyHistogram.range.upperBound / 10 {
            bounds += steps.map { $0 * decade }
            decade *= 10
        }
        return bounds
    }
}
