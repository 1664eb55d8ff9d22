// Lists: their order, their parts, what is deleted from them.

import GRDB
import TestSupport
import Testing

@testable import History

@Suite struct ListTests {
    @Test func theNewestIsFirstWhateverTheOrderOfWriting() async throws {
        let history = try OpenedHistory()
        for time in [30, 10, 20] as [Int64] { try await history.store.insert(.simple("\(time)", at: time)) }
        #expect(try await history.titles() == ["30", "20", "10"])
    }

    @Test(arguments: [1, 7, 1_000]) func partsMakeTheWhole(_ limit: Int) async throws {
        let history = try OpenedHistory()
        let entries = HistoryFill.entries(100)
        try await history.store.insert(entries.shuffled())
        let listed = try await history.all(pages: limit)
        #expect(Set(listed.map(\.id)) == Set(entries.map(\.id)))
        #expect(listed.count == 100)
        #expect(listed.map(\.started) == entries.map(\.started).sorted(by: >))
    }

    @Test func theLastPartSaysThatItIsTheLast() async throws {
        let history = try OpenedHistory()
        try await history.store.insert(HistoryFill.entries(10))
        #expect(try await history.store.listEntries(limit: 10).next == nil)
        #expect(try await history.store.listEntries(limit: 9).next != nil)
    }

    /// More begin in one millisecond than have a place in it.
    @Test func aCrowdOfOneMillisecondHasAnOrder() async throws {
        let history = try OpenedHistory()
        let crowd = (0..<600).map { HistoryEntry.simple("crowd \($0)", at: 5) }
        try await history.store.insert([.simple("before", at: 4)] + crowd)
        try await history.store.insert(.simple("after", at: 100))
        let listed = try await history.titles()
        #expect(listed.count == 602)
        #expect(Set(listed).count == 602)
        #expect(listed.first == "after")
        #expect(listed.last == "before")
        #expect(try await history.titles() == listed)
    }

    @Test func aNewEntryDoesNotMoveThePartsThatFollow() async throws {
        let history = try OpenedHistory()
        try await history.store.insert((0..<10).map { .simple("\($0)", at: $0) })
        let first = try await history.store.listEntries(limit: 4)
        try await history.store.insert(.simple("new", at: 50))
        let second = try await history.store.listEntries(before: first.next, limit: 4)
        #expect(second.entries.map(\.title) == ["5", "4", "3", "2"])
    }

    @Test func timesThatNoClockShowsAreListedToo() async throws {
        let history = try OpenedHistory()
        for (title, time) in [("never", Int64.min), ("now", HistoryFill.start), ("ever", .max)] {
            try await history.store.insert(HistoryEntry(title: title, method: "GET", url: "", started: time))
        }
        #expect(try await history.titles() == ["ever", "now", "never"])
        #expect(try await history.all().map(\.started) == [.max, HistoryFill.start, .min])
    }

    @Test func whatIsDeletedIsGoneWithAllThatBelongsToIt() async throws {
        let history = try OpenedHistory()
        let entries = HistoryFill.entries(10, bodies: 100)
        try await history.store.insert(entries)
        #expect(try await history.store.delete([entries[0].id, entries[5].id, HistoryID()]) == 2)
        #expect(
            try await history.all().map(\.id) == entries.indices.filter { $0 != 0 && $0 != 5 }.reversed().map { entries[$0].id })
        #expect(try await history.store.entry(entries[0].id) == nil)
        let left = try await history.store.pool.read { db in
            try ["exchange", "responseBody"].map { try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") }
        }
        #expect(left == [8, 8])
        #expect(try await history.isSound())
    }

    @Test func aFilterSaysWhatIsDeleted() async throws {
        let history = try OpenedHistory()
        let entries = HistoryFill.entries(400, bodies: 10)
        try await history.store.insert(entries)
        let filter = HistoryFilter(status: 500...599)
        let (gone, kept) = (entries.filter { $0.status == 500 }, entries.filter { $0.status != 500 })
        #expect(gone.count > 50)
        #expect(try await history.store.deleteAll(filter) == gone.count)
        #expect(try await history.all().map(\.id) == kept.reversed().map(\.id))
        #expect(try await history.isSound())
    }

    /// The index is built again from the rest.
    @Test func mostEntriesCanBeDeletedAtOnce() async throws {
        let history = try OpenedHistory()
        let entries = HistoryFill.entries(1_600, bodies: 10)
        try await history.store.insert(entries)
        #expect(Set(try await history.store.ids()) == Set(entries.map(\.id)))
        let gone = entries.prefix(1_200).map(\.id)
        #expect(try await history.store.delete(gone + [HistoryID()]) == 1_200)
        #expect(try await history.all().map(\.id) == entries.dropFirst(1_200).map(\.id).reversed())
        #expect(try await history.store.count() == HistoryCount(number: 400, isComplete: true))
        #expect(try await history.isSound())
        try await history.store.insert(.simple("next"))
        #expect(try await history.titles(HistoryFilter(terms: HistoryFilter.typed("next"))) == ["next"])
        #expect(try await history.isSound())
    }

    @Test func everythingCanBeDeletedAtOnce() async throws {
        let history = try OpenedHistory()
        try await history.store.insert(HistoryFill.entries(300, bodies: 100))
        #expect(try await history.store.deleteAll() == 300)
        #expect(try await history.titles().isEmpty)
        #expect(try await history.isSound())
        let usage = try await history.store.usage()
        #expect((usage.rows, usage.bodies, usage.bytes) == (0, 0, 0))
        try await history.store.insert(.simple("next"))
        #expect(try await history.titles(HistoryFilter(terms: .quoted(["next"]))) == ["next"])
        #expect(try await history.isSound())
    }

    @Test func theLatestOfAnEndpointIsToCompareWith() async throws {
        let history = try OpenedHistory()
        func entry(_ title: String, _ endpoint: String?, _ environment: String?, at time: Int64) -> HistoryEntry {
            var entry = HistoryEntry.simple(title, at: time, body: [1])
            (entry.endpoint, entry.environment) = (endpoint, environment)
            return entry
        }
        let entries = [
            entry("old", "a", "live", at: 1), entry("new", "a", "live", at: 3), entry("test", "a", "test", at: 5),
            entry("other", "b", "live", at: 7), entry("none", nil, nil, at: 9),
        ]
        try await history.store.insert(entries)
        let store = history.store
        #expect(try await store.latest(endpoint: "a") == entries[2])
        #expect(try await store.latest(endpoint: "a", environment: "live") == entries[1])
        #expect(try await store.latest(endpoint: "a", environment: "live", before: entries[1].started) == entries[0])
        #expect(try await store.latest(endpoint: "a", environment: "live", before: entries[0].started) == nil)
        #expect(try await store.latest(endpoint: "c") == nil)
    }

    @Test func usageAddsUp() async throws {
        let history = try OpenedHistory()
        try await history.store.insert(HistoryFill.entries(50, bodies: 1_000))
        let usage = try await history.store.usage()
        #expect((usage.rows, usage.bodies, usage.bodyBytes) == (50, 50, 50_000))
        #expect(usage.bytes > 50_000 + 50 * 300)
        #expect(usage.fileBytes > 50_000)
        #expect(try await history.store.count() == HistoryCount(number: 50, isComplete: true))
    }
}
