// Which tasks belong to which group or chain, and which of those are folded.

import NetLayer

struct TaskTree: Sendable {
    /// A group of more members than this comes folded.
    static let mostUnfolded = 12

    /// Members whose group is in the table.
    private var parents: [TaskID: TaskID] = [:]
    /// Groups and chains; true where folded.
    private var folds: [TaskID: Bool] = [:]
    /// Groups that a person has folded or unfolded: from then on it is theirs to say.
    private var chosen: Set<TaskID> = []

    var isEmpty: Bool { folds.isEmpty }

    func isGroup(_ id: TaskID) -> Bool { folds[id] != nil }
    func isFolded(_ id: TaskID) -> Bool { folds[id] ?? false }
    func parent(of id: TaskID) -> TaskID? { parents[id] }

    /// How many groups it is in.
    func depth(of id: TaskID) -> Int { ancestors(of: id).count }

    /// Some group that it is in is folded.
    func isHidden(_ id: TaskID) -> Bool { ancestors(of: id).contains(where: isFolded) }

    /// The group that has the task in it and is in none itself, and that group's member which the task is or is in; `nil` for a task in no group.
    func place(of id: TaskID) -> (root: TaskID, branch: TaskID)? {
        let above = ancestors(of: id)
        guard let root = above.last else { return nil }
        return (root, above.count > 1 ? above[above.count - 2] : id)
    }

    /// The groups that it is in, the innermost first. A parent's number is smaller than its members', so this ends.
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

    /// A row has come, or changed when it `wasThere`. Returns whether all that is shown may have to be arranged anew.
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

    /// All at once: what is kept is gone through a single time.
    mutating func remove(_ ids: Set<TaskID>) {
        folds = folds.filter { !ids.contains($0.key) }
        chosen.subtract(ids)
        // Who was in a group that is gone stands for itself from now on.
        parents = parents.filter { !ids.contains($0.key) && !ids.contains($0.value) }
    }

    mutating func fold(_ id: TaskID, _ isFolded: Bool) {
        guard folds[id] != nil else { return }
        folds[id] = isFolded
        chosen.insert(id)
    }
}

extension TaskKind {
    /// Other tasks name it as their parent.
    var hasMembers: Bool {
        switch self {
        case .group, .chain: true
        case .call, .work, .refresh: false
        }
    }
}
