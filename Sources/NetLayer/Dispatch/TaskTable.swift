// The table of tasks as a pure state machine: it decides who runs, who waits, how each ends, and says what happened.
// It knows no transport, no Swift task and no clock: every call carries the time.

import DequeModule

/// How many requests may be in the air.
public struct DispatchLimits: Sendable, Hashable {
    public var total: Int
    /// For one origin (scheme, host and port).
    public var perHost: Int

    /// Each limit is at least 1.
    public init(total: Int = 64, perHost: Int = 16) {
        self.total = max(1, total)
        self.perHost = max(1, perHost)
    }
}

struct TaskTable {
    /// What a task gets when it asks for a slot.
    enum SlotAnswer: Equatable { case granted, wait, refused }

    private(set) var seq: UInt64 = 0
    private(set) var counters = TaskCounters()
    private var rows: [TaskID: TaskRow] = [:]
    private var ended: EndedRows
    /// Tasks whose row has ended while their work has not returned yet.
    private var draining: Set<TaskID> = []
    private var slots: [TaskID: String] = [:]
    /// The slots of second copies of requests, besides those of the first ones.
    private var secondSlots: [TaskID: String] = [:]
    private var busy: [String: Int] = [:]
    /// Waiting tasks by origin, in the order of their numbers. A task that ended while it waited is skipped when its turn comes.
    private var queues: [String: Deque<TaskID>] = [:]
    private var waiting: Set<TaskID> = []
    private var outbox: [NetEvent] = []
    private var nextID: UInt64 = 1
    private let limits: DispatchLimits

    init(limits: DispatchLimits, keepEnded: Int) {
        // The fields can be set to anything; with no slot at all nobody would ever run.
        self.limits = DispatchLimits(total: limits.total, perHost: limits.perHost)
        ended = EndedRows(capacity: keepEnded)
    }

    // MARK: Life of a task

    /// A new row, queued, before any of its work exists.
    mutating func open(_ info: TaskInfo, at now: Duration) -> TaskID {
        let id = TaskID(nextID)
        nextID += 1
        counters.opened += 1
        rows[id] = TaskRow(id: id, info: info, openedAt: now)
        draining.insert(id)
        say(.queued, id, now)
        return id
    }

    /// Asks for the right to send to `origin`. Who waits is named by a later ``release(_:)`` or ended by a cancel. A task that has run
    /// before, because a redirect sends it on, is queued again.
    mutating func requestSlot(_ id: TaskID, origin: String, at now: Duration) -> SlotAnswer {
        guard let index = rows.index(forKey: id), slots[id] == nil, !waiting.contains(id) else { return .refused }
        if hasRoom(origin) {
            occupy(id, origin)
            return .granted
        }
        queue(id, origin)
        if rows.values[index].state != .queued {
            rows.values[index].state = .queued
            say(.queued, rows.values[index], now)
        }
        return .wait
    }

    /// Gives the slot back and names the tasks whose turn it is now: they hold theirs already.
    mutating func release(_ id: TaskID) -> [TaskID] {
        guard let origin = slots.removeValue(forKey: id) else { return [] }
        return vacate(origin)
    }

    /// It waits for a slot no longer.
    mutating func withdraw(_ id: TaskID) { waiting.remove(id) }

    /// Whether a second copy of its request may go out: it takes a slot that is free, or none, and waits for nothing.
    mutating func requestSecondSlot(_ id: TaskID, origin: String) -> Bool {
        guard rows[id] != nil, secondSlots[id] == nil, hasRoom(origin) else { return false }
        secondSlots[id] = origin
        busy[origin, default: 0] += 1
        return true
    }

    /// Gives the second copy's slot back, as ``release(_:)`` does the first one's.
    mutating func releaseSecond(_ id: TaskID) -> [TaskID] {
        guard let origin = secondSlots.removeValue(forKey: id) else { return [] }
        return vacate(origin)
    }

    mutating func attempt(_ id: TaskID, number: Int, service: String, at now: Duration) {
        change(id) { row in
            row.attempt = number
            row.service = service
            row.startedAt = row.startedAt ?? now
            row.retry = nil
        }
        say(.attempt, id, now)
    }

    /// An exchange is about to start; ``record(_:redirected:_:at:)`` ends it.
    mutating func launch(_ launch: Launch, _ id: TaskID) { change(id) { $0.flight = Flight(launch) } }

