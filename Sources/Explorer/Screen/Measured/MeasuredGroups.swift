// The figures of the groups that repeat a request, and their members. Each member counts once, when it ends, so
// that a group of many members costs no more than its table rows.

import NetLayer
import Workbench

struct MeasuredGroups: Sendable {
    private struct Group: Sendable {
        var run: MeasuredRun
        /// In the table, by number.
        var members: [TaskID] = []

        mutating func insert(_ id: TaskID) {
            guard let last = members.last, last >= id else { return members.append(id) }
            members.insert(id, at: members.partitioningIndex { $0 >= id })
        }
    }

    private var groups: [TaskID: Group] = [:]
    /// The sides of each comparison, by the group that contains their groups.
    private var comparisons: [TaskID: [GroupSide]] = [:]

    /// The figures of a group; `nil` for a group that repeats no request.
    func run(of group: TaskID) -> MeasuredRun? { groups[group]?.run }

    /// The members of a group that are in the table, the oldest first.
    func members(of group: TaskID) -> [TaskID] { groups[group]?.members ?? [] }

    /// The sides of a comparison, with their figures.
    func sides(of group: TaskID) -> [(name: String, run: MeasuredRun)] {
        (comparisons[group] ?? []).compactMap { side in groups[side.id].map { (side.name, $0.run) } }
    }

    /// A group is going to be sent.
    mutating func expect(_ order: GroupOrder) {
        let run = MeasuredRun(pace: order.pace)
        guard !order.sides.isEmpty else { return groups[order.id] = Group(run: run) }
        comparisons[order.id] = order.sides
        for side in order.sides { groups[side.id] = Group(run: run) }
    }

    /// A row is new in the table.
    mutating func begin(_ row: TaskRow) {
        guard let group = row.info.parent else { return }
        groups[group]?.insert(row.id)
    }

    /// A member has ended.
    mutating func end(_ row: TaskRow) {
        guard let group = row.info.parent, let member = MemberEnd(row) else { return }
        groups[group]?.run.add(member)
    }

    /// The verdict on the response of an ended member has changed.
    mutating func judge(_ old: TaskRow, as new: TaskRow) {
        guard let group = new.info.parent, let before = MemberEnd(old), let after = MemberEnd(new) else { return }
        groups[group]?.run.judge(before, as: after)
    }

    // MARK: Rows that leave the table

    mutating func forget(_ ids: Set<TaskID>) {
        guard !groups.isEmpty else { return }
        groups = groups.filter { !ids.contains($0.key) }
        comparisons = comparisons.filter { !ids.contains($0.key) }
        for id in groups.keys { groups[id]?.members.removeAll(where: ids.contains) }
    }

    /// The groups among these rows.
    func groups(in ids: Set<TaskID>) -> MeasuredGroups {
        var part = MeasuredGroups()
        part.groups = groups.filter { ids.contains($0.key) }
        part.comparisons = comparisons.filter { ids.contains($0.key) }
        return part
    }

    /// Brings groups back, and the rows that are members again.
    mutating func restore(_ gone: MeasuredGroups, _ rows: [TaskRow]) {
        for (id, group) in gone.groups { groups[id] = Group(run: group.run) }
        comparisons.merge(gone.comparisons) { $1 }
        rows.forEach { begin($0) }
    }
}
