// The steps of the upkeep as SQL statements.

import GRDB

enum UpkeepWork {
    private static let bodiesAtOnce = 16
    private static let bodyBytesAtOnce: Int64 = 1 << 20
    private static let indexPagesAtOnce = 128

    /// - Parameter now: milliseconds since 1970.
    static func facts(_ db: Database, now: Int64) throws -> UpkeepPlan.Facts {
        var facts = UpkeepPlan.Facts(
            tally: try Tally.fetch(db), oldest: try Int64.fetchOne(db.cachedStatement(sql: "SELECT min(place) FROM entry")),
            pages: try Pages.fetch(db), hasUnindexed: try SearchIndex.hasWaiting(db))
        if let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT time, doubted FROM clock")) {
            facts.clock = TrustedClock(time: row[0], doubted: row[1])
        } else {
            facts.newest = try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT started FROM entry WHERE place < ? ORDER BY place DESC LIMIT 1"),
                arguments: [Place.first(of: now + 1)])
        }
        return facts
    }

    /// - Parameter merged: called after a merge with whether nothing was left to merge.
    static func perform(_ step: UpkeepStep, _ db: Database, merged: (Bool) -> Void) throws {
        switch step {
        case .deleteRows(let count): try deleteRows(before: .max, count: count, db)
        case .deleteRowsBefore(let place): try deleteRows(before: place, count: UpkeepPlan.rowsAtOnce, db)
        case .count: try Tally.count(db)
        case .storeClock(let clock):
            try db.execute(
                sql: "INSERT OR REPLACE INTO clock (one, time, doubted) VALUES (1, ?, ?)", arguments: [clock.time, clock.doubted])
        case .letGoBodies(let bytes): try removeBodies(min(bytes, bodyBytesAtOnce), db)
        case .indexEntries: try SearchIndex.addWaiting(db)
        case .renewIndex:
            try db.execute(sql: "UPDATE tally SET deletions = 0")
            // A negative number schedules all segments of the index for a merge into one.
            try db.execute(sql: "INSERT INTO search (search, rank) VALUES ('merge', ?)", arguments: [-indexPagesAtOnce])
        case .mergeIndex:
            let before = db.totalChangesCount
            try db.execute(sql: "INSERT INTO search (search, rank) VALUES ('merge', ?)", arguments: [indexPagesAtOnce])
            // The statement itself counts as one change (SQLite's documentation of FTS5, "merge").
            merged(db.totalChangesCount - before < 2)
        case .shrink(let pages): try db.execute(sql: "PRAGMA incremental_vacuum(\(pages))")
        case .checkpoint: break
        }
    }

    private static func deleteRows(before place: Int64, count: Int, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM entry WHERE place IN (SELECT place FROM entry WHERE place < ? ORDER BY place LIMIT ?)",
            arguments: [place, count])
    }

    /// Removes bodies, the oldest first, until this many bytes are removed; at least one body.
    private static func removeBodies(_ bytes: Int64, _ db: Database) throws {
        var gone: Int64 = 0
        for _ in 0..<bodiesAtOnce where gone < max(1, bytes) {
            guard let (side, place, size) = try oldestBody(db) else { return }
            try db.execute(sql: "DELETE FROM \(side.table) WHERE place = ?", arguments: [place])
            try db.execute(
                sql: "UPDATE exchange SET \(side.absence) = ? WHERE place = ?",
                arguments: [HistoryBody.Absence.letGo.rawValue, place])
            try db.execute(sql: "UPDATE entry SET hasLostBody = 1 WHERE place = ?", arguments: [place])
            gone += size
        }
    }

    private static func oldestBody(_ db: Database) throws -> (side: BodySide, place: Int64, size: Int64)? {
        var oldest: (side: BodySide, place: Int64, size: Int64)?
        for side in BodySide.allCases {
            let sql = "SELECT place, length(content) FROM \(side.table) ORDER BY place LIMIT 1"
            guard let row = try Row.fetchOne(db, sql: sql) else { continue }
            let place: Int64 = row[0]
            if oldest.map({ place < $0.place }) ?? true { oldest = (side, place, row[1]) }
        }
        return oldest
    }
}
