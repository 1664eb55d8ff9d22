// The position of every element on the screen, computed once in each step. At small sizes only the focused
// pane is left, then only its inside.

import Canvas

struct Layout: Sendable {
    /// Lines above the list of the result pane.
    static let resultTabs = 1
    static let tableHeader = 1

    private(set) var status = Rect(Size(width: 0, height: 0))
    private(set) var footer = Rect(Size(width: 0, height: 0))
    /// The frame's outer edge; empty when the borders do not fit.
    private(set) var frame = Rect(Size(width: 0, height: 0))
    /// Inside of each visible pane.
    private(set) var inside: [Pane: Rect] = [:]
    /// Each visible pane with its borders; neighbours share theirs.
    private(set) var outside: [Pane: Rect] = [:]
    /// The screen has room for one pane at a time.
    private(set) var isNarrow = false

    /// An empty layout.
    init() {}

    init(_ model: Model) {
        let rest: Rect
        (status, rest, footer) = Self.split(model.view.size)
        let bordered = Self.hasBorders(rest)
        isNarrow = Self.isNarrow(rest)
        frame = bordered ? rest : Rect(x: rest.x, y: rest.y, width: 0, height: 0)
        if !bordered {
            outside[model.focus] = rest
            inside[model.focus] = rest
        } else if Self.isAlone(model, in: rest) {
            place(model.focus, rest)
        } else {
            placeAll(rest, model)
        }
    }

    static func split(_ size: Size) -> (status: Rect, rest: Rect, footer: Rect) {
        let (status, below) = Rect(size).splitTop(size.height >= 3 ? 1 : 0)
        let (rest, footer) = below.splitBottom(below.height >= 3 ? 1 : 0)
        return (status, rest, footer)
    }

    static func hasBorders(_ rest: Rect) -> Bool { rest.width >= 12 && rest.height >= 4 }

    /// Whether the focused pane has all the room.
    private static func isAlone(_ model: Model, in rest: Rect) -> Bool {
        model.focus == .services || model.view.isFullscreen || isNarrow(rest)
    }

    private static func isNarrow(_ rest: Rect) -> Bool { rest.width < 60 || rest.height < 14 }

    /// The width inside the request pane. Its height depends on how the form fills that width.
    static func requestWidth(_ model: Model) -> Int {
        let rest = split(model.view.size).rest
        if !hasBorders(rest) { return model.focus == .request ? rest.width : 0 }
        if isAlone(model, in: rest) { return model.focus == .request ? rest.width - 3 : 0 }
        return max(0, rest.width - model.view.endpointsWidth(in: rest) - 3)
    }

    private mutating func place(_ pane: Pane, _ rect: Rect) {
        outside[pane] = rect
        // One blank column inside the left border, none before the right one, where the scrollbar is.
        inside[pane] = Rect(x: rect.x + 2, y: rect.y + 1, width: max(0, rect.width - 3), height: max(0, rect.height - 2))
    }

    private mutating func placeAll(_ area: Rect, _ model: Model) {
        let (upper, tasks) = area.splitBottom(model.view.splits.tasksHeight(in: area))
        let left = model.view.endpointsWidth(in: area)
        // Neighbours share a border, so each extends one cell into the next.
        let upperHeight = upper.height + 1
        place(.endpoints, Rect(x: area.x, y: area.y, width: left + 1, height: upperHeight))
        let requestHeight = RequestPane.wishedHeight(model, room: upper.height) + 2
        let right = Rect(x: area.x + left, y: area.y, width: area.width - left, height: upperHeight)
        place(.request, Rect(x: right.x, y: right.y, width: right.width, height: requestHeight))
        place(
            .result,
            Rect(x: right.x, y: right.y + requestHeight - 1, width: right.width, height: right.height - requestHeight + 1))
        place(.tasks, tasks)
    }

    /// Whether panes share the room, so that the borders between them are movable.
    var hasSplits: Bool { outside.count > 1 }
}

extension Model {
    /// The area of a pane's list: below its filter, its tabs or its table's header, above its help line.
    func listArea(of pane: Pane) -> Rect {
        guard let area = view.layout.inside[pane] else { return Rect(x: 0, y: 0, width: 0, height: 0) }
        if pane == .services { return services(in: area).rows }
        return pane == .request ? RequestPane.parts(of: area, form).rows : area.splitBottom(listHeight(of: pane)).bottom
    }

    /// The number of lines that the list of a pane shows.
    func listHeight(of pane: Pane) -> Int {
        guard let area = view.layout.inside[pane] else { return 1 }
        switch pane {
        case .endpoints:
            return max(1, area.height - (endpoints.isFiltering || !endpoints.filter.text.isEmpty ? 1 : 0))
        case .request: return max(1, RequestPane.parts(of: area, form).rows.height)
        case .result:
            let all = max(1, area.height - (area.height > Layout.resultTabs ? Layout.resultTabs : 0))
            let below = all - PipeLine.height(self, room: all)
            let body = max(1, below - FilterLine.height(self, room: below) - DiffPane.headHeight(self, room: below))
            let rows = body - ResultPane.note(self, room: body).count - goneLines(room: body).count
            return max(1, rows - (result.tab == .table && rows > 1 ? Layout.tableHeader : 0))
        case .tasks:
            let filter = TasksPane.filterHeight(self, room: area.height)
            return max(1, area.height - filter - (area.height - filter > 1 ? Layout.tableHeader : 0))
        case .services: return max(1, services(in: area).rows.height)
        }
    }

    /// The parts of the services pane.
    func services(in area: Rect) -> ServicesLayout {
        guard let status = poolView.status else { return ServicesLayout(area, services: 0, notices: 0) }
        return ServicesLayout(
            area, services: status.services.count, notices: ServicesPane.notices(status, self).count)
    }
}

extension Rect {
    /// One line of the rectangle.
    func row(_ line: Int) -> Rect { Rect(x: x, y: y + line, width: width, height: 1) }
}
