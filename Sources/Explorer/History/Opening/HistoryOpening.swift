// Opens a history: inspects the file at the path before anything is written to it.

import Foundation
import GRDB

/// A history that was opened.
public struct HistoryOpening: Sendable {
    /// The history.
    public let store: HistoryStore
    /// The new path of a damaged history, which was replaced by a new one; `nil` without damage.
    public let setAside: String?
    /// The header was damaged and could be repaired: all entries exist.
    public let isMended: Bool

    /// A message for the user; `nil` without one.
    public var message: String? {
        if let setAside { return "The history was damaged. It is saved as \(setAside), and a new one has begun." }
        return isMended ? "The history's header was damaged and has been repaired. No entry is lost." : nil
    }
}

extension HistoryStore {
    /// Opens the history, and creates missing parts: the folder (0700) and the file (0600), for this user
    /// only. A damaged database is set aside, and a new one is created. This takes milliseconds. Do not
    /// call it on the screen's thread, because it waits up to 5 seconds for another program that opens
    /// the history at the same time.
    /// - Parameters:
    ///   - path: the path of the database file. The same path with `-wal`, `-shm`, `.lock`, `.suspect` and
    ///     `.corrupt-<time>` is used too.
    ///   - limits: the limits of the stored history. Default:
    ///     ``HistoryLimits/init(bytes:age:body:rows:pending:)``'s.
    ///   - now: milliseconds since 1970.
    ///   - onTrouble: called when recorded entries could not be written, once for each kind of trouble, on a
    ///     queue of the store, which writes nothing until it returns. Default: does nothing.
    /// - Throws: ``HistoryError``: ``HistoryError/Kind/newer`` and
    ///   ``HistoryError/Kind/foreign`` do not change the file.
    public static func open(
        path: String, limits: HistoryLimits = HistoryLimits(), now: @escaping @Sendable () -> Int64,
        onTrouble: @escaping @Sendable (HistoryTrouble) -> Void = { _ in }
    ) throws(HistoryError) -> HistoryOpening {
        let attempt = "opening the history"
        do {
            let file = try HistoryFile(path).resolved()
            try file.makeFolder()
            try file.checkOwner()
            let lock = try file.acquireLock()
            defer { lock.release() }
            do {
                return try openDatabase(file, limits: limits, now: now, onTrouble: onTrouble)
            } catch  where isDamage(error, of: file) {
                let aside = try file.setAside(at: now())
                let new = try openDatabase(file, limits: limits, now: now, onTrouble: onTrouble)
                return HistoryOpening(store: new.store, setAside: aside, isMended: false)
            }
        } catch {
            throw HistoryError(error, attempt, path: path)
        }
    }

    private static func isDamage(_ error: any Error, of file: HistoryFile) -> Bool {
        if HistoryError(error, "", path: file.path).kind == .corrupt { return true }
        // A damaged number in the header makes SQLite refuse writes that the system permits.
        guard let error = error as? DatabaseError else { return false }
        return error.extendedResultCode == .SQLITE_READONLY && file.isWritable
    }

    private static func openDatabase(
        _ file: HistoryFile, limits: HistoryLimits, now: @escaping @Sendable () -> Int64,
        onTrouble: @escaping @Sendable (HistoryTrouble) -> Void
    ) throws -> HistoryOpening {
        try file.makeFile()
        let isMended = try file.readSize() > 0 && DatabaseInspection.inspect(file) == .damagedNumber
        let pool = try DatabasePool(path: file.path, configuration: configuration)
        if isMended { try pool.write { db in try HistorySchema.writeApplicationID(db) } }
        try HistorySchema.migrator.migrate(pool)
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
            // 8 MB for each connection, if needed: a search reads parts of an index of some ten MB.
            try db.execute(sql: "PRAGMA cache_size = -8000")
            try Hardening.apply(to: db)
            guard !db.configuration.readonly else { return }
            // Before the first table: later, it would require a copy of the whole database,
            // and a write at each start.
            if try Int.fetchOne(db, sql: "PRAGMA page_count") == 0 { try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
            // A committed transaction survives the end of the program, even by kill -9; recorded entries
            // that wait for a transaction do not. A crash of the machine may lose the last transactions,
            // but never damages the file.
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            // Entries that a user deletes disappear from the file too.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            // The upkeep copies the log. This limit is for programs that are repeatedly
            // killed before the upkeep runs.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
            try db.execute(sql: "PRAGMA journal_size_limit = \(8 << 20)")
        }
        return configuration
    }
}
