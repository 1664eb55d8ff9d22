// Slots of first and second copies in random orders: the limits hold for both together, and no free slot stands idle.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct SecondSlotTests {
    private struct Model {
        let limits: DispatchLimits
        var table: TaskTable
        var random: SplitMix64
        var first: [TaskID: String] = [:]
        var second: [TaskID: String] = [:]
        var waiting: [TaskID: String] = [:]
        var live: [TaskID] = []

        init(seed: UInt64) {
            random = SplitMix64(seed: seed)
            limits = DispatchLimits(total: Int.random(in: 1...6, using: &random), perHost: Int.random(in: 1...4, using: &random))
            table = TaskTable(limits: limits, keepEnded: 0)
        }

        func busy(_ origin: String) -> Int { first.values.count { $0 == origin } + second.values.count { $0 == origin } }

        func hasRoom(_ origin: String) -> Bool { first.count + second.count < limits.total && busy(origin) < limits.perHost }

        mutating func grant(_ ids: [TaskID]) throws {
            for id in ids {
                let asked = waiting.removeValue(forKey: id)
                let origin = try #require(asked, "it did not wait")
                try #require(hasRoom(origin))
                first[id] = origin
            }
        }

        mutating func step() throws {
            let origin = ["a", "b", "c"].randomElement(using: &random) ?? "a"
            let id = live.randomElement(using: &random) ?? TaskID(0)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: live.append(table.openRow(TaskInfo(endpoint: "e", title: "t", method: .get), at: .zero))
            case 1 where first[id] == nil && waiting[id] == nil && live.contains(id):
                let isFree = hasRoom(origin) && !waiting.values.contains(origin)
                let answer = table.requestSlot(id, origin: origin, at: .zero)
                try #require(answer == (isFree ? .granted : .wait))
                if isFree { first[id] = origin } else { waiting[id] = origin }
            case 2:
                let isFree = live.contains(id) && second[id] == nil && hasRoom(origin) && !waiting.values.contains(origin)
                let isGranted = table.requestSecondSlot(id, origin: origin)
                try #require(isGranted == isFree)
                if isFree { second[id] = origin }
            case 3:
                first[id] = nil
                try grant(table.release(id))
            case 4:
                second[id] = nil
                try grant(table.releaseSecond(id))
            case 5 where waiting[id] == nil:
                live.removeAll { $0 == id }
                _ = table.endTask(id, .succeeded, at: .zero)
                second[id] = nil
                try grant(table.releaseSecond(id))
                first[id] = nil
                try grant(table.workReturned(id))
            default: break
            }
            for origin in Set(waiting.values) { try #require(!hasRoom(origin), "a slot stands free while somebody waits") }
        }

        mutating func drain() throws {
            // A second copy ends by itself, also one whose first waits.
            for id in Array(second.keys) {
                second[id] = nil
                try grant(table.releaseSecond(id))
            }
            while let id = live.first(where: { waiting[$0] == nil }) {
                live.removeAll { $0 == id }
                _ = table.endTask(id, .succeeded, at: .zero)
                second[id] = nil
                try grant(table.releaseSecond(id))
                first[id] = nil
                try grant(table.workReturned(id))
            }
            try #require(live.isEmpty && waiting.isEmpty, "somebody starves")
            _ = table.drainEvents()
            try #require(table.liveCount == 0)
        }
    }

    @Test func theLimitsHoldForBothCopiesInEveryOrder() throws {
        for seed in 0..<300 as Range<UInt64> {
            do {
                var model = Model(seed: seed)
                for _ in 0..<120 { try model.step() }
                try model.drain()
            } catch {
                Issue.record("seed \(seed)")
                throw error
            }
        }
    }
}
