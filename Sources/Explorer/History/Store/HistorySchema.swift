// The tables, and their versions. A released version never changes: a new version follows it.

import Foundation
import GRDB

enum HistorySchema {
    /// "EXPH": a file with another number is not a history.
    static let application: Int32 = 0x4558_5048

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(first) { db in
            try writeApplicationID(db)
            try db.execute(sql: tables)
            try db.execute(sql: triggers)
        }
        migrator.registerMigration("v2") { db in try db.execute(sql: clock) }
        return migrator
    }

    /// The first version, and the tables that identify a history when the header does not.
    static let first = "v1"
    static let firstTables: Set = ["entry", "exchange", "requestBody", "responseBody", "tally", "search", "unindexed"]
    /// The migrator's own table.
    static let versions = "grdb_migrations"

    /// One row, or none before the first check of a clock, see ``TrustedClock``.
    private static let clock = """
        CREATE TABLE clock (one INTEGER PRIMARY KEY CHECK (one = 1), time INTEGER NOT NULL, doubted INTEGER) STRICT;
        """

    /// `place` orders all entries, see ``Place``. Bodies have tables of their own, so that a list reads none
    /// of their pages, and so that the oldest body is in the first row. Searches read `words`. The index has
    /// no copy of it, and stores only which trigrams a row has, not where (detail=none). That takes a third
    /// of the size, and `words` is there for the final check.
    private static let tables = """
        CREATE TABLE entry (
          place INTEGER PRIMARY KEY,
          id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
          started INTEGER NOT NULL, duration INTEGER,
          title TEXT NOT NULL, method TEXT NOT NULL, url TEXT NOT NULL,
          workspace TEXT, api TEXT, environment TEXT, account TEXT, endpoint TEXT, service TEXT,
          status INTEGER, state TEXT NOT NULL, errorKind TEXT, errorText TEXT,
          attempts INTEGER NOT NULL, bytesSent INTEGER NOT NULL, bytesReceived INTEGER NOT NULL,
          savedName TEXT, groupName TEXT, hasLostBody INTEGER NOT NULL,
          words TEXT NOT NULL, weight INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX entryOfEndpoint ON entry (endpoint) WHERE endpoint IS NOT NULL;

        CREATE TABLE exchange (
          place INTEGER PRIMARY KEY REFERENCES entry (place) ON DELETE CASCADE,
          requestHead BLOB, requestType TEXT, requestSize INTEGER, requestAbsence TEXT,
          responseHead BLOB, responseType TEXT, responseSize INTEGER, responseAbsence TEXT,
          timings BLOB, trail BLOB
        ) STRICT;
        CREATE TABLE requestBody (
          place INTEGER PRIMARY KEY REFERENCES entry (place) ON DELETE CASCADE, content BLOB NOT NULL
        ) STRICT;
        CREATE TABLE responseBody (
          place INTEGER PRIMARY KEY REFERENCES entry (place) ON DELETE CASCADE, content BLOB NOT NULL
        ) STRICT;

        -- One row: what is there, so that nobody has to count, and how many rows the index still knows that are gone.
        CREATE TABLE tally (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          entries INTEGER NOT NULL, entryBytes INTEGER NOT NULL, bodies INTEGER NOT NULL, bodyBytes INTEGER NOT NULL,
          deletions INTEGER NOT NULL
        ) STRICT;
        INSERT INTO tally VALUES (1, 0, 0, 0, 0, 0);

        CREATE VIRTUAL TABLE search USING fts5 (
          words, content='entry', content_rowid='place', tokenize='trigram case_sensitive 1', detail=none, columnsize=0
        );
        -- Rows that the index does not know yet: they are put into it some at a time, see SearchIndex.
        CREATE TABLE unindexed (place INTEGER PRIMARY KEY) STRICT;
        -- Merging is upkeep, in steps between the writes, and not part of an insert that happens to come when it is due.
        INSERT INTO search (search, rank) VALUES ('automerge', 0);
        INSERT INTO search (search, rank) VALUES ('crisismerge', 200);
        INSERT INTO search (search, rank) VALUES ('usermerge', 8);
        """

    private static let triggers = """
        CREATE TRIGGER entryAdded AFTER INSERT ON entry BEGIN
          INSERT INTO unindexed VALUES (new.place);
          UPDATE tally SET entries = entries + 1, entryBytes = entryBytes + new.weight;
        END;
        CREATE TRIGGER entryGone AFTER DELETE ON entry BEGIN
          INSERT INTO search (search, rowid, words) SELECT 'delete', old.place, old.words
            WHERE NOT EXISTS (SELECT 1 FROM unindexed WHERE place = old.place);
          DELETE FROM unindexed WHERE place = old.place;
          UPDATE tally SET entries = entries - 1, entryBytes = entryBytes - old.weight, deletions = deletions + 1;
        END;
        CREATE TRIGGER requestBodyAdded AFTER INSERT ON requestBody BEGIN
          UPDATE tally SET bodies = bodies + 1, bodyBytes = bodyBytes + length(new.content);
        END;
        CREATE TRIGGER requestBodyGone AFTER DELETE ON requestBody BEGIN
          UPDATE tally SET bodies = bodies - 1, bodyBytes = bodyBytes - length(old.content);
        END;
        CREATE TRIGGER responseBodyAdded AFTER INSERT ON responseBody BEGIN
          UPDATE tally SET bodies = bodies + 1, bodyBytes = bodyBytes + length(new.content);
        END;
        CREATE TRIGGER responseBodyGone AFTER DELETE ON responseBody BEGIN
          UPDATE tally SET bodies = bodies - 1, bodyBytes = bodyBytes - length(old.content);
        END;
        """

    /// Writes the application number into the header.
    static func writeApplicationID(_ db: Database) throws { try db.execute(sql: "PRAGMA application_id = \(application)") }

    /// Deletes every entry at once. Deleting row by row from the index would take half
    /// a minute for 100,000 rows.
    static func deleteEverything(_ db: Database) throws {
        try dropTriggers(db)
        for table in ["requestBody", "responseBody", "exchange", "unindexed", "entry"] {
            try db.execute(sql: "DELETE FROM \(table)")
        }
        try db.execute(sql: "INSERT INTO search (search) VALUES ('delete-all')")
        try db.execute(sql: "UPDATE tally SET entries = 0, entryBytes = 0, bodies = 0, bodyBytes = 0, deletions = 0")
        try db.execute(sql: triggers)
    }

    /// Deletes these entries, which are most of all; the others then wait for the index.
    /// - Returns: the number of deleted entries.
    static func deleteMost(_ ids: [HistoryID], _ db: Database) throws -> Int {
        try dropTriggers(db)
        let statement = try db.makeStatement(sql: "DELETE FROM entry WHERE id = ?")
        let deleted = try ids.reduce(0) { count, id in
            try statement.execute(arguments: [Data(id.bytes)])
            return count + db.changesCount
        }
        try db.execute(sql: "INSERT INTO search (search) VALUES ('delete-all')")
        try db.execute(sql: "DELETE FROM unindexed")
        try db.execute(sql: "INSERT INTO unindexed SELECT place FROM entry")
        try Tally.count(db)
        try db.execute(sql: "UPDATE tally SET deletions = 0")
        try db.execute(sql: triggers)
        return deleted
    }

    private static func dropTriggers(_ db: Database) throws {
        let names = ["entryAdded", "entryGone", "requestBodyAdded", "requestBodyGone", "responseBodyAdded", "responseBodyGone"]
        for name in names { try db.execute(sql: "DROP TRIGGER \(name)") }
    }
}
