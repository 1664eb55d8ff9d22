// The rows of the task table as the screen holds them: found by number, counted as they change, shown as somebody arranged them.

import Canvas
import NetLayer

/// How many tasks are in which state.
public struct TaskCounts: Sendable, Hashable {
    public internal(set) var running = 0
    public internal(set) var queued = 0
    public internal(set) var failed = 0
    public internal(set) var ended = 0

    public var live: Int { running + queued }

    /// Groups and chains do not count: their members do.
    mutating func change(_ row: TaskRow, by step: Int) {
        guard !row.info.kind.hasMembers else { return }
        switch row.state {
        case .queued: queued += step
        case .running, .retrying: running += step
        case .failed, .timedOut:
            // What is not found where it is looked for is no failure of anybody.
            if row.info.tag != .description { failed += step }
            ended += step
        case .succeeded, .cancelled, .superseded: ended += step
        }
    }
}

public struct TaskList: Sendable {
    /// Rows kept at most; the oldest ended ones go first.
    static let capacity = 20_000

    /// By number, oldest first. Drawn from the other end.
    private(set) var rows: [TaskRow] = []
    public private(set) var counts = TaskCounts()
    /// The turns of the queued tasks, in order: a task's place is its position here.
    private var queued: [QueueTurn] = []
    private(set) var list = ListState()
    private(set) var selectedID: TaskID?
    /// The newest task stays selected.
    private(set) var follows = true
    /// Of rows that are shown only: what cannot be seen is not cancelled by accident.
    var marks: Set<TaskID> = []
    private(set) var filter = TextField()
    /// The filter is being typed. Marks of what it hides go when that is done: half a word may hide anything.
    var isFiltering = false {
        didSet { if oldValue, !isFiltering { dropHiddenMarks() } }
    }
    private var arrangement = TaskArrangement()
    private var traces = TraceKeeper()
    /// What is said of answers by those who sent for them, until the rows go.
    private var verdicts: [TaskID: String?] = [:]
    /// When the newest of those that have ended has.
    private(set) var lastEnd: Duration?
    /// Failures that the user has seen.
    private var seenFailures = 0
    /// The newest task that stood in sight.
    private var seen = TaskID(0)
    /// Some task went to more than one service.
    private(set) var hasTrails = false

    public var count: Int { rows.count }

    func row(_ id: TaskID) -> TaskRow? { position(of: id).map { rows[$0] } }

    /// How many tasks have failed since ``seeFailures()``.
    var newFailures: Int { max(0, counts.failed - seenFailures) }

    /// The failures that there are by now are known.
    mutating func seeFailures() { seenFailures = counts.failed }

    /// How many tasks have come that are out of sight: above what is shown, or somewhere in another order.
    var outOfSight: Int {
        guard !follows, let newest = rows.last, newest.id > seen else { return 0 }
        return rows.reversed().prefix { $0.id > seen }.count { $0.info.parent == nil && arrangement.shows($0) }
    }

    /// How many rows the table shows.
    var shownCount: Int { arrangement.count(of: rows) }
    /// The states of what the table shows.
    var shownCounts: TaskCounts { arrangement.counts ?? counts }
    var isFiltered: Bool { !arrangement.filter.isEmpty }
    var order: TaskOrder { arrangement.order }

    /// The row on line `index` of the table, 0 on top.
    func row(at index: Int) -> TaskRow? { rows(on: index..<index + 1).first }

    /// The rows on these lines of the table; lines beyond the end have none.
    func rows(on lines: Range<Int>) -> [TaskRow] {
        switch arrangement.lines(lines, of: rows) {
        case .positions(let positions): positions.map { rows[$0] }
        case .numbers(let ids): ids.compactMap(row)
        }
    }

    /// The shown tasks that have not ended, by number.
    var shownLive: [TaskID] { rows.filter { !$0.state.isEnded && arrangement.shows($0) }.map(\.id) }

    /// A queued task's place, from 1.
    func place(of id: TaskID) -> Int? {
        guard let turn = row(id)?.turn else { return nil }
        let place = queued.partitioningIndex { $0 >= turn }
        return place < queued.count && queued[place] == turn ? place + 1 : nil
    }

    /// The tasks that `cancel` means: the marked ones, else the selected one; those that still live.
    var targets: [TaskID] {
        let wanted = marks.isEmpty ? selectedID.map { [$0] } ?? [] : marks.sorted()
        return wanted.filter { row($0)?.state.isEnded == false }
    }

    // MARK: Changes

