// The hierarchy of tasks that have not ended: groups and chains, their members, and the members of those.

struct TaskHierarchy {
    private var members: [TaskID: Set<TaskID>] = [:]

    var isEmpty: Bool { members.isEmpty }
    /// 0 when no task belongs to another.
    var count: Int { members.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ id: TaskID, to parent: TaskID) { members[parent, default: []].insert(id) }

    /// The members, by number.
    func members(of parent: TaskID) -> [TaskID] { members[parent]?.sorted() ?? [] }

    mutating func remove(_ id: TaskID, from parent: TaskID) {
        members[parent]?.remove(id)
        if members[parent]?.isEmpty == true { members[parent] = nil }
    }

    /// `ids` and all their descendants, each once: members by number, and before their parents.
    func families(of ids: [TaskID]) -> [TaskID] {
        var order: [TaskID] = []
        var seen: Set<TaskID> = []
        // The tasks still to visit, the next one last; the second visit of a task
        // follows those of its members.
        var open: [(id: TaskID, isSecond: Bool)] = ids.reversed().map { ($0, false) }
        while let (id, isSecond) = open.popLast() {
            if isSecond {
                order.append(id)
            } else if seen.insert(id).inserted {
                open.append((id, true))
                open += (members[id] ?? []).sorted(by: >).map { ($0, false) }
            }
        }
        return order
    }
}
