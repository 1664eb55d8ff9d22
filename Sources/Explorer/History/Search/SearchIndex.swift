// Adds entries to the search index. A single entry would be a segment of its own, and cost more than the rest
// of its insert. So entries wait in `unindexed`, which searches read too, until there are enough of them.

import GRDB

enum SearchIndex {
    /// This many make a transaction of about 10 ms: fewer than one insert in a hundred waits for one.
    static let entriesAtOnce = 160
    /// This many entries in one insert are added to the index at once.
    static let worthAPiece = 32

    /// Adds the oldest waiting entries to the index.
    static func addWaiting(atMost count: Int = entriesAtOnce, _ db: Database) throws {
        let waiting = "place IN (SELECT place FROM unindexed ORDER BY place LIMIT ?)"
        try db.cachedStatement(sql: "INSERT INTO search (rowid, words) SELECT place, words FROM entry WHERE \(waiting)")
            .execute(arguments: [count])
        try db.cachedStatement(sql: "DELETE FROM unindexed WHERE \(waiting)").execute(arguments: [count])
    }

    static func hasWaiting(_ db: Database) throws -> Bool {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM unindexed LIMIT 1")) != nil
    }

    /// - Throws: SQLITE_CORRUPT if the index does not match the entries.
    static func check(_ db: Database) throws {
        // Waiting entries would count as missing.
        try addWaiting(atMost: -1, db)
        // 1: checks the index against the entries, not only itself.
        try db.execute(sql: "INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
    }

    /// Rebuilds the index if it does not match the entries; quick_check does not detect that.
    static func repair(_ db: Database) throws {
        do {
            try check(db)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            try db.execute(sql: "INSERT INTO search (search) VALUES ('rebuild')")
            try db.execute(sql: "DELETE FROM unindexed")
        }
    }
}
