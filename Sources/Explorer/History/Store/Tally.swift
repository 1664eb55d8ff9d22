// The database's own record of its size.

import GRDB

/// The counts that the triggers maintain, see ``Schema``.
struct Tally: Equatable {
    var entries = 0
    var entryBytes: Int64 = 0
    var bodies = 0
    var bodyBytes: Int64 = 0
    /// Rows that were removed since the index was last rebuilt; the index still uses space for them.
    var deletions = 0

    var bytes: Int64 { entryBytes + bodyBytes }

    static func fetch(_ db: Database) throws -> Tally {
        let statement = try db.cachedStatement(sql: "SELECT entries, entryBytes, bodies, bodyBytes, deletions FROM tally")
        guard let row = try Row.fetchOne(statement) else { return Tally() }
        return Tally(entries: row[0], entryBytes: row[1], bodies: row[2], bodyBytes: row[3], deletions: row[4])
    }

    /// Counts all rows again, as the triggers do. This takes about 100 ms for 200,000 rows: SQLite does not
    /// read a body to get its length.
    static func count(_ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE tally SET
                  entries = (SELECT count(*) FROM entry),
                  entryBytes = (SELECT ifnull(sum(weight), 0) FROM entry),
                  bodies = (SELECT count(*) FROM requestBody) + (SELECT count(*) FROM responseBody),
                  bodyBytes = (SELECT ifnull(sum(length(content)), 0) FROM requestBody)
                    + (SELECT ifnull(sum(length(content)), 0) FROM responseBody)
                """)
    }
}

/// The pages of the file.
struct Pages: Equatable {
    var all = 0
    var free = 0
    var bytesEach = 4_096

    var fileBytes: Int64 { Int64(all) * Int64(bytesEach) }

    static func fetch(_ db: Database) throws -> Pages {
        func number(_ name: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
        return Pages(all: try number("page_count"), free: try number("freelist_count"), bytesEach: try number("page_size"))
    }
}
