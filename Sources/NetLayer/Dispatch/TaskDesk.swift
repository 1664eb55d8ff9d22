// The rim around the task table: a lock, and the strings by which a task outside the pure table can be pulled. Every start of work goes through
// `open` here, whatever it is for, so the table knows all there is.
//
//   open (row, number) ─► start (work) ─► … slot, attach, finishExchange … ─► end (once) ─► work returns, nothing is left but the ended row

import Synchronization

/// Knows each task: who waits, what runs, how everything ended.
final class TaskDesk: Sendable {
    private struct State {
        var table: TaskTable
        var ports = Ports()
        var observers: [EventMailbox] = []
        var scopes: UInt64 = 0
    }

    /// What belongs to tasks outside the pure table: the strings by which they can be pulled. A table each, because in a dictionary of structs every
    /// change of a field costs several times a plain insertion, and each request makes half a dozen.
    private struct Ports {
        /// Land a call's result when its task is cancelled. Every task has one until its work has returned.
        var abandons: [TaskID: @Sendable (NetError) -> Void] = [:]
        var works: [TaskID: Task<Void, Never>] = [:]
        var transfers: [TaskID: any Transfer] = [:]
        var slotWaiters: [TaskID: CheckedContinuation<Bool, Never>] = [:]
        /// Land the result of the work that a call has joined.
        var receivers: [TaskID: @Sendable (any Sendable) -> Void] = [:]
        /// Who watches a task's progress.
        var meters: [TaskID: [ProgressMeter]] = [:]

        /// 0 when none of the tables holds anything.
        var count: Int { max(abandons.count, works.count, transfers.count, slotWaiters.count, receivers.count, meters.count) }

        func isOpen(_ id: TaskID) -> Bool { abandons[id] != nil }

        mutating func close(_ id: TaskID) {
            abandons[id] = nil
            works[id] = nil
            transfers[id] = nil
            slotWaiters[id] = nil
        }
    }

    /// What pulls at tasks that are ended before their time.
    private struct Pulls {
        var works: [(transfer: (any Transfer)?, slotWaiter: CheckedContinuation<Bool, Never>?, task: Task<Void, Never>?)] = []
        var abandons: [@Sendable (NetError) -> Void] = []

        /// Ends what is in the air, then lands the error.
        func callAsFunction(_ error: NetError) {
            for work in works {
                work.transfer?.cancel()
                work.slotWaiter?.resume(returning: false)
                work.task?.cancel()
            }
            abandons.forEach { $0(error) }
        }
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
        let (result, sleepers, meters) = state.withLock { state -> (T, [EventMailbox], [ProgressMeter]) in
            let result = body(&state)
            let events = state.table.drainEvents()
            guard !events.isEmpty else { return (result, [], []) }
            let meters = state.ports.meters.isEmpty ? [] : Self.read(events, &state)
            return (result, state.observers.filter { $0.append(events) }, meters)
        }
        sleepers.forEach { $0.wake() }
        meters.forEach { $0.wake() }
        return result
    }

    private static func read(_ events: [NetEvent], _ state: inout State) -> [ProgressMeter] {
        events.flatMap { event -> [ProgressMeter] in
            guard let meters = state.ports.meters[event.row.id] else { return [] }
            meters.forEach { $0.read(event.row) }
            if event.row.state.isEnded { state.ports.meters[event.row.id] = nil }
            return meters
        }
    }

    /// A new row with a number of its own, before any of its work exists.
    /// - Parameter abandon: lands the work's result when the task is cancelled; called once at most, outside the lock.
    func open(_ info: TaskInfo, number: TaskID? = nil, abandon: @escaping @Sendable (NetError) -> Void) -> TaskID {
        change { state in
            let id = state.table.open(info, number: number, at: time.now())
            state.ports.abandons[id] = abandon
            return id
        }
    }

    /// The same under a duplicate policy. Those whose place it takes are ended once it has its own, and nothing of it is touched (B-YB-1).
    /// - Parameter receive: lands the result of the work that it joins; called once at most, outside the lock.
    func open(
        _ info: TaskInfo, number: TaskID? = nil, _ claim: DuplicateClaim, abandon: @escaping @Sendable (NetError) -> Void,
        receive: @escaping @Sendable (any Sendable) -> Void
    ) -> (id: TaskID, opening: TaskTable.Opening) {
        let (id, opening, pulls) = change { state -> (TaskID, TaskTable.Opening, Pulls) in
            let (id, opening, superseded) = state.table.open(info, number: number, claim, at: time.now())
            switch opening {
            case .runs: state.ports.abandons[id] = abandon
            case .joined:
                state.ports.abandons[id] = abandon
                state.ports.receivers[id] = receive
            case .rejected: break
            }
            return (id, opening, takePulls(of: superseded, &state))
        }
        pulls(NetError(.cancelled(.superseded), detail: "\(id) took its place"))
        return (id, opening)
    }

