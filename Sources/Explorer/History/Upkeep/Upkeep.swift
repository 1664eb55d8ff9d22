// Does the upkeep in turns on the queue of the writing connection. Each turn goes to the end of that queue,
// so that a write waits for at most one turn. Nothing here starts without a call; writes start it.

import GRDB
import Synchronization

final class Upkeep: Sendable {
    private struct State {
        var plan: UpkeepPlan
        var isRunning = false
        /// The program ends: only the limits are enforced, and after this moment only a limited amount.
        var settles: ContinuousClock.Instant?
        /// Callers that wait until nothing is left to do.
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let pool: DatabasePool
    private let now: @Sendable () -> Int64
    private let state: Mutex<State>

    init(_ pool: DatabasePool, limits: HistoryLimits, now: @escaping @Sendable () -> Int64) {
        self.pool = pool
        self.now = now
        state = Mutex(State(plan: UpkeepPlan(limits: limits)))
    }

    /// Call it after each transaction that wrote rows.
    func wrote(_ rows: [EntryRow]) {
        let isDue = state.withLock { state in
            state.plan.wrote(rows: rows.count, bytes: rows.reduce(0) { $0 + $1.cost })
            return state.plan.isDue
        }
        if isDue { startIfNeeded() }
    }

    /// Starts, unless it is running.
    func startIfNeeded() {
        let begins = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if begins { schedule() }
    }

    /// Starts, and waits until nothing is left to do, or nothing can be done.
    func finish() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.waiters.append(continuation)
                state.plan.isThorough = true
            }
            startIfNeeded()
        }
    }

    /// Enforces the limits before the program ends, see ``UpkeepPlan/nextToSettle(_:now:isLate:)``.
    /// - Parameter budget: the time it may take, whatever was written.
    func settle(within budget: Duration) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.waiters.append(continuation)
                state.settles = .now + budget
            }
            startIfNeeded()
        }
    }

    private func schedule() {
        pool.asyncWriteWithoutTransaction { db in
            let waiting = self.state.withLock { $0.waiters.count }
            // A failed step (the disk is full, another program writes) is retried after the next write,
            // whose caller gets the error.
            let goesOn = (try? self.runTurn(db)) ?? false
            let waiters: [CheckedContinuation<Void, Never>]? = self.state.withLock { state in
                // Callers that began to wait during the turn need another turn.
                if goesOn || state.waiters.count > waiting { return nil }
                defer { state.waiters = [] }
                state.isRunning = false
                state.plan.isThorough = false
                return state.waiters
            }
            guard let waiters else { return self.schedule() }
            for waiter in waiters { waiter.resume() }
        }
    }

    /// Runs steps until one ends the turn.
    /// - Returns: whether something may be left to do.
    private func runTurn(_ db: Database) throws -> Bool {
        // Reads the facts without a lock on the database: usually there is nothing to do.
        while let step = try decide(db) {
            if step == .checkpoint {
                // Passive: it does not wait, and copies what it can.
                _ = try db.checkpoint(.passive)
            } else {
                try db.inTransaction(.immediate) {
                    try UpkeepWork.perform(step, db) { isAll in state.withLock { $0.plan.merged(isAll: isAll) } }
                    return .commit
                }
                if step == .count { state.withLock { $0.plan.counted() } }
            }
            if step.endsTurn || state.withLock({ $0.plan.isThorough }) { return true }
        }
        return false
    }

    private func decide(_ db: Database) throws -> UpkeepStep? {
        let now = now()
        let facts = try UpkeepWork.facts(db, now: now)
        return state.withLock { state in
            guard let end = state.settles else { return state.plan.nextStep(facts, now: now) }
            return state.plan.nextToSettle(facts, now: now, isLate: ContinuousClock.now >= end)
        }
    }
}
