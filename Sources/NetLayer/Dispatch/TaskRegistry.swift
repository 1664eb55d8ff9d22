// The driver of the task table: a lock, and the ports through which it cancels the work of tasks. Every piece
// of work starts with `open` here, whatever its purpose, so the table knows all of it.
//
//   open (row, number) ─► start (work) ─► … slot, attach, finishExchange … ─► end (once)
//   ─► work returns, only the ended row is left

import Synchronization

/// Knows the state of each task: waiting, running, or ended and how.
final class TaskRegistry: Sendable {
    private struct State {
        var table: TaskTable
        var ports: [TaskID: TaskPort] = [:]
        /// Receive the outcome of the work that a call has joined.
        var receivers: [TaskID: Receiver] = [:]
        /// The Swift tasks that end a row at its deadline.
        var watches: [TaskID: Task<Void, Never>] = [:]
        /// The readers of a task's progress.
        var meters: [TaskID: [ProgressMeter]] = [:]
        var observers: [EventMailbox] = []
        var scopes: UInt64 = 0
    }

    /// Continues a call that had joined another, with the result of that call's work.
    typealias Receiver = @Sendable (TaskID, CallOutcome) -> Void

    let time: TimeSource
    private let state: Mutex<State>

    init(limits: DispatchLimits, keepEnded: Int, time: TimeSource) {
        self.time = time
        state = Mutex(State(table: TaskTable(limits: limits, keepEnded: keepEnded)))
    }

    deinit {
        // Observers still read the events up to now.
        let observers = state.withLock { $0.observers }
        observers.forEach { $0.finish() }
    }

    // MARK: Life of a task

    /// Changes the table, then notifies observers; under the lock it resumes no task and runs no user code.
    private func change<T>(_ body: (inout State) -> T) -> T {
        let (result, sleepers, meters, watches) = state.withLock {
            state -> (T, [EventMailbox], [ProgressMeter], [Task<Void, Never>]) in
            let result = body(&state)
            let events = state.table.drainEvents()
            guard !events.isEmpty else { return (result, [], [], []) }
            let meters = state.meters.isEmpty ? [] : Self.updateMeters(events, &state)
            let watches = state.watches.isEmpty ? [] : Self.takeWatches(events, &state)
            return (result, state.observers.filter { $0.append(events) }, meters, watches)
        }
        sleepers.forEach { $0.wakeReaders() }
        meters.forEach { $0.resumeReader() }
        watches.forEach { $0.cancel() }
        return result
    }

    /// The deadline watches of the rows that have ended.
    private static func takeWatches(_ events: [NetEvent], _ state: inout State) -> [Task<Void, Never>] {
        events.compactMap { $0.kind == .ended ? state.watches.removeValue(forKey: $0.row.id) : nil }
    }

    /// `watch` ends a row at its deadline; it is cancelled when the row ends before.
    func watch(_ id: TaskID, _ watch: Task<Void, Never>) {
        let isLive = state.withLock { state in
            let isLive = state.table.isOpen(id)
            if isLive { state.watches[id] = watch }
            return isLive
        }
        if !isLive { watch.cancel() }
    }

    private static func updateMeters(_ events: [NetEvent], _ state: inout State) -> [ProgressMeter] {
        events.flatMap { event -> [ProgressMeter] in
            guard let meters = state.meters[event.row.id] else { return [] }
            meters.forEach { $0.update(event.row) }
            if event.row.state.isEnded { state.meters[event.row.id] = nil }
            return meters
        }
    }

    /// Opens a new row with a number of its own, before any of its work exists.
    /// - Parameter abandon: lands the work's result when the task is cancelled; called at
    ///   most once, outside the lock.
    func openTask(_ info: TaskInfo, number: TaskID? = nil, abandon: @escaping @Sendable (NetError) -> Void) -> TaskID {
        let (id, pulls) = change { state in
            let id = state.table.openRow(info, number: number, at: time.now())
            state.ports[id] = TaskPort(abandon: abandon)
            // Only a member of an ended group or chain is over before it began.
            return (id, state.table.isLive(id) ? nil : takeCancellations(of: [(id, .group)], "", &state))
        }
        pulls?()
        return id
    }

