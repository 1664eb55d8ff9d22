// Line by line: hunks that make the new text out of the old one, the fewest of them where that can be afforded.

import TestSupport
import Testing

@testable import Document

struct LineDiffTests {
    private func index(_ lines: [String]) -> LineIndex { LineIndex(Array(lines.map { $0 + "\n" }.joined().utf8)) }

    @Test func hunksAreLinesThatHadTheSameFate() {
        let diff = LineDiff(index(["a", "b", "c", "d"]), index(["a", "x", "y", "c", "d", "e"]))
        let expected: [LineDiff.Hunk] = [
            LineDiff.Hunk(kind: .equal, old: 0..<1, new: 0..<1), LineDiff.Hunk(kind: .removed, old: 1..<2, new: 1..<1),
            LineDiff.Hunk(kind: .added, old: 2..<2, new: 1..<3), LineDiff.Hunk(kind: .equal, old: 2..<4, new: 3..<5),
            LineDiff.Hunk(kind: .added, old: 4..<4, new: 5..<6),
        ]
        #expect(diff.hunks == expected)
        #expect(!diff.isEmpty)
    }

    @Test func howALineEndsIsNoDifference() {
        let diff = LineDiff(LineIndex(Array("a\r\nb\r\n".utf8)), LineIndex(Array("a\nb".utf8)))
        #expect(diff.isEmpty && diff.hunks == [.init(kind: .equal, old: 0..<2, new: 0..<2)])
        #expect(LineDiff(LineIndex([]), LineIndex([])).hunks.isEmpty)
    }

    /// The hunks stand one behind the other and cover both texts; what they call equal is. With `limit`, the coarser answer too.
    @Test(arguments: 1...100)
    func runsAreTrueAndTheLongest(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for limit in [0, 1, 3, SequenceDiff.mostDifferences] {
            let kinds = UInt64.random(in: 1...12, using: &random)
            func list() -> [UInt64] {
                (0..<Int.random(in: 0...30, using: &random)).map { _ in .random(in: 0..<kinds, using: &random) }
            }
            let (old, new) = (list(), list())
            let runs = SequenceDiff.findRuns(old, new, limit: limit)
            var (oldEnd, newEnd, count) = (0, 0, 0)
            for run in runs {
                #expect(run.count > 0 && run.old >= oldEnd && run.new >= newEnd)
                #expect(old[run.old..<run.old + run.count] == new[run.new..<run.new + run.count])
                (oldEnd, newEnd, count) = (run.old + run.count, run.new + run.count, count + run.count)
            }
            #expect(oldEnd <= old.count && newEnd <= new.count)
            if limit == SequenceDiff.mostDifferences { #expect(count == Self.longestCommon(old, new), "\(old) and \(new)") }
        }
    }

    private static func longestCommon(_ one: [UInt64], _ other: [UInt64]) -> Int {
        var above = [Int](repeating: 0, count: other.count + 1)
        for element in one {
            var row = [0]
            for (place, candidate) in other.enumerated() {
                row.append(element == candidate ? above[place] + 1 : max(above[place + 1], row[place]))
            }
            above = row
        }
        return above.last ?? 0
    }

    @Test(arguments: 1...50)
    func ascendingNumbersAreTheMostThereAre(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let numbers = Array(0..<Int.random(in: 0...20, using: &random)).shuffled(using: &random)
        let found = SequenceDiff.ascending(numbers).map { numbers[$0] }
        #expect(found == found.sorted())
        #expect(found.count == Self.longestCommon(numbers.map(UInt64.init), numbers.sorted().map(UInt64.init)))
    }

    @Test func beyondTheLimitWhatStandsOnceKeepsItsPlace() {
        let old = (0..<50_000).map { "line \($0)" }
        let new = old.enumerated().map { $0.offset % 10 == 3 ? "changed \($0.offset)" : $0.element }
        let diff = LineDiff(index(old), index(new))
        #expect(diff.hunks.filter { $0.kind == .removed }.count == 5_000)
        #expect(diff.hunks.filter { $0.kind == .equal }.reduce(0) { $0 + $1.old.count } == 45_000)
    }

    @Test func beyondTheLimitGapsAreComparedToo() {
        let old = (0..<5_000).flatMap { ["once \($0)", "again", "old \($0)"] }
        let new = (0..<5_000).flatMap { ["once \($0)", "new \($0)", "again"] }
        let equal = LineDiff(index(old), index(new)).hunks.filter { $0.kind == .equal }
        #expect(equal.reduce(0) { $0 + $1.old.count } == 10_000)
    }
}
