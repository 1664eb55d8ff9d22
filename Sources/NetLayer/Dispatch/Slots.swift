// The right to have an exchange in the air: who holds it, who waits for it, and whose turn is next. Pure; part of TaskTable.
// What a group allows at once is not counted here: its members ask for nothing before GroupMachine lets them begin.

struct Slots {
    private let limits: DispatchLimits
    /// Who holds one, and for which host.
    private var held: [TaskID: String] = [:]
    /// Those of second copies of requests, besides those of the first ones.
    private var seconds: [TaskID: String] = [:]
    /// How many are in the air for each host.
    private var hosts: [String: Int] = [:]
    private var lines = WaitingLines()

    init(_ limits: DispatchLimits) {
        // The fields can be set to anything; with no slot at all nobody would ever run.
        self.limits = DispatchLimits(total: limits.total, perHost: limits.perHost)
    }

    /// 0 when nobody holds or waits for anything.
    var count: Int { held.count + seconds.count + hosts.count + lines.count }

    func isHeld(by id: TaskID) -> Bool { held[id] != nil }

    /// It holds one, or waits for one.
    func isKnown(_ id: TaskID) -> Bool { held[id] != nil || lines.contains(id) }

    /// Takes a slot that is free while nobody waits for it; `false` when there is none.
    mutating func take(_ id: TaskID, _ origin: String) -> Bool {
        guard hasRoom(origin) else { return false }
        occupy(id, origin)
        return true
    }

    /// The same for a second copy, which waits for nothing.
    mutating func takeSecond(_ id: TaskID, _ origin: String) -> Bool {
        guard seconds[id] == nil, hasRoom(origin) else { return false }
        seconds[id] = origin
        hosts[origin, default: 0] += 1
        return true
    }

    mutating func wait(_ id: TaskID, _ origin: String, _ priority: CallPriority) { lines.insert(id, origin, priority) }

    mutating func raise(_ id: TaskID, to priority: CallPriority) { lines.raise(id, to: priority) }

    /// It waits no longer.
    mutating func withdraw(_ id: TaskID) { lines.remove(id) }

    /// Gives the slot back and names the tasks whose turn it is now: they hold theirs already.
    mutating func release(_ id: TaskID) -> [TaskID] { held.removeValue(forKey: id).map { vacate($0) } ?? [] }

    mutating func releaseSecond(_ id: TaskID) -> [TaskID] { seconds.removeValue(forKey: id).map { vacate($0) } ?? [] }

    /// Why a request to that host has to wait now.
    func whyWaiting(_ origin: String) -> Decision {
        if isFull(origin) { return .waitsForHost(origin, limit: limits.perHost) }
        return !hasSlot ? .waitsForTotal(limit: limits.total) : .waitsInLine(origin)
    }

    // MARK: Parts

    private var hasSlot: Bool { held.count + seconds.count < limits.total }

    private func isFull(_ origin: String) -> Bool { hosts[origin, default: 0] >= limits.perHost }

    /// Whether somebody may go at once: a slot is free of both kinds, and nobody waits for it.
    private func hasRoom(_ origin: String) -> Bool { hasSlot && lines.isEmpty(origin) && !isFull(origin) }

    private mutating func occupy(_ id: TaskID, _ origin: String) {
        held[id] = origin
        hosts[origin, default: 0] += 1
    }

    private mutating func vacate(_ origin: String) -> [TaskID] {
        hosts[origin, default: 1] -= 1
        if hosts[origin] == 0 { hosts[origin] = nil }
        lines.vacated(origin)
        return admit()
    }

    /// Hands out free slots to those whose turn it is, passing over hosts that are full.
    private mutating func admit() -> [TaskID] {
        var granted: [TaskID] = []
        let perHost = limits.perHost
        while hasSlot, !lines.isEmpty, let next = lines.next(where: { [hosts] in hosts[$0, default: 0] < perHost }) {
            occupy(next.id, next.origin)
            granted.append(next.id)
        }
        return granted
    }
}