    /// The second copy is about to start; ``recordSecond(_:_:)`` ends it.
    mutating func launchSecond(_ launch: Launch, _ id: TaskID) { change(id) { $0.hedge = launch } }

    /// Which of two copies the answer came from.
    mutating func settle(_ id: TaskID, attempt: Int, service: String, status: Int?) {
        change(id) { row in
            row.attempt = attempt
            row.service = service
            row.status = status
        }
    }

    /// Phases come in any order from one attempt; each is told once.
    mutating func enter(_ phase: Phase, _ id: TaskID, at now: Duration) {
        guard let index = rows.index(forKey: id) else { return }
        if let start = rows.values[index].flight?.launch.startedAt {
            rows.values[index].flight?.phases.enter(phase, at: now - start)
        }
        guard rows.values[index].state != .running(phase) else { return }
        rows.values[index].state = .running(phase)
        say(.phase, rows.values[index], now)
    }

    mutating func received(_ head: ResponseHead, _ id: TaskID) {
        change(id) { row in
            row.status = head.status
            row.flight?.head = head
        }
    }

    mutating func progress(_ id: TaskID, sent: Int64, received: Int64, at now: Duration) {
        guard rows[id] != nil else { return }
        change(id) { row in
            // The numbers are those of the running exchange; what redirects before it took comes on top.
            row.bytesSent = max(row.bytesSent, row.exchanges.reduce(sent) { $0 + $1.metrics.bytesSent })
            row.bytesReceived = max(row.bytesReceived, row.exchanges.reduce(received) { $0 + $1.metrics.bytesReceived })
        }
        say(.progress, id, now)
    }

    /// Adds a finished exchange; `redirected` when another follows it in the same attempt.
    mutating func record(_ exchange: ExchangeRecord, redirected: Bool, _ id: TaskID, at now: Duration) {
        guard rows[id] != nil else { return }
        change(id) { row in
            var exchange = exchange
            if let flight = row.flight { exchange.phases = flight.phases }
            row.flight = nil
            Self.add(exchange, &row)
        }
        if redirected { say(.redirected, id, now) }
    }

    /// Adds a finished exchange of the second copy.
    mutating func recordSecond(_ exchange: ExchangeRecord, _ id: TaskID) {
        change(id) { row in
            row.hedge = nil
            Self.add(exchange, &row)
        }
    }

    private static func add(_ exchange: ExchangeRecord, _ row: inout TaskRow) {
        // The answer stays last: a copy that lost against it goes before it.
        let isOutrun = exchange.failure?.kind == .cancelled(.hedge)
        let winner = isOutrun ? row.exchanges.firstIndex { $0.attempt == row.exchanges.last?.attempt } : nil
        row.exchanges.insert(exchange, at: winner ?? row.exchanges.count)
        row.traceWeight += exchange.weight
        // A copy that was called off did not count its last bytes: what was told is not taken back.
        row.bytesSent = max(row.bytesSent, row.exchanges.reduce(0) { $0 + $1.metrics.bytesSent })
        row.bytesReceived = max(row.bytesReceived, row.exchanges.reduce(0) { $0 + $1.metrics.bytesReceived })
    }

    /// It waits to be tried again. The next ``attempt(_:number:service:at:)`` ends that.
    mutating func retry(_ id: TaskID, _ notice: RetryNotice, at now: Duration) {
        guard rows[id] != nil else { return }
        change(id) { row in
            row.state = .retrying
            row.retry = notice
            row.status = nil
        }
        say(.retry, id, now)
    }

    /// A group's or chain's members, as they stand now.
    mutating func members(_ id: TaskID, _ counts: MemberCounts, at now: Duration) {
        guard let row = rows[id], row.members != counts else { return }
        change(id) { $0.members = counts }
        say(.member, id, now)
    }

    /// Ends a task. The first end counts; any later one is dropped and answered with `false`. A dropped result is counted as late; the
    /// cancel that reaches a cancelled task's own work is no result.
    mutating func end(_ id: TaskID, _ state: TaskState, reason: String = "", errorKind: String? = nil, at now: Duration) -> Bool {
        guard state.isEnded, var row = rows.removeValue(forKey: id) else {
            if case .cancelled = state {} else { counters.late += 1 }
            return false
        }
        row.state = state
        row.reason = reason
        row.errorKind = errorKind
        row.endedAt = now
        waiting.remove(id)
        counters.count(state)
        ended.append(row)
        say(.ended, row, now)
        return true
    }

