// The histogram of latencies against exact percentiles of random data, and against the published example.

import TestSupport
import Testing

@testable import Workbench

@Suite struct LatencyHistogramTests {
    /// Times over seven decades: each decade has as many as any other.
    private func values(_ count: Int, seed: UInt64) -> [Int] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            let decade = Int.random(in: 0...6, using: &random)
            let scale = (0..<decade).reduce(1) { scale, _ in scale * 10 }
            return Int.random(in: 1...9, using: &random) * scale + Int.random(in: 0..<scale, using: &random)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func percentilesAreRightToAThousandth(_ seed: UInt64) {
        let values = values(5_000, seed: seed)
        let sorted = values.sorted()
        var histogram = LatencyHistogram()
        for value in values { histogram.record(value) }
        #expect(histogram.total == 5_000 && histogram.max == sorted.last)
        for percent in [0, 0.1, 1, 25, 50, 75, 90, 99, 99.9, 99.99, 100] {
            let rank = max(1, Int((percent / 100 * 5_000).rounded(.up)))
            let (exact, found) = (sorted[rank - 1], histogram.value(atPercentile: percent))
            #expect(abs(Double(found - exact)) / Double(exact) <= 0.001, "p\(percent): \(found) for \(exact)")
        }
        let mean = Double(values.reduce(0, +)) / 5_000
        #expect(abs(histogram.mean - mean) / mean < 0.001)
    }

    @Test func smallTimesAreExact() {
        var histogram = LatencyHistogram()
        for value in 1...2_047 { histogram.record(value) }
        #expect(histogram.buckets.allSatisfy { $0.first == $0.last && $0.count == 1 } && histogram.buckets.count == 2_047)
        #expect(histogram.value(atRank: 1_000) == 1_000)
    }

    @Test func bucketsTouchAndGrowByAThousandth() {
        var histogram = LatencyHistogram()
        for value in values(20_000, seed: 9) { histogram.record(value) }
        let buckets = histogram.buckets
        #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.last < $1.first })
        #expect(buckets.allSatisfy { Double($0.last - $0.first) < 0.001 * Double($0.first) || $0.first == $0.last })
        #expect(buckets.reduce(0) { $0 + $1.count } == 20_000)
    }

    @Test func whatIsTooLargeOrTooSmallIsClamped() {
        var histogram = LatencyHistogram()
        histogram.record(0)
        histogram.record(-5)
        histogram.record(.max)
        #expect(histogram.value(atPercentile: 50) == 1 && histogram.max == 3_600_000_000)
    }

    @Test func anEmptyOneHasNoTimes() {
        let histogram = LatencyHistogram()
        #expect(histogram.isEmpty && histogram.value(atPercentile: 99) == 0 && histogram.mean == 0 && histogram.buckets.isEmpty)
    }

    @Test func mergingIsRecordingBoth() {
        let (some, others) = (values(3_000, seed: 3), values(500, seed: 4))
        var (first, second, both) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
        some.forEach { first.record($0) }
        others.forEach { second.record($0) }
        (some + others).forEach { both.record($0) }
        var merged = first
        merged.merge(second)
        #expect(merged == both)
        second.merge(first)
        #expect(second.buckets == both.buckets && second.total == both.total)
    }

    /// The example of HdrHistogram's own tests: 100 s with a response of 1 ms each 10 ms, then a stall of 100 s.
    @Test func aStallIsCorrectedAsPublished() {
        var (raw, corrected) = (LatencyHistogram(), LatencyHistogram())
        for _ in 0..<10_000 {
            raw.record(1_000)
            corrected.recordCorrected(1_000, expectedInterval: 10_000)
        }
        raw.record(100_000_000)
        corrected.recordCorrected(100_000_000, expectedInterval: 10_000)
        #expect(raw.total == 10_001 && corrected.total == 20_000)
        #expect(raw.value(atPercentile: 99.99) == 1_000 && raw.value(atPercentile: 99.999) == 100_000_000)
        let published = [(30.0, 1_000), (50, 1_000), (75, 50_000_000), (90, 80_000_000), (99, 98_000_000), (99.999, 100_000_000)]
        for (percent, value) in published {
            let found = corrected.value(atPercentile: percent)
            #expect(abs(Double(found - value)) <= 0.001 * Double(value), "p\(percent): \(found)")
        }
        let later = raw.corrected(expectedInterval: 10_000)
        #expect(later.total == 20_000 && later.value(atPercentile: 90) == corrected.value(atPercentile: 90))
    }
}
