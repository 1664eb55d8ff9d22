// Clicks inside each pane: a click selects the line under it; a second click
// there is the pane's primary action.

import Canvas

extension Model {
    mutating func clickLine(_ line: Int, of pane: Pane, at point: Point) -> [Effect] {
        let height = listHeight(of: pane)
        switch pane {
        case .endpoints:
            let index = endpoints.list.top + line
            guard endpoints.rows.indices.contains(index) else { return [] }
            endpoints.isFiltering = false
            endpoints.pick(index, height: height)
            if case .group = endpoints.rows[index], point.x < listArea(of: pane).x + 2 {
                endpoints.fold(nil)
                return []
            }
            return choose(.item(pane, index))
        case .request:
            guard let form else { return [] }
            let index = form.line(at: line)
            guard index < form.lineCount else { return [] }
            editForm { $0.pick(index, height: height) }
            return choose(.item(pane, index))
        case .result: return clickResult(line, at: point, in: view.layout)
        case .tasks:
            guard tasks.list.top + line < tasks.shownCount else { return [] }
            tasks.pick(tasks.list.top + line, height: height)
            // By number: new rows move the lines between two clicks.
            return tasks.selectedID.map { choose(.item(pane, Int(clamping: $0.number))) } ?? []
        case .services:
            let index = poolView.list.top + line
            guard let count = poolView.status?.services.count, index < count else { return [] }
            poolView.list.selectInPlace(index, count: count, height: height)
            return choose(.item(pane, index))
        }
    }

    private mutating func clickResult(_ line: Int, at point: Point, in layout: Layout) -> [Effect] {
        let (list, height) = (listArea(of: .result), listHeight(of: .result))
        switch result.tab.content {
        case .table:
            let row = result.table.list.top + line
            guard row < result.table.total else { return [] }
            result.table.pick(row, height: height)
            if let column = TableFit(result.table, width: layout.tableWidth).column(at: point.x - list.x) {
                result.table.step(to: column, width: layout.tableWidth)
            }
            return choose(.item(.result, row))
        case .tree:
            let row = result.tree.list.top + line
            guard row < result.tree.total else { return [] }
            result.tree.pick(row, height: height)
            guard let depth = result.tree.line?.depth, point.x - list.x == ResultTree.mark(depth, width: list.width) else {
                return choose(.item(.result, row))
            }
            return perform(.toggle)
        case .diff:
            result.diff?.pick(line, height: height)
            return []
        case .bodyLines, .madeLines: return []  // Their lines cannot be chosen.
        }
    }

    private mutating func choose(_ choice: MouseState.Choice) -> [Effect] {
        view.mouse.clicks(choice, at: now) && !isEditing ? perform(.primary) : []
    }

    /// A click above a pane's list.
    mutating func clickHead(of pane: Pane, at point: Point) -> [Effect] {
        guard let area = view.layout.inside[pane] else { return [] }
        let line = area.row(0)
        switch pane {
        case .endpoints:
            guard whyUnavailable(.filter) == nil else { return [] }
            endpoints.isFiltering = true
            endpoints.editFilter { $0.moveTo(column: point.x - line.x - 2, width: max(1, line.width - 3)) }
        case .request:
            guard point.y == line.y, let form, let tab = RequestPane.tab(at: point.x - line.x, form, width: line.width) else {
                return []
            }
            editForm { $0.open(tab) }
        case .result:
            if let index = ResultTabs.bar(self, in: line).index(at: point) {
                result.select(ResultTabs.shown(self, in: line)[index])
            } else if result.tab == .table, point.y == listArea(of: .result).y - 1 {
                let (width, height) = (view.layout.tableWidth, listHeight(of: .result))
                guard let column = TableFit(result.table, width: width).column(at: point.x - area.x) else { return [] }
                result.table.step(to: column, width: width)
                result.table.sort(height: height)
            }
        case .tasks:
            if point.y == line.y, TasksPane.filterHeight(self, room: area.height) > 0 {
                tasks.isFiltering = true
            } else {
                TasksPane.clickHeader(x: point.x, &self)
            }
        case .services: break
        }
        return []
    }
}
