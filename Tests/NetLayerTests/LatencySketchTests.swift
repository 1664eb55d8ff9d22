// What is remembered of how long endpoints take.

import Testing

@testable import NetLayer

@Suite struct LatencySketchTests {
    @Test func nothingIsSaidOfTooFew() {
        var sketch = LatencySketch()
        for _ in 0..<19 { sketch.record(.milliseconds(10), at: .zero) }
        #expect(sketch.percentile(95, at: .zero) == nil)
        sketch.record(.milliseconds(10), at: .zero)
        #expect(sketch.percentile(95, at: .zero) == .milliseconds(11))
    }

    @Test func thePercentileIsAtTheRankAndNeverTooSmall() {
        var sketch = LatencySketch()
        for _ in 0..<95 { sketch.record(.milliseconds(10), at: .zero) }
        for _ in 0..<5 { sketch.record(.seconds(1), at: .zero) }
        #expect(sketch.percentile(95, at: .zero) == .milliseconds(11))
        #expect(sketch.percentile(96, at: .zero) == .milliseconds(1_024))
        sketch.record(.seconds(1), at: .zero)
        #expect(sketch.percentile(95, at: .zero) == .milliseconds(1_024))
        #expect(sketch.percentile(1, at: .zero) == .milliseconds(11))
    }

    @Test func aStepIsAnEighthAtMost() throws {
        for micro in [1_000, 1_001, 1_124, 1_125, 1_999, 2_000, 3_333, 77_777, 1_000_000, 59_999_999, 119_000_000] {
            var sketch = LatencySketch()
            let duration = Duration.microseconds(micro)
            for _ in 0..<20 { sketch.record(duration, at: .zero) }
            let found = sketch.percentile(95, at: .zero)
            let p95 = try #require(found)
            #expect(p95 > duration && p95 <= duration * 1.126, "\(duration): \(p95)")
        }
    }

    @Test func whatLiesBeyondTheStepsFallsIntoTheOutermost() {
        for (duration, edge) in [
            (Duration.zero, 1_125), (.seconds(-1), 1_125), (.microseconds(999), 1_125), (.seconds(1_000_000), 131_072_000),
        ] {
            var sketch = LatencySketch()
            for _ in 0..<20 { sketch.record(duration, at: .zero) }
            #expect(sketch.percentile(95, at: .zero) == .microseconds(edge))
        }
    }

    @Test func theOldIsForgottenAfterOneToTwoMinutes() {
        var sketch = LatencySketch()
        for _ in 0..<20 { sketch.record(.milliseconds(10), at: .seconds(1)) }
        #expect(sketch.percentile(95, at: .milliseconds(59_999)) != nil)
        // The minute turns: it counts as the one before.
        #expect(sketch.percentile(95, at: .seconds(60)) != nil)
        #expect(sketch.percentile(95, at: .milliseconds(119_999)) != nil)
        #expect(sketch.percentile(95, at: .seconds(120)) == nil)
        for _ in 0..<20 { sketch.record(.milliseconds(10), at: .seconds(130)) }
        #expect(sketch.percentile(95, at: .seconds(500)) == nil)
    }

    @Test func endpointsHaveTheirOwnAndTheLongestUntouchedGoes() {
        let latencies = Latencies()
        for _ in 0..<20 { latencies.record(.milliseconds(10), endpoint: "a", at: .seconds(1)) }
        #expect(latencies.percentile95(endpoint: "a", at: .seconds(1)) == .milliseconds(11))
        #expect(latencies.percentile95(endpoint: "b", at: .seconds(1)) == nil)
        for number in 1..<Latencies.capacity { latencies.record(.milliseconds(1), endpoint: "\(number)", at: .seconds(2)) }
        #expect(latencies.count == Latencies.capacity)
        latencies.record(.milliseconds(1), endpoint: "1", at: .seconds(3))
        #expect(latencies.percentile95(endpoint: "a", at: .seconds(3)) != nil)
        latencies.record(.milliseconds(1), endpoint: "new", at: .seconds(3))
        #expect(latencies.count == Latencies.capacity)
        #expect(latencies.percentile95(endpoint: "a", at: .seconds(3)) == nil)
    }
}
