// Where everything stands at a given size. At small sizes only the focused pane is left, then only its inside.

import Canvas

struct Layout {
    /// Lines that a pane's list does not get.
    static let resultTabs = 1
    static let tableHeader = 1

    let status: Rect
    let footer: Rect
    /// The frame's outer edge; empty when there is no room for borders.
    let frame: Rect
    /// Inside of each visible pane.
    private(set) var inside: [Pane: Rect] = [:]
    /// Each visible pane with its borders; neighbours share theirs.
    private(set) var outside: [Pane: Rect] = [:]
    private let model: Model

    init(_ model: Model) {
        self.model = model
        var rest = Rect(model.size)
        (status, rest) = rest.splitTop(rest.height >= 3 ? 1 : 0)
        (rest, footer) = rest.splitBottom(rest.height >= 3 ? 1 : 0)
        let bordered = rest.width >= 12 && rest.height >= 4
        frame = bordered ? rest : Rect(x: rest.x, y: rest.y, width: 0, height: 0)
        if !bordered {
            outside[model.focus] = rest
            inside[model.focus] = rest
        } else if model.focus == .services || model.isFullscreen || rest.width < 60 || rest.height < 14 {
            place(model.focus, rest)
        } else {
            placeAll(rest)
        }
    }

    private mutating func place(_ pane: Pane, _ rect: Rect) {
        outside[pane] = rect
        // One blank column inside the left border, none before the right one, where the scrollbar stands.
        inside[pane] = Rect(x: rect.x + 2, y: rect.y + 1, width: max(0, rect.width - 3), height: max(0, rect.height - 2))
    }

    private mutating func placeAll(_ area: Rect) {
        let (upper, tasks) = area.splitBottom(model.splits.tasksHeight(in: area))
        let left = model.splits.endpointsWidth(in: area)
        // Neighbours share a border, so each reaches one cell into the next.
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

    /// Whether panes share the room, so that the borders between them can be moved.
    var hasSplits: Bool { outside.count > 1 }

    /// Where a pane's list stands: below its filter, its tabs or its table's header, above its line of help.
    func list(of pane: Pane) -> Rect {
        guard let area = inside[pane] else { return Rect(x: 0, y: 0, width: 0, height: 0) }
        if pane == .services { return services(in: area).rows }
        return pane == .request ? RequestPane.parts(of: area, model.form).rows : area.splitBottom(height(of: pane)).bottom
    }

    /// How many lines the list of a pane shows.
    func height(of pane: Pane) -> Int {
        guard let area = inside[pane] else { return 1 }
        switch pane {
        case .endpoints:
            return max(1, area.height - (model.endpoints.isFiltering || !model.endpoints.filter.text.isEmpty ? 1 : 0))
        case .request: return max(1, RequestPane.parts(of: area, model.form).rows.height)
        case .result:
            let all = max(1, area.height - (area.height > Self.resultTabs ? Self.resultTabs : 0))
            let below = all - PipeLine.height(model, room: all)
            let body = max(1, below - FilterLine.height(model, room: below) - DiffPane.headHeight(model, room: below))
            let rows = body - ResultPane.note(model, room: body).count
            return max(1, rows - (model.result.tab == .table && rows > 1 ? Self.tableHeader : 0))
        case .tasks:
            let filter = TasksPane.filterHeight(model, room: area.height)
            return max(1, area.height - filter - (area.height - filter > 1 ? Self.tableHeader : 0))
        case .services: return max(1, services(in: area).rows.height)
        }
    }

    /// The parts of the services pane.
    func services(in area: Rect) -> ServicesLayout {
        guard let status = model.poolView.status else { return ServicesLayout(area, services: 0, notices: 0) }
        return ServicesLayout(
            area, services: status.services.count, notices: ServicesPane.notices(status, model).count)
    }
}

extension Rect {
    /// One line of the rectangle.
    func row(_ line: Int) -> Rect { Rect(x: x, y: y + line, width: width, height: 1) }
}
