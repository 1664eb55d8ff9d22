// The numbers of rounds: how they are taken in turns, and what their median and their spread are.

import Testing

@testable import Bench

@Suite struct SeriesTests {
    @Test(arguments: [([3], 3), ([5.5, 2.8, 3.1], 3.1), ([4, 1, 3, 2], 2.5), ([1, 1, 1, 900], 1)] as [([Double], Double)])
    func oneDisturbedRoundDoesNotMoveTheMedian(_ values: [Double], _ median: Double) {
        #expect(Series(values).median == median)
    }

    @Test func oneRunHasNoSpread() {
        #expect(Series.once(3).spread == nil)
        #expect(Series([5.5, 2.8, 3.1]).spread == 2.8...5.5)
    }

    @Test(arguments: [[], [Double.nan], [1, .infinity, 2]]) func roundsWithoutANumberGiveNone(_ values: [Double]) {
        #expect(!Series(values).median.isFinite)
        #expect(Series(values).spread == nil)
    }

    @Test func theSidesTakeTurnsAndWarmUpsDoNotCount() async throws {
        var order = ""
        var (a, b) = (0.0, 0.0)
        let pairs = try await Turns.pairs(Rounds(count: 2, warmUps: 1)) {
            order += "A"
            a += 6
            return a
        } _: {
            order += "B"
            b += 2
            return b * b
        }
        #expect(order == "ABABAB")
        #expect(pairs.map(\.a) == [12, 18])
        // 12 / 16 and 18 / 36.
        #expect(pairs.ratios == Series([0.75, 0.5]))
        #expect(pairs.series { $0.b - $0.a } == Series([4, 18]))
    }

    @Test func oneSideAloneRunsAsOften() async throws {
        var count = 0.0
        let series = try await Turns.alone(Rounds(count: 3, warmUps: 2)) {
            count += 1
            return count
        }
        #expect(series * 2 == Series([6, 8, 10]))
        #expect(Rounds(count: 7).atMost(3).cold.count == 3)
    }
}
