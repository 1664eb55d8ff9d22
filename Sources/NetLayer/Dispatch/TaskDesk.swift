// The rim around the task table: a lock, and the strings by which a task outside the pure table can be pulled. Every start of work goes through
// `open` here, whatever it is for, so the table knows all there is.
//
//   open (row, number) ─► start (work) ─► … slot, attach, finishExchange … ─► end (once) ─► work returns, nothing is left but the ended row

import Synchronization

/// Knows each task: who waits, what runs, how everything ended.
final class TaskDesk: Sendable {
    private struct State {
        var table: TaskTable
        var ports: [TaskID: TaskPort] = [:]
        var observers: [EventMailbox] = []
    }

    let time: TimeSource
    private let state: Mutex<State>

    init(limits: DispatchLimits, keepEnded: Int, time: TimeSource) {
        self.time = time
        state = Mutex(State(table: TaskTable(limits: limits, keepEnded: keepEnded)))
    }

    deinit {
        // What happened until now is still read.
        let observers = state.withLock { $0.observers }
        observers.forEach { $0.finish() }
    }

    // MARK: Life of a task

    /// Changes the table, then tells observers; nobody is woken and no user code runs under the lock.
    private func change<T>(_ body: (inout State) -> T) -> T {
        let (result, sleepers) = state.withLock { state -> (T, [EventMailbox]) in
            let result = body(&state)
            let events = state.table.drainEvents()
            guard !events.isEmpty else { return (result, []) }
            return (result, state.observers.filter { $0.append(events) })
        }
        sleepers.forEach { $0.wake() }
        return result
    }

    /// A new row with a number of its own, before any of its work exists.
    /// - Parameter abandon: lands the work's result when the task is cancelled; called once at most, outside the lock.
    func open(_ info: TaskInfo, abandon: @escaping @Sendable (NetError) -> Void) -> TaskID {
        let (id, isLive) = change { state in
            let id = state.table.open(info, at: time.now())
            state.ports[id] = TaskPort(abandon: abandon)
            return (id, state.table.isLive(id))
        }
        // Only a member of what has ended is over before it began.
        if !isLive { abandon(NetError(.cancelled(.group))) }
        return id
    }

    /// Runs a task's work; a cancel that came before it is remembered by the row.
    func start(_ id: TaskID, _ work: @escaping @Sendable () async -> Void) {
        let task = Task.detached { [self] in
            await work()
            close(id)
        }
        let isLive = state.withLock { state in
            state.ports[id]?.work(task)
            return state.table.isLive(id)
        }
        if !isLive { task.cancel() }
    }

    /// A task's work has returned, or will never be started. Any number of calls.
    func close(_ id: TaskID) {
        let granted = change { state in
            state.ports[id] = nil
            return resumeSlots(state.table.workReturned(id), &state)
        }
        granted.forEach { $0.resume(returning: true) }
    }

    private func resumeSlots(_ ids: [TaskID], _ state: inout State) -> [CheckedContinuation<Bool, Never>] {
        ids.compactMap { state.ports[$0]?.slotWaiter() }
    }

    /// Waits for the right to send to `origin`; `false` when the task has ended meanwhile.
    func slot(_ id: TaskID, origin: String) async -> Bool {
        switch change({ $0.table.requestSlot(id, origin: origin, at: time.now()) }) {
        case .granted: return true
        case .refused: return false
        case .wait: break
        }
        let granted = await withCheckedContinuation { continuation in
            // The turn may have come, or the task ended, between the question and here.
            let ready = state.withLock { state -> Bool? in
                if !state.table.isLive(id) { return false }
                if state.table.holdsSlot(id) { return true }
                state.ports[id]?.wait(continuation)
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
        // A cancel may have come between the grant and the wake-up: then nothing may go out.
        return granted && state.withLock { $0.table.isLive(id) }
    }

    /// Notes a finished exchange and hands its slot on, in one step.
    func finishExchange(_ id: TaskID, _ record: ExchangeRecord, redirected: Bool) {
        let granted = change { state in
            state.ports[id]?.leave()
            state.table.record(record, redirected: redirected, id, at: time.now())
            return resumeSlots(state.table.release(id), &state)
        }
        granted.forEach { $0.resume(returning: true) }
    }

    /// An exchange is about to start: a cancel reaches it, also one that came just before.
    func launch(_ exchange: Exchange, _ id: TaskID, isFirst: Bool) {
        let isLive = change { state in
            state.ports[id]?.enter(exchange)
            state.table.launch(exchange.launch, id)
            let launch = exchange.launch
            if isFirst { state.table.attempt(id, number: launch.attempt, service: launch.service, at: launch.startedAt) }
            return state.table.isLive(id)
        }
        if !isLive { exchange.cancel() }
    }

    /// The service of the newest attempt and how many there were; `nil` once the task has ended.
    func standing(_ id: TaskID) -> (service: String, attempts: Int)? { state.withLock { $0.table.standing(id) } }

    func update<T>(_ body: (inout TaskTable, Duration) -> T) -> T { change { body(&$0.table, time.now()) } }

    func isLive(_ id: TaskID) -> Bool { state.withLock { $0.table.isLive(id) } }

    /// Ends a task by what its work brought. `false` when it had ended already: then the result is dropped.
    func end<R>(_ id: TaskID, _ result: Result<R, NetError>) -> Bool {
        let error = result.error
        return change { Self.end(id, error, &$0, time.now()) }
    }

    /// The same, and its work has returned.
    func finish<R>(_ id: TaskID, _ result: Result<R, NetError>) -> Bool {
        let error = result.error
        let (isOurs, granted) = change { state in
            let isOurs = Self.end(id, error, &state, time.now())
            state.ports[id] = nil
            return (isOurs, resumeSlots(state.table.workReturned(id), &state))
        }
        granted.forEach { $0.resume(returning: true) }
        return isOurs
    }

    private static func end(_ id: TaskID, _ error: NetError?, _ state: inout State, _ now: Duration) -> Bool {
        guard let error else { return state.table.end(id, .succeeded, at: now) }
        return state.table.end(id, TaskState(error), reason: error.detail, errorKind: error.kind.name, at: now)
    }

    // MARK: Cancellation

    /// Ends those that `choose` names and their members, in one step: nothing that starts meanwhile is forgotten (B-HH-D7).
    func cancel(because reason: CancelReason, _ choose: (TaskTable) -> [TaskID]) -> [TaskID] {
        let (ended, ports) = change { state in
            let ended = state.table.cancelFamilies(choose(state.table), reason, at: time.now())
            return (ended, ended.map { state.ports[$0.id] })
        }
        for (port, end) in zip(ports, ended) { port?.pull(NetError(.cancelled(end.reason))) }
        return ended.map(\.id)
    }

    // MARK: Observation

    /// A new observer's stream: a snapshot first, then every event. See ``EventStream``.
    /// - Parameter capacity: how many unread events are kept before they are replaced by a snapshot.
    func events(capacity: Int) -> EventStream {
        state.withLock { state in
            let mailbox = EventMailbox(capacity: capacity, first: state.table.snapshot(at: time.now())) { [weak self] in
                self?.snapshot()
            }
            state.observers.removeAll(where: \.isOver)
            state.observers.append(mailbox)
            return EventStream(mailbox)
        }
    }

    /// Everything known now.
    func snapshot() -> TaskSnapshot { state.withLock { $0.table.snapshot(at: time.now()) } }

    /// 0 when nothing is left of any task but ended rows.
    var liveCount: Int { state.withLock { $0.table.liveCount + $0.ports.count } }
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