    /// Ends those of `ids` that have not ended, as cancelled, and names them.
    mutating func cancel(_ ids: some Sequence<TaskID>, _ reason: CancelReason, at now: Duration) -> [TaskID] {
        ids.filter { rows[$0] != nil && end($0, .cancelled(reason), reason: "by \(reason.rawValue)", errorKind: nil, at: now) }
    }

    /// The task's work has returned: nothing of it is left but its ended row.
    mutating func workReturned(_ id: TaskID) -> [TaskID] {
        draining.remove(id)
        return release(id)
    }

    // MARK: What is known

    /// Every internal collection counts: what is left after all work has returned is a leak.
    var liveCount: Int {
        rows.count + draining.count + slots.count + secondSlots.count + waiting.count + busy.count
            + queues.values.reduce(0) { $0 + $1.count }
            + outbox.count
    }

    var liveIDs: [TaskID] { rows.keys.sorted() }

    func holdsSlot(_ id: TaskID) -> Bool { slots[id] != nil }

    func isLive(_ id: TaskID) -> Bool { rows[id] != nil }

    func row(_ id: TaskID) -> TaskRow? { rows[id] }

    func snapshot(at now: Duration) -> TaskSnapshot {
        TaskSnapshot(seq: seq, time: now, live: rows.values.sorted { $0.id < $1.id }, ended: ended.all, counters: counters)
    }

    /// The events since the last call.
    mutating func drainEvents() -> [NetEvent] {
        defer { outbox = [] }
        return outbox
    }

    // MARK: Parts

    private mutating func change(_ id: TaskID, _ body: (inout TaskRow) -> Void) {
        guard let index = rows.index(forKey: id) else { return }
        body(&rows.values[index])
    }

    private mutating func say(_ kind: NetEvent.Kind, _ id: TaskID, _ now: Duration) {
        if let index = rows.index(forKey: id) { say(kind, rows.values[index], now) }
    }

    private mutating func say(_ kind: NetEvent.Kind, _ row: TaskRow, _ now: Duration) {
        seq += 1
        outbox.append(NetEvent(seq: seq, time: now, kind: kind, row: row))
    }

    /// Whether somebody may go at once: a slot is free of both kinds, and nobody waits for it.
    private func hasRoom(_ origin: String) -> Bool {
        slots.count + secondSlots.count < limits.total && busy[origin, default: 0] < limits.perHost
            && queues[origin]?.isEmpty ?? true
    }

    private mutating func vacate(_ origin: String) -> [TaskID] {
        busy[origin, default: 1] -= 1
        if busy[origin] == 0 { busy[origin] = nil }
        return admit()
    }

    private mutating func occupy(_ id: TaskID, _ origin: String) {
        slots[id] = origin
        busy[origin, default: 0] += 1
    }

    /// The line is in the order of the numbers, whichever task's work got to ask first, and who comes back after a redirect stands in
    /// front of all younger ones.
    private mutating func queue(_ id: TaskID, _ origin: String) {
        var line = queues.removeValue(forKey: origin) ?? []
        var place = line.endIndex
        while place > line.startIndex, line[place - 1] > id { place -= 1 }
        line.insert(id, at: place)
        queues[origin] = line
        waiting.insert(id)
    }

    /// Hands out free slots, the oldest task first, passing over origins that are full. Numbers only grow, so nobody is overtaken for ever.
    private mutating func admit() -> [TaskID] {
        var granted: [TaskID] = []
        while slots.count + secondSlots.count < limits.total, let origin = oldestWaitingOrigin() {
            guard let id = queues[origin]?.popFirst() else { break }
            waiting.remove(id)
            occupy(id, origin)
            granted.append(id)
        }
        return granted
    }

    private mutating func oldestWaitingOrigin() -> String? {
        var best: (origin: String, id: TaskID)?
        for origin in Array(queues.keys) {
            while let first = queues[origin]?.first, !waiting.contains(first) { queues[origin]?.removeFirst() }
            guard let first = queues[origin]?.first else {
                queues[origin] = nil
                continue
            }
            if busy[origin, default: 0] < limits.perHost, first < (best?.id ?? TaskID(.max)) { best = (origin, first) }
        }
        return best?.origin
    }
}
