// The rows of the task table as the screen holds them: found by number, counted as they change, shown
// in the user's arrangement.

import Canvas
import FilterLanguage
import NetLayer

public struct TaskList: Sendable {
    /// The limit of stored rows; the oldest ended ones are dropped first.
    static let capacity = 20_000

    /// By number, oldest first. The pane shows them in reverse.
    private(set) var rows: [TaskRow] = []
    public private(set) var counts = TaskCounts()
    /// The turns of the queued tasks, in order: a task's place is its position here.
    private var queued: [QueueTurn] = []
    private(set) var list = ListState()
    private(set) var selectedID: TaskID?
    /// The newest task stays selected.
    private(set) var follows = true
    /// Shown rows only, so that no hidden task is cancelled by accident.
    var marks: Set<TaskID> = [] {
        didSet { if marks.isEmpty { range = nil } }
    }
    /// The marks that movements add and remove, from the task where they began to the selected one. It ends
    /// where the user changes the lines.
    private var range: MarkRange?
    private(set) var filter = TextField()
    /// What is wrong with the typed filter; the one before it then still applies.
    private(set) var filterProblem: FilterProblem?
    /// The user types the filter. Marks of hidden rows are removed at the end: a
    /// partial word may hide any row.
    var isFiltering = false {
        didSet { if oldValue, !isFiltering { dropHiddenMarks() } }
    }
    /// The columns that the user has chosen, in their order; `nil`: those that fit.
    var columns: [TaskColumn]?
    var arrangement = TaskArrangement()
    private var traces = TraceKeeper()
    /// The secrets of traces that were dropped: the responses of other tasks may repeat them.
    private(set) var droppedSecrets = KnownSecrets()
    /// The verdicts on responses by the senders of their requests, until the rows are dropped.
    private var verdicts: [TaskID: String?] = [:]
    /// The responses of the members, by group.
    private var figures: [TaskID: GroupFigures] = [:]
    /// The figures of measured groups and plain repetitions.
    private(set) var measured = MeasuredGroups()
    /// Tasks that the user has removed, as far as the engine still has them: its snapshots must not bring
    /// them back.
    private var cleared: Set<TaskID> = []
    /// The latest end of a task.
    private(set) var lastEnd: Duration?
    /// Failures that the user has seen, as far as they are still in the table.
    private var seenFailures: Set<TaskID> = []
    /// The newest task that was visible.
    private var seen = TaskID(0)
    /// The tasks of each API, where there are several.
    private(set) var countsByAPI: [String: TaskCounts] = [:]
    /// Some task went to more than one service.
    private(set) var hasTrails = false

    public var count: Int { rows.count }

    func row(_ id: TaskID) -> TaskRow? { position(of: id).map { rows[$0] } }

    /// The responses of a group's members so far.
    func figures(of group: TaskID) -> GroupFigures? { figures[group] }

    /// Records a group that is going to be sent.
    mutating func measure(_ order: GroupOrder) { measured.expect(order) }

    /// How many tasks have failed since ``seeFailures()``.
    var newFailures: Int { max(0, counts.failed - seenFailures.count) }

    /// Marks the current failures as seen.
    mutating func seeFailures() { seenFailures = Set(rows.lazy.filter(\.isFailure).map(\.id)) }

    /// The number of new tasks out of sight: above the visible rows, or anywhere in another order.
    var outOfSight: Int {
        guard !follows, let newest = rows.last, newest.id > seen else { return 0 }
        return rows.reversed().prefix { $0.id > seen }.count { $0.info.parent == nil && arrangement.shows($0) }
    }

    /// The number of rows that the table shows.
    var shownCount: Int { arrangement.count(of: rows) }
    /// The states of the tasks that the table shows.
    var shownCounts: TaskCounts { arrangement.counts ?? counts }
    /// The table shows what a filter leaves.
    var isFiltered: Bool { !arrangement.filter.isEmpty }
    /// The table has a line with the filter: one applies, is typed, or cannot be used.
    var hasFilterLine: Bool { isFiltering || isFiltered || filterProblem != nil }
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

