// Plays random orders on a TaskTable and knows, from a simple model of its own, what must come of each step.

import TestSupport
import Testing

@testable import NetLayer

struct TaskTableDriver {
    /// What the model knows of one task.
    private struct Life {
        var origin: String
        var isWaiting = false
        var holds = false
        var end: TaskState?
        var hasReturned = false
        var kinds: [NetEvent.Kind] = []
        var bytes: Int64 = 0
    }

    private let limits: DispatchLimits
    private var table: TaskTable
    private var random: SplitMix64
    private var lives: [TaskID: Life] = [:]
    private var order: [TaskID] = []
    private var lastSeq: UInt64 = 0
    private var lateResults = 0
    private var now = Duration.zero

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        limits = DispatchLimits(total: Int.random(in: 1...6, using: &random), perHost: Int.random(in: 1...4, using: &random))
        table = TaskTable(limits: limits, keepEnded: Int.random(in: 0...20, using: &random))
    }

    mutating func run(steps: Int) throws {
        for _ in 0..<steps {
            try step()
            try check()
        }
        try drain()
    }

    // MARK: Steps

    private mutating func step() throws {
        now += .milliseconds(1)
        guard let id = order.randomElement(using: &random) else { return try open() }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<18: try open()
        case 18..<38: try ask(id)
        case 38..<52: try work(id)
        case 52..<60: try redirect(id)
        case 60..<74: try end(id)
        case 74..<80:
            try cancel((0..<Int.random(in: 1...4, using: &random)).compactMap { _ in order.randomElement(using: &random) })
        case 80: try cancel(table.liveIDs)
        default: try returnWork(id)
        }
    }

    private mutating func open() throws {
        let info = TaskInfo(endpoint: "e", title: "t", method: .get)
        let id = table.open(info, at: now)
        try #require(lives[id] == nil, "a number was used twice")
        lives[id] = Life(origin: "http://\(["a", "b", "c"].randomElement(using: &random) ?? "a"):80")
        order.append(id)
        try #require(table.isLive(id))
    }

    private mutating func ask(_ id: TaskID) throws {
        guard let life = lives[id], !life.hasReturned else { return }
        let answer = table.requestSlot(id, origin: life.origin, at: now)
        if life.end != nil || life.holds || life.isWaiting {
            try #require(answer == .refused)
        } else if holders.count < limits.total, holders.count(where: { lives[$0]?.origin == life.origin }) < limits.perHost {
            try #require(answer == .granted)
            lives[id]?.holds = true
        } else {
            try #require(answer == .wait)
            lives[id]?.isWaiting = true
        }
    }

    /// What a running task, and a late transport of an ended one, report.
    private mutating func work(_ id: TaskID) throws {
        guard let life = lives[id], life.holds else { return }
        table.attempt(id, number: 1, service: "s", at: now)
        table.enter(Phase.allCases.randomElement(using: &random) ?? .waiting, id, at: now)
        table.received(ResponseHead(status: 200), id)
        table.progress(id, sent: 1, received: Int64.random(in: 0...100, using: &random), at: now)
    }

    /// An exchange ends and another must follow, perhaps elsewhere.
    private mutating func redirect(_ id: TaskID) throws {
        guard let life = lives[id], life.holds else { return }
        var metrics = TransferMetrics()
        metrics.bytesReceived = 200
        let record = ExchangeRecord(
            attempt: 1, service: "s", request: WireRequest(url: URI("http://a/")), head: ResponseHead(status: 302), failure: nil,
            metrics: metrics,
            startedAt: now)
        table.record(record, redirected: true, id, at: now)
        try release(id) { $0.release(id) }
        if Bool.random(using: &random) { lives[id]?.origin = "http://d:80" }
    }

    private mutating func end(_ id: TaskID) throws {
        guard let life = lives[id], !life.hasReturned else { return }
        let states: [TaskState] = [.succeeded, .failed, .timedOut(.idle), .cancelled(.quit), .superseded]
        let state = states.randomElement(using: &random) ?? .succeeded
        let isFirst = table.end(id, state, at: now)
        try #require(isFirst == (life.end == nil))
        if isFirst {
            lives[id]?.end = state
            lives[id]?.isWaiting = false
        } else if state != .cancelled(.quit) {
            lateResults += 1
        }
    }

    private mutating func cancel(_ ids: [TaskID]) throws {
        let live = Set(ids.filter { lives[$0]?.end == nil })
        let ended = table.cancel(ids, .user, at: now)
        try #require(ended.count == live.count && Set(ended) == live)
        for id in ended {
            lives[id]?.end = .cancelled(.user)
            lives[id]?.isWaiting = false
        }
    }

    /// As in the client, work returns only after its task has ended.
    private mutating func returnWork(_ id: TaskID) throws {
        guard let life = lives[id], life.end != nil else { return }
        lives[id]?.hasReturned = true
        try release(id) { $0.workReturned(id) }
    }

    /// Whoever is named must be the oldest of those that may go, at that moment.
    private mutating func release(_ id: TaskID, _ give: (inout TaskTable) -> [TaskID]) throws {
        let held = lives[id]?.holds == true
        let granted = give(&table)
        lives[id]?.holds = false
        if !held { try #require(granted.isEmpty) }
        for winner in granted {
            try #require(winner == eligible.min(), "the oldest that may go goes first")
            lives[winner]?.isWaiting = false
            lives[winner]?.holds = true
        }
    }

    // MARK: Invariants

    private var holders: [TaskID] { order.filter { lives[$0]?.holds == true } }

    /// Waiting tasks that a free slot of both kinds is there for.
    private var eligible: [TaskID] {
        let holders = holders
        guard holders.count < limits.total else { return [] }
        return order.filter { id in
            guard let life = lives[id], life.isWaiting else { return false }
            return holders.count { lives[$0]?.origin == life.origin } < limits.perHost
        }
    }

    private mutating func check() throws {
        try hear()
        let holders = holders
        try #require(holders.count <= limits.total)
        for origin in Set(holders.compactMap { lives[$0]?.origin }) {
            try #require(holders.count { lives[$0]?.origin == origin } <= limits.perHost)
        }
        try #require(eligible.isEmpty, "a slot stands free while a task waits for it")
        for id in order {
            try #require(table.holdsSlot(id) == lives[id]?.holds)
            try #require(table.isLive(id) == (lives[id]?.end == nil))
        }
        try #require(table.counters.late == lateResults)
        try #require(table.counters.opened == order.count)
        try #require(table.counters.ended + table.liveIDs.count == order.count)
    }

    private mutating func hear() throws {
        for event in table.drainEvents() {
            try #require(event.seq == lastSeq + 1, "numbers rise by one")
            lastSeq = event.seq
            let id = event.row.id
            let before = try #require(lives[id])
            try #require(before.kinds.last != .ended, "nothing comes after the end")
            if before.kinds.isEmpty { try #require(event.kind == .queued, "the first thing told is that it is queued") }
            try #require((event.kind == .ended) == event.row.state.isEnded)
            try #require(event.row.bytesReceived >= before.bytes, "bytes never shrink")
            lives[id]?.kinds.append(event.kind)
            lives[id]?.bytes = event.row.bytesReceived
        }
        try #require(table.snapshot(at: now).seq == lastSeq)
    }

    /// Lets everything come to its end: nobody who waits may be left behind.
    private mutating func drain() throws {
        var rounds = 0
        while order.contains(where: { lives[$0]?.end == nil }) {
            rounds += 1
            try #require(rounds <= 4 * order.count, "a task starves")
            for id in order where lives[id]?.end == nil && lives[id]?.isWaiting == false && lives[id]?.holds == false {
                try ask(id)
            }
            guard let id = holders.first else { continue }
            if lives[id]?.end == nil {
                _ = table.end(id, .succeeded, at: now)
                lives[id]?.end = .succeeded
            }
            try returnWork(id)
            try check()
        }
        for id in order where lives[id]?.hasReturned == false { try returnWork(id) }
        try check()
        try #require(table.liveCount == 0, "something is left of a task")
        try #require(
            lives.values.allSatisfy {
                $0.kinds.first == .queued && $0.kinds.count { $0 == .ended } == 1 && $0.kinds.last == .ended
            })
        func count(_ which: (TaskState) -> Bool) -> Int { lives.values.count { $0.end.map(which) ?? false } }
        let counters = table.counters
        try #require(counters.succeeded == count { $0 == .succeeded })
        try #require(counters.failed == count { $0 == .failed })
        try #require(counters.timedOut == count { $0 == .timedOut(.idle) })
        try #require(counters.superseded == count { $0 == .superseded })
        try #require(counters.cancelled == count { $0 == .cancelled(.user) || $0 == .cancelled(.quit) })
    }
}
