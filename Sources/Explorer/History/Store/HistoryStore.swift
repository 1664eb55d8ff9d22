// The history: a database that several programs write and read at once. This file owns its life and what is written to it.

import Foundation
import GRDB
import Synchronization

/// The history in one SQLite file.
///
/// Any number of programs may have it open: who writes waits for another writer for up to 5 seconds, who reads waits for nobody.
/// Nothing here looks for secrets, reads a clock but the one that it was given, or wakes up by itself.
public final class HistoryStore: Sendable {
    /// The database's file.
    public let path: String
    /// How much is kept.
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
            feed.tell()
            upkeep.wrote(written)
        }
        // What went over a limit while no program ran: rows grow old.
        upkeep.wake()
    }

    /// Writes an entry, and returns when it is written.
    /// - Throws: ``HistoryError``; then it is not written, and all that was written before still is.
    public func insert(_ entry: HistoryEntry) async throws(HistoryError) { try await insert([entry]) }

    /// Writes entries in one step: all of them, or none. Those whose id is there already stay as they are.
    /// - Throws: ``HistoryError``; then none is written, and all that was written before still is.
    public func insert(_ entries: [HistoryEntry]) async throws(HistoryError) {
        let rows = entries.map { EntryRow($0, limits: limits) }
        try await write("writing to the history") { db in try EntryRow.insert(rows, db) }
        upkeep.wrote(rows)
    }

    /// Hands over an entry to be written after all that were handed over before, and returns at once. What cannot be written is
    /// counted by ``losses()`` and told to the callback that ``open(path:limits:now:onTrouble:)`` was given.
    public func record(_ entry: HistoryEntry) { recorder.record(entry) }

    /// Waits until all that was recorded before is written, or lost.
    public func flush() async { await recorder.flush() }

    /// What could not be written since the history was opened.
    public func losses() -> HistoryLosses { recorder.losses() }

    /// Deletes entries with all that belongs to them. An id that is not there is none.
    /// - Returns: how many were deleted.
    /// - Throws: ``HistoryError``; some may be deleted then.
    @discardableResult
    public func delete(_ ids: [HistoryID]) async throws(HistoryError) -> Int {
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
        upkeep.wake()
        return deleted
    }

    /// Deletes all entries that fit and are there now, some at a time; others can be written meanwhile.
    /// - Returns: how many were deleted.
    /// - Throws: ``HistoryError``; some may be deleted then.
    @discardableResult
    public func deleteAll(_ filter: HistoryFilter = HistoryFilter()) async throws(HistoryError) -> Int {
        let attempt = "deleting from the history"
        defer { upkeep.wake() }
        if filter.isEmpty {
            return try await write(attempt) { db in
                let count = try Tally.read(db).entries
                try Schema.deleteEverything(db)
                return count
            }
        }
        var deleted = 0
        var end: Int64? = Place.end
        while let before = end {
            let found = try await write(attempt) { db in
                let found = try SearchWalk.run(filter, before: before, limit: Self.deletedAtOnce, db)
                let statement = try db.cachedStatement(sql: "DELETE FROM entry WHERE place = ?")
                for place in found.places { try statement.execute(arguments: [place]) }
                return found
            }
            deleted += found.places.count
            end = found.next
        }
        return deleted
    }

    /// Deleting a row takes it out of the index, about 0.2 ms; a step must not keep other writers waiting.
    private static let deletedAtOnce = 100

    /// A stream of numbers, each larger than the one before: the history has changed, look again. Only the newest waits to be
    /// taken. Each call gives a stream of its own, which ends with the store. Changes of other programs are noticed by ``poll()``.
    public func changes() -> AsyncStream<Int> { feed.stream() }

    /// Looks whether another program has written since the last time, and tells the streams of ``changes()`` so. Costs about
    /// as much as the smallest query; call it when the screen shows the history.
    /// - Returns: whether one has.
    /// - Throws: ``HistoryError``.
    @discardableResult
    public func poll() async throws(HistoryError) -> Bool {
        do {
            return feed.saw(version: try await pool.writeWithoutTransaction(ChangeFeed.version))
        } catch {
            throw failed(error, "looking for changes of the history")
        }
    }

    /// Brings everything within its limits and gives free room back to the disk, now instead of step by step.
    public func tidy() async { await upkeep.finish() }

    /// Writes what was recorded, brings the history within its limits, and closes the file. Nothing can be written or read any more.
    /// - Parameter budget: how long a history that is over its limits may keep the caller. What was written since it was opened makes
    ///   more time: up to twice as much is removed. What is left then is for the next program. Default: 200 ms.
    public func close(within budget: Duration = .milliseconds(200)) async {
        await flush()
        await upkeep.settle(within: budget)
        feed.end()
        // What is still being read keeps the file open until it has been read; the system closes it then.
        try? pool.close()
    }

    deinit { feed.end() }

    /// A write of one transaction. Every other change of the tables goes by it, the recorder or the upkeep.
    private func write<Value: Sendable>(
        _ attempt: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(HistoryError) -> Value {
        do {
            let value = try await pool.write(body)
            feed.tell()
            return value
        } catch {
            throw failed(error, attempt)
        }
    }

    /// An error for the caller; damage is remembered for the next start.
    func failed(_ error: any Error, _ attempt: String) -> HistoryError {
        let error = HistoryError(error, attempt, path: path)
        if error.kind == .corrupt { HistoryFile(path).markSuspect() }
        return error
    }
}
