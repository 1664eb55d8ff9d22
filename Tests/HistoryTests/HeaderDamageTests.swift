// One byte of the database's header is damaged: the next start opens it, mends it or sets it aside, says so, and records.

import Foundation
import GRDB
import TestSupport
import Testing

@testable import History

@Suite struct HeaderDamageTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("history.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func open() throws(HistoryError) -> HistoryOpening {
        try HistoryStore.open(path: path, limits: HistoryLimits(age: .max), now: { HistoryFill.start })
    }

    private func make(_ entries: [HistoryEntry]) async throws -> [UInt8] {
        let store = try open().store
        try await store.insert(entries)
        await store.close()
        return try folder.bytes("history.sqlite")
    }

    /// Each byte of the header with one bit turned and with all of them: 200 files.
    @Test func everyDamagedHeaderLeavesAHistoryThatRecords() async throws {
        let whole = try await make(HistoryFill.entries(30))
        var (opened, mended, aside) = (0, 0, 0)
        for place in 0..<100 {
            for mask in [UInt8(1) << (place % 8), 0xff] {
                var bytes = whole
                bytes[place] ^= mask
                try folder.file("history.sqlite", bytes)
                // The log of the one before is not this one's.
                for log in ["-wal", "-shm"] { unlink(path + log) }
                let opening: HistoryOpening
                do {
                    opening = try open()
                } catch {
                    Issue.record("byte \(place), mask \(mask): \(error)")
                    continue
                }
                try await opening.store.insert(.simple("next", at: 1_000_000_000_000))
                let count = try await opening.store.count().number
                #expect(count == (opening.setAside == nil ? 31 : 1), "byte \(place), mask \(mask)")
                #expect(try await OpenedHistory.isSound(opening.store), "byte \(place), mask \(mask)")
                #expect((opening.message == nil) == (opening.setAside == nil && !opening.isMended))
                await opening.store.close()
                let again = try open()
                #expect(again.message == nil, "byte \(place), mask \(mask): told again")
                #expect(try await again.store.count().number == count)
                await again.store.close()
                (opened, mended, aside) = (
                    opened + (opening.message == nil ? 1 : 0), mended + (opening.isMended ? 1 : 0),
                    aside + (opening.setAside == nil ? 0 : 1)
                )
            }
        }
        #expect(opened + mended + aside == 200)
        #expect(mended == 8, "the four bytes of application_id")
    }

    @Test func aNumberThatSaysAnotherProgramIsMendedWhereTheTablesAreOurs() async throws {
        _ = try await make(HistoryFill.entries(5))
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = 7") }
        try queue.close()
        let opening = try open()
        #expect(opening.isMended)
        #expect(opening.message == "The history's header was damaged and has been repaired. No entry is lost.")
        #expect(try await opening.store.count().number == 5)
    }

    @Test func aHistoryWithoutItsTablesIsSetAside() async throws {
        _ = try await make(HistoryFill.entries(5))
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "DROP TABLE exchange") }
        try queue.close()
        #expect(try open().setAside != nil)
        #expect(try open().setAside == nil)
    }

    /// A large file is read whole when its length is not what its header says.
    @Test func aLargeFileOfAnotherLengthIsSetAside() async throws {
        var bytes = try await make(HistoryFill.entries(200, bodies: 60_000))
        #expect(bytes.count > 8 << 20)
        // The number of pages, bytes 28 to 31.
        bytes[30] ^= 0x01
        try folder.file("history.sqlite", bytes)
        #expect(try open().setAside != nil)
    }

    /// What a program of the version before has left: no table for the clock, and a log.
    @Test func aHistoryOfTheVersionBeforeIsTakenOver() async throws {
        _ = try await make(HistoryFill.entries(5))
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in
            try db.execute(sql: "DROP TABLE clock")
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'v2'")
        }
        let opening = try open()
        #expect(opening.message == nil)
        #expect(try await opening.store.count().number == 5)
        await opening.store.close()
        try queue.close()
    }
}
