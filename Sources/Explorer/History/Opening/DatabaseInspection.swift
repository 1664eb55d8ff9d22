// Inspects a database before its use, without writing to it: its owner, its version and its integrity.

import GRDB

enum DatabaseInspection {
    /// The kind of a usable database.
    enum Finding {
        /// The database is empty. A program may have been killed before it had created the tables.
        case new
        case ours
        /// Its tables are the history's, but the application number in its header is damaged.
        case damagedNumber
    }

    /// Databases up to this size are checked as a whole at each start, about 1 ms per megabyte;
    /// larger ones only on suspicion.
    private static let readAlways: Int64 = 8 << 20

    /// - Throws: ``HistoryError``, or GRDB's error, such as the one for a damaged file.
    static func inspect(_ file: HistoryFile) throws -> Finding {
        var configuration = Configuration()
        // With a rollback journal, the database is partly changed. Only a connection that may write can roll
        // back, and any such connection does.
        configuration.readonly = !file.hasJournal
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in try Hardening.apply(to: db) }
        do {
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            let finding = try queue.read { db in
                let finding = try identify(db, file)
                // If the header is damaged, other pages may be damaged too.
                if try finding == .damagedNumber || isSuspect(db, file) { try checkWhole(db, file) }
                return finding
            }
            try queue.close()
            return finding
        } catch let error as DatabaseError where error.message?.hasPrefix("unsupported file format") == true {
            // A number in the header that is none of the four that SQLite has ever written.
            throw HistoryError(.corrupt, "opening the history", path: file.path, detail: "the header is damaged")
        }
    }

    private static func identify(_ db: Database, _ file: HistoryFile) throws -> Finding {
        func error(_ kind: HistoryError.Kind, _ detail: String) -> HistoryError {
            HistoryError(kind, "opening the history", path: file.path, detail: detail)
        }
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables = try String.fetchSet(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        let versions = try HistorySchema.migrator.appliedIdentifiers(db)
        // The migrator creates its own table first, in a transaction of its own.
        if versions.isEmpty, tables.isSubset(of: [HistorySchema.versions]), [0, HistorySchema.application].contains(application) {
            return .new
        }
        let isComplete = versions.contains(HistorySchema.first) && tables.isSuperset(of: HistorySchema.firstTables)
        guard application == HistorySchema.application || isComplete else {
            throw error(.foreign, "it is another kind of database")
        }
        guard try !HistorySchema.migrator.hasBeenSuperseded(db) else {
            throw error(.newer, "a newer version has changed the database")
        }
        guard isComplete else { throw error(.corrupt, "tables are missing") }
        return application == HistorySchema.application ? .ours : .damagedNumber
    }

    private static func isSuspect(_ db: Database, _ file: HistoryFile) throws -> Bool {
        let size = try file.readSize()
        if file.isSuspect || size <= readAlways { return true }
        // Without a log, the header contains the length of the file.
        return try file.hasNoLog && Pages.fetch(db).fileBytes != size
    }

    private static func checkWhole(_ db: Database, _ file: HistoryFile) throws {
        let answer = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no response"
        guard answer == "ok" else {
            throw HistoryError(.corrupt, "opening the history", path: file.path, detail: answer)
        }
    }
}

/// Settings for a connection to an untrusted file: SQLite checks pages before it uses them, and the schema
/// may use only functions and tables that SQLite considers harmless.
enum Hardening {
    static func apply(to db: Database) throws {
        try db.execute(sql: "PRAGMA cell_size_check = ON")
        // The history's own triggers write to the index, which older versions of SQLite do not consider
        // harmless (Debian 12: 3.40).
        if db.configuration.readonly { try db.execute(sql: "PRAGMA trusted_schema = OFF") }
    }
}
