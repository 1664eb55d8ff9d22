// What a turn costs: the work is counted, not the time.

import Testing

@testable import NetLayer

@Suite struct WaitingLinesTests {
    private static let hosts = 2_000

    private func lines(_ count: Int = hosts) -> SlotQueue {
        var lines = SlotQueue()
        for number in 0..<count { lines.insert(TaskID(UInt64(number)), "host \(number)", CallPriority.allCases[number % 3]) }
        return lines
    }

    @Test func aTurnAsksAboutAFewHostsHoweverManyWait() {
        var lines = lines()
        var asked = 0
        for _ in 0..<Self.hosts {
            #expect(
                lines.removeNext { _ in
                    asked += 1
                    return true
                } != nil)
        }
        #expect(lines.isEmpty && lines.count == 0)
        #expect(asked <= 2 * Self.hosts, "the head of each priority at most, every fourth time")
    }

    @Test func whoseHostIsFullIsAskedAboutOnceUntilThatHasASlot() {
        var lines = lines()
        var asked: [String: Int] = [:]
        func next() -> TaskID? {
            lines.removeNext { host in
                asked[host, default: 0] += 1
                return false
            }?.id
        }
        for _ in 0..<10 { #expect(next() == nil) }
        #expect(asked.count == Self.hosts && asked.values.allSatisfy { $0 == 1 })
        lines.slotFreed("host 7")
        lines.slotFreed("host 7")
        #expect(next() == nil)
        #expect(asked["host 7"] == 2 && asked["host 8"] == 1)
        lines.slotFreed("host 7")
        #expect(lines.removeNext { _ in true }?.id == TaskID(7))
        #expect(!lines.isEmpty)
    }

    /// Whoever has gone leaves nothing behind, though no slot has come free since.
    @Test func thoseWhoHaveGoneDoNotPileUp() {
        var lines = lines(10)
        for number in 100..<10_000 as Range<UInt64> {
            lines.insert(TaskID(number), "host", .high)
            lines.remove(TaskID(number))
        }
        #expect(lines.count <= 50)
        #expect(lines.isEmpty("host"))
        for number in 0..<10 as Range<UInt64> { lines.remove(TaskID(number)) }
        #expect(lines.isEmpty && lines.count == 0)
    }
}
