// Opening a history: what stands at the path is looked at before anything is written to it.

import Foundation
import GRDB

/// A history that was opened.
public struct HistoryOpening: Sendable {
    /// The history.
    public let store: HistoryStore
    /// Where a damaged history was put, so that a new one could begin; `nil` when there was none.
    public let setAside: String?
    /// The header was damaged, and could be mended: all entries are there.
    public let isMended: Bool

    /// What the user should know; `nil` when there is nothing.
    public var message: String? {
        if let setAside { return "The history was damaged. It is kept as \(setAside), and a new one has begun." }
        return isMended ? "The history's header was damaged and has been mended. All entries are there." : nil
    }
}

extension HistoryStore {
    /// Opens the history, and makes what is missing: the folder for the user alone (0700), the file too (0600). A database that
    /// is damaged is set aside, and a new one begun. Takes milliseconds; call it off the screen's thread all the same, because it
    /// waits up to 5 seconds for another program that opens it at the same time.
    /// - Parameters:
    ///   - path: of the database's file. Its name with `-wal`, `-shm`, `.lock`, `.suspect` and `.corrupt-<time>` is taken too.
    ///   - limits: how much is kept. Default: ``HistoryLimits/init(bytes:age:body:rows:pending:)``'s.
    ///   - now: milliseconds since 1970.
    ///   - onTrouble: told when what was recorded could not be written, once for each kind of trouble; called on a queue of
    ///     the store's, which writes nothing until it returns. Default: nobody is told.
    /// - Throws: ``HistoryError``: ``HistoryError/Kind/newer`` and ``HistoryError/Kind/foreign`` leave the file as it is.
    public static func open(
        path: String, limits: HistoryLimits = HistoryLimits(), now: @escaping @Sendable () -> Int64,
        onTrouble: @escaping @Sendable (HistoryTrouble) -> Void = { _ in }
    ) throws(HistoryError) -> HistoryOpening {
        let attempt = "opening the history"
        do {
            let file = try HistoryFile(path).resolved()
            try file.makeFolder()
            try file.checkOwner()
            let lock = try file.lock()
            defer { lock.release() }
            do {
                return try open(file, limits: limits, now: now, onTrouble: onTrouble)
            } catch  where isDamage(error, of: file) {
                let aside = try file.setAside(at: now())
                let new = try open(file, limits: limits, now: now, onTrouble: onTrouble)
                return HistoryOpening(store: new.store, setAside: aside, isMended: false)
            }
        } catch {
            throw HistoryError(error, attempt, path: path)
        }
    }

    private static func isDamage(_ error: any Error, of file: HistoryFile) -> Bool {
        if HistoryError(error, "", path: file.path).kind == .corrupt { return true }
        // A number in the header forbids SQLite to write what the system allows this user to write.
        guard let error = error as? DatabaseError else { return false }
        return error.extendedResultCode == .SQLITE_READONLY && file.isWritable
    }

    private static func open(
        _ file: HistoryFile, limits: HistoryLimits, now: @escaping @Sendable () -> Int64,
        onTrouble: @escaping @Sendable (HistoryTrouble) -> Void
    ) throws -> HistoryOpening {
        try file.makeFile()
        let isMended = try file.size() > 0 && Inspection.run(file) == .damagedNumber
        let pool = try DatabasePool(path: file.path, configuration: configuration)
        if isMended { try pool.write { db in try Schema.sign(db) } }
        try Schema.migrator.migrate(pool)
        if file.isSuspect {
            try pool.write(SearchIndex.repair)
            file.forgetSuspicion()
        }
        let store = try HistoryStore(pool, limits: limits, now: now, onTrouble: onTrouble)
        try file.keepPrivate()
        return HistoryOpening(store: store, setAside: nil, isMended: isMended)
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "History"
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            // 8 MB a connection, if they are needed: a search walks through pieces of an index of some ten.
            try db.execute(sql: "PRAGMA cache_size = -8000")
            try Hardening.apply(to: db)
            guard !db.configuration.readonly else { return }
            // Before the first table: it cannot be had later without copying everything. Later it would be a write at each start.
            if try Int.fetchOne(db, sql: "PRAGMA page_count") == 0 { try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
            // What a transaction has written survives the end of the program, also by kill -9. What was recorded and waits for one does
            // not. An end of the machine may lose the last transactions, and never damages the file.
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            // What a user deletes is gone from the file too.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            // The upkeep copies the log; this is for a program that is killed before it comes to that, again and again.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
            try db.execute(sql: "PRAGMA journal_size_limit = \(8 << 20)")
        }
        return configuration
    }
}
