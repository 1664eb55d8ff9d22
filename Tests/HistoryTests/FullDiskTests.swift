// A disk without room: nothing that was written is lost, the error says what to do, and writing goes on once there is room.

import Foundation
import GRDB
import TestSupport
import Testing

@testable import History

@Suite struct FullDiskTests {
    /// SQLite's own limit gives the error of a full disk.
    @Test func anInsertThatDoesNotFitIsAnErrorAndLosesNothing() async throws {
        let history = try OpenedHistory()
        let entries = HistoryFill.entries(20, bodies: 1_000)
        try await history.store.insert(entries)
        try await setRoom(history, isThere: false)
        let error = await #expect(throws: HistoryError.self) {
            try await history.store.insert(HistoryFill.entries(50, seed: 2, bodies: 10_000))
        }
        #expect(error?.kind == .full)
        #expect(error?.hint.contains("Make room") == true)
        #expect(try await history.all().map(\.id) == entries.reversed().map(\.id))
        #expect(try await history.isSound())
        try await setRoom(history, isThere: true)
        try await history.store.insert(.simple("next", at: 10_000_000))
        #expect(try await history.titles().first == "next")
        #expect(try await history.isSound())
    }

    @Test func whatIsRecordedMeanwhileIsCountedAndToldOnce() async throws {
        let history = try OpenedHistory()
        try await setRoom(history, isThere: false, pages: 0)
        for number in 0..<200 {
            history.store.record(.simple("\(number)", at: Int64(number)))
            await history.store.flush()
        }
        let lost = history.store.losses().entries
        #expect(lost > 100 && history.store.losses().bodies == 0)
        #expect(history.told.map(\.kind) == [.failure(.full)])
        try await setRoom(history, isThere: true)
        history.store.record(.simple("next", at: 1_000))
        await history.store.flush()
        let titles = try await history.titles()
        #expect(titles.first == "next" && titles.count == 201 - lost)
    }

    @Test func anEntryIsKeptWithoutTheBodiesThatHaveNoRoom() async throws {
        let history = try OpenedHistory()
        try await setRoom(history, isThere: false, pages: 8)
        for number in 0..<2 {
            history.store.record(.simple("bare \(number)", at: Int64(number), body: Array(repeating: 1, count: 500_000)))
            await history.store.flush()
        }
        #expect(try await history.titles() == ["bare 1", "bare 0"])
        #expect(history.store.losses().entries == 0 && history.store.losses().bodies == 2)
        #expect(history.told.map(\.kind) == [.failure(.full)], "once")
        #expect(history.told.first?.message.hasSuffix("; 1 body is not in it") == true)
        let entry = try #require(try await history.all().first)
        #expect(try await history.store.entry(entry.id)?.exchange?.response.body == HistoryBody(absent: .noRoom, size: 500_000))
        try await setRoom(history, isThere: true)
        history.store.record(.simple("next", at: 10, body: Array(repeating: 1, count: 500_000)))
        await history.store.flush()
        #expect(try await history.titles().first == "next" && history.store.losses().bodies == 2)
        #expect(try await history.isSound())
    }

    private func setRoom(_ history: OpenedHistory, isThere: Bool, pages room: Int = 4) async throws {
        try await history.store.pool.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(isThere ? 1 << 30 : pages + room)")
        }
    }

    /// A real disk of 3 MB, where this user may mount one.
    @Test(.enabled(if: SmallDisk.isAllowed, "only root may mount a small disk")) func aRealDiskThatIsFull() async throws {
        let disk = try SmallDisk(bytes: 3 << 20)
        let store = try HistoryStore.open(path: disk.path + "/history.sqlite", now: { HistoryFill.start }).store
        var written: [HistoryID] = []
        var failure: HistoryError?
        for number in 0..<2_000 where failure == nil {
            let entry = HistoryEntry.simple("\(number)", at: Int64(number), body: Array(repeating: 1, count: 10_000))
            do {
                try await store.insert(entry)
                written.append(entry.id)
            } catch {
                failure = error
            }
        }
        #expect(failure?.kind == .full)
        #expect(written.count > 20)
        #expect(try await store.listEntries(limit: 2_000).entries.map(\.id) == written.reversed())
        try disk.grow(to: 12 << 20)
        try await store.insert(.simple("next", at: 100_000))
        #expect(try await store.listEntries().entries.first?.title == "next")
        #expect(try await store.count().number == written.count + 1)
        #expect(try await OpenedHistory.isSound(store))
        await store.close()
        let again = try HistoryStore.open(path: store.path, now: { HistoryFill.start })
        #expect(again.setAside == nil)
        #expect(try await again.store.count().number == written.count + 1)
        await again.store.close()
    }

    @Test(.enabled(if: SmallDisk.isAllowed, "only root may mount a small disk")) func aHistoryThatHasNoRoomToBeginIsAnError()
        async throws
    {
        let disk = try SmallDisk(bytes: 16 << 10)
        try Data(repeating: 1, count: 12 << 10).write(to: URL(fileURLWithPath: disk.path + "/filler"))
        let error = #expect(throws: HistoryError.self) {
            try HistoryStore.open(path: disk.path + "/history.sqlite", now: { HistoryFill.start })
        }
        #expect(error?.kind == .full)
        try disk.grow(to: 4 << 20)
        let opening = try HistoryStore.open(path: disk.path + "/history.sqlite", now: { HistoryFill.start })
        #expect(opening.setAside == nil)
        try await opening.store.insert(.simple("a"))
        await opening.store.close()
    }
}

/// A disk in memory, mounted in a folder of its own; gone with its owner.
final class SmallDisk: Sendable {
    private let folder: TemporaryFolder
    let path: String

    static let isAllowed: Bool = {
        guard geteuid() == 0 else { return false }
        return (try? SmallDisk(bytes: 1 << 20)) != nil
    }()

    init(bytes: Int) throws {
        folder = try TemporaryFolder()
        path = folder.path("disk")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EPERM) }
    }

    func grow(to bytes: Int) throws {
        guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=\(bytes)") == 0 else {
            throw POSIXError(.init(rawValue: errno) ?? .EPERM)
        }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }
}
