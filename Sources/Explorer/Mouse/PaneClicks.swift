// What a click does inside each pane: it chooses the line under it; a second click on the same line is the pane's primary action.

import Canvas

extension Model {
    mutating func clickLine(_ line: Int, of pane: Pane, at point: Point) -> [Effect] {
        let layout = Layout(self)
        let height = layout.height(of: pane)
        switch pane {
        case .endpoints:
            let index = endpoints.list.top + line
            guard endpoints.rows.indices.contains(index) else { return [] }
            endpoints.isFiltering = false
            endpoints.pick(index, height: height)
            if case .group = endpoints.rows[index], point.x < layout.list(of: pane).x + 2 {
                endpoints.fold(nil)
                return []
            }
            return choose(.item(pane, index))
        case .request:
            guard let form, form.fields.indices.contains(form.list.top + line) else { return [] }
            let index = form.list.top + line
            editForm { form in
                if index != form.selected { form.isEditing = false }
                form.pick(index, height: height)
            }
            return choose(.item(pane, index))
        case .result: return []  // Its lines cannot be chosen.
        case .tasks:
            guard tasks.list.top + line < tasks.count else { return [] }
            tasks.pick(tasks.list.top + line, height: height)
            // By number: new rows move the lines between two clicks.
            return tasks.selectedID.map { choose(.item(pane, Int(clamping: $0.number))) } ?? []
        }
    }

    private mutating func choose(_ choice: MouseState.Choice) -> [Effect] {
        mouse.clicks(choice, at: now) && !isEditing ? perform(.primary) : []
    }

    /// A click above a pane's list.
    mutating func clickHead(of pane: Pane, at point: Point) -> [Effect] {
        guard let area = Layout(self).inside[pane] else { return [] }
        let line = area.row(0)
        switch pane {
        case .endpoints:
            guard whyUnavailable(.filter) == nil else { return [] }
            endpoints.isFiltering = true
            endpoints.editFilter { $0.moveTo(column: point.x - line.x - 2, width: max(1, line.width - 3)) }
        case .request: break
        case .result:
            if let index = ResultPane.tabs(in: line).index(at: point) { result.select(ResultTab.allCases[index]) }
        case .tasks: return clickHeader(of: pane, column: point.x - line.x)
        }
        return []
    }

    /// A click on a table's header, `column` cells from its left edge. The table of tasks stands in one order, the newest on top.
    private mutating func clickHeader(of pane: Pane, column: Int) -> [Effect] { [] }
}
