// Rows that are more or less than one plain request: members of groups, second copies, responses from the cache,
// tasks that ended elsewhere.

extension TaskTable {
    // MARK: Members

    /// Records that members of a group have to wait until others of it have ended.
    mutating func waitForTurn(_ members: [TaskID], limit: Int, at now: Duration) {
        for id in members where rows[id]?.state == .queued { recordDecision(.waitsForTurn(limit: limit), id, .queued, at: now) }
    }

    /// Adds `more` members to the known number.
    mutating func addExpectedMembers(_ more: Int, of parent: TaskID, at now: Duration) {
        guard let counts = rows[parent]?.members, more != 0 else { return }
        change(parent) { $0.members = counts.adding(total: more) }
        emit(.member, parent, now)
    }

    /// Records the place of a member in a measured run.
    mutating func setPacing(_ place: PacedPlace, of id: TaskID) { change(row: id) { $0.pacing = place } }

    /// A member has ended. Members that name their parent are counted by their own end.
    mutating func memberEnded(
        of parent: TaskID, succeeded: Bool, cancelled: Bool = false, skipped: Bool = false, at now: Duration
    ) {
        guard let counts = rows[parent]?.members else { return }
        let more = counts.adding(ended: 1, failed: succeeded ? 0 : 1, cancelled: cancelled ? 1 : 0, skipped: skipped ? 1 : 0)
        change(parent) { $0.members = more }
        emit(.member, parent, now)
    }

    /// Sets the current counts of a group's or chain's members.
    mutating func setMembers(_ id: TaskID, _ counts: MemberCounts, at now: Duration) {
        guard let row = rows[id], row.members != counts else { return }
        change(id) { $0.members = counts }
        emit(.member, id, now)
    }

    /// The same with their members and descendants, which end before their parents: an ended
    /// group has counted them all.
    mutating func cancelFamilies(_ ids: [TaskID], _ reason: CancelReason, at now: Duration) -> [(
        id: TaskID, reason: CancelReason
    )] {
        guard !lineage.isEmpty else { return cancel(ids, reason, at: now).map { ($0, reason) } }
        let named = Set(ids)
        return lineage.families(of: ids).flatMap { id in
            let reason = named.contains(id) ? reason : reason.ofMembers
            return cancel([id], reason, at: now).map { ($0, reason) }
        }
    }

    /// Ends a row at its deadline, and before it its members, as cancelled with their group. Its work goes on
    /// while other rows wait for it.
    /// - Returns: the rows that ended, each with its error; none when the row had ended.
    mutating func expire(_ id: TaskID, _ error: NetError, at now: Duration) -> [(id: TaskID, error: NetError)] {
        guard isOpen(id) else { return [] }
        let members = lineage.isEmpty ? [] : lineage.families(of: [id]).filter { $0 != id }
        var ended = cancel(members, .group, at: now).map { (id: $0, error: NetError(.cancelled(.group))) }
        if abandonRow(id, TaskState(error), reason: error.detail, errorKind: error.kind.name, at: now) {
            ended.append((id, error))
        }
        return ended
    }

    // MARK: Second copies

    /// Whether a second copy of the request may be sent: it takes a free slot or none, and never waits.
    mutating func requestSecondSlot(_ id: TaskID, origin: String) -> Bool {
        isLive(id) && slots.takeSecond(id, origin)
    }

    /// Releases the second copy's slot, as ``release(_:)`` does for the first.
    mutating func releaseSecond(_ id: TaskID) -> [TaskID] { slots.releaseSecond(id) }

    /// The second copy is about to start; ``recordSecond(_:_:)`` ends it.
    mutating func launchSecond(_ launch: Launch, _ id: TaskID) { change(id) { $0.hedge = launch } }

    /// Which of two copies brought the response.
    mutating func settle(_ id: TaskID, attempt: Int, service: String, status: Int?) {
        change(id) { row in
            row.attempt = attempt
            row.service = service
            row.status = status
        }
    }

    /// Adds a finished exchange of the second copy.
    mutating func recordSecond(_ exchange: ExchangeRecord, _ id: TaskID) {
        change(id) { row in
            row.hedge = nil
            Self.insertExchange(exchange, &row)
        }
    }

    // MARK: Stored responses

    /// The task's response is a stored one.
    mutating func setSource(_ source: ResponseSource, status: Int, _ id: TaskID) {
        change(id) { row in
            row.source = source
            row.status = status
        }
    }

    /// Opens and ends a row in one step: its response was stored, and it has no work. It is no
    /// member, and in no scope.
    mutating func recordServed(_ info: TaskInfo, _ source: ResponseSource, status: Int, _ note: CacheNote, at now: Duration)
        -> TaskID
    {
        let id = reserve()
        counters.opened += 1
        var row = TaskRow(id: id, info: info, openedAt: now)
        row.source = source
        row.status = status
        row.record(DecisionRecord(seq: seq + 1, time: now, decision: .cache(note)))
        emit(.queued, row, now)
        row.state = .succeeded
        row.endedAt = now
        counters.count(.succeeded)
        ended.append(row)
        emit(.ended, row, now)
        return id
    }

    // MARK: Ended tasks

    /// Opens and ends a row in one step: its work was done elsewhere, before. It is no member, and in no scope.
    mutating func recordEnded(_ task: EndedTask, at now: Duration) -> TaskID {
        let id = reserve()
        counters.opened += 1
        // Until it has ended it is a row of now: observers sort live rows by their age.
        var row = TaskRow(id: id, info: task.info, openedAt: now)
        emit(.queued, row, now)
        row.openedAt = task.openedAt
        for exchange in task.exchanges { Self.insertExchange(exchange, &row) }
        row.startedAt = task.exchanges.first?.startedAt
        row.attempt = task.exchanges.last?.attempt ?? 0
        row.service = task.exchanges.last?.service ?? ""
        row.status = task.exchanges.last?.head?.status
        row.state = task.state.isEnded ? task.state : .failed
        row.reason = task.reason
        row.errorKind = task.errorKind
        row.endedAt = max(task.openedAt, task.endedAt)
        counters.count(row.state)
        ended.append(row)
        emit(.ended, row, now)
        return id
    }
}
