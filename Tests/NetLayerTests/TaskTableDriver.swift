// Plays random orders on a TaskTable and knows, from a simple model of its own, what must come of each step.

import TestSupport
import Testing

@testable import NetLayer

struct TaskTableDriver {
    /// What the model knows of one task.
    private struct Life {
        var origin: String
        var priority: CallPriority
        /// The task whose work it waits for: itself, or the one that it has joined.
        var work: TaskID
        /// What its row says that it has joined; it stays when that work has ended.
        var joined: TaskID?
        var claim: DuplicateClaim?
        var isSafe: Bool
        var openedAt: Duration
        var parent: TaskID?
        var deadline: Duration?
        var scope: ScopeID?
        /// Of the most urgent that has waited for it since it asked, or did then.
        var urgency = CallPriority.normal
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
    /// How many live rows wait for a work.
    private var waiters: [TaskID: Int] = [:]
    private var lastSeq: UInt64 = 0
    private var lateResults = 0
    private var now = Duration.zero
    /// Slots that those who waited have got.
    private var turns = 0
    private var reserved: [TaskID] = []

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
        case 81..<85: try expire(id)
        default: try returnWork(id)
        }
    }

    private mutating func open() throws {
        if Int.random(in: 0..<8, using: &random) == 0 { reserved.append(table.reserve()) }
        let number = Bool.random(using: &random) ? reserved.popLast() : nil
        let method: HTTPMethod = Int.random(in: 0..<4, using: &random) == 0 ? .post : .get
        let priority = CallPriority.allCases.randomElement(using: &random) ?? .normal
        let deadline: Duration? = Bool.random(using: &random) ? .milliseconds(Int.random(in: 1...9, using: &random)) : nil
        let scope = Bool.random(using: &random) ? ScopeID(number: UInt64.random(in: 1...3, using: &random)) : nil
        let parent = Int.random(in: 0..<3, using: &random) == 0 ? order.randomElement(using: &random) : nil
        let isOrphan = parent.map { lives[$0]?.end != nil } ?? false
        let info = TaskInfo(
            parent: parent, endpoint: "e", title: "t", method: method, priority: priority, scope: scope, deadline: deadline)
        let origin = "http://\(["a", "b", "c"].randomElement(using: &random) ?? "a"):80"
        let claim = Bool.random(using: &random) ? randomClaim() : nil
        var life = Life(
            origin: origin, priority: priority, work: TaskID(0), claim: claim, isSafe: method == .get, openedAt: now)
        life.parent = parent
        life.deadline = deadline
        life.scope = scope
        // A member of what has ended ends at once, whatever the policy says.
        if isOrphan { life.end = .cancelled(.group) }

        guard let claim else {
            let id = table.openRow(info, number: number, at: now)
            life.work = id
            try #require(table.drainAbandonedWork().isEmpty)
            return try admit(id, life, number)
        }
        // A member of what has ended takes nobody's place, and waits for nobody.
        let expected = isOrphan ? .runs(superseding: []) : verdict(claim, isSafe: method == .get, in: parent)
        let (id, opening, superseded) = table.openRow(info, number: number, claim, at: now)
        life.work = id
        switch expected {
        case .runs(let others):
            try #require(opening == .runs)
            let rows = order.filter { lives[$0]?.end == nil && others.contains(lives[$0]?.work ?? TaskID(0)) }
            try #require(superseded.sorted() == rows)
            rows.forEach { finish($0, .superseded) }
            let forsaken = table.drainAbandonedWork()
            try #require(forsaken == others)
        case .rejected(let other):
            try #require(opening == .rejected(because: other))
            life.end = .superseded
            try #require(table.drainAbandonedWork().isEmpty)
            life.hasReturned = true
        case .joins(let work):
            try #require(opening == .joined(work))
            life.work = work
            life.joined = work
            life.hasReturned = true
            try #require(table.drainAbandonedWork().isEmpty)
            if let urgency = lives[work]?.urgency { lives[work]?.urgency = max(urgency, priority) }
        }
        try admit(id, life, number)
    }

    private mutating func admit(_ id: TaskID, _ life: Life, _ number: TaskID?) throws {
        if let number { try #require(id == number) }
        try #require(lives[id] == nil, "a number was used twice")
        lives[id] = life
        if life.end == nil { waiters[life.work, default: 0] += 1 }
        order.insert(id, at: order.firstIndex { $0 > id } ?? order.endIndex)
        try #require(table.isLive(id) == (life.end == nil))
    }

    private mutating func randomClaim() -> DuplicateClaim? {
        var plan = RequestPlan(id: "e", path: "/")
        plan.policies.duplicates = DuplicatePolicy.allCases.randomElement(using: &random) ?? .join
        plan.policies.likeness = .named(Bool.random(using: &random) ? "x" : "y")
        plan.policies.maxJoinAge = .milliseconds(Int.random(in: 0...12, using: &random))
        plan.policies.fetch = Int.random(in: 0..<5, using: &random) == 0 ? .http : nil
        return DuplicateClaim(plan, on: ServicePool([]))
    }

    /// What the policy says, by looking at everything there is.
    private func verdict(_ claim: DuplicateClaim, isSafe: Bool, in parent: TaskID?) -> Duplicates.Verdict {
        let works = order.filter { id in
            guard let life = lives[id], life.work == id, isLive(id) else { return false }
            return life.claim?.key == claim.key
        }
        .sorted { (lives[$0]?.openedAt ?? .zero) < (lives[$1]?.openedAt ?? .zero) }
        switch claim.policy {
        case .allowAll: return .runs(superseding: [])
        case .cancelOldest: return .runs(superseding: works)
        case .rejectNewest: return works.last.map { .rejected(because: $0) } ?? .runs(superseding: [])
        case .join:
            let joinable = works.last { id in
                // Nothing is started here: members wait for their turn.
                guard let life = lives[id], life.parent == nil || life.parent == parent else { return false }
                return isSafe && life.isSafe && life.claim?.fetch == claim.fetch && now - life.openedAt <= claim.maxJoinAge
            }
            return joinable.map { .joins($0) } ?? .runs(superseding: [])
        }
    }

    private mutating func ask(_ id: TaskID) throws {
        guard let life = lives[id], life.work == id, !life.hasReturned else { return }
        let answer = table.requestSlot(id, origin: life.origin, at: now)
        if !isLive(id) || life.holds || life.isWaiting { return try #require(answer == .refused) }
        if hasRoom(id) {
            try #require(answer == .granted)
            lives[id]?.holds = true
        } else {
            try #require(answer == .wait)
            lives[id]?.isWaiting = true
            let waiters = order.filter { lives[$0]?.end == nil && lives[$0]?.work == id }
            let urgency = waiters.compactMap { lives[$0]?.priority }.max()
            lives[id]?.urgency = urgency ?? .normal
        }
    }

    /// What a running task, and a late transport of an ended one, report.
    private mutating func work(_ id: TaskID) throws {
        guard let life = lives[id], life.holds else { return }
        table.beginAttempt(id, number: 1, service: "s", at: now)
        table.enter(Phase.allCases.randomElement(using: &random) ?? .waiting, id, at: now)
        table.recordHead(ResponseHead(status: 200), id)
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

    /// Work brings a result. Those that have joined it go on by themselves.
    private mutating func end(_ id: TaskID) throws {
        guard let life = lives[id], life.work == id, !life.hasReturned else { return }
        let states: [TaskState] = [.succeeded, .failed, .timedOut(.idle), .cancelled(.quit), .superseded]
        let state = states.randomElement(using: &random) ?? .succeeded
        let waiters = order.filter { lives[$0]?.end == nil && lives[$0]?.work == id }
        try #require(table.joined(to: id).sorted() == waiters.filter { $0 != id })
        let isFirst = table.endTask(id, state, at: now)
        try #require(isFirst == !waiters.isEmpty)
        bring(id, state, to: waiters)
        if waiters.isEmpty, state != .cancelled(.quit) { lateResults += 1 }
    }

    private mutating func bring(_ id: TaskID, _ state: TaskState, to waiters: [TaskID]) {
        for waiter in waiters where waiter != id {
            lives[waiter]?.work = waiter
            lives[waiter]?.claim = nil
            lives[waiter]?.hasReturned = false
            self.waiters[id, default: 1] -= 1
            self.waiters[waiter] = 1
        }
        if waiters.contains(id) { finish(id, state) }
        if !isLive(id) { lives[id]?.isWaiting = false }
    }

    private mutating func cancel(_ ids: [TaskID]) throws {
        let live = Set(ids.filter { lives[$0]?.end == nil })
        let works = Set(live.compactMap { lives[$0]?.work })
        let ended = table.cancel(ids, .user, at: now)
        try #require(ended.count == live.count && Set(ended) == live)
        ended.forEach { finish($0, .cancelled(.user)) }
        let forsaken = table.drainAbandonedWork()
        let over = works.filter { !isLive($0) }
        try #require(Set(forsaken) == over && forsaken.count == over.count, "the last one's cancel ends the work")
    }

    /// A row's time is over: it ends, and its members before it.
    private mutating func expire(_ id: TaskID) throws {
        let expected = lives[id]?.end == nil ? members(below: id) + [id] : []
        let works = Set(expected.compactMap { lives[$0]?.work })
        let ended = table.expire(id, NetError(.timedOut(.deadline)), at: now).map(\.id)
        try #require(Set(ended) == Set(expected) && ended.count == expected.count && ended.last == expected.last)
        for row in ended { finish(row, row == id ? .timedOut(.deadline) : .cancelled(.group)) }
        let forsaken = table.drainAbandonedWork()
        let over = works.filter { !isLive($0) }
        try #require(Set(forsaken) == over && forsaken.count == over.count)
    }

    /// The live rows below a row, each below a live one.
    private func members(below id: TaskID) -> [TaskID] {
        let own = lives.filter { $0.value.parent == id && $0.value.end == nil }.map(\.key)
        return own.flatMap { members(below: $0) + [$0] }
    }

    private mutating func finish(_ id: TaskID, _ state: TaskState) {
        lives[id]?.end = state
        guard let work = lives[id]?.work else { return }
        waiters[work, default: 1] -= 1
        guard !isLive(work) else { return }
        lives[work]?.isWaiting = false
    }

    /// As in the client, work returns only after its task has ended.
    private mutating func returnWork(_ id: TaskID) throws {
        guard let life = lives[id], life.work == id, !isLive(id), !life.hasReturned else { return }
        lives[id]?.hasReturned = true
        try release(id) { $0.workReturned(id) }
    }

    /// Whoever is named must be the one whose turn it is, at that moment.
    private mutating func release(_ id: TaskID, _ give: (inout TaskTable) -> [TaskID]) throws {
        let held = lives[id]?.holds == true
        let granted = give(&table)
        lives[id]?.holds = false
        if !held { try #require(granted.isEmpty) }
        for winner in granted {
            let line = eligible.sorted { a, b in
                let (one, other) = (lives[a]?.urgency ?? .normal, lives[b]?.urgency ?? .normal)
                return one == other ? a < b : one > other
            }
            turns += 1
            try #require(winner == (turns % 4 == 0 ? line.min() : line.first))
            lives[winner]?.isWaiting = false
            lives[winner]?.holds = true
        }
    }

    // MARK: Invariants

    /// Somebody waits for this work, or this row has not ended.
    private func isLive(_ id: TaskID) -> Bool { waiters[id, default: 0] > 0 || lives[id]?.end == nil }

    private var holders: [TaskID] { order.filter { lives[$0]?.holds == true } }

    /// A slot of each kind is there for it.
    private func hasRoom(_ id: TaskID) -> Bool {
        guard let life = lives[id] else { return false }
        let holders = holders.compactMap { lives[$0] }
        return holders.count < limits.total && holders.count { $0.origin == life.origin } < limits.perHost
    }

    /// Waiting tasks that a free slot of each kind is there for.
    private var eligible: [TaskID] { order.filter { lives[$0]?.isWaiting == true && hasRoom($0) } }

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
            try #require(table.isLive(id) == isLive(id))
            guard lives[id]?.work == id, isLive(id) else { continue }
            // As long as the most patient of those who wait for it.
            let latest = order.filter { lives[$0]?.end == nil && lives[$0]?.work == id }.map { waiter -> Duration in
                guard let life = lives[waiter], let deadline = life.deadline else { return .seconds(1_000_000) }
                return life.openedAt + deadline
            }
            .max()
            let deadline = table.deadline(of: id)
            try #require((deadline?.latest ?? .seconds(1_000_000)) == latest)
            if let deadline { try #require(deadline.isFixed == !(lives[id]?.isSafe == true && lives[id]?.claim != nil)) }
        }
        for number in 1...3 as ClosedRange<UInt64> {
            let scope = ScopeID(number: number)
            try #require(table.liveTasks(.scope(scope)) == order.filter { lives[$0]?.end == nil && lives[$0]?.scope == scope })
        }
        try #require(table.liveIDs == order.filter { lives[$0]?.end == nil })
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
            try #require(event.row.joined == before.joined)
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
            for id in order where isLive(id) && lives[id]?.isWaiting == false && lives[id]?.holds == false { try ask(id) }
            guard let id = holders.first else { continue }
            if isLive(id) {
                let waiters = order.filter { lives[$0]?.end == nil && lives[$0]?.work == id }
                let isFirst = table.endTask(id, .succeeded, at: now)
                try #require(isFirst)
                bring(id, .succeeded, to: waiters)
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
        try #require(counters.timedOut == count { if case .timedOut = $0 { true } else { false } })
        try #require(counters.superseded == count { $0 == .superseded })
        try #require(counters.cancelled == count { if case .cancelled = $0 { true } else { false } })
    }
}