    /// Takes in what the engine told. Returns the numbers of rows that were dropped: those that a snapshot knows no longer, and the
    /// oldest ones beyond ``capacity``.
    mutating func apply(_ batch: EventBatch) -> [TaskID] {
        var lost: [TaskID] = []
        switch batch {
        case .snapshot(let snapshot):
            let known = Set((snapshot.live + snapshot.ended).map(\.id))
            lost = drop { !$0.state.isEnded && !known.contains($0.id) }
            for row in (snapshot.ended + snapshot.live).sorted(by: { $0.id < $1.id }) { upsert(row, amongMany: true) }
            arrangement.rebuild(rows)
            if !isFiltering { dropHiddenMarks() }
        case .events(let events): for event in events { upsert(event.row) }
        }
        let dropped = lost + trim()
        syncSelection()
        return dropped
    }

    /// An answer was held against what is expected of it; the row is failed or not by that, now or when it ends.
    /// - Parameter problem: what is not as expected; `nil` when all is.
    mutating func judge(_ id: TaskID, _ problem: String?) {
        verdicts.updateValue(problem, forKey: id)
        guard let index = position(of: id), rows[index].state.isEnded else { return }
        let old = rows[index]
        let row = old.judged(problem)
        count(old, -1)
        rows[index] = row
        count(row, 1)
        arrange(old, row)
        syncSelection()
    }

    /// The same for one whose group has failed with it: the engine knows nothing of what bodies say.
    mutating func judgeMember(_ id: TaskID, _ problem: String) {
        judge(id, problem)
        guard let index = position(of: id), let parent = rows[index].info.parent, let group = position(of: parent),
            rows[group].info.kind == .group
        else { return }
        let bad = rows.count { $0.info.parent == parent && $0.errorKind == TaskRow.unexpected }
        judge(parent, "\(max(1, bad)) not as expected, the last: \(problem)")
    }

    /// - Parameter amongMany: all is arranged once when the last of them is there.
    private mutating func upsert(_ told: TaskRow, amongMany: Bool = false) {
        var row = told
        if row.state.isEnded, let verdict = verdicts[row.id] { row = row.judged(verdict) }
        let index = rows.partitioningIndex { $0.id >= row.id }
        let old = index < rows.count && rows[index].id == row.id ? rows[index] : nil
        if let old {
            guard !old.state.isEnded else { return }
            count(old, -1)
            rows[index] = row
        } else {
            rows.insert(row, at: index)
        }
        count(row, 1)
        if amongMany { arrangement.note(row, wasThere: old != nil) } else { arrange(old, row) }
        if row.attempt > 1, !hasTrails, Trail(row) != nil { hasTrails = true }
        guard row.state.isEnded else { return }
        lastEnd = row.endedAt.map { max(lastEnd ?? $0, $0) } ?? lastEnd
        for id in traces.keep(row) { if let index = position(of: id) { rows[index].dropTrace() } }
    }

    private mutating func arrange(_ old: TaskRow?, _ new: TaskRow) {
        if arrangement.take(new, wasThere: old != nil, rows) {
            // A group has come folded.
            if !isFiltering { dropHiddenMarks() }
        } else {
            arrangement.change(old, to: new)
            if old != nil, !marks.isEmpty, !isFiltering, !arrangement.shows(new) { marks.remove(new.id) }
        }
    }

    /// Takes out the rows of which `goes` is true, all at once. Returns their numbers.
    private mutating func drop(_ goes: (TaskRow) -> Bool) -> [TaskID] {
        var dropped: [TaskRow] = []
        rows.removeAll { row in
            guard goes(row) else { return false }
            dropped.append(row)
            return true
        }
        guard !dropped.isEmpty else { return [] }
        let turns = Set(dropped.compactMap(\.turn))
        if !turns.isEmpty { queued.removeAll(where: turns.contains) }
        for row in dropped { counts.change(row, by: -1) }
        seenFailures = min(seenFailures, counts.failed)
        let ids = dropped.map(\.id)
        for id in ids { verdicts.removeValue(forKey: id) }
        arrangement.forget(Set(ids), rows)
        marks.subtract(ids)
        return ids
    }

    private mutating func count(_ row: TaskRow, _ step: Int) {
        counts.change(row, by: step)
        guard let turn = row.turn else { return }
        let place = queued.partitioningIndex { $0 >= turn }
        if step > 0 {
            queued.insert(turn, at: place)
        } else if place < queued.count, queued[place] == turn {
            queued.remove(at: place)
        }
    }

    private mutating func trim() -> [TaskID] {
        guard rows.count > Self.capacity else { return [] }
        var excess = rows.count - Self.capacity * 9 / 10
        return drop { row in
            guard excess > 0, row.state.isEnded else { return false }
            excess -= 1
            return true
        }
    }

