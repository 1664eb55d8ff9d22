// The target under a point, by the same layout that drawing uses.

import Canvas

enum MouseTarget: Sendable, Hashable {
    /// A hint in the last line, with the key that it names.
    case hint(Key)
    case edge(Splits.Edge)
    /// The number of a pane in the first line.
    case strip(Pane)
    /// A pane's border, which shows its name.
    case title(Pane)
    /// Above a pane's list: tabs, a filter, a table's header.
    case head(Pane)
    /// A line of a pane's list; the first visible one is 0.
    case line(Pane, Int)

    init?(_ point: Point, _ model: Model) {
        let layout = model.view.layout
        if layout.footer.contains(point) {
            guard let key = Footer.key(at: point.x, model, in: layout.footer) else { return nil }
            self = .hint(key)
        } else if layout.status.contains(point) {
            guard let pane = PaneStrip(model, in: layout.status)?.pane(at: point.x) else { return nil }
            self = .strip(pane)
        } else if let edge = layout.edge(at: point) {
            self = .edge(edge)
        } else if let (pane, _) = layout.inside.first(where: { $0.value.contains(point) }) {
            let list = model.listArea(of: pane)
            self = list.contains(point) ? .line(pane, point.y - list.y) : .head(pane)
        } else if let (pane, _) = layout.outside.first(where: { $0.value.contains(point) && $0.value.y == point.y })
            ?? layout.outside.first(where: { $0.value.contains(point) })
        {
            self = .title(pane)
        } else {
            return nil
        }
    }

    /// The pane that a turn of the wheel applies to.
    var pane: Pane? {
        switch self {
        case .hint, .edge, .strip: nil
        case .title(let pane), .head(let pane), .line(let pane, _): pane
        }
    }
}

extension Layout {
    /// The movable border at that point.
    func edge(at point: Point) -> Splits.Edge? {
        guard hasSplits, let endpoints = outside[.endpoints], let tasks = outside[.tasks] else { return nil }
        if point.y == tasks.y, tasks.contains(point) { return .tasks }
        return point.x == endpoints.maxX - 1 && endpoints.contains(point) ? .endpoints : nil
    }
}