    /// The tasks that commands apply to: the marked tasks, else the selected task.
    var chosen: [TaskID] { marks.isEmpty ? selectedID.map { [$0] } ?? [] : marks.sorted() }

    /// The tasks that `cancel` applies to: the active ones among the chosen ones.
    var targets: [TaskID] { chosen.filter(isLive) }

    /// Whether there is one. Asked for each frame, so it sorts nothing.
    var hasTargets: Bool { marks.isEmpty ? selectedID.map(isLive) ?? false : marks.contains(where: isLive) }

    private func isLive(_ id: TaskID) -> Bool { row(id)?.state.isEnded == false }

    /// The API that a task was sent for, where there are several.
    func api(of id: TaskID) -> String? { arrangement.apis[id] }

    /// Records the API of tasks that are going to be sent.
    mutating func setAPI(_ name: String, of ids: [TaskID]) { arrangement.setAPI(name, of: ids) }

    /// Whether tasks were sent for more than one API.
    var hasSeveralAPIs: Bool { countsByAPI.count > 1 }

    /// The user's note on a task.
    func note(of id: TaskID) -> String? { arrangement.notes[id] }

    /// - Parameter text: `nil` removes the notes.
    mutating func setNote(_ text: String?, of ids: [TaskID]) {
        arrangement.setNote(text, of: ids, rows)
        if !isFiltering { dropHiddenMarks() }
        syncSelection()
    }

    /// The marked rows, and the members of marked groups. Without marks all rows, or those that the filter
    /// shows: it selects members one by one. Oldest first.
    private var affected: [TaskRow] {
        guard !marks.isEmpty else { return isFiltered ? rows.filter(arrangement.shows) : rows }
        var groups: Set<TaskID> = []
        // A group stands before its members.
        return rows.filter { row in
            let isMember = row.info.parent.map { groups.contains($0) } ?? false
            guard isMember || marks.contains(row.id) else { return false }
            if row.info.kind.hasMembers { groups.insert(row.id) }
            return true
        }
    }

    /// The tasks that an archive of the table contains, and that `resend` with marks sends again: the marked
    /// tasks, else the shown ones. A group stands for its members. Oldest first.
    var archived: [TaskRow] { affected.filter { !$0.info.kind.hasMembers } }

    // MARK: Changes

    /// Applies the engine's events. Returns the numbers of dropped rows: those that a snapshot no longer
    /// contains, and the oldest ones beyond ``capacity``.
    mutating func apply(_ batch: EventBatch) -> [TaskID] {
        var lost: [TaskID] = []
        switch batch {
        case .snapshot(let snapshot):
            let known = Set((snapshot.live + snapshot.ended).map(\.id))
            lost = drop { !$0.state.isEnded && !known.contains($0.id) }
            for row in (snapshot.ended + snapshot.live).sorted(by: { $0.id < $1.id }) { upsert(row, amongMany: true) }
            arrangement.rebuild(rows)
            cleared.formIntersection(known)
            if !isFiltering { dropHiddenMarks() }
        case .events(let events): for event in events { upsert(event.row) }
        }
        let dropped = lost + trim()
        syncSelection()
        return dropped
    }

    /// Records the verdict of the checks on a response. It decides whether the row has failed,
    /// now or when the task ends.
    /// - Parameter problem: the failed check; `nil` when all checks passed.
    mutating func judge(_ id: TaskID, _ problem: String?) {
        guard !cleared.contains(id) else { return }
        verdicts.updateValue(problem, forKey: id)
        guard let index = position(of: id), rows[index].state.isEnded else { return }
        let old = rows[index]
        let row = old.judged(problem)
        count(old, -1)
        rows[index] = row
        count(row, 1)
        if !row.isFailure { seenFailures.remove(id) }
        if row.info.kind == .call, let group = row.info.parent {
            figures[group]?.remove(old)
            figures[group]?.add(row)
            measured.judge(old, as: row)
        }
        arrange(old, row)
        syncSelection()
    }

    /// Records a failed check of a member, which also fails its group: the engine does not
    /// know the checks on bodies.
    mutating func judgeMember(_ id: TaskID, _ problem: String) {
        judge(id, problem)
        guard let index = position(of: id), let parent = rows[index].info.parent, let group = position(of: parent),
            rows[group].info.kind == .group
        else { return }
        let bad = rows.count { $0.info.parent == parent && $0.errorKind == TaskRow.unexpected }
        judge(parent, "\(max(1, bad)) not as expected; the last: \(problem)")
    }

