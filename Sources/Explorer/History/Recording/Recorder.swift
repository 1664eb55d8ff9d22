// Writes recorded entries in order, on the queue of the writing connection, so that
// callers never wait for a disk.

import GRDB
import Synchronization

final class Recorder: Sendable {
    private struct State {
        var queue: RecordQueue
        /// Callers that wait until `target` entries are done.
        var waiters: [(target: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>
    private let pool: DatabasePool
    private let limits: HistoryLimits
    private let onTrouble: @Sendable (HistoryTrouble) -> Void
    private let onWritten: @Sendable ([EntryRow]) -> Void

    init(
        _ pool: DatabasePool, limits: HistoryLimits, onTrouble: @escaping @Sendable (HistoryTrouble) -> Void,
        onWritten: @escaping @Sendable ([EntryRow]) -> Void
    ) {
        self.pool = pool
        self.limits = limits
        self.onTrouble = onTrouble
        self.onWritten = onWritten
        state = Mutex(State(queue: RecordQueue(limit: limits.pending)))
    }

    func record(_ entry: HistoryEntry) {
        // Only the part of the entry that will be stored counts against the limit of waiting bytes.
        let entry = entry.fitted(to: limits)
        let added = state.withLock { $0.queue.enqueue(entry) }
        if let trouble = added.trouble { onTrouble(trouble) }
        if added.begins { begin() }
    }

    func losses() -> HistoryLosses { state.withLock { $0.queue.losses } }

    func flush() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                guard state.queue.done < state.queue.accepted else { return true }
                state.waiters.append((state.queue.accepted, continuation))
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    private func begin() { pool.asyncWriteWithoutTransaction { db in self.writeBatch(db) } }

    /// Writes one batch, then moves to the end of the queue, so that other writers run in between.
    private func writeBatch(_ db: Database) {
        let batch = state.withLock { $0.queue.takeBatch() }
        guard !batch.isEmpty else { return }
        let failure = write(batch, db)
        // An entry without its bodies needs little space.
        let bare = failure.flatMap { failure in state.withLock { $0.queue.batchWithoutBodies(after: failure) } }
        let isKept = bare.map { write($0, db) == nil } ?? false
        let (trouble, resumed) = state.withLock { state in
            let trouble =
                if isKept, let failure { state.queue.finishedWithoutBodies(failure) } else { state.queue.finished(failure) }
            let done = state.queue.done
            let resumed = state.waiters.filter { $0.target <= done }
            state.waiters.removeAll { $0.target <= done }
            return (trouble, resumed)
        }
        if let trouble { onTrouble(trouble) }
        for waiter in resumed { waiter.continuation.resume() }
        begin()
    }

    /// Writes in one transaction.
    private func write(_ entries: [HistoryEntry], _ db: Database) -> HistoryError? {
        let rows = entries.map(EntryRow.init(fitted:))
        do {
            try db.inTransaction(.immediate) {
                try EntryRow.insert(rows, db)
                return .commit
            }
        } catch {
            let failure = HistoryError(error, "writing to the history", path: pool.path)
            if failure.kind == .corrupt { HistoryFile(pool.path).markSuspect() }
            return failure
        }
        onWritten(rows)
        return nil
    }
}
