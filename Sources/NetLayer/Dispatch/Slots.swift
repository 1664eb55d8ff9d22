// The right to have an exchange in the air: who holds it, who waits for it, and whose turn is next. Pure; part of TaskTable.

struct Slots {
    private let limits: DispatchLimits
    private var held: [TaskID: Lane] = [:]
    /// Those of second copies of requests, besides those of the first ones.
    private var seconds: [TaskID: Lane] = [:]
    private var occupancy: Occupancy
    private var lines = WaitingLines()

    init(_ limits: DispatchLimits) {
        // The fields can be set to anything; with no slot at all nobody would ever run.
        self.limits = DispatchLimits(total: limits.total, perHost: limits.perHost)
        occupancy = Occupancy(perHost: self.limits.perHost)
    }

    /// 0 when nobody holds or waits for anything.
    var count: Int { held.count + seconds.count + occupancy.count + lines.count }

    func isHeld(by id: TaskID) -> Bool { held[id] != nil }

    /// It holds one, or waits for one.
    func isKnown(_ id: TaskID) -> Bool { held[id] != nil || lines.contains(id) }

    /// Takes a slot that is free while nobody waits for it; `false` when there is none.
    mutating func take(_ id: TaskID, _ lane: Lane) -> Bool {
        guard hasRoom(lane) else { return false }
        occupy(id, lane)
        return true
    }

    /// The same for a second copy, which waits for nothing.
    mutating func takeSecond(_ id: TaskID, _ lane: Lane) -> Bool {
        guard seconds[id] == nil, hasRoom(lane) else { return false }
        seconds[id] = lane
        occupancy.add(lane)
        return true
    }

    mutating func wait(_ id: TaskID, _ lane: Lane, _ priority: CallPriority) { lines.insert(id, lane, priority) }

    mutating func raise(_ id: TaskID, to priority: CallPriority) { lines.raise(id, to: priority) }

    /// It waits no longer.
    mutating func withdraw(_ id: TaskID) { lines.remove(id) }

    /// Gives the slot back and names the tasks whose turn it is now: they hold theirs already.
    mutating func release(_ id: TaskID) -> [TaskID] { held.removeValue(forKey: id).map { vacate($0) } ?? [] }

    mutating func releaseSecond(_ id: TaskID) -> [TaskID] { seconds.removeValue(forKey: id).map { vacate($0) } ?? [] }

    /// Why a request in that lane has to wait now.
    func whyWaiting(_ lane: Lane) -> Decision {
        if occupancy.isHostFull(lane) { return .waitsForHost(lane.origin, limit: limits.perHost) }
        return !hasSlot ? .waitsForTotal(limit: limits.total) : .waitsInLine(lane.origin)
    }

    // MARK: Parts

    private var hasSlot: Bool { held.count + seconds.count < limits.total }

    /// Whether somebody may go at once: a slot is free of both kinds, and nobody waits for it.
    private func hasRoom(_ lane: Lane) -> Bool { hasSlot && lines.isEmpty(lane) && occupancy.isFree(lane) }

    private mutating func occupy(_ id: TaskID, _ lane: Lane) {
        held[id] = lane
        occupancy.add(lane)
    }

    private mutating func vacate(_ lane: Lane) -> [TaskID] {
        occupancy.remove(lane)
        return admit()
    }

    /// Hands out free slots to those whose turn it is, passing over hosts and groups that are full.
    private mutating func admit() -> [TaskID] {
        var granted: [TaskID] = []
        while hasSlot, !lines.isEmpty, let next = lines.next(where: occupancy.isFree) {
            occupy(next.id, next.lane)
            granted.append(next.id)
        }
        return granted
    }
}

/// How many are in the air for each host, and for each group that has a limit.
private struct Occupancy {
    let perHost: Int
    private var hosts: [String: Int] = [:]
    private var groups: [TaskID: Int] = [:]

    init(perHost: Int) { self.perHost = perHost }

    var count: Int { hosts.count + groups.count }

    func isHostFull(_ lane: Lane) -> Bool { hosts[lane.origin, default: 0] >= perHost }

    func isFree(_ lane: Lane) -> Bool {
        guard !isHostFull(lane) else { return false }
        return lane.group.map { groups[$0.id, default: 0] < $0.limit } ?? true
    }

    mutating func add(_ lane: Lane) {
        hosts[lane.origin, default: 0] += 1
        if let group = lane.group { groups[group.id, default: 0] += 1 }
    }

    mutating func remove(_ lane: Lane) {
        hosts[lane.origin, default: 1] -= 1
        if hosts[lane.origin] == 0 { hosts[lane.origin] = nil }
        guard let group = lane.group?.id else { return }
        groups[group, default: 1] -= 1
        if groups[group] == 0 { groups[group] = nil }
    }
}
