// Who belongs to whom among the tasks that have not ended: groups and chains, their members, and theirs.

struct Lineage {
    private var members: [TaskID: Set<TaskID>] = [:]

    var isEmpty: Bool { members.isEmpty }
    /// 0 when nobody belongs to anybody.
    var count: Int { members.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ id: TaskID, to parent: TaskID) { members[parent, default: []].insert(id) }

    /// By their numbers.
    func members(of parent: TaskID) -> [TaskID] { members[parent]?.sorted() ?? [] }

    mutating func remove(_ id: TaskID, from parent: TaskID) {
        members[parent]?.remove(id)
        if members[parent]?.isEmpty == true { members[parent] = nil }
    }

    /// `ids` and all that belongs to them, each once: members by their numbers, and before what they belong to.
    func families(of ids: [TaskID]) -> [TaskID] {
        var order: [TaskID] = []
        var seen: Set<TaskID> = []
        // What is yet to be visited, the next one last; a second visit comes when all members have been.
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
