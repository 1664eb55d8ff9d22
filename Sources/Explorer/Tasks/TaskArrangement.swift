// Which tasks the table shows and in which order, kept right while rows change: each change costs what it moves.

import NetLayer

struct TaskArrangement: Sendable {
    private(set) var order = TaskOrder.newestFirst
    private(set) var filter = TaskFilter("")
    /// What passes the filter, by its key, ascending. `nil`: all tasks by their number, as the list holds them anyway.
    private var shown: SortedBlocks<TaskSortKey>?
    /// What passes the filter, by state. Counted only where not all passes.
    private var passing = TaskCounts()

    var isPlain: Bool { shown == nil }

    /// How many of `rows` are shown.
    func count(of rows: [TaskRow]) -> Int { shown?.count ?? rows.count }

    /// The states of what is shown, where that is not simply all.
    var counts: TaskCounts? { filter.isEmpty ? nil : passing }

    func shows(_ row: TaskRow) -> Bool { filter.isEmpty || filter.passes(row) }

    // MARK: Changes

    mutating func arrange(_ rows: [TaskRow], order: TaskOrder? = nil, filter: TaskFilter? = nil) {
        let column = self.order.column
        self.order = order ?? self.order
        // The other way round is read from the other end.
        if filter == nil, column == self.order.column { return }
        self.filter = filter ?? self.filter
        rebuild(rows)
    }

    mutating func rebuild(_ rows: [TaskRow]) {
        passing = TaskCounts()
        shown = nil
        guard !self.filter.isEmpty || order.column != .number else { return }
        var keys: [TaskSortKey] = []
        for row in rows where shows(row) {
            keys.append(order.key(row))
            passing.change(row.state, by: 1)
        }
        if order.column != .number { keys.sort() }
        shown = SortedBlocks(sorted: keys)
    }

    /// A row has come (`old` is `nil`), changed, or gone (`new` is `nil`).
    mutating func change(_ old: TaskRow?, to new: TaskRow?) {
        guard !isPlain else { return }
        let before = old.flatMap { shows($0) ? $0 : nil }
        let after = new.flatMap { shows($0) ? $0 : nil }
        if let before { passing.change(before.state, by: -1) }
        if let after { passing.change(after.state, by: 1) }
        let (from, to) = (before.map(order.key), after.map(order.key))
        guard from != to else { return }
        if let from { shown?.remove(from) }
        if let to { shown?.insert(to) }
    }

    // MARK: Lines

    /// The line of a row; `nil` when it is not shown. `position` is its place in `rows`.
    func line(of row: TaskRow, at position: Int, in rows: [TaskRow]) -> Int? {
        guard let shown else { return order.isDescending ? rows.count - 1 - position : position }
        guard shows(row), let index = shown.index(of: order.key(row)) else { return nil }
        return order.isDescending ? shown.count - 1 - index : index
    }

    /// What stands on these lines, from the top: positions in `rows`, or numbers to look up there.
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
