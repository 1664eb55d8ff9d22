// Looks at a database before it is used, and writes nothing to it: is it ours, do we know its version, is it whole?

import GRDB

enum Inspection {
    /// Up to here a database is read as a whole at each start, about 1 ms a megabyte; a larger one when an error has made it suspect.
    private static let readAlways: Int64 = 8 << 20

    /// - Throws: ``HistoryError``, or GRDB's error: that of a damaged file among others.
    static func run(_ file: HistoryFile) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        let isReadWhole = try file.isSuspect || file.size() <= readAlways
        try queue.read { db in
            try checkOwner(db, file)
            if isReadWhole { try checkWhole(db, file) }
        }
        try queue.close()
    }

    private static func checkOwner(_ db: Database, _ file: HistoryFile) throws {
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        // One that has no table yet may become ours: a program was killed before it had made them.
        let isNew = try application == 0 && (Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0) == 0
        guard application == Schema.application || isNew else {
            throw HistoryError(.foreign, "opening the history", path: file.path, detail: "it is a database of another kind")
        }
        guard try isNew || !Schema.migrator.hasBeenSuperseded(db) else {
            throw HistoryError(.newer, "opening the history", path: file.path, detail: "a newer version has changed the database")
        }
    }

    private static func checkWhole(_ db: Database, _ file: HistoryFile) throws {
        let answer = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
        guard answer == "ok" else {
            throw HistoryError(.corrupt, "opening the history", path: file.path, detail: answer)
        }
    }
}
