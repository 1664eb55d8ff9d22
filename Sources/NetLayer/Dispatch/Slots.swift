// The slots for exchanges in flight: which tasks hold one, which wait, and which is
// next. Pure; part of TaskTable.
// The limits of groups do not count here: GroupMachine decides when a member begins, and a
// member needs no slot before. A group whose user asked for more than the client's limits takes
// slots of its own, so that it neither waits nor keeps others waiting.

struct Slots {
    private let limits: DispatchLimits
    /// The tasks that hold a slot, and their hosts.
    private var held: [TaskID: String] = [:]
    /// The slots of second copies of requests, in addition to those of the first copies.
    private var seconds: [TaskID: String] = [:]
    /// The tasks that hold a slot beside the limits.
    private var exempt: Set<TaskID> = []
    /// How many exchanges are in flight for each host.
    private var hosts: [String: Int] = [:]
    private var queue = SlotQueue()

    init(_ limits: DispatchLimits) {
        // The fields can be set to any number; without a slot no task would ever run.
        self.limits = DispatchLimits(total: limits.total, perHost: limits.perHost)
    }

    /// 0 when no task holds or waits for a slot.
    var count: Int { held.count + seconds.count + exempt.count + hosts.count + queue.count }

    func isHeld(by id: TaskID) -> Bool { held[id] != nil || exempt.contains(id) }

    /// Whether the task holds a slot, or waits for one.
    func isKnown(_ id: TaskID) -> Bool { isHeld(by: id) || queue.contains(id) }

    /// Takes a slot beside the limits.
    mutating func takeExempt(_ id: TaskID) { exempt.insert(id) }

    /// Takes a free slot while no other task waits for it; `false` when there is none.
    mutating func takeFirst(_ id: TaskID, _ origin: String) -> Bool {
        guard hasRoom(origin) else { return false }
        occupy(id, origin)
        return true
    }

    /// The same for a second copy, which never waits.
    mutating func takeSecond(_ id: TaskID, _ origin: String) -> Bool {
        guard seconds[id] == nil, hasRoom(origin) else { return false }
        seconds[id] = origin
        hosts[origin, default: 0] += 1
        return true
    }

    mutating func enqueue(_ id: TaskID, _ origin: String, _ priority: CallPriority) { queue.insert(id, origin, priority) }

    mutating func raise(_ id: TaskID, to priority: CallPriority) { queue.raise(id, to: priority) }

    /// The task waits no longer.
    mutating func withdraw(_ id: TaskID) { queue.remove(id) }

    /// Releases the slot and returns the tasks that get a slot now: they already hold it.
    mutating func release(_ id: TaskID) -> [TaskID] {
        exempt.remove(id)
        return held.removeValue(forKey: id).map { vacate($0) } ?? []
    }

    mutating func releaseSecond(_ id: TaskID) -> [TaskID] { seconds.removeValue(forKey: id).map { vacate($0) } ?? [] }

    /// Why a request to that host has to wait now.
    func whyWaiting(_ origin: String) -> Decision {
        if isFull(origin) { return .waitsForHost(origin, limit: limits.perHost) }
        return !hasSlot ? .waitsForTotal(limit: limits.total) : .waitsInLine(origin)
    }

    // MARK: Parts

    private var hasSlot: Bool { held.count + seconds.count < limits.total }

    private func isFull(_ origin: String) -> Bool { hosts[origin, default: 0] >= limits.perHost }

    /// Whether a task may go at once: both limits have a free slot, and no task waits for it.
    private func hasRoom(_ origin: String) -> Bool { hasSlot && queue.isEmpty(origin) && !isFull(origin) }

    private mutating func occupy(_ id: TaskID, _ origin: String) {
        held[id] = origin
        hosts[origin, default: 0] += 1
    }

    private mutating func vacate(_ origin: String) -> [TaskID] {
        hosts[origin, default: 1] -= 1
        if hosts[origin] == 0 { hosts[origin] = nil }
        queue.slotFreed(origin)
        return admit()
    }

    /// Grants free slots to the waiting tasks in their order, and skips full hosts.
    private mutating func admit() -> [TaskID] {
        var granted: [TaskID] = []
        let perHost = limits.perHost
        while hasSlot, !queue.isEmpty, let next = queue.removeNext(where: { [hosts] in hosts[$0, default: 0] < perHost }) {
            occupy(next.id, next.origin)
            granted.append(next.id)
        }
        return granted
    }
}