    /// - Parameter amongMany: the caller rebuilds the arrangement once, after the last row.
    private mutating func upsert(_ told: TaskRow, amongMany: Bool = false) {
        guard !cleared.contains(told.id) else { return }
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
            arrangement.inheritAPI(row)
            measured.begin(row)
        }
        count(row, 1)
        if amongMany { arrangement.note(row, wasThere: old != nil) } else { arrange(old, row) }
        if !hasTrails, Self.hasTrail(row) { hasTrails = true }
        guard row.state.isEnded else { return }
        // A failure that an archive has recorded is no news.
        if row.isArchived, row.isFailure { seenFailures.insert(row.id) }
        lastEnd = row.endedAt.map { max(lastEnd ?? $0, $0) } ?? lastEnd
        if row.info.kind == .call, let group = row.info.parent, position(of: group) != nil {
            figures[group, default: GroupFigures()].add(row)
            measured.end(row)
        }
        for id in traces.keep(row) { dropTrace(of: id) }
    }

    private static func hasTrail(_ row: TaskRow) -> Bool { row.attempt > 1 && Trail(row) != nil }

    /// The filter may need what is dropped.
    private mutating func dropTrace(of id: TaskID) {
        guard let index = position(of: id) else { return }
        let old = rows[index]
        learnSecrets(of: [old])
        rows[index].dropTrace()
        guard !arrangement.filter.isEmpty else { return }
        arrangement.change(old, to: rows[index])
        if !isFiltering, !arrangement.shows(rows[index]) { marks.remove(id) }
    }

    private mutating func learnSecrets(of rows: [TaskRow]) {
        for row in rows where !row.isTraceDropped { droppedSecrets.learn(row) }
        droppedSecrets.forgetOldest()
    }

    private mutating func arrange(_ old: TaskRow?, _ new: TaskRow) {
        if arrangement.take(new, wasThere: old != nil, rows) {
            // A new group may be folded.
            if !isFiltering { dropHiddenMarks() }
        } else {
            arrangement.change(old, to: new)
            if old != nil, !marks.isEmpty, !isFiltering, !arrangement.shows(new) { marks.remove(new.id) }
        }
    }

    /// Removes ended tasks: the marked ones with the members of marked groups; without marks, those that pass
    /// the filter.
    mutating func clear() -> ClearedTasks {
        let going = affected.filter(\.state.isEnded)
        let ids = Set(going.map(\.id))
        let gone = ClearedTasks(
            rows: going, notes: arrangement.notes.filter { ids.contains($0.key) },
            apis: arrangement.apis.filter { ids.contains($0.key) },
            figures: figures.filter { ids.contains($0.key) }, measured: measured.groups(in: ids),
            seenFailures: seenFailures.intersection(ids))
        let dropped = drop { ids.contains($0.id) }
        cleared.formUnion(dropped)
        syncSelection()
        return gone
    }

    /// Brings removed tasks back. Returns the numbers of the rows that have no room any more.
    mutating func restore(_ gone: ClearedTasks) -> [TaskID] {
        let back = gone.rows.filter { position(of: $0.id) == nil }
        cleared.subtract(back.map(\.id))
        rows = (rows + back).sorted { $0.id < $1.id }
        figures.merge(gone.figures) { $1 }
        measured.restore(gone.measured, back)
        seenFailures.formUnion(gone.seenFailures)
        for (id, api) in gone.apis { arrangement.setAPI(api, of: [id]) }
        for row in back {
            count(row, 1)
            arrangement.note(row, wasThere: false)
            if Self.hasTrail(row) { hasTrails = true }
            lastEnd = row.endedAt.map { max(lastEnd ?? $0, $0) } ?? lastEnd
        }
        arrangement.rebuild(rows)
        for (id, note) in gone.notes { arrangement.setNote(note, of: [id], rows) }
        // It may know some of them still, and then drops traces a little earlier.
        for row in back { for id in traces.keep(row) { dropTrace(of: id) } }
        if !isFiltering { dropHiddenMarks() }
        let dropped = trim()
        syncSelection()
        return dropped
    }

    /// Removes the rows for which `goes` is true, in one pass. Returns their numbers.
    private mutating func drop(_ goes: (TaskRow) -> Bool) -> [TaskID] {
        var dropped: [TaskRow] = []
        rows.removeAll { row in
            guard goes(row) else { return false }
            dropped.append(row)
            return true
        }
        guard !dropped.isEmpty else { return [] }
        learnSecrets(of: dropped)
        let turns = Set(dropped.compactMap(\.turn))
        if !turns.isEmpty { queued.removeAll(where: turns.contains) }
        for row in dropped { tally(row, -1) }
        let ids = dropped.map(\.id)
        seenFailures.subtract(ids)
        if !rows.contains(where: \.state.isEnded) {
            lastEnd = nil
            hasTrails = rows.contains(where: Self.hasTrail)
        }
        for id in ids {
            verdicts.removeValue(forKey: id)
            figures.removeValue(forKey: id)
        }
        measured.forget(Set(ids))
        arrangement.forget(Set(ids), rows)
        marks.subtract(ids)
        return ids
    }

    private mutating func tally(_ row: TaskRow, _ step: Int) {
        counts.change(row, by: step)
        if let api = arrangement.apis[row.id] { countsByAPI[api, default: TaskCounts()].change(row, by: step) }
    }

    private mutating func count(_ row: TaskRow, _ step: Int) {
        tally(row, step)
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

    /// Sorts in that order. A selection at the top stays at the top; any other selection stays on its task.
    mutating func sort(_ order: TaskOrder) {
        let wasOnTop = list.selected == 0
        range = nil
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
        range = nil
        do throws(FilterProblem) {
            var next = try TaskFilter(filter.text)
            next.onlyFailures = showsOnlyFailures
            arrangement.arrange(rows, filter: next)
            filterProblem = nil
        } catch {
            filterProblem = error
        }
        if !isFiltering { dropHiddenMarks() }
        syncSelection()
    }

    /// Clears the typed filter; without one, shows all tasks again.
    mutating func clearFilter() {
        if filter.text.isEmpty, !isFiltering, showsOnlyFailures { toggleFailures() }
        editFilter { $0 = TextField() }
        isFiltering = false
    }

    /// Whether failures alone are shown, as far as they pass the typed filter.
    var showsOnlyFailures: Bool { arrangement.filter.onlyFailures }

    mutating func toggleFailures() {
        var filter = arrangement.filter
        filter.onlyFailures.toggle()
        range = nil
        arrangement.arrange(rows, filter: filter)
        if !isFiltering { dropHiddenMarks() }
        syncSelection()
    }

    private mutating func dropHiddenMarks() { marks = shown(marks) }

    private func shown(_ ids: Set<TaskID>) -> Set<TaskID> { ids.filter { id in row(id).map(arrangement.shows) ?? false } }

    // MARK: Groups

    /// The indentation of a row: the number of its groups, where the table shows groups.
    func depth(of id: TaskID) -> Int { arrangement.isTree ? arrangement.tree.depth(of: id) : 0 }

    /// `nil` when the row cannot fold: it is no group, or groups are not shown.
    func isFolded(_ id: TaskID) -> Bool? {
        arrangement.isTree && arrangement.tree.isGroup(id) ? arrangement.tree.isFolded(id) : nil
    }

    /// Whether some task is a group or a chain.
    var hasGroups: Bool { !arrangement.tree.isEmpty }

    /// The group that folding at the selected row applies to: the row itself, or its group.
    var selectedGroup: TaskID? {
        guard arrangement.isTree, let id = selectedID else { return nil }
        return arrangement.tree.isGroup(id) ? id : arrangement.tree.parent(of: id)
    }

    /// Folds a group and selects it, or unfolds it.
    mutating func fold(_ group: TaskID, _ isFolded: Bool) {
        range = nil
        arrangement.fold(group, isFolded, rows)
        if isFolded, !follows { selectedID = group }
        dropHiddenMarks()
        syncSelection()
    }

    // MARK: Selection

    mutating func move(by count: Int, height: Int) {
        endLooseRange()
        list.move(by: count, count: shownCount, height: height)
        select()
    }

    mutating func move(to index: Int, height: Int) {
        endLooseRange()
        list.moveTo(index, count: shownCount, height: height)
        select()
    }

    mutating func pick(_ index: Int, height: Int) {
        endLooseRange()
        list.selectInPlace(index, count: shownCount, height: height)
        select()
    }

    mutating func scroll(by count: Int, height: Int) {
        endLooseRange()
        list.scroll(by: count, count: shownCount, height: height)
        select()
    }

    mutating func follow() {
        range = nil
        arrangement.arrange(rows, order: .newestFirst)
        dropHiddenMarks()
        follows = true
        syncSelection()
    }

    mutating func toggleMark() {
        guard let selectedID else { return }
        range = nil
        if marks.remove(selectedID) == nil { marks.insert(selectedID) }
    }

    /// Marks all shown tasks, or none.
    mutating func toggleAllMarks() {
        range = nil
        marks = marks.count == shownCount ? [] : Set(rows.lazy.filter(arrangement.shows).map(\.id))
    }

    mutating func clamp(height: Int) {
        list.clamp(count: shownCount, height: height)
        if order.isNewestFirst, list.top == 0 { see() }
    }

    // MARK: Ranges

    private struct MarkRange {
        /// Where it began.
        var start: TaskID
        /// The marks outside of it.
        var others: Set<TaskID>
        /// Every movement extends it, until the user ends it; otherwise only movements with Shift.
        var isHeld: Bool
    }

    /// Every movement marks the tasks that it passes.
    var isMarkingRange: Bool { range?.isHeld == true }

    /// Starts a range at the selected task, or ends it; the marks stay.
    mutating func toggleRange() {
        if isMarkingRange { range = nil } else { startRange(isHeld: true) }
    }

    /// Moves, and marks the tasks from the first of such movements to the selected one.
    mutating func extendMarks(by count: Int, height: Int) {
        if range == nil { startRange(isHeld: false) }
        list.move(by: count, count: shownCount, height: height)
        select()
    }

    private mutating func startRange(isHeld: Bool) {
        guard let selectedID else { return }
        // The selection must not jump to a new task meanwhile.
        follows = false
        range = MarkRange(start: selectedID, others: marks, isHeld: isHeld)
        marks.insert(selectedID)
    }

    private mutating func endLooseRange() { if !isMarkingRange { range = nil } }

    private mutating func markRange() {
        guard let range else { return }
        guard let position = position(of: range.start),
            let line = arrangement.line(of: rows[position], at: position, in: rows)
        else { return self.range = nil }
        marks = shown(range.others).union(rows(on: min(line, list.selected)..<max(line, list.selected) + 1).map(\.id))
    }

    private mutating func select() {
        selectedID = row(at: list.selected)?.id
        markRange()
        follows = list.selected == 0 && order.isNewestFirst && range == nil
        // In this order new tasks are at the top; in another order a user who moves is looking for them.
        if list.top == 0 || !order.isNewestFirst { see() }
    }

    private mutating func see() { seen = rows.last?.id ?? seen }

    private mutating func goToTop() {
        list = ListState()
        selectedID = row(at: 0)?.id
        see()
    }

    /// Restores the selection after rows were added, removed or moved: it stays on its task, not on its line.
    mutating func syncSelection() {
        guard !follows, let id = selectedID, let position = position(of: id) else { return goToTop() }
        guard let line = arrangement.line(of: rows[position], at: position, in: rows) else {
            // The task is hidden now: the selection moves to the task in its place.
            list.selected = max(0, min(list.selected, shownCount - 1))
            selectedID = row(at: list.selected)?.id
            return
        }
        // New rows appear above, and the visible rows stay. In another order rows appear
        // anywhere, and the top stays.
        if order.isNewestFirst { list.top = max(0, list.top + line - list.selected) }
        list.selected = line
        if order.isNewestFirst, list.top == 0 { see() }
    }
}

extension Array {
    /// The index of the first element for which `belongsAfter` is true; the array must be partitioned by it.
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
