// The shown tasks and their order, kept current while rows change: each change costs
// only the rows that it moves.

import NetLayer

struct TaskArrangement: Sendable {
    private(set) var order = TaskOrder.newestFirst
    private(set) var filter = TaskFilter()
    private(set) var tree = TaskTree()
    /// The user's notes, which the filter searches.
    private(set) var notes: [TaskID: String] = [:]
    /// The APIs that tasks and groups were sent for, where there are several. Members have that of their group.
    private(set) var apis: [TaskID: String] = [:]
    /// What is known of the contracts of tasks.
    private(set) var contracts: [TaskID: ContractMark] = [:]
    /// The number of tasks whose responses were held against a description.
    private(set) var heldCount = 0
    /// The tasks that pass the filter, by their key, ascending. `nil`: all tasks by
    /// number, as the list holds them.
    private var shown: SortedBlocks<TaskSortKey>?
    /// The tasks that pass the filter, by state. Counted only when the filter excludes tasks.
    private var passing = TaskCounts()

    var isPlain: Bool { shown == nil }

    /// How many of `rows` are shown.
    func count(of rows: [TaskRow]) -> Int { shown?.count ?? rows.count }

    /// The states of the shown tasks; `nil` when all tasks are shown.
    var counts: TaskCounts? { filter.isEmpty ? nil : passing }

    /// Members stand under their group, in the order by number only: sorting and filtering are for single
    /// tasks, whatever their group.
    var isTree: Bool { filter.isEmpty && order.column == .number && !tree.isEmpty }

    func shows(_ row: TaskRow) -> Bool {
        guard filter.isEmpty else {
            return filter.passes(row, note: notes[row.id], api: apis[row.id], contract: contracts[row.id])
        }
        return !(isTree && tree.isHidden(row.id))
    }

    private func key(_ row: TaskRow) -> TaskSortKey {
        isTree
            ? TaskSortKey(row.id, tree.place(of: row.id), isDescending: order.isDescending)
            : order.key(row, api: apis[row.id], contract: contracts[row.id])
    }

    // MARK: Changes

    /// Records the API of tasks that are going to be sent.
    mutating func setAPI(_ name: String, of ids: [TaskID]) {
        for id in ids { apis[id] = name }
    }

    /// A new row without an API of its own belongs to that of its group.
    mutating func inheritAPI(_ row: TaskRow) {
        guard apis[row.id] == nil, let api = row.info.parent.flatMap({ apis[$0] }) else { return }
        apis[row.id] = api
    }

    mutating func arrange(_ rows: [TaskRow], order: TaskOrder? = nil, filter: TaskFilter? = nil) {
        let column = self.order.column
        self.order = order ?? self.order
        // The opposite direction reads the same list from its end; in a tree members stay below their group.
        if filter == nil, column == self.order.column, !isTree { return }
        self.filter = filter ?? self.filter
        rebuild(rows)
    }

    mutating func rebuild(_ rows: [TaskRow]) {
        passing = TaskCounts()
        shown = nil
        guard !self.filter.isEmpty || order.column != .number || isTree else { return }
        var keys: [TaskSortKey] = []
        for row in rows where shows(row) {
            keys.append(key(row))
            passing.change(row, by: 1)
        }
        if order.column != .number || isTree { keys.sort() }
        shown = SortedBlocks(sorted: keys)
    }

    /// Applies one change: a row was added (`old` is `nil`), changed, or removed (`new` is `nil`).
    mutating func change(_ old: TaskRow?, to new: TaskRow?) {
        guard !isPlain else { return }
        let before = old.flatMap { shows($0) ? $0 : nil }
        let after = new.flatMap { shows($0) ? $0 : nil }
        if let before { passing.change(before, by: -1) }
        if let after { passing.change(after, by: 1) }
        let (from, to) = (before.map(key), after.map(key))
        guard from != to else { return }
        if let from { shown?.remove(from) }
        if let to { shown?.insert(to) }
    }

    /// Records the group of a row that was added or changed, as one of many. The caller
    /// then calls ``rebuild(_:)``.
    mutating func note(_ row: TaskRow, wasThere: Bool) { _ = tree.take(row, wasThere: wasThere) }

    /// Records the group of a row of `rows` that was added, or changed when it `wasThere`. Returns `true`
    /// when that caused a rebuild.
    mutating func take(_ row: TaskRow, wasThere: Bool, _ rows: [TaskRow]) -> Bool {
        guard tree.take(row, wasThere: wasThere) else { return false }
        rebuild(rows)
        return true
    }

    /// - Parameter text: `nil` removes the notes.
    mutating func setNote(_ text: String?, of ids: [TaskID], _ rows: [TaskRow]) {
        for id in ids { notes[id] = text }
        if !filter.isEmpty { rebuild(rows) }
    }

    /// - Parameter row: the row of the task; `nil` when it has none yet.
    mutating func setContract(_ mark: ContractMark?, of id: TaskID, _ row: TaskRow?) {
        let before = isPlain ? nil : row.flatMap { shows($0) ? $0 : nil }
        let from = before.map(key)
        storeContract(mark, of: id)
        guard !isPlain, let row else { return }
        let after = shows(row) ? row : nil
        if let before { passing.change(before, by: -1) }
        if let after { passing.change(after, by: 1) }
        let to = after.map(key)
        guard from != to else { return }
        if let from { shown?.remove(from) }
        if let to { shown?.insert(to) }
    }

    private mutating func storeContract(_ mark: ContractMark?, of id: TaskID) {
        let old = contracts[id]
        contracts[id] = mark
        heldCount += (mark?.isHeld == true ? 1 : 0) - (old?.isHeld == true ? 1 : 0)
    }

    /// Forgets tasks that were removed from `rows`.
    mutating func forget(_ ids: Set<TaskID>, _ rows: [TaskRow]) {
        for id in ids {
            (notes[id], apis[id]) = (nil, nil)
            storeContract(nil, of: id)
        }
        if !tree.isEmpty { tree.remove(ids) }
        rebuild(rows)
    }

    mutating func fold(_ id: TaskID, _ isFolded: Bool, _ rows: [TaskRow]) {
        tree.fold(id, isFolded)
        rebuild(rows)
    }

    // MARK: Lines

    /// The line of a row; `nil` when it is not shown. `position` is its place in `rows`.
    func line(of row: TaskRow, at position: Int, in rows: [TaskRow]) -> Int? {
        guard let shown else { return order.isDescending ? rows.count - 1 - position : position }
        guard shows(row), let index = shown.index(of: key(row)) else { return nil }
        return order.isDescending ? shown.count - 1 - index : index
    }

    /// The content of lines, from the top: positions in `rows`, or numbers to look up there.
    enum Lines {
        case positions([Int])
        case numbers([TaskID])
    }

    func lines(_ range: Range<Int>, of rows: [TaskRow]) -> Lines {
        let count = count(of: rows)
        let range = range.clamped(to: 0..<count)
        let part = order.isDescending ? count - range.upperBound..<count - range.lowerBound : range
        guard let shown else { return .positions(order.isDescending ? part.reversed() : Array(part)) }
        let ids = shown.slice(part).map(\.id)
        return .numbers(order.isDescending ? ids.reversed() : ids)
    }
}
