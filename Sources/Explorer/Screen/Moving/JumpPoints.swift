// The points of the screen that a click goes to: pane titles, tabs, the rows of the lists, and the numbers of the
// hidden panes. The mouse's own functions decide which points count, so labels and clicks agree.

import Canvas

extension Model {
    /// One point for each thing, the focused pane's first: they get the shortest labels.
    var jumpPoints: [Point] {
        let shown = Pane.allCases.filter { view.layout.inside[$0] != nil }
        let panes = shown.filter { $0 == focus } + shown.filter { $0 != focus }
        var points: [Point] = []
        for pane in panes { points += rowPoints(of: pane) + tabPoints(of: pane) }
        return points + panes.compactMap { titlePoint(of: $0) } + stripPoints
    }

    /// The numbers of the panes that a narrow terminal hides.
    private var stripPoints: [Point] {
        let line = view.layout.status
        let points = (PaneStrip(self, in: line)?.starts ?? []).map { Point(x: $0, y: line.y) }
        return points.filter { point in
            if case .strip(let pane)? = MouseTarget(point, self) { pane != focus } else { false }
        }
    }

    /// The first line of each row, behind its fold mark.
    private func rowPoints(of pane: Pane) -> [Point] {
        let list = listArea(of: pane)
        var seen: Set<Int> = []
        var points: [Point] = []
        for line in 0..<list.height {
            // A body is one row on many lines.
            guard let row = clickedRow(on: line, of: pane), seen.insert(row.index).inserted else { continue }
            let point = Point(x: list.x + row.column, y: list.y + line)
            if MouseTarget(point, self) == MouseTarget.line(pane, line) { points.append(point) }
        }
        return points
    }

    private func tabPoints(of pane: Pane) -> [Point] {
        guard let area = view.layout.inside[pane] else { return [] }
        let line = area.row(0)
        let columns: [Int] =
            switch pane {
            case .request: form.map { RequestPane.tabStarts($0, width: line.width) } ?? []
            case .result: result.task == nil ? [] : ResultTabs.bar(self, in: line).starts
            default: []
            }
        return columns.map { Point(x: line.x + $0, y: line.y) }.filter { MouseTarget($0, self) == MouseTarget.head(pane) }
    }

    private func titlePoint(of pane: Pane) -> Point? {
        guard let edges = view.layout.outside[pane] else { return nil }
        let point = Point(x: edges.x + 2, y: edges.y)
        switch MouseTarget(point, self) {
        case .title(let title)?: return title == pane ? point : nil
        // The title of the tasks stands on the border that can be moved: a click without a movement goes there.
        case .edge(.tasks)?: return pane == .tasks ? point : nil
        default: return nil
        }
    }
}
