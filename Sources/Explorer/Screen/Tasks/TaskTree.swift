// The groups and chains of tasks, and their folding.

import NetLayer

struct TaskTree: Sendable {
    /// Groups with more members start folded.
    static let mostUnfolded = 12

    /// Members whose group is in the table.
    private var parents: [TaskID: TaskID] = [:]
    /// Groups and chains; true when folded.
    private var folds: [TaskID: Bool] = [:]
    /// Groups that the user has folded or unfolded: their folding no longer changes automatically.
    private var chosen: Set<TaskID> = []

    var isEmpty: Bool { folds.isEmpty }

    func isGroup(_ id: TaskID) -> Bool { folds[id] != nil }
    func isFolded(_ id: TaskID) -> Bool { folds[id] ?? false }
    func parent(of id: TaskID) -> TaskID? { parents[id] }

    /// The number of groups around the task.
    func depth(of id: TaskID) -> Int { ancestors(of: id).count }

    /// Whether a group around the task is folded.
    func isHidden(_ id: TaskID) -> Bool { ancestors(of: id).contains(where: isFolded) }

    /// The outermost group of the task, and the member of that group that is the task or contains it; `nil`
    /// for a task without a group.
    func place(of id: TaskID) -> (root: TaskID, branch: TaskID)? {
        let above = ancestors(of: id)
        guard let root = above.last else { return nil }
        return (root, above.count > 1 ? above[above.count - 2] : id)
    }

    /// The groups of the task, the innermost first. A parent's number is smaller than its
    /// members', so the loop ends.
    private func ancestors(of id: TaskID) -> [TaskID] {
        guard !parents.isEmpty else { return [] }
        var above: [TaskID] = []
        var next = parents[id]
        while let group = next {
            above.append(group)
            next = parents[group]
        }
        return above
    }

    /// Records a row that was added, or changed when it `wasThere`. Returns whether the
    /// arrangement may need a rebuild.
    mutating func take(_ row: TaskRow, wasThere: Bool) -> Bool {
        var isMoved = false
        if let parent = row.info.parent, parent < row.id, folds[parent] != nil, parents[row.id] == nil {
            parents[row.id] = parent
            isMoved = wasThere
        }
        guard row.info.kind.hasMembers else { return isMoved }
        let isFirst = folds.isEmpty
        let before = isFolded(row.id)
        if !chosen.contains(row.id) { folds[row.id] = (row.members?.total ?? 0) > Self.mostUnfolded }
        return isMoved || isFirst || before != isFolded(row.id)
    }

    /// Removes all in one pass over the stored tasks.
    mutating func remove(_ ids: Set<TaskID>) {
        folds = folds.filter { !ids.contains($0.key) }
        chosen.subtract(ids)
        // Members of a removed group stand alone from now on.
        parents = parents.filter { !ids.contains($0.key) && !ids.contains($0.value) }
    }

    mutating func fold(_ id: TaskID, _ isFolded: Bool) {
        guard folds[id] != nil else { return }
        folds[id] = isFolded
        chosen.insert(id)
    }
}

extension TaskKind {
    /// Other tasks have it as their parent.
    var hasMembers: Bool {
        switch self {
        case .group, .chain: true
        case .call, .work, .refresh: false
        }
    }
}
