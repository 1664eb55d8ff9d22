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
        /// Take the outcome of the work that a call has joined.
        var receivers: [TaskID: Receiver] = [:]
        /// Those who end a row when its deadline comes.
        var watches: [TaskID: Task<Void, Never>] = [:]
        /// Who watches a task's progress.
        var meters: [TaskID: [ProgressMeter]] = [:]
        var observers: [EventMailbox] = []
        var scopes: UInt64 = 0
    }

    /// Goes on with a call that had joined another, by what that one's work brought.
    typealias Receiver = @Sendable (TaskID, CallOutcome) -> Void

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
        let (result, sleepers, meters, watches) = state.withLock {
            state -> (T, [EventMailbox], [ProgressMeter], [Task<Void, Never>]) in
            let result = body(&state)
            let events = state.table.drainEvents()
            guard !events.isEmpty else { return (result, [], [], []) }
            let meters = state.meters.isEmpty ? [] : Self.read(events, &state)
            let watches = state.watches.isEmpty ? [] : Self.takeWatches(events, &state)
            return (result, state.observers.filter { $0.append(events) }, meters, watches)
        }
        sleepers.forEach { $0.wake() }
        meters.forEach { $0.wake() }
        watches.forEach { $0.cancel() }
        return result
    }

    /// Of the rows that have ended.
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

    private static func read(_ events: [NetEvent], _ state: inout State) -> [ProgressMeter] {
        events.flatMap { event -> [ProgressMeter] in
            guard let meters = state.meters[event.row.id] else { return [] }
            meters.forEach { $0.read(event.row) }
            if event.row.state.isEnded { state.meters[event.row.id] = nil }
            return meters
        }
    }

    /// A new row with a number of its own, before any of its work exists.
    /// - Parameter abandon: lands the work's result when the task is cancelled; called once at most, outside the lock.
    func open(_ info: TaskInfo, number: TaskID? = nil, abandon: @escaping @Sendable (NetError) -> Void) -> TaskID {
        let (id, pulls) = change { state in
            let id = state.table.open(info, number: number, at: time.now())
            state.ports[id] = TaskPort(abandon: abandon)
            // Only a member of what has ended is over before it began.
            return (id, state.table.isLive(id) ? nil : takePulls(of: [(id, .group)], "", &state))
        }
        pulls?()
        return id
    }

    /// The same under a duplicate policy. Those whose place it takes are ended once it has its own, and nothing of it is touched (B-YB-1).
    /// - Parameter receive: takes the outcome of the work that it joins; called once at most, outside the lock.
    func open(
        _ info: TaskInfo, number: TaskID? = nil, _ claim: DuplicateClaim, abandon: @escaping @Sendable (NetError) -> Void,
        receive: @escaping Receiver
    ) -> (id: TaskID, opening: TaskTable.Opening) {
        let (id, opening, pulls, ownPulls) = change { state -> (TaskID, TaskTable.Opening, Pulls, Pulls) in
            let (id, opening, superseded) = state.table.open(info, number: number, claim, at: time.now())
            switch opening {
            case .runs: state.ports[id] = TaskPort(abandon: abandon)
            case .joined:
                state.ports[id] = TaskPort(abandon: abandon)
                state.receivers[id] = receive
            case .rejected: break
            }
            let pulls = takePulls(of: superseded.map { ($0, .superseded) }, "\(id) took its place", &state)
            return (id, opening, pulls, takePulls(of: state.table.isLive(id) ? [] : [(id, .group)], "", &state))
        }
        pulls()
        // Only a member of what has ended is over before it began.
        ownPulls()
        return (id, opening)
    }

    /// A task from its row to its end, in one step: its answer was there.
    @discardableResult
    func serve(_ info: TaskInfo, _ source: AnswerSource, status: Int, _ note: CacheNote) -> TaskID {
        change { $0.table.served(info, source, status: status, note, at: time.now()) }
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
        // What was cancelled before does not begin: hooks and work of a caller would run, the row gone.
        guard state.withLock({ $0.table.start(id) }) else { return close(id) }
        // It inherits task-local values and the priority of who starts it: decoding and hooks see the same on every way.
        let task = Task { [self] in
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
                if Task.isCancelled {
                    state.table.withdraw(id)
                    return false
                }
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
            state.ports[id]?.leave(.first)
            state.table.record(record, redirected: redirected, id, at: time.now())
            return resumeSlots(state.table.release(id), &state)
        }
        granted.forEach { $0.resume(returning: true) }
    }

    /// An exchange is about to start: a cancel reaches it, also one that came just before.
    func launch(_ exchange: Exchange, _ id: TaskID, _ lane: Attempt.Lane, isFirst: Bool) {
        let isLive = change { state in
            let launch = exchange.launch
            state.ports[id]?.enter(exchange, lane)
            switch lane {
            case .first: state.table.launch(launch, id)
            case .second:
                state.table.launchSecond(launch, id)
                if isFirst {
                    state.table.decide(.hedges(attempt: launch.attempt, service: launch.service), id, at: launch.startedAt)
                }
            }
            if isFirst { state.table.attempt(id, number: launch.attempt, service: launch.service, at: launch.startedAt) }
            return state.table.isLive(id)
        }
        if !isLive { exchange.cancel() }
    }

    /// Waits for a slot no longer: ``slot(_:origin:)`` returns `false`, if it has not returned yet.
    func withdraw(_ id: TaskID) {
        let waiter = state.withLock { state in
            state.table.withdraw(id)
            return state.ports[id]?.slotWaiter()
        }
        waiter?.resume(returning: false)
    }

    /// The right to send a second copy to `origin`, if it is free.
    func secondSlot(_ id: TaskID, origin: String) -> Bool { change { $0.table.requestSecondSlot(id, origin: origin) } }

    /// The second copy's slot is not needed any more; `record` is what its exchange brought, if there was one.
    func finishSecond(_ id: TaskID, _ record: ExchangeRecord?) {
        let granted = change { state in
            state.ports[id]?.leave(.second)
            if let record { state.table.recordSecond(record, id) }
            return resumeSlots(state.table.releaseSecond(id), &state)
        }
        granted.forEach { $0.resume(returning: true) }
    }

    /// Nothing is sent with the slot after all.
    func giveBack(_ id: TaskID, _ lane: Attempt.Lane) {
        switch lane {
        case .first: change { state in resumeSlots(state.table.release(id), &state) }.forEach { $0.resume(returning: true) }
        case .second: finishSecond(id, nil)
        }
    }

    /// A task's row, live or among those that are kept.
    func row(_ id: TaskID) -> TaskRow? { state.withLock { $0.table.row(id) } }

    /// By when a work must be over; `nil` while somebody has as long as it takes.
    func deadline(of work: TaskID) -> Deadline? { state.withLock { $0.table.deadline(of: work) } }

    /// The service of the newest attempt and how many there were; `nil` once the task has ended.
    func standing(_ id: TaskID) -> TaskTable.Standing? { state.withLock { $0.table.standing(id) } }

    /// The number that no attempt of the task has yet.
    func nextAttempt(of id: TaskID, after number: Int) -> Int { max(number, standing(id)?.attempts ?? 0) + 1 }

    func update<T>(_ body: (inout TaskTable, Duration) -> T) -> T { change { body(&$0.table, time.now()) } }

    func isLive(_ id: TaskID) -> Bool { state.withLock { $0.table.isLive(id) } }

    /// Who was given what a work brought.
    enum Taking { case caller, othersOnly, nobody }

    /// Ends a task by what its work brought; who has joined it goes on by itself. Where nobody waits for it any more the result is dropped.
    /// The caller's landing is the caller's affair; who is not given it lands, or has landed, by a cancel or a deadline.
    /// - Parameter outcome: what those are given who have joined; only a call with a ``DuplicateClaim`` has any.
    func end<R: Sendable>(_ id: TaskID, _ result: Result<R, NetError>, sharing outcome: CallOutcome? = nil) -> Taking {
        let error = result.error
        let (taking, receivers) = change { state in
            let joined = state.receivers.isEmpty || outcome == nil ? [] : state.table.joined(to: id)
            let taking = end(id, error, &state)
            return (taking, joined.compactMap { id in state.receivers.removeValue(forKey: id).map { (id, $0) } })
        }
        if let outcome { receivers.forEach { id, receive in receive(id, outcome) } }
        return taking
    }

    /// The same for a call that nobody can join, and its work has returned.
    func finish<R: Sendable>(_ id: TaskID, _ result: Result<R, NetError>) -> Taking {
        let error = result.error
        let (taking, granted) = change { state in
            let taking = end(id, error, &state)
            state.ports[id] = nil
            return (taking, resumeSlots(state.table.workReturned(id), &state))
        }
        granted.forEach { $0.resume(returning: true) }
        return taking
    }

    private func end(_ id: TaskID, _ error: NetError?, _ state: inout State) -> Taking {
        let waits = state.table.isOpen(id)
        let isTaken =
            if let error {
                state.table.end(id, TaskState(error), reason: error.detail, errorKind: error.kind.name, at: time.now())
            } else {
                state.table.end(id, .succeeded, at: time.now())
            }
        return isTaken ? waits ? .caller : .othersOnly : .nobody
    }

    // MARK: Cancellation

    /// Ends those that `choose` names and their members, in one step: nothing that starts meanwhile is forgotten (B-HH-D7).
    func cancel(because reason: CancelReason, _ choose: (TaskTable) -> [TaskID]) -> [TaskID] {
        let (ended, pulls) = change { state -> ([TaskID], Pulls) in
            let ended = state.table.cancelFamilies(choose(state.table), reason, at: time.now())
            return (ended.map(\.id), takePulls(of: ended, "", &state))
        }
        pulls()
        return ended
    }

    /// Ends a row by its deadline, whatever its work is doing. That goes on while others wait for it. Nothing happens when the row has ended.
    func expire(_ id: TaskID, _ error: NetError) {
        let pulls = change { state in
            state.table.expire(id, error, at: time.now()) ? takePulls(of: [(id, error)], &state) : Pulls()
        }
        pulls()
    }

    /// What pulls at tasks that are ended before their time.
    private struct Pulls {
        /// Of work that nobody waits for any more.
        var works: [TaskPort] = []
        var abandoned: [(port: TaskPort, error: NetError)] = []

        /// Ends what is in the air, then lands the errors.
        func callAsFunction() {
            works.forEach { $0.pull() }
            for (port, error) in abandoned { port.abandon(error) }
        }
    }

    /// What pulls at these rows, which have just been ended, and at the work that nobody waits for any more.
    private func takePulls(of rows: [(id: TaskID, reason: CancelReason)], _ detail: String, _ state: inout State) -> Pulls {
        takePulls(of: rows.map { ($0.id, NetError(.cancelled($0.reason), detail: detail)) }, &state)
    }

    private func takePulls(of rows: [(id: TaskID, error: NetError)], _ state: inout State) -> Pulls {
        let works = state.table.drainForsaken().compactMap { state.ports[$0] }
        let doubtful = state.table.drainDoubtful()
        let abandoned = rows.compactMap { id, error -> (TaskPort, NetError)? in
            // A call that had joined another leaves nothing behind; one with work of its own stays until that has returned.
            let hasJoined = !state.receivers.isEmpty && state.receivers.removeValue(forKey: id) != nil
            let port = hasJoined ? state.ports.removeValue(forKey: id) : state.ports[id]
            var error = error
            error.isPerhapsReceived = doubtful.contains(id)
            return port.map { ($0, error) }
        }
        return Pulls(works: works, abandoned: abandoned)
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
            if !row.state.isEnded { state.meters[id, default: []].append(meter) }
            return meter
        }
    }

    /// Nobody reads it any more.
    func drop(_ meter: ProgressMeter, of id: TaskID) {
        state.withLock { state in
            guard var meters = state.meters.removeValue(forKey: id) else { return }
            meters.removeAll { $0 === meter }
            if !meters.isEmpty { state.meters[id] = meters }
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
    var liveCount: Int {
        state.withLock { $0.table.liveCount + $0.ports.count + $0.receivers.count + $0.watches.count + $0.meters.count }
    }
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