    /// The same under a duplicate policy. The superseded calls end after the new row has its number, and the
    /// new row is not affected.
    /// - Parameter receive: takes the outcome of the joined work; called at most once, outside the lock.
    func open(
        _ info: TaskInfo, number: TaskID? = nil, _ claim: DuplicateClaim, abandon: @escaping @Sendable (NetError) -> Void,
        receive: @escaping Receiver
    ) -> (id: TaskID, opening: TaskTable.Opening) {
        let (id, opening, pulls, ownPulls) = change { state -> (TaskID, TaskTable.Opening, Cancellations, Cancellations) in
            let (id, opening, superseded) = state.table.openRow(info, number: number, claim, at: time.now())
            switch opening {
            case .runs: state.ports[id] = TaskPort(abandon: abandon)
            case .joined:
                state.ports[id] = TaskPort(abandon: abandon)
                state.receivers[id] = receive
            case .rejected: break
            }
            let pulls = takeCancellations(of: superseded.map { ($0, .superseded) }, "\(id) replaced it", &state)
            return (id, opening, pulls, takeCancellations(of: state.table.isLive(id) ? [] : [(id, .group)], "", &state))
        }
        pulls()
        // Only a member of an ended group or chain is over before it began.
        ownPulls()
        return (id, opening)
    }

    /// Opens and ends a task's row in one step: its response was stored.
    @discardableResult
    func recordServed(_ info: TaskInfo, _ source: ResponseSource, status: Int, _ note: CacheNote) -> TaskID {
        change { $0.table.recordServed(info, source, status: status, note, at: time.now()) }
    }

    /// Opens and ends a task's row in one step: its work was done elsewhere, before.
    func recordEnded(_ task: EndedTask) -> TaskID { change { $0.table.recordEnded(task, at: time.now()) } }

    /// A number for a task that may be opened later, or never: until then nothing is stored about it.
    func reserve() -> TaskID { state.withLock { $0.table.reserve() } }

    func newScope() -> ScopeID {
        state.withLock { state in
            state.scopes += 1
            return ScopeID(number: state.scopes)
        }
    }

    /// Runs a task's work; the row remembers a cancel that came before.
    func start(_ id: TaskID, _ work: @escaping @Sendable () async -> Void) {
        // Work that was cancelled before does not begin: its hooks and the caller's code
        // would run without a row.
        guard state.withLock({ $0.table.start(id) }) else { return close(id) }
        // Inherits the task-local values and the priority of its creator: decoding and hooks see
        // the same on every path.
        let task = Task { [self] in
            await work()
            close(id)
        }
        let isLive = state.withLock { state in
            state.ports[id]?.setWork(task)
            return state.table.isLive(id)
        }
        if !isLive { task.cancel() }
    }

    /// A task's work has returned, or will never start. May be called any number of times.
    func close(_ id: TaskID) {
        let granted = change { state in
            state.ports[id] = nil
            return resumeSlots(state.table.workReturned(id), &state)
        }
        granted.forEach { $0.resume(returning: true) }
    }

    private func resumeSlots(_ ids: [TaskID], _ state: inout State) -> [CheckedContinuation<Bool, Never>] {
        ids.compactMap { state.ports[$0]?.takeSlotWaiter() }
    }