    /// A number for a task that may be opened later, or never: until then nothing is kept of it.
    func reserve() -> TaskID { state.withLock { $0.table.reserve() } }

    /// A scope's number.
    func newScope() -> ScopeID {
        state.withLock { state in
            state.scopes += 1
            return ScopeID(number: state.scopes)
        }
    }

    /// Runs a task's work; a cancel that came before it is remembered by the row.
    func start(_ id: TaskID, _ work: @escaping @Sendable () async -> Void) {
        let task = Task.detached { [self] in
            await work()
            let granted = change { state in
                state.ports.close(id)
                return resumeSlots(state.table.workReturned(id), &state)
            }
            granted.forEach { $0.resume(returning: true) }
        }
        let isLive = state.withLock { state in
            if state.ports.isOpen(id) { state.ports.works[id] = task }
            return state.table.isLive(id)
        }
        if !isLive { task.cancel() }
    }

    private func resumeSlots(_ ids: [TaskID], _ state: inout State) -> [CheckedContinuation<Bool, Never>] {
        ids.compactMap { state.ports.slotWaiters.removeValue(forKey: $0) }
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
                state.ports.slotWaiters[id] = continuation
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
            state.ports.transfers[id] = nil
            state.table.record(record, redirected: redirected, id, at: time.now())
            return resumeSlots(state.table.release(id), &state)
        }
        granted.forEach { $0.resume(returning: true) }
    }

    /// Makes the transfer reachable for a cancel, also for one that came just before.
    func attach(_ transfer: any Transfer, _ id: TaskID) {
        let isLive = state.withLock { state in
            if state.ports.isOpen(id) { state.ports.transfers[id] = transfer }
            return state.table.isLive(id)
        }
        if !isLive { transfer.cancel() }
    }

    func update(_ body: (inout TaskTable, Duration) -> Void) { change { body(&$0.table, time.now()) } }

    /// Ends a task by what its work brought, and all that have joined it. `false` when nobody waited for it any more: then the result is dropped.
    func end<R: Sendable>(_ id: TaskID, _ result: Result<R, NetError>) -> Bool {
        let (isFirst, receivers) = change { state -> (Bool, [@Sendable (any Sendable) -> Void]) in
            let receivers = state.table.joined(to: id).compactMap { joined in
                state.ports.abandons[joined] = nil
                return state.ports.receivers.removeValue(forKey: joined)
            }
            switch result {
            case .success: return (state.table.end(id, .succeeded, at: time.now()), receivers)
            case .failure(let error):
                let isFirst = state.table.end(
                    id, TaskState(error), reason: error.detail, errorKind: error.kind.name, at: time.now())
                return (isFirst, receivers)
            }
        }
        receivers.forEach { $0(result) }
        return isFirst
    }

    // MARK: Cancellation

    /// Ends those that `choose` names, in one step: nothing that starts meanwhile is forgotten (B-HH-D7).
    func cancel(because reason: CancelReason, _ choose: (TaskTable) -> [TaskID]) -> [TaskID] {
        let (ended, pulls) = change { state -> ([TaskID], Pulls) in
            let ended = state.table.cancel(choose(state.table), reason, at: time.now())
            return (ended, takePulls(of: ended, &state))
        }
        pulls(NetError(.cancelled(reason)))
        return ended
    }

    /// What pulls at these rows, which have just been ended, and at the work that nobody waits for any more.
    private func takePulls(of rows: [TaskID], _ state: inout State) -> Pulls {
        let works = state.table.drainForsaken().map { work in
            (state.ports.transfers[work], state.ports.slotWaiters.removeValue(forKey: work), state.ports.works[work])
        }
        let abandons = rows.compactMap { id in
            // A call that had joined another leaves nothing behind; one with work of its own stays until that has returned.
            state.ports.receivers.removeValue(forKey: id) == nil
                ? state.ports.abandons[id] : state.ports.abandons.removeValue(forKey: id)
        }
        return Pulls(works: works, abandons: abandons)
    }

    /// Watches a task's progress; of one that has ended it reads the end.
    func meter(_ id: TaskID) -> ProgressMeter {
        state.withLock { state in
            let meter = ProgressMeter()
            guard let row = state.table.row(id) else {
                meter.finish()
                return meter
            }
            meter.read(row)
            if !row.state.isEnded { state.ports.meters[id, default: []].append(meter) }
            return meter
        }
    }

    /// Nobody reads it any more.
    func drop(_ meter: ProgressMeter, of id: TaskID) {
        state.withLock { state in
            guard var meters = state.ports.meters.removeValue(forKey: id) else { return }
            meters.removeAll { $0 === meter }
            if !meters.isEmpty { state.ports.meters[id] = meters }
        }
    }

    /// How many tasks are meant by it.
    func count(of selection: TaskSelection) -> Int { state.withLock { $0.table.live(selection).count } }

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
