// The live task table: renders the visible rows and acts on the selected and the marked ones.

import Canvas
import NetLayer

enum TasksPane: PaneBehaviour {
    static func perform(_ command: Command, _ model: inout Model) -> [Effect]? {
        let height = model.listHeight(of: .tasks)
        if let distance = command.distance(height: height) {
            model.tasks.move(by: distance, height: height)
            return []
        }
        switch command {
        case .primary where model.tasks.selectedGroup == model.tasks.selectedID && model.tasks.selectedID != nil, .fold, .left,
            .right:
            fold(command, &model)
        case .primary, .trace:
            guard let id = model.tasks.selectedID else { return [] }
            model.result.awaited = nil
            model.focus = .result
            let effects = model.show(id)
            model.result.isFromTasks = true
            if command == .trace { model.result.glance(at: .trace) }
            return effects
        case .cancel:
            let effects = model.cancel(model.cancellableTasks)
            if model.dialogs.open == nil { model.tasks.marks = [] }
            return effects
        case .resend: return model.resend()
        case .mark:
            model.tasks.toggleMark()
            model.tasks.move(by: 1, height: height)
        case .markAll: model.tasks.toggleAllMarks()
        case .markRange: model.tasks.toggleRange()
        case .markUp: model.tasks.extendMarks(by: -1, height: height)
        case .markDown: model.tasks.extendMarks(by: 1, height: height)
        case .follow: model.tasks.follow()
        case .columns: return model.chooseTaskColumns()
        case .export: return model.askHowToExport()
        case .filter: model.tasks.isFiltering = true
        case .onlyFailures: model.tasks.toggleFailures()
        case .sort:
            // Not by a column that the width hides: no title would show it.
            let width = model.view.layout.inside[.tasks]?.width ?? 0
            let columns = TaskColumns(width, of: model.tasks).columns
            model.tasks.sort(model.tasks.order.next(in: columns))
        case .reverse:
            var order = model.tasks.order
            order.isDescending.toggle()
            model.tasks.sort(order)
        default: return nil
        }
        return []
    }

    /// Folds or unfolds the group of the selected row. Moving left has no effect on a folded
    /// group, or outside of groups.
    private static func fold(_ command: Command, _ model: inout Model) {
        guard let group = model.tasks.selectedGroup, let isFolded = model.tasks.isFolded(group) else { return }
        switch command {
        case .left: model.tasks.fold(group, true)
        case .right: model.tasks.fold(group, false)
        default: model.tasks.fold(group, !isFolded)
        }
    }

    /// Sorts by the column at `x` in the table's header; a second click reverses the order.
    static func clickHeader(x: Int, _ model: inout Model) {
        guard let area = model.view.layout.inside[.tasks],
            let column = TaskColumns(area.width, of: model.tasks).column(at: x - area.x),
            column.isSortable
        else { return }
        var order = TaskOrder(column)
        if model.tasks.order == order { order.isDescending.toggle() }
        model.tasks.sort(order)
    }

    /// The title in the pane's border: the number of tasks, and the states of the shown ones.
    static func title(_ model: Model) -> [(text: String, style: Style)] {
        let tasks = model.tasks
        guard tasks.count > 0 else { return [] }
        var parts = [(tasks.isFiltered ? "\(tasks.shownCount) of \(tasks.count)" : "\(tasks.count)", Style.muted)]
        if tasks.isFiltered {
            let counts = tasks.shownCounts
            if counts.running > 0 { parts.append(("\(counts.running) running", .taskRunning)) }
            if counts.queued > 0 { parts.append(("\(counts.queued) queued", .taskQueued)) }
            if counts.failed > 0 { parts.append(("\(counts.failed) failed", .taskFailed)) }
        }
        if tasks.outOfSight > 0 {
            parts.append(("\(tasks.order.isNewestFirst ? "↑ " : "")\(tasks.outOfSight) new", .accent))
        }
        if !tasks.marks.isEmpty {
            parts.append(("\(tasks.marks.count) marked\(tasks.isMarkingRange ? ", range" : "")", .accent))
        }
        return parts
    }

    // MARK: Rendering

    /// The number of the pane's lines that the filter takes.
    static func filterHeight(_ model: Model, room: Int) -> Int {
        model.tasks.hasFilterLine && room > 1 ? 1 : 0
    }

    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        let tasks = model.tasks
        guard tasks.count > 0 else {
            return EmptyState.draw(["No requests yet"], next: model.firstStep, on: &screen, in: area)
        }
        let (filter, table) = area.splitTop(filterHeight(model, room: area.height))
        if filter.height > 0 { drawFilter(tasks, on: &screen, in: filter) }
        guard tasks.shownCount > 0 else {
            let noFailure = tasks.showsOnlyFailures && tasks.filter.text.isEmpty
            return EmptyState.draw(
                [noFailure ? "No task has failed" : "No match"],
                next: noFailure ? "`!` shows all tasks" : "`esc` clears the filter", on: &screen, in: table)
        }
        let (header, rows) = table.splitTop(table.height > 1 ? Layout.tableHeader : 0)
        let columns = TaskColumns(area.width, of: tasks)
        if header.height > 0 {
            screen.fill(header, style: .tableHeader)
            columns.put(columns.titles(tasks.order), on: &screen, in: header)
        }
        let top = tasks.list.top
        for (line, row) in tasks.rows(on: top..<top + rows.height).enumerated() {
            let place = rows.row(line)
            columns.put(columns.cells(row, model), on: &screen, in: place)
            if top + line == tasks.list.selected {
                screen.overlay(place, focused ? .selection : .selectionUnfocused)
            } else if tasks.marks.contains(row.id) {
                screen.overlay(place, .mark)
            }
        }
        Scrollbar.draw(top: top, shown: rows.height, total: tasks.shownCount, on: &screen, in: rows)
    }

    private static func drawFilter(_ tasks: TaskList, on screen: inout Screen, in line: Rect) {
        let prompt = tasks.showsOnlyFailures ? "! failures / " : "/ "
        SearchLine.draw(
            tasks.filter, isTyping: tasks.isFiltering, count: tasks.filterProblem?.text ?? "", prompt: prompt,
            wrong: tasks.filterProblem?.offset, on: &screen, in: line)
        guard tasks.isFiltering, line.width > 2, tasks.filter.text.isEmpty else { return }
        let start = prompt.count + 2
        screen.write(
            TextWidth.truncate("words, or state:failed status:>=500 time:>1s; and, or, not, ( )", max(0, line.width - start)),
            x: line.x + start, y: line.y, style: .muted, in: line)
    }
}

extension Model {
    /// Handles a key while the user types the task filter; `nil`: not for the field.
    mutating func editTaskFilter(_ key: Key) -> [Effect]? {
        let height = listHeight(of: .tasks)
        switch key {
        case .enter: tasks.isFiltering = false
        case .escape: tasks.clearFilter()
        case .up: tasks.move(by: -1, height: height)
        case .down: tasks.move(by: 1, height: height)
        default:
            var known = false
            tasks.editFilter { known = $0.handle(key) }
            guard known || key.isPrintable else { return nil }
        }
        return []
    }
}
