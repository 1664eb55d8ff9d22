// Clicks inside each pane: a click selects the line under it; a second click
// there is the pane's primary action.

import Canvas

/// A row of a pane's list that a click selects.
struct ClickedRow: Sendable, Hashable {
    let index: Int
    /// The first column of the list from which on a click only selects the row; before it is the fold mark.
    var column = 0
}

extension Model {
    /// The row on a line of a pane's list; `nil` where a click on that line selects nothing.
    func clickedRow(on line: Int, of pane: Pane) -> ClickedRow? {
        switch pane {
        case .endpoints:
            let index = endpoints.list.top + line
            guard endpoints.rows.indices.contains(index) else { return nil }
            if case .endpoint = endpoints.rows[index] { return ClickedRow(index: index) }
            return ClickedRow(index: index, column: 2)
        case .request:
            guard let form else { return nil }
            let index = form.line(at: line)
            return index < form.lineCount ? ClickedRow(index: index) : nil
        case .result: return clickedResultRow(on: line)
        case .tasks:
            let index = tasks.list.top + line
            return index < tasks.shownCount ? ClickedRow(index: index) : nil
        case .services:
            let index = poolView.list.top + line
            return index < poolView.status?.services.count ?? 0 ? ClickedRow(index: index) : nil
        }
    }

    private func clickedResultRow(on line: Int) -> ClickedRow? {
        switch result.tab.content {
        case .table:
            let index = result.table.list.top + line
            return index < result.table.total ? ClickedRow(index: index) : nil
        case .tree:
            let index = result.tree.list.top + line
            guard index < result.tree.total else { return nil }
            let mark = result.tree.window?.line(at: index).map { row in
                ResultTree.mark(row.depth, width: listArea(of: .result).width)
            }
            return ClickedRow(index: index, column: mark.map { $0 + 2 } ?? 0)
        case .diff:
            guard let diff = result.diff, diff.list.top + line < diff.total else { return nil }
            return ClickedRow(index: diff.list.top + line)
        case .contract:
            let index = result.contractList.top + line
            return index < contractLines.count ? ClickedRow(index: index) : nil
        case .bodyLines, .madeLines: return nil  // Their lines cannot be chosen.
        }
    }

    mutating func clickLine(_ line: Int, of pane: Pane, at point: Point) -> [Effect] {
        guard let row = clickedRow(on: line, of: pane) else { return [] }
        let (index, height) = (row.index, listHeight(of: pane))
        switch pane {
        case .endpoints:
            endpoints.isFiltering = false
            endpoints.pick(index, height: height)
            if point.x < listArea(of: pane).x + row.column {
                endpoints.fold(nil)
                return []
            }
            return choose(.item(pane, index))
        case .request:
            editForm { $0.pick(index, height: height) }
            return choose(.item(pane, index))
        case .result: return clickResult(row, line: line, at: point)
        case .tasks:
            tasks.pick(index, height: height)
            // By number: new rows move the lines between two clicks.
            return tasks.selectedID.map { choose(.item(pane, Int(clamping: $0.number))) } ?? []
        case .services:
            poolView.list.selectInPlace(index, count: poolView.status?.services.count ?? 0, height: height)
            return choose(.item(pane, index))
        }
    }

    private mutating func clickResult(_ row: ClickedRow, line: Int, at point: Point) -> [Effect] {
        let (list, height) = (listArea(of: .result), listHeight(of: .result))
        switch result.tab.content {
        case .table:
            let width = view.layout.tableWidth
            result.table.pick(row.index, height: height)
            if let column = TableFit(result.table, width: width).column(at: point.x - list.x) {
                result.table.step(to: column, width: width)
            }
            return choose(.item(.result, row.index))
        case .tree:
            result.tree.pick(row.index, height: height)
            guard let depth = result.tree.line?.depth, point.x - list.x == ResultTree.mark(depth, width: list.width) else {
                return choose(.item(.result, row.index))
            }
            return perform(.toggle)
        case .contract:
            result.contractList.selectInPlace(row.index, count: contractLines.count, height: height)
            return choose(.item(.result, row.index))
        case .diff: result.diff?.pick(line, height: height)
        case .bodyLines, .madeLines: break
        }
        return []
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
