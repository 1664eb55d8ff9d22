// The interval of a ratio of medians contains the true ratio as often as it promises.

import TestSupport
import Testing

@testable import Workbench

@Suite struct MedianRatioTests {
    /// Times with a long tail, as those of servers.
    private func times(_ count: Int, scale: Int, _ random: inout SplitMix64) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for _ in 0..<count {
            // Products of uniform numbers: most are small, few are large.
            let parts = (0..<3).map { _ in Double.random(in: 0.1...1, using: &random) }
            histogram.record(1 + Int(Double(scale) / parts.reduce(1, *)))
        }
        return histogram
    }

    private func hits(_ count: Int, slower: Int, of runs: Int) -> Int {
        var random = SplitMix64(seed: 28)
        var hits = 0
        for _ in 0..<runs {
            let first = times(count, scale: 1_000, &random)
            let second = times(count, scale: 1_000 * slower, &random)
            guard let ratio = MedianRatio(first, second) else { continue }
            if ratio.low <= Double(slower), ratio.high >= Double(slower) { hits += 1 }
        }
        return hits
    }

    @Test(arguments: [20, 100, 1_000]) func theIntervalOfEqualDistributionsContainsOne(_ count: Int) {
        #expect(hits(count, slower: 1, of: 300) >= 270)
    }

    @Test func theIntervalContainsTheTrueRatio() { #expect(hits(200, slower: 3, of: 300) >= 270) }

    @Test func aSlowerServerIsTold() throws {
        var random = SplitMix64(seed: 1)
        let (fast, slow) = (times(2_000, scale: 1_000, &random), times(2_000, scale: 2_000, &random))
        let ratio = try #require(MedianRatio(fast, slow))
        #expect(!ratio.isEqual && ratio.low > 1.3 && ratio.high < 3 && ratio.low < ratio.ratio && ratio.ratio < ratio.high)
        let back = try #require(MedianRatio(slow, fast))
        #expect(abs(back.ratio * ratio.ratio - 1) < 0.001 && back.high < 1)
    }

    @Test func fewResponsesSayNothing() {
        var random = SplitMix64(seed: 2)
        let (few, many) = (times(9, scale: 1_000, &random), times(100, scale: 1_000, &random))
        #expect(MedianRatio(few, many) == nil && MedianRatio(many, few) == nil)
    }

    @Test func equalTimesHaveTheRatioOne() throws {
        var histogram = LatencyHistogram()
        histogram.record(5_000, count: 50)
        let ratio = try #require(MedianRatio(histogram, histogram))
        #expect(ratio.ratio == 1 && ratio.low == 1 && ratio.high == 1 && ratio.isEqual)
    }
}