    /// Waits for the right to send to `origin`; `false` when the task has ended meanwhile.
    func waitForSlot(_ id: TaskID, origin: String) async -> Bool {
        switch change({ $0.table.requestSlot(id, origin: origin, at: time.now()) }) {
        case .granted: return true
        case .refused: return false
        case .wait: break
        }
        let granted = await withCheckedContinuation { continuation in
            // The slot may have been granted, or the task ended, since the request.
            let ready = state.withLock { state -> Bool? in
                if !state.table.isLive(id) { return false }
                if state.table.holdsSlot(id) { return true }
                if Task.isCancelled {
                    state.table.withdraw(id)
                    return false
                }
                state.ports[id]?.setSlotWaiter(continuation)
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
        // A cancel may have come between the grant and the resumption: then nothing may be sent.
        return granted && state.withLock { $0.table.isLive(id) }
    }

    /// Records a finished exchange and passes its slot on, in one step.
    func finishExchange(_ id: TaskID, _ record: ExchangeRecord, redirected: Bool) {
        let granted = change { state in
            state.ports[id]?.removeExchange(.first)
            state.table.record(record, redirected: redirected, id, at: time.now())
            return resumeSlots(state.table.release(id), &state)
        }
        granted.forEach { $0.resume(returning: true) }
    }

    /// An exchange is about to start: a cancel reaches it, including one that came just before.
    func launch(_ exchange: Exchange, _ id: TaskID, _ lane: Attempt.Lane, isFirst: Bool) {
        let isLive = change { state in
            let launch = exchange.launch
            state.ports[id]?.setExchange(exchange, lane)
            switch lane {
            case .first: state.table.launch(launch, id)
            case .second:
                state.table.launchSecond(launch, id)
                if isFirst {
                    state.table.recordDecision(
                        .hedges(attempt: launch.attempt, service: launch.service), id, at: launch.startedAt)
                }
            }
            if isFirst { state.table.beginAttempt(id, number: launch.attempt, service: launch.service, at: launch.startedAt) }
            return state.table.isLive(id)
        }
        if !isLive { exchange.cancel() }
    }

    /// Stops waiting for a slot: ``waitForSlot(_:origin:)`` returns `false`, if it has not returned yet.
    func withdraw(_ id: TaskID) {
        let waiter = state.withLock { state in
            state.table.withdraw(id)
            return state.ports[id]?.takeSlotWaiter()
        }
        waiter?.resume(returning: false)
    }

    /// The right to send a second copy to `origin`, if a slot is free.
    func takeSecondSlot(_ id: TaskID, origin: String) -> Bool { change { $0.table.requestSecondSlot(id, origin: origin) } }

    /// Releases the second copy's slot; `record` describes its exchange, if there was one.
    func finishSecond(_ id: TaskID, _ record: ExchangeRecord?) {
        let granted = change { state in
            state.ports[id]?.removeExchange(.second)
            if let record { state.table.recordSecond(record, id) }
            return resumeSlots(state.table.releaseSecond(id), &state)
        }
        granted.forEach { $0.resume(returning: true) }
    }

    /// Releases the slot: no request is sent with it.
    func releaseSlot(_ id: TaskID, _ lane: Attempt.Lane) {
        switch lane {
        case .first: change { state in resumeSlots(state.table.release(id), &state) }.forEach { $0.resume(returning: true) }
        case .second: finishSecond(id, nil)
        }
    }

    /// A task's row, live or among the stored ended ones.
    func row(_ id: TaskID) -> TaskRow? { state.withLock { $0.table.row(id) } }

    /// When a work must have ended; `nil` while a waiting row has no deadline.
    func deadline(of work: TaskID) -> Deadline? { state.withLock { $0.table.deadline(of: work) } }

    /// The service of the newest attempt and the number of attempts; `nil` once the task has ended.
    func standing(_ id: TaskID) -> TaskTable.Standing? { state.withLock { $0.table.standing(id) } }

    /// The first number that no attempt of the task has yet.
    func nextAttempt(of id: TaskID, after number: Int) -> Int { max(number, standing(id)?.attempts ?? 0) + 1 }

    func update<T>(_ body: (inout TaskTable, Duration) -> T) -> T { change { body(&$0.table, time.now()) } }

    func isLive(_ id: TaskID) -> Bool { state.withLock { $0.table.isLive(id) } }

    /// Which callers received a work's result.
    enum ResultReceiver { case caller, othersOnly, nobody }

    /// Ends a task with its work's result; joined calls continue on their own. Without any waiting row the
    /// result is dropped. The caller lands its own result. A caller that does not receive it lands, or has
    /// landed, by a cancel or a deadline.
    /// - Parameter outcome: the outcome for joined calls; only a call with a ``DuplicateClaim`` has any.
    func endTask<R: Sendable>(_ id: TaskID, _ result: Result<R, NetError>, sharing outcome: CallOutcome? = nil) -> ResultReceiver
    {
        let error = result.error
        let (taking, receivers) = change { state in
            let joined = state.receivers.isEmpty || outcome == nil ? [] : state.table.joined(to: id)
            let taking = endTask(id, error, &state)
            return (taking, joined.compactMap { id in state.receivers.removeValue(forKey: id).map { (id, $0) } })
        }
        if let outcome { receivers.forEach { id, receive in receive(id, outcome) } }
        return taking
    }

    /// The same for a call that no other can join and whose work has returned.
    func finish<R: Sendable>(_ id: TaskID, _ result: Result<R, NetError>) -> ResultReceiver {
        let error = result.error
        let (taking, granted) = change { state in
            let taking = endTask(id, error, &state)
            state.ports[id] = nil
            return (taking, resumeSlots(state.table.workReturned(id), &state))
        }
        granted.forEach { $0.resume(returning: true) }
        return taking
    }

    private func endTask(_ id: TaskID, _ error: NetError?, _ state: inout State) -> ResultReceiver {
        let waits = state.table.isOpen(id)
        let isTaken =
            if let error {
                state.table.endTask(id, TaskState(error), reason: error.reasonOfRow, errorKind: error.kind.name, at: time.now())
            } else {
                state.table.endTask(id, .succeeded, at: time.now())
            }
        return isTaken ? waits ? .caller : .othersOnly : .nobody
    }

    // MARK: Cancellation

    /// Ends the tasks that `choose` selects and their members, in one step: no task
    /// that starts meanwhile is missed.
    func cancel(because reason: CancelReason, _ choose: (TaskTable) -> [TaskID]) -> [TaskID] {
        let (ended, pulls) = change { state -> ([TaskID], Cancellations) in
            let ended = state.table.cancelFamilies(choose(state.table), reason, at: time.now())
            return (ended.map(\.id), takeCancellations(of: ended, "", &state))
        }
        pulls()
        return ended
    }

    /// Ends a row by its deadline with its members, whatever its work is doing. The work goes on while other
    /// rows wait for it. Does nothing when the row has ended.
    func expire(_ id: TaskID, _ error: NetError) {
        let cancellations = change { state in
            let ended = state.table.expire(id, error, at: time.now())
            return ended.isEmpty ? Cancellations() : takeCancellations(of: ended, &state)
        }
        cancellations()
    }

    /// Aborts the work of tasks that end early.
    private struct Cancellations {
        /// Work that no row waits for any more.
        var works: [TaskPort] = []
        var abandoned: [(port: TaskPort, error: NetError)] = []

        /// Aborts the running work, then lands the errors.
        func callAsFunction() {
            works.forEach { $0.cancelWork() }
            for (port, error) in abandoned { port.abandon(error) }
        }
    }

    /// The aborts for these rows, which have just ended, and for the work that no row waits for any more.
    private func takeCancellations(of rows: [(id: TaskID, reason: CancelReason)], _ detail: String, _ state: inout State)
        -> Cancellations
    {
        takeCancellations(of: rows.map { ($0.id, NetError(.cancelled($0.reason), detail: detail)) }, &state)
    }

    private func takeCancellations(of rows: [(id: TaskID, error: NetError)], _ state: inout State) -> Cancellations {
        let works = state.table.drainAbandonedWork().compactMap { state.ports[$0] }
        let doubtful = state.table.drainPossiblyReceived()
        let abandoned = rows.compactMap { id, error -> (TaskPort, NetError)? in
            // A call that had joined another leaves no work behind; a call with work of its own
            // stays until that has returned.
            let hasJoined = !state.receivers.isEmpty && state.receivers.removeValue(forKey: id) != nil
            let port = hasJoined ? state.ports.removeValue(forKey: id) : state.ports[id]
            var error = error
            error.isPerhapsReceived = doubtful.contains(id)
            return port.map { ($0, error) }
        }
        return Cancellations(works: works, abandoned: abandoned)
    }

    /// Watches a task's progress; for an ended task the meter only shows the end.
    func makeMeter(_ id: TaskID) -> ProgressMeter {
        state.withLock { state in
            let meter = ProgressMeter()
            guard let row = state.table.row(id) else {
                meter.finish()
                return meter
            }
            meter.update(row)
            if !row.state.isEnded { state.meters[id, default: []].append(meter) }
            return meter
        }
    }

    /// The meter has no reader any more.
    func removeMeter(_ meter: ProgressMeter, of id: TaskID) {
        state.withLock { state in
            guard var meters = state.meters.removeValue(forKey: id) else { return }
            meters.removeAll { $0 === meter }
            if !meters.isEmpty { state.meters[id] = meters }
        }
    }

    /// How many live tasks the selection contains.
    func count(of selection: TaskSelection) -> Int { state.withLock { $0.table.liveTasks(selection).count } }

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

    /// 0 when only ended rows are left of all tasks.
    var liveCount: Int {
        state.withLock { $0.table.liveCount + $0.ports.count + $0.receivers.count + $0.watches.count + $0.meters.count }
    }
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension NetError {
    /// The reason in the row that it ends: a cancelled row always has one.
    fileprivate var reasonOfRow: String {
        if detail.isEmpty, case .cancelled(let reason) = kind { reason.words } else { detail }
    }
}
