// The table of tasks as a pure state machine: it decides which tasks run or wait and how
// each ends, and emits events.
// It knows no transport, no Swift task and no clock: every call passes the time.

package struct TaskTable {
    /// The result of a slot request.
    enum SlotResult: Equatable { case granted, wait, refused }

    /// The decision for a new call.
    enum Opening: Equatable {
        case runs
        /// The row has no work of its own: it waits for the work of this task.
        case joined(TaskID)
        /// The row has ended already.
        case rejected(because: TaskID)
    }

    private(set) var seq: UInt64 = 0
    var counters = TaskCounters()
    var rows: [TaskID: TaskRow] = [:]
    var ended: EndedRows
    /// Tasks whose row has ended while their work has not returned yet.
    private var draining: Set<TaskID> = []
    var slots: Slots
    var duplicates = Duplicates()
    var lineage = TaskHierarchy()
    /// The live rows of each scope: ending a scope takes time proportional to its own tasks, not
    /// to all of the client's.
    private var scopes: [ScopeID: Set<TaskID>] = [:]
    /// The live groups to whose members the client's limits do not apply.
    private var exemptGroups: Set<TaskID> = []
    /// Work of ended rows that no row waits for any more; see ``drainAbandonedWork()``.
    private var abandonedWork: [TaskID] = []
    /// Rows that ended before their work returned and whose request the server may have received, since the
    /// last call of ``drainPossiblyReceived()``.
    private var possiblyReceived: Set<TaskID> = []
    var outbox: [NetEvent] = []
    private var nextID: UInt64 = 1

    package init(limits: DispatchLimits, keepEnded: Int) {
        slots = Slots(limits)
        ended = EndedRows(capacity: keepEnded)
    }

    // MARK: Life of a task

    /// A number for a row that may come later, or never.
    mutating func reserve() -> TaskID {
        defer { nextID += 1 }
        return TaskID(nextID)
    }

    /// Opens a new queued row, before any of its work exists. A member whose group or chain has
    /// ended is cancelled at once.
    /// - Parameter work: the task whose work it waits for; `nil` when it has its own.
    package mutating func openRow(_ info: TaskInfo, number: TaskID? = nil, joining work: TaskID? = nil, at now: Duration)
        -> TaskID
    {
        let id = number ?? reserve()
        counters.opened += 1
        if let work, let row = firstRow(of: work) {
            rows[id] = row.joining(as: id, info, to: work, at: now)
            let record = DecisionRecord(seq: seq + 1, time: now, decision: .joins(work))
            change(row: id) { $0.record(record) }
            duplicates.join(id, to: work)
            slots.raise(work, to: info.priority)
        } else {
            rows[id] = TaskRow(id: id, info: info, openedAt: now)
            draining.insert(id)
        }
        emit(.queued, row: id, now)
        if let scope = info.scope { scopes[scope, default: []].insert(id) }
        if let parent = info.parent {
            lineage.add(id, to: parent)
            if rows[parent] == nil {
                // The row has no work of its own yet that would have to end.
                endRow(id, .cancelled(.group), reason: CancelReason.group.words, errorKind: nil, at: now)
                _ = duplicates.leave(id)
            }
        }
        return id
    }

    /// Opens a new row under a duplicate policy, in one step with the check for executing calls, so that no
    /// call slips in between.
    /// - Returns: the row's number, the decision, and the rows that it supersedes.
    mutating func openRow(_ info: TaskInfo, number: TaskID? = nil, _ claim: DuplicateClaim, at now: Duration)
        -> (id: TaskID, opening: Opening, superseded: [TaskID])
    {
        // A row that is over before it began supersedes no row, and is no duplicate.
        if let parent = info.parent, rows[parent] == nil { return (openRow(info, number: number, at: now), .runs, []) }
        switch duplicates.verdict(claim, isSafe: info.method.isSafe, parent: info.parent, at: now) {
        case .runs(let older):
            let id = openRow(info, number: number, at: now)
            let superseded = older.flatMap { duplicates.waitingRows(of: $0) ?? [$0] }
            for row in superseded {
                abandonRow(row, .superseded, reason: "\(id) replaced it", .superseded(by: id), at: now)
            }
            duplicates.register(id, claim, isSafe: info.method.isSafe, parent: info.parent, at: now)
            return (id, .runs, superseded)
        case .rejected(let other):
            let id = openRow(info, number: number, at: now)
            endRow(
                id, .superseded, reason: "\(other) is executing", errorKind: NetError.Kind.duplicate.name, .refused(for: other),
                at: now)
            draining.remove(id)
            return (id, .rejected(because: other), [])
        case .joins(let work):
            return (openRow(info, number: number, joining: work, at: now), .joined(work), [])
        }
    }

    /// The task's work starts. Returns whether it should: no row may be waiting for it any more.
    mutating func start(_ id: TaskID) -> Bool {
        duplicates.begin(id)
        return isLive(id)
    }

    /// Requests the right to send to `origin`. A later ``release(_:)`` returns a waiting task, or a cancel
    /// ends its wait. A task that has run before, and continues after a redirect, is queued again.
    mutating func requestSlot(_ id: TaskID, origin: String, at now: Duration) -> SlotResult {
        guard let row = firstRow(of: id), !slots.isKnown(id) else { return .refused }
        if let group = row.info.parent, exemptGroups.contains(group) {
            slots.takeExempt(id)
            return .granted
        }
        if slots.takeFirst(id, origin) { return .granted }
        // As urgent as the most urgent row that waits for it.
        let priority = duplicates.waitingRows(of: id)?.compactMap { rows[$0]?.info.priority }.max() ?? row.info.priority
        let reason = slots.whyWaiting(origin)
        slots.enqueue(id, origin, priority)
        change(id) { $0.state = .queued }
        recordDecision(reason, id, .queued, at: now)
        return .wait
    }

    /// The client's limits do not apply to the members of this group, which limits them itself.
    mutating func exemptMembers(of group: TaskID) { if rows[group] != nil { exemptGroups.insert(group) } }

    /// Releases the slot and returns the tasks that get a slot now: they already hold it.
    mutating func release(_ id: TaskID) -> [TaskID] { slots.release(id) }

    /// The task stops waiting for a slot.
    mutating func withdraw(_ id: TaskID) { slots.withdraw(id) }

    mutating func beginAttempt(_ id: TaskID, number: Int, service: String, at now: Duration) {
        change(id) { row in
            row.attempt = number
            row.service = service
            row.startedAt = row.startedAt ?? now
            row.retry = nil
        }
        emit(.attempt, id, now)
    }

    /// An exchange is about to start; ``record(_:redirected:_:at:)`` ends it.
    mutating func launch(_ launch: Launch, _ id: TaskID) { change(id) { $0.flight = Flight(launch) } }

    /// Records a phase. The phases of one attempt may come in any order; each is reported once.
    /// - Parameter times: when the phases of the exchange in flight began, if more precise times are known
    ///   than the time of this call.
    mutating func enter(_ phase: Phase, _ id: TaskID, times: PhaseTimes? = nil, at now: Duration) {
        guard let crowd = duplicates.waitingRows(of: id) else { return enter(phase, times, row: id, at: now) }
        for row in crowd { enter(phase, times, row: row, at: now) }
    }

    private mutating func enter(_ phase: Phase, _ times: PhaseTimes?, row id: TaskID, at now: Duration) {
        guard let index = rows.index(forKey: id) else { return }
        if let times {
            rows.values[index].flight?.phases = times
        } else if let start = rows.values[index].flight?.launch.startedAt {
            rows.values[index].flight?.phases.enter(phase, at: now - start)
        }
        guard rows.values[index].state != .running(phase) else { return }
        rows.values[index].state = .running(phase)
        emit(.phase, rows.values[index], now)
    }

    mutating func recordHead(_ head: ResponseHead, _ id: TaskID) {
        change(id) { row in
            row.status = head.status
            row.flight?.head = head
        }
    }

    mutating func progress(_ id: TaskID, sent: Int64, received: Int64, at now: Duration) {
        change(id) { row in
            // The numbers belong to the running exchange; earlier redirects add theirs.
            row.bytesSent = max(row.bytesSent, row.exchanges.reduce(sent) { $0 + $1.metrics.bytesSent })
            row.bytesReceived = max(row.bytesReceived, row.exchanges.reduce(received) { $0 + $1.metrics.bytesReceived })
        }
        emit(.progress, id, now)
    }

    /// Adds a finished exchange; `redirected` when another follows it in the same attempt.
    mutating func record(_ exchange: ExchangeRecord, redirected: Bool, _ id: TaskID, at now: Duration) {
        change(id) { row in
            var exchange = exchange
            if exchange.phases == PhaseTimes(), let flight = row.flight { exchange.phases = flight.phases }
            row.flight = nil
            // The transport may not have reported the head before its end.
            if let head = exchange.head { row.status = head.status }
            Self.insertExchange(exchange, &row)
        }
        if redirected { recordDecision(.redirects(status: exchange.head?.status ?? 0), id, .redirected, at: now) }
    }

    static func insertExchange(_ exchange: ExchangeRecord, _ row: inout TaskRow) {
        // The response stays last: a copy that lost the race is inserted before it.
        let isOutrun = exchange.failure?.kind == .cancelled(.hedge)
        let winner = isOutrun ? row.exchanges.firstIndex { $0.attempt == row.exchanges.last?.attempt } : nil
        row.exchanges.insert(exchange, at: winner ?? row.exchanges.count)
        row.traceWeight += exchange.weight
        // An abandoned copy did not count its last bytes: the reported totals never decrease.
        row.bytesSent = max(row.bytesSent, row.exchanges.reduce(0) { $0 + $1.metrics.bytesSent })
        row.bytesReceived = max(row.bytesReceived, row.exchanges.reduce(0) { $0 + $1.metrics.bytesReceived })
    }

    /// Records a decision with its reason, and reports it by an event of that kind.
    mutating func recordDecision(_ decision: Decision, _ id: TaskID, _ kind: NetEvent.Kind = .decided, at now: Duration) {
        for row in duplicates.waitingRows(of: id) ?? [id] {
            let record = DecisionRecord(seq: seq + 1, time: now, decision: decision)
            change(row: row) { $0.record(record) }
            emit(kind, row: row, now)
        }
    }

    /// Stores the beginning of the response's body.
    mutating func setExcerpt(_ bytes: [UInt8], _ id: TaskID) {
        change(id) { row in
            row.traceWeight += bytes.count - row.excerpt.count
            row.excerpt = bytes
        }
    }

    /// The task waits for its next attempt. The next ``beginAttempt(_:number:service:at:)`` ends the wait.
    mutating func retry(_ id: TaskID, _ notice: RetryNotice, at now: Duration) {
        change(id) { row in
            row.state = .retrying
            row.retry = notice
            row.status = nil
        }
        recordDecision(.retries(attempt: notice.attempt, because: notice.reason), id, .retry, at: now)
    }

    /// The work of a group, a chain or a member that sends nothing itself has begun.
    mutating func begin(_ id: TaskID, at now: Duration) {
        change(id) { $0.startedAt = $0.startedAt ?? now }
        enter(.waiting, id, at: now)
    }

    /// The service of the newest attempt, the number of attempts, and whether the server may have received
    /// one of them without responding.
    typealias Standing = (service: String, attempts: Int, isPerhapsReceived: Bool)

    /// `nil` once no row waits for the task any more.
    func standing(_ id: TaskID) -> Standing? {
        firstRow(of: id).map { ($0.service, $0.attempt, $0.exchanges.contains(where: \.isPerhapsReceived)) }
    }

    /// Ends a task with its work's result. Joined calls evaluate the result on their own, and end separately.
    /// The first end counts; a later one is dropped and returns `false`. A dropped result counts as late; the
    /// cancel that reaches a cancelled task's own work is not a result.
    package mutating func endTask(
        _ id: TaskID, _ state: TaskState, reason: String = "", errorKind: String? = nil, at now: Duration
    )
        -> Bool
    {
        guard state.isEnded else { return false }
        let isFirst: Bool
        if let crowd = duplicates.removeWaitingRows(id) {
            isFirst = !crowd.isEmpty
            if crowd.contains(id) { endRow(id, state, reason: reason, errorKind: errorKind, at: now) }
        } else {
            isFirst = endRow(id, state, reason: reason, errorKind: errorKind, at: now) != nil
        }
        slots.withdraw(id)
        if case .cancelled = state { return isFirst }
        if !isFirst { counters.late += 1 }
        return isFirst
    }

    /// Ends those of `ids` that have not ended, as cancelled or superseded, and returns them.
    mutating func cancel(_ ids: some Sequence<TaskID>, _ reason: CancelReason, at now: Duration) -> [TaskID] {
        let (state, words): (TaskState, String) =
            reason == .superseded
            ? (.superseded, "another one replaced it") : (.cancelled(reason), reason.words)
        return ids.filter { abandonRow($0, state, reason: words, at: now) }
    }

    /// Work that no row waits for any more, since the last call: its exchanges must be aborted.
    mutating func drainAbandonedWork() -> [TaskID] {
        defer { abandonedWork = [] }
        return abandonedWork
    }

    /// The rows that ended before their work returned and whose request the server may have
    /// received, since the last call.
    mutating func drainPossiblyReceived() -> Set<TaskID> {
        defer { possiblyReceived = [] }
        return possiblyReceived
    }

    /// Ends a row that has no waiting caller any more. Its work goes on while other rows wait for it.
    @discardableResult
    mutating func abandonRow(
        _ id: TaskID, _ state: TaskState, reason: String, errorKind: String? = nil, _ decision: Decision? = nil,
        at now: Duration
    ) -> Bool {
        guard let row = endRow(id, state, reason: reason, errorKind: errorKind, decision, at: now) else { return false }
        if row.isPerhapsReceived { possiblyReceived.insert(id) }
        let work = duplicates.work(of: id)
        if duplicates.leave(id) {
            slots.withdraw(work)
            abandonedWork.append(work)
        }
        return true
    }

    /// - Returns: the row as it ended; `nil` when it had ended before.
    @discardableResult
    private mutating func endRow(
        _ id: TaskID, _ state: TaskState, reason: String, errorKind: String?, _ decision: Decision? = nil, at now: Duration
    ) -> TaskRow? {
        guard var row = rows.removeValue(forKey: id) else { return nil }
        var decision = decision
        if case .cancelled(let reason) = state { decision = .cancelled(reason) }
        if let decision { row.record(DecisionRecord(seq: seq + 1, time: now, decision: decision)) }
        row.state = state
        row.reason = reason
        row.errorKind = errorKind
        row.isPerhapsReceived =
            state != .succeeded && (row.flight?.isPerhapsReceived == true || row.exchanges.contains(where: \.isPerhapsReceived))
        row.endedAt = now
        counters.count(state)
        ended.append(row)
        emit(.ended, row, now)
        exemptGroups.remove(id)
        if let scope = row.info.scope {
            scopes[scope]?.remove(id)
            if scopes[scope]?.isEmpty == true { scopes[scope] = nil }
        }
        if let parent = row.info.parent {
            lineage.remove(id, from: parent)
            var isCancelled = false
            if case .cancelled = state { isCancelled = true }
            memberEnded(
                of: parent, succeeded: state == .succeeded, cancelled: isCancelled, skipped: state == .cancelled(.skipped),
                at: now)
        }
        return row
    }

    /// The task's work has returned: only its ended row is left.
    package mutating func workReturned(_ id: TaskID) -> [TaskID] {
        draining.remove(id)
        return release(id)
    }

    // MARK: Queries

    /// Counts every internal collection: whatever remains after all work has returned is a leak.
    var liveCount: Int {
        rows.count + draining.count + slots.count + duplicates.count + lineage.count + scopes.count + exemptGroups.count
            + abandonedWork.count + possiblyReceived.count + outbox.count
    }

    var liveIDs: [TaskID] { rows.keys.sorted() }

    /// The live tasks in the selection, by number.
    func liveTasks(_ selection: TaskSelection) -> [TaskID] {
        switch selection {
        case .ids(let ids): ids.filter { rows[$0] != nil }
        case .all: liveIDs
        case .endpoint(let endpoint): liveTasks { $0.kind == .call && $0.endpoint == endpoint }
        case .tag(let name): liveTasks { $0.tag?.scope == name }
        case .members(let parent): lineage.members(of: parent)
        case .scope(let scope): scopes[scope]?.sorted() ?? []
        }
    }

    private func liveTasks(where isMeant: (TaskInfo) -> Bool) -> [TaskID] {
        rows.values.filter { isMeant($0.info) }.map(\.id).sorted()
    }

    func holdsSlot(_ id: TaskID) -> Bool { slots.isHeld(by: id) }

    /// The row, live or among the stored ended ones.
    func row(_ id: TaskID) -> TaskRow? { rows[id] ?? ended.row(id) }

    /// Whether a row waits for this task's work.
    func isLive(_ id: TaskID) -> Bool { rows[id] != nil || duplicates.waitingRows(of: id) != nil }

    /// The row has not ended.
    func isOpen(_ id: TaskID) -> Bool { rows[id] != nil }

    /// When the last row that waits for a work stops waiting; `nil` when one of them has no deadline.
    func deadline(of work: TaskID) -> Deadline? {
        var last: Deadline?
        for id in duplicates.waitingRows(of: work) ?? [work] {
            guard let row = rows[id], let limit = row.info.deadline else { return nil }
            let latest = row.openedAt + limit
            if last.map({ $0.latest < latest }) ?? true { last = Deadline(limit: limit, latest: latest) }
        }
        last?.isFixed = !duplicates.mayBeJoined(work)
        return last
    }

    /// The live rows that wait for the work of `id` besides its own.
    func joined(to id: TaskID) -> [TaskID] { duplicates.waitingRows(of: id)?.filter { $0 != id } ?? [] }

    func snapshot(at now: Duration) -> TaskSnapshot {
        TaskSnapshot(seq: seq, time: now, live: rows.values.sorted { $0.id < $1.id }, ended: ended.all, counters: counters)
    }

    /// The events since the last call.
    package mutating func drainEvents() -> [NetEvent] {
        guard !outbox.isEmpty else { return [] }
        defer { outbox = [] }
        return outbox
    }

    // MARK: Parts

    /// Any of the live rows of a work: they show the same state of it.
    func firstRow(of work: TaskID) -> TaskRow? { rows[work] ?? duplicates.waitingRows(of: work)?.first.flatMap { rows[$0] } }

    /// Changes the row of a work, and the rows that have joined it.
    mutating func change(_ work: TaskID, _ body: (inout TaskRow) -> Void) {
        guard let crowd = duplicates.waitingRows(of: work) else { return change(row: work, body) }
        for id in crowd { change(row: id, body) }
    }

    mutating func change(row id: TaskID, _ body: (inout TaskRow) -> Void) {
        guard let index = rows.index(forKey: id) else { return }
        body(&rows.values[index])
    }

    /// Emits an event for a work's row, and for the rows that have joined it.
    mutating func emit(_ kind: NetEvent.Kind, _ work: TaskID, _ now: Duration) {
        guard let crowd = duplicates.waitingRows(of: work) else { return emit(kind, row: work, now) }
        for id in crowd { emit(kind, row: id, now) }
    }

    mutating func emit(_ kind: NetEvent.Kind, row id: TaskID, _ now: Duration) {
        if let index = rows.index(forKey: id) { emit(kind, rows.values[index], now) }
    }

    mutating func emit(_ kind: NetEvent.Kind, _ row: TaskRow, _ now: Duration) {
        seq += 1
        outbox.append(NetEvent(seq: seq, time: now, kind: kind, row: row))
    }
}
