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
            guard let form else { return [] }
            let index = form.line(at: line)
            guard index < form.lineCount else { return [] }
            editForm { $0.pick(index, height: height) }
            return choose(.item(pane, index))
        case .result: return []  // Its lines cannot be chosen.
        case .tasks:
            guard tasks.list.top + line < tasks.shownCount else { return [] }
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
        case .request:
            guard point.y == line.y, let form, let tab = RequestPane.tab(at: point.x - line.x, form, width: line.width) else {
                return []
            }
            editForm { $0.open(tab) }
        case .result:
            if let index = ResultTabs.bar(self, in: line).index(at: point) {
                result.select(ResultTabs.shown(self, in: line)[index])
            }
        case .tasks:
            if point.y == line.y, TasksPane.filterHeight(self, room: area.height) > 0 {
                tasks.isFiltering = true
            } else {
                TasksPane.clickHeader(x: point.x, &self)
            }
        }
        return []
    }
}
