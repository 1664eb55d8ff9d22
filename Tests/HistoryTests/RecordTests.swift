// The writer that nobody waits for: its order, its bounds, what it tells.

import GRDB
import Synchronization
import TestSupport
import Testing

@testable import History

@Suite struct RecordTests {
    @Test func whatIsRecordedIsThereAfterAFlush() async throws {
        let history = try OpenedHistory()
        let entries = HistoryFill.entries(1_000, bodies: 50)
        for entry in entries { history.store.record(entry) }
        await history.store.flush()
        #expect(try await history.all().map(\.id) == entries.reversed().map(\.id))
        #expect(history.store.losses() == HistoryLosses())
        #expect(history.told.isEmpty)
        #expect(try await history.isSound())
    }

    @Test func aFlushOfNothingEnds() async throws { await (try OpenedHistory()).store.flush() }

    @Test func closingWritesWhatWaits() async throws {
        let history = try OpenedHistory()
        for entry in HistoryFill.entries(200) { history.store.record(entry) }
        await history.store.close()
        let again = try HistoryStore.open(path: history.store.path, now: { 0 }).store
        #expect(try await again.usage().rows == 200)
    }

    /// While somebody writes, so that all wait.
    @Test func aCrowdLosesBodiesAndTellsItOnce() async throws {
        let history = try OpenedHistory(limits: HistoryLimits(pending: 20_000))
        let entries = (0..<20).map { HistoryEntry.simple("\($0)", at: $0, body: Array(repeating: 1, count: 4_000)) }
        try await history.store.pool.write { _ in for entry in entries { history.store.record(entry) } }
        await history.store.flush()
        let losses = history.store.losses()
        #expect(losses.entries == 0)
        #expect(losses.bodies > 10)
        #expect(history.told.map(\.kind) == [.overload])
        let first = try #require(try await history.store.entry(entries[0].id))
        let last = try #require(try await history.store.entry(entries[19].id))
        #expect(first == entries[0])
        #expect(last.exchange?.response.body == HistoryBody(absent: .overload, size: 4_000))
        #expect(last.hasLostBody)
        #expect(try await history.all().count { $0.hasLostBody } == losses.bodies)
    }

    @Test func whatCannotWaitAnyMoreIsLostAndCounted() async throws {
        let history = try OpenedHistory(limits: HistoryLimits(pending: 2_000))
        try await history.store.pool.write { _ in
            for number in 0..<100 { history.store.record(.simple("\(number)", at: Int64(number))) }
        }
        await history.store.flush()
        let losses = history.store.losses()
        #expect(losses.entries > 90)
        #expect(try await history.titles().count == 100 - losses.entries)
        #expect(history.told.map(\.kind) == [.overload])
    }

    @Test func anErrorIsToldOnceAndAgainAfterASuccess() async throws {
        let history = try OpenedHistory()
        func record(_ title: String) async {
            history.store.record(.simple(title))
            await history.store.flush()
        }
        func setBroken(_ isBroken: Bool) async throws {
            let sql =
                isBroken
                ? "CREATE TRIGGER broken BEFORE INSERT ON entry BEGIN SELECT raise(ABORT, 'broken'); END" : "DROP TRIGGER broken"
            try await history.store.pool.write { try $0.execute(sql: sql) }
        }
        await record("first")
        try await setBroken(true)
        for _ in 0..<5 { await record("lost") }
        #expect(history.told.map(\.kind) == [.failure(.failed)])
        #expect(history.told.first?.message.contains("broken") == true)
        #expect(history.store.losses().entries == 5)
        try await setBroken(false)
        await record("second")
        try await setBroken(true)
        await record("lost")
        #expect(history.told.map(\.kind) == [.failure(.failed), .failure(.failed)])
        #expect(history.told.last?.losses.entries == 6)
        #expect(try await Set(history.titles()) == ["first", "second"])
    }

    /// Random arrivals and endings, against what must hold at any moment.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func theLineKeepsItsBounds(_ seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        let limit = 30_000
        var line = RecordQueue(limit: limit)
        var isWriting = false
        var (taken, accepted): ([String], [String]) = ([], [])
        var batch: [HistoryEntry] = []
        for number in 0..<2_000 {
            if Int.random(in: 0..<3, using: &chance) > 0 {
                let before = (line.accepted, line.losses)
                let added = line.enqueue(
                    .simple("\(number)", body: Array(repeating: 0, count: Int.random(in: 0...5_000, using: &chance))))
                if line.accepted > before.0 { accepted.append("\(number)") }
                #expect(line.accepted - before.0 + line.losses.entries - before.1.entries == 1)
                #expect(!(added.begins && isWriting))
                if added.begins { isWriting = true }
            } else if isWriting {
                if batch.isEmpty {
                    batch = line.takeBatch()
                    taken += batch.map(\.title)
                    isWriting = !batch.isEmpty
                } else {
                    _ = line.finished(nil)
                    batch = []
                }
            }
            #expect(line.bytes <= 2 * limit)
            #expect(line.done <= line.accepted)
        }
        while isWriting {
            if !batch.isEmpty { _ = line.finished(nil) }
            batch = line.takeBatch()
            taken += batch.map(\.title)
            isWriting = !batch.isEmpty
        }
        #expect(taken == accepted)
        #expect(line.bytes == 0)
        #expect(line.done == line.accepted)
        #expect(line.losses.bodies > 0)
    }

    @Test func aBatchIsBounded() {
        var line = RecordQueue(limit: HistoryLimits(pending: .max).pending)
        for number in 0..<300 { _ = line.enqueue(.simple("\(number)")) }
        #expect(line.takeBatch().count == RecordQueue.batchEntries)
        _ = line.finished(nil)
        for _ in 0..<3 { _ = line.enqueue(.simple("large", body: Array(repeating: 0, count: RecordQueue.batchBytes))) }
        var sizes: [Int] = []
        while true {
            let batch = line.takeBatch()
            if batch.isEmpty { break }
            sizes.append(batch.count)
            _ = line.finished(nil)
        }
        #expect(sizes.reduce(0, +) == 175)
        #expect(sizes.suffix(2) == [1, 1])
    }
}