    private func position(of id: TaskID) -> Int? {
        if let last = rows.last, last.id == id { return rows.count - 1 }
        let index = rows.partitioningIndex { $0.id >= id }
        return index < rows.count && rows[index].id == id ? index : nil
    }

    // MARK: Arrangement

    /// By that order. Who stood on top stands there again; any other selection stays on its task.
    mutating func sort(_ order: TaskOrder) {
        let wasOnTop = list.selected == 0
        arrangement.arrange(rows, order: order)
        dropHiddenMarks()
        follows = wasOnTop && order.isNewestFirst
        if wasOnTop {
            goToTop()
        } else {
            syncSelection()
        }
    }

    mutating func editFilter(_ body: (inout TextField) -> Void) {
        let before = filter.text
        body(&filter)
        guard filter.text != before else { return }
        arrangement.arrange(rows, filter: TaskFilter(filter.text))
        if !isFiltering { dropHiddenMarks() }
        syncSelection()
    }

    mutating func clearFilter() {
        editFilter { $0 = TextField() }
        isFiltering = false
    }

    private mutating func dropHiddenMarks() { marks = marks.filter { id in row(id).map(arrangement.shows) ?? false } }

    // MARK: Groups

    /// How far a row is moved in: how many groups it is in, where they are shown above it.
    func depth(of id: TaskID) -> Int { arrangement.isTree ? arrangement.tree.depth(of: id) : 0 }

    /// `nil` where nothing is folded: it is no group, or groups are not shown as such.
    func isFolded(_ id: TaskID) -> Bool? {
        arrangement.isTree && arrangement.tree.isGroup(id) ? arrangement.tree.isFolded(id) : nil
    }

    /// The group that folding at the selected row means: itself, or the one that it is in.
    var selectedGroup: TaskID? {
        guard arrangement.isTree, let id = selectedID else { return nil }
        return arrangement.tree.isGroup(id) ? id : arrangement.tree.parent(of: id)
    }

    /// Folds a group, which is then selected, or unfolds it.
    mutating func fold(_ group: TaskID, _ isFolded: Bool) {
        arrangement.fold(group, isFolded, rows)
        if isFolded, !follows { selectedID = group }
        dropHiddenMarks()
        syncSelection()
    }

    // MARK: Selection

    mutating func move(by count: Int, height: Int) {
        list.move(by: count, count: shownCount, height: height)
        select()
    }

    mutating func move(to index: Int, height: Int) {
        list.moveTo(index, count: shownCount, height: height)
        select()
    }

    mutating func pick(_ index: Int, height: Int) {
        list.selectInPlace(index, count: shownCount, height: height)
        select()
    }

    mutating func scroll(by count: Int, height: Int) {
        list.scroll(by: count, count: shownCount, height: height)
        select()
    }

    mutating func follow() {
        arrangement.arrange(rows, order: .newestFirst)
        dropHiddenMarks()
        follows = true
        syncSelection()
    }

    mutating func toggleMark() {
        guard let selectedID else { return }
        if marks.remove(selectedID) == nil { marks.insert(selectedID) }
    }

    /// All that is shown, or none.
    mutating func toggleAllMarks() {
        marks = marks.count == shownCount ? [] : Set(rows.lazy.filter(arrangement.shows).map(\.id))
    }

    mutating func clamp(height: Int) { list.clamp(count: shownCount, height: height) }

    private mutating func select() {
        selectedID = row(at: list.selected)?.id
        follows = list.selected == 0 && order.isNewestFirst
        // In another order whoever moves looks where the new ones are; in this one they are on top.
        if list.top == 0 || !order.isNewestFirst { see() }
    }

    private mutating func see() { seen = rows.last?.id ?? seen }

    private mutating func goToTop() {
        list = ListState()
        selectedID = row(at: 0)?.id
        see()
    }

    /// After rows came, went or moved: the selection stays on its task, not on its line.
    private mutating func syncSelection() {
        guard !follows, let id = selectedID, let position = position(of: id) else { return goToTop() }
        guard let line = arrangement.line(of: rows[position], at: position, in: rows) else {
            // The task is shown no longer: whoever stands in its place is selected.
            list.selected = max(0, min(list.selected, shownCount - 1))
            selectedID = row(at: list.selected)?.id
            return
        }
        // New rows come in above: what is read stays where it is. In another order rows come in anywhere, and the top stays.
        if order.isNewestFirst { list.top = max(0, list.top + line - list.selected) }
        list.selected = line
        if order.isNewestFirst, list.top == 0 { see() }
    }
}

extension Array {
    /// The index of the first element of which `belongsAfter` is true; the array is ordered by it.
    func partitioningIndex(where belongsAfter: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
