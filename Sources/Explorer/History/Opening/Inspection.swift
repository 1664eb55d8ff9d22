// Looks at a database before it is used, and writes nothing to it: is it ours, do we know its version, is it whole?

import GRDB

enum Inspection {
    /// What a database is to us, once it may be used.
    enum Finding {
        /// It has nothing in it. A program may have been killed before it had made the tables.
        case new
        case ours
        /// Its tables are ours, and the number in its header that should say so is damaged.
        case damagedNumber
    }

    /// Up to here a database is read as a whole at each start, about 1 ms a megabyte; a larger one when something makes it suspect.
    private static let readAlways: Int64 = 8 << 20

    /// - Throws: ``HistoryError``, or GRDB's error: that of a damaged file among others.
    static func run(_ file: HistoryFile) throws -> Finding {
        var configuration = Configuration()
        // Beside a rollback journal the database is half changed. Only a connection that may write can undo that, and any does.
        configuration.readonly = !file.hasJournal
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in try Hardening.apply(to: db) }
        do {
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            let finding = try queue.read { db in
                let finding = try find(db, file)
                // Where the header is damaged, other pages may be.
                if try finding == .damagedNumber || isSuspect(db, file) { try checkWhole(db, file) }
                return finding
            }
            try queue.close()
            return finding
        } catch let error as DatabaseError where error.message?.hasPrefix("unsupported file format") == true {
            // A number in the header, of the four that SQLite has ever written.
            throw HistoryError(.corrupt, "opening the history", path: file.path, detail: "the header is damaged")
        }
    }

    private static func find(_ db: Database, _ file: HistoryFile) throws -> Finding {
        func error(_ kind: HistoryError.Kind, _ detail: String) -> HistoryError {
            HistoryError(kind, "opening the history", path: file.path, detail: detail)
        }
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables = try String.fetchSet(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        let versions = try Schema.migrator.appliedIdentifiers(db)
        // The migrator makes its own table first, in a transaction of its own.
        if versions.isEmpty, tables.isSubset(of: [Schema.versions]), [0, Schema.application].contains(application) {
            return .new
        }
        let isComplete = versions.contains(Schema.first) && tables.isSuperset(of: Schema.firstTables)
        guard application == Schema.application || isComplete else { throw error(.foreign, "it is a database of another kind") }
        guard try !Schema.migrator.hasBeenSuperseded(db) else {
            throw error(.newer, "a newer version has changed the database")
        }
        guard isComplete else { throw error(.corrupt, "tables are missing") }
        return application == Schema.application ? .ours : .damagedNumber
    }

    private static func isSuspect(_ db: Database, _ file: HistoryFile) throws -> Bool {
        let size = try file.size()
        if file.isSuspect || size <= readAlways { return true }
        // Without a log the header says how long the file is.
        return try file.hasNoLog && Pages.read(db).fileBytes != size
    }

    private static func checkWhole(_ db: Database, _ file: HistoryFile) throws {
        let answer = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
        guard answer == "ok" else {
            throw HistoryError(.corrupt, "opening the history", path: file.path, detail: answer)
        }
    }
}

/// What a connection is told about a file that may not be what it seems: pages are checked before they are used, and functions and tables
/// that its schema names do nothing but what SQLite calls harmless.
enum Hardening {
    static func apply(to db: Database) throws {
        try db.execute(sql: "PRAGMA cell_size_check = ON")
        // Our own triggers write to the index, which older versions of SQLite do not call harmless (Debian 12: 3.40).
        if db.configuration.readonly { try db.execute(sql: "PRAGMA trusted_schema = OFF") }
    }
}
