// Several programs with one history: what each has written is there, whatever happens to another.

import Foundation
import GRDB
import TestSupport
import Testing

@testable import History

@Suite(.serialized) struct SeveralProgramsTests {
    /// The program that stands beside the tests.
    private static func child() throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return String(own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex)) + "/HistoryChild"
    }

    private func ids(_ text: String) -> [HistoryID] {
        // A kill may cut the last line.
        text.split(separator: "\n").compactMap { HistoryID(String($0)) }
    }

    @Test(arguments: ["insert", "record"]) func twoProgramsWriteAThousandEntriesEach(_ mode: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("history.sqlite")
        async let left = ChildProcess.run(
            try Self.child(), [path, "1000", mode, "left"], environment: [:], within: .seconds(100))
        async let right = ChildProcess.run(
            try Self.child(), [path, "1000", mode, "right"], environment: [:], within: .seconds(100))
        let results = try await [left, right]
        #expect(results.map(\.errors) == ["", ""])
        #expect(results.map(\.code) == [0, 0])
        let written = results.flatMap { ids($0.text) }
        #expect(written.count == 2_000)

        let store = try HistoryStore.open(path: path, now: { HistoryFill.start }).store
        var (entries, cursor): ([HistoryEntry], HistoryCursor?) = ([], nil)
        repeat {
            let page = try await store.listEntries(before: cursor, limit: 300)
            entries += page.entries
            cursor = page.next
        } while cursor != nil
        #expect(entries.count == 2_000)
        #expect(Set(entries.map(\.id)) == Set(written))
        #expect(Set(entries.map(\.title)).count == 2_000)
        #expect(try await OpenedHistory.isSound(store))
    }

    /// At moments that nobody has chosen, amid writes.
    @Test func whatWasWrittenBeforeAKillIsThere() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("history.sqlite")
        var chance = SplitMix64(seed: 11)
        var written: Set<HistoryID> = []
        var kills = 0
        for round in 0..<50 {
            let output = folder.path("output")
            let child = try ChildProcess(
                try Self.child(), [path, "1000000", round % 2 == 0 ? "insert" : "record", "round \(round)"], environment: [:],
                output: .file(output))
            let wanted = Int.random(in: 0...60, using: &chance)
            #expect(await eventually { (try? ids(folder.text("output")).count) ?? 0 >= wanted })
            usleep(UInt32.random(in: 0...3_000, using: &chance))
            #expect(child.poll() == nil)
            child.stop()
            kills += 1
            written.formUnion(ids(try folder.text("output")))

            let opening = try HistoryStore.open(path: path, now: { HistoryFill.start })
            #expect(opening.setAside == nil)
            let kept = try await opening.store.pool.read { db in
                Set(try Data.fetchAll(db, sql: "SELECT id FROM entry").compactMap { HistoryID(bytes: $0) })
            }
            #expect(kept.isSuperset(of: written), "round \(round)")
            #expect(try await OpenedHistory.isSound(opening.store), "round \(round)")
            await opening.store.close()
        }
        #expect(kills == 50)
        #expect(written.count > 500)
    }

    @Test func anothersWritesAreNoticedWhenAsked() async throws {
        let history = try OpenedHistory()
        let other = try HistoryStore.open(path: history.store.path, now: { HistoryFill.start }).store
        #expect(try await !history.store.checkForChanges())
        try await other.insert(.simple("from another"))
        #expect(try await history.store.checkForChanges())
        #expect(try await !history.store.checkForChanges())
        try await history.store.insert(.simple("own"))
        #expect(try await !history.store.checkForChanges())
        #expect(try await history.titles() == ["own", "from another"])
    }

    @Test func everyStreamHearsOfChanges() async throws {
        let history = try OpenedHistory()
        let other = try HistoryStore.open(path: history.store.path, now: { HistoryFill.start }).store
        var (first, second) = (history.store.changes().makeAsyncIterator(), history.store.changes().makeAsyncIterator())
        try await history.store.insert(.simple("one"))
        #expect(await first.next() == 1)
        history.store.record(.simple("two"))
        await history.store.flush()
        #expect(await first.next() == 2)
        try await other.insert(.simple("three"))
        try await history.store.checkForChanges()
        #expect(await first.next() == 3)
        // Only the newest waits.
        #expect(await second.next() == 3)
        await history.store.close()
        #expect(await first.next() == nil)
        #expect(await second.next() == nil)
        var late = history.store.changes().makeAsyncIterator()
        #expect(await late.next() == nil)
    }

    /// Who reads sees what was there when it began, and keeps nobody from writing.
    @Test func aReaderIsInNobodysWay() async throws {
        let history = try OpenedHistory()
        try await history.store.insert(.simple("one"))
        let store = history.store
        let seen = try await store.pool.read { db in
            let before = try Int.fetchOne(db, sql: "SELECT count(*) FROM entry")
            // Of another connection, so that this read goes on meanwhile.
            let other = try DatabaseQueue(path: store.path)
            try other.write { try $0.execute(sql: "UPDATE entry SET title = 'changed'") }
            return (before, try String.fetchOne(db, sql: "SELECT title FROM entry"))
        }
        #expect(seen == (1, "one"))
        #expect(try await history.titles() == ["changed"])
    }

    @Test func whoeverKeepsTheHistoryLockedIsWaitedFor() async throws {
        let history = try OpenedHistory()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: history.store.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        history.store.record(.simple("patient"))
        #expect(try await history.titles().isEmpty)
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        await history.store.flush()
        #expect(try await history.titles() == ["patient"])
        #expect(history.store.losses() == HistoryLosses())
    }
}
