// A history in a folder of its own, on a clock that stands still until a test moves it.

import Foundation
import GRDB
import Synchronization
import TestSupport

@testable import History

final class OpenedHistory: Sendable {
    let folder: TemporaryFolder
    let store: HistoryStore
    private let clock: Clock

    init(limits: HistoryLimits = HistoryLimits(), now: Int64 = HistoryFill.start + 86_400_000) throws {
        let clock = Clock(now)
        folder = try TemporaryFolder()
        store = try HistoryStore.open(
            path: folder.path("history.sqlite"), limits: limits, now: { clock.now.withLock { $0 } },
            onTrouble: { trouble in clock.troubles.withLock { $0.append(trouble) } }
        ).store
        self.clock = clock
    }

    func moveClock(by milliseconds: Int64) { clock.now.withLock { $0 += milliseconds } }

    /// What the store has told of entries that it could not write.
    var told: [HistoryTrouble] { clock.troubles.withLock { $0 } }

    /// Every entry that fits, page by page.
    func all(_ filter: HistoryFilter = HistoryFilter(), pages limit: Int = 50) async throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        var cursor: HistoryCursor?
        repeat {
            let page = try await store.listEntries(filter, before: cursor, limit: limit)
            entries += page.entries
            cursor = page.next
        } while cursor != nil
        return entries
    }

    func titles(_ filter: HistoryFilter = HistoryFilter()) async throws -> [String] { try await all(filter).map(\.title) }

    /// Whether the database is whole, its index fits its entries, and its counts are right.
    func isSound() async throws -> Bool { try await OpenedHistory.isSound(store) }

    static func isSound(_ store: HistoryStore) async throws -> Bool {
        try await store.pool.write { db in
            // It throws when the index does not fit.
            try SearchIndex.check(db)
            let counted = try Row.fetchOne(
                db,
                sql: """
                    SELECT (SELECT count(*) FROM entry), (SELECT coalesce(sum(weight), 0) FROM entry),
                      (SELECT count(*) FROM requestBody) + (SELECT count(*) FROM responseBody),
                      (SELECT coalesce(sum(length(content)), 0) FROM requestBody)
                      + (SELECT coalesce(sum(length(content)), 0) FROM responseBody)
                    """)
            let tally = try Tally.fetch(db)
            return try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"]
                && Row.fetchOne(db, sql: "PRAGMA foreign_key_check") == nil
                && counted.map { [Int64($0[0] as Int), $0[1], Int64($0[2] as Int), $0[3]] }
                    == [Int64(tally.entries), tally.entryBytes, Int64(tally.bodies), tally.bodyBytes]
        }
    }

    private final class Clock: Sendable {
        let now: Mutex<Int64>
        let troubles = Mutex<[HistoryTrouble]>([])

        init(_ now: Int64) { self.now = Mutex(now) }
    }
}

extension HistoryEntry {
    /// An entry that a test only tells by its title and time.
    static func simple(_ title: String, at milliseconds: Int64 = 0, body: [UInt8]? = nil) -> HistoryEntry {
        HistoryEntry(
            title: title, method: "GET", url: "https://example.com/\(title)", started: HistoryFill.start + milliseconds,
            exchange: body.map { HistoryExchange(response: HistoryMessage(body: HistoryBody($0))) })
    }
}
