// The history: a database that several programs write and read at once. This file owns
// its lifetime and its writes.

import Foundation
import GRDB
import Synchronization

/// The history in one SQLite file.
///
/// Any number of programs may open it. A writer waits up to 5 seconds for another writer; a reader
/// never waits. The store does not search for secrets, reads no clock but the given one, and
/// starts no work without a call.
public final class HistoryStore: Sendable {
    /// The path of the database file.
    public let path: String
    /// The limits of the stored history.
    public let limits: HistoryLimits
    let pool: DatabasePool
    private let recorder: Recorder
    private let upkeep: Upkeep
    private let feed: ChangeFeed

    init(
        _ pool: DatabasePool, limits: HistoryLimits, now: @escaping @Sendable () -> Int64,
        onTrouble: @escaping @Sendable (HistoryTrouble) -> Void
    ) throws {
        self.path = pool.path
        self.limits = limits
        self.pool = pool
        upkeep = Upkeep(pool, limits: limits, now: now)
        feed = ChangeFeed(version: try pool.writeWithoutTransaction(ChangeFeed.version))
        recorder = Recorder(pool, limits: limits, onTrouble: onTrouble) { [upkeep, feed] written in
            feed.notify()
            upkeep.wrote(written)
        }
        // Entries may have exceeded a limit while no program ran: rows grow old.
        upkeep.startIfNeeded()
    }

    /// Writes an entry, and returns when it is written.
    /// - Throws: ``HistoryError``; then the entry is not written, and all earlier entries remain.
    public func insert(_ entry: HistoryEntry) async throws(HistoryError) { try await insert([entry]) }

    /// Writes entries in one step: all of them, or none. Entries whose id exists already do not change.
    /// - Throws: ``HistoryError``; then no entry is written, and all earlier entries remain.
    public func insert(_ entries: [HistoryEntry]) async throws(HistoryError) {
        let rows = entries.map { EntryRow($0, limits: limits) }
        try await write("writing to the history") { db in try EntryRow.insert(rows, db) }
        upkeep.wrote(rows)
    }

    /// Queues an entry for writing after all entries that were queued before, and returns at once. Entries
    /// that cannot be written are counted by ``losses()`` and reported to the callback of
    /// ``open(path:limits:now:onTrouble:)``.
    public func record(_ entry: HistoryEntry) { recorder.record(entry) }

    /// Waits until all entries that were recorded before are written, or lost.
    public func flush() async { await recorder.flush() }

    /// The entries and bodies that could not be written since the history was opened.
    public func losses() -> HistoryLosses { recorder.losses() }

    /// Deletes entries with all their data. Unknown ids are ignored.
    /// - Returns: the number of deleted entries.
    /// - Throws: ``HistoryError``; some entries may be deleted then.
    @discardableResult
    public func delete(_ ids: [HistoryID]) async throws(HistoryError) -> Int {
        var isMost = false
        if ids.count >= Self.worthARebuild { isMost = try await count().number <= ids.count * 2 }
        if isMost {
            defer { upkeep.startIfNeeded() }
            return try await write("deleting from the history") { db in try HistorySchema.deleteMost(ids, db) }
        }
        var deleted = 0
        for start in stride(from: 0, to: ids.count, by: Self.deletedAtOnce) {
            let some = ids[start..<min(start + Self.deletedAtOnce, ids.count)]
            deleted += try await write("deleting from the history") { db in
                let statement = try db.cachedStatement(sql: "DELETE FROM entry WHERE id = ?")
                return try some.reduce(0) { count, id in
                    try statement.execute(arguments: [Data(id.bytes)])
                    return count + db.changesCount
                }
            }
        }
        upkeep.startIfNeeded()
        return deleted
    }

    /// Deletes all matching entries that exist now, in small steps; other entries can be written in between.
    /// - Returns: the number of deleted entries.
    /// - Throws: ``HistoryError``; some entries may be deleted then.
    @discardableResult
    public func deleteAll(_ filter: HistoryFilter = HistoryFilter()) async throws(HistoryError) -> Int {
        let attempt = "deleting from the history"
        defer { upkeep.startIfNeeded() }
        if filter.isEmpty {
            return try await write(attempt) { db in
                let count = try Tally.fetch(db).entries
                try HistorySchema.deleteEverything(db)
                return count
            }
        }
        var deleted = 0
        var end: Int64? = Place.end
        while let before = end {
            let found = try await write(attempt) { db in
                let found = try SearchWalk.search(filter, before: before, limit: Self.deletedAtOnce, db)
                let statement = try db.cachedStatement(sql: "DELETE FROM entry WHERE place = ?")
                for place in found.places { try statement.execute(arguments: [place]) }
                return found
            }
            deleted += found.places.count
            end = found.next
        }
        return deleted
    }

    /// With so many rows, deleting them from the index takes longer than to build it again from the rest.
    private static let worthARebuild = 1_000
    /// Deleting a row from the index takes about 0.2 ms. A step must not delay other writers for long.
    private static let deletedAtOnce = 100

    /// A stream of increasing numbers. Each number means that the history has changed: read it again. Only
    /// the newest unread number is buffered. Each call returns its own stream, which ends with the store.
    /// ``poll()`` detects changes by other programs.
    public func changes() -> AsyncStream<Int> { feed.stream() }

    /// Checks whether another program has written since the last check, and notifies the
    /// streams of ``changes()`` if so. Costs about as much as the smallest query; call it when
    /// the screen shows the history.
    /// - Returns: whether another program has written.
    /// - Throws: ``HistoryError``.
    @discardableResult
    public func checkForChanges() async throws(HistoryError) -> Bool {
        do {
            return feed.detectChange(version: try await pool.writeWithoutTransaction(ChangeFeed.version))
        } catch {
            throw failed(error, "looking for changes of the history")
        }
    }

    /// Reduces the history to its limits and returns free space to the disk, now instead of step by step.
    public func enforceLimits() async { await upkeep.finish() }

    /// Writes all recorded entries, reduces the history to its limits, and closes the file. No reads or
    /// writes are possible afterwards.
    /// - Parameter budget: how long a history above its limits may delay the caller. Bytes and rows
    ///   written since the opening extend the time: up to twice as much is removed. The next program
    ///   removes the rest. Default: 200 ms.
    public func close(within budget: Duration = .milliseconds(200)) async {
        await flush()
        await upkeep.settle(within: budget)
        feed.finish()
        // A running read keeps the file open until it ends; then the system closes the file.
        try? pool.close()
    }

    deinit { feed.finish() }

    /// Writes in one transaction. All other changes of the tables go through this function,
    /// the recorder or the upkeep.
    private func write<Value: Sendable>(
        _ attempt: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(HistoryError) -> Value {
        do {
            let value = try await pool.write(body)
            feed.notify()
            return value
        } catch {
            throw failed(error, attempt)
        }
    }

    /// An error for the caller. Damage is recorded for the next start.
    func failed(_ error: any Error, _ attempt: String) -> HistoryError {
        let error = HistoryError(error, attempt, path: path)
        if error.kind == .corrupt { HistoryFile(path).markSuspect() }
        return error
    }
}
