// Puts entries into the search index. An entry alone would be a piece of the index of its own, and cost more than all the rest of its
// insert; so it waits in `unindexed`, where searches look too, until there are some of them.

import GRDB

enum SearchIndex {
    /// So many make a transaction of about 10 ms: fewer than one insert in a hundred waits for one.
    static let entriesAtOnce = 160
    /// So many that come together are put into the index at once.
    static let worthAPiece = 32

    /// Puts the oldest of those that wait into the index.
    static func add(atMost count: Int = entriesAtOnce, _ db: Database) throws {
        let waiting = "place IN (SELECT place FROM unindexed ORDER BY place LIMIT ?)"
        try db.cachedStatement(sql: "INSERT INTO search (rowid, words) SELECT place, words FROM entry WHERE \(waiting)")
            .execute(arguments: [count])
        try db.cachedStatement(sql: "DELETE FROM unindexed WHERE \(waiting)").execute(arguments: [count])
    }

    static func hasWaiting(_ db: Database) throws -> Bool {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM unindexed LIMIT 1")) != nil
    }

    /// - Throws: SQLITE_CORRUPT when the index does not fit the entries.
    static func check(_ db: Database) throws {
        // Those that wait would count as missing.
        try add(atMost: -1, db)
        // 1: not only within the index, but against the entries.
        try db.execute(sql: "INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
    }

    /// Makes the index anew when it does not fit the entries; quick_check knows nothing of it.
    static func repair(_ db: Database) throws {
        do {
            try check(db)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            try db.execute(sql: "INSERT INTO search (search) VALUES ('rebuild')")
            try db.execute(sql: "DELETE FROM unindexed")
        }
    }
}
