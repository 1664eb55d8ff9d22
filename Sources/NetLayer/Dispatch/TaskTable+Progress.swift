// What a running task reports: attempts, phases, exchanges, decisions, members.

extension TaskTable {
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

    /// Adds a finished exchange of the second copy.
    mutating func recordSecond(_ exchange: ExchangeRecord, _ id: TaskID) {
        change(id) { row in
            row.hedge = nil
            Self.insertExchange(exchange, &row)
        }
    }

    private static func insertExchange(_ exchange: ExchangeRecord, _ row: inout TaskRow) {
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

    /// The task's response is a stored one.
    mutating func setSource(_ source: ResponseSource, status: Int, _ id: TaskID) {
        change(id) { row in
            row.source = source
            row.status = status
        }
    }

    /// Stores the beginning of the response's body.
    mutating func setExcerpt(_ bytes: [UInt8], _ id: TaskID) {
        change(id) { row in
            row.traceWeight += bytes.count - row.excerpt.count
            row.excerpt = bytes
        }
    }

    /// The task waits for its next attempt. The next ``attempt(_:number:service:at:)`` ends the wait.
    mutating func retry(_ id: TaskID, _ notice: RetryNotice, at now: Duration) {
        change(id) { row in
            row.state = .retrying
            row.retry = notice
            row.status = nil
        }
        recordDecision(.retries(attempt: notice.attempt, because: notice.reason), id, .retry, at: now)
    }

    /// Records that members of a group have to wait until others of it have ended.
    mutating func waitForTurn(_ members: [TaskID], limit: Int, at now: Duration) {
        for id in members where rows[id]?.state == .queued { recordDecision(.waitsForTurn(limit: limit), id, .queued, at: now) }
    }

    /// The work of a group, a chain or a member that sends nothing itself has begun.
    mutating func begin(_ id: TaskID, at now: Duration) {
        change(id) { $0.startedAt = $0.startedAt ?? now }
        enter(.waiting, id, at: now)
    }

    /// Adds `more` members to the known number.
    mutating func addExpectedMembers(_ more: Int, of parent: TaskID, at now: Duration) {
        guard let counts = rows[parent]?.members, more != 0 else { return }
        change(parent) { $0.members = counts.adding(total: more) }
        emit(.member, parent, now)
    }

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
}
