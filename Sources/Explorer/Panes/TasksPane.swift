// The live task table: draws the visible rows and acts on the selected and the marked ones.

import Canvas
import NetLayer

enum TasksPane: PaneBehaviour {
    static func perform(_ command: Command, _ model: inout Model) -> [Effect]? {
        let height = Layout(model).height(of: .tasks)
        if let distance = command.distance(height: height) {
            model.tasks.move(by: distance, height: height)
            return []
        }
        switch command {
        case .primary:
            guard let id = model.tasks.selectedID else { return [] }
            model.awaited = nil
            model.focus = .result
            return model.show(id)
        case .cancel:
            let effects = model.cancel(model.tasks.targets)
            if model.overlay == nil { model.tasks.marks = [] }
            return effects
        case .resend: return model.resend()
        case .mark:
            model.tasks.toggleMark()
            model.tasks.move(by: 1, height: height)
        case .markAll: model.tasks.toggleAllMarks()
        case .follow: model.tasks.follow()
        default: return nil
        }
        return []
    }

    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        let tasks = model.tasks
        guard tasks.count > 0 else {
            return EmptyState.draw(["No requests yet"], next: "`s` sends the selected endpoint", on: &screen, in: area)
        }
        let (header, rows) =
            area.height > 1 ? area.splitTop(Layout.tableHeader) : (Rect(x: area.x, y: area.y, width: 0, height: 0), area)
        let widths = TableLayout.widths(TaskColumns.all, available: area.width - 1)
        if header.width > 0 {
            screen.fill(header, style: .tableHeader)
            put(TaskColumns.all.map { ($0.title, Style.tableHeader) }, widths, on: &screen, in: header)
        }
        for line in 0..<rows.height {
            let index = tasks.list.top + line
            guard index < tasks.count else { break }
            let row = tasks.row(at: index)
            let place = rows.row(line)
            put(TaskColumns.cells(row, model), widths, on: &screen, in: place)
            if index == tasks.list.selected {
                screen.overlay(place, focused ? .selection : .selectionUnfocused)
            } else if tasks.marks.contains(row.id) {
                screen.overlay(place, .mark)
            }
        }
        Scrollbar.draw(top: tasks.list.top, shown: rows.height, total: tasks.count, on: &screen, in: rows)
    }

    private static func put(_ cells: [(text: String, style: Style)], _ widths: [Int], on screen: inout Screen, in row: Rect) {
        var x = row.x
        for (index, cell) in cells.enumerated() where widths[index] > 0 {
            let text =
                TaskColumns.all[index].alignRight
                ? TextWidth.pad(cell.text, widths[index], alignRight: true) : TextWidth.fit(cell.text, widths[index])
            screen.put(text, x: x, y: row.y, style: cell.style, in: row)
            x += widths[index] + 1
        }
    }
}

/// The columns of the table and what a row says in each.
enum TaskColumns {
    static let all: [Column] = [
        Column(title: "", minimum: 1, ideal: 1, maximum: 1, priority: 10),
        Column(title: "#", minimum: 2, ideal: 5, maximum: 7, priority: 3, alignRight: true),
        Column(title: "state", minimum: 12, ideal: 13, maximum: 14, priority: 9),
        Column(title: "request", minimum: 12, ideal: 28, maximum: 200, priority: 8),
        Column(title: "service", minimum: 6, ideal: 9, maximum: 20, priority: 2),
        Column(title: "answer", minimum: 8, ideal: 14, maximum: 60, priority: 6),
        Column(title: "bytes", minimum: 7, ideal: 8, maximum: 8, priority: 4, alignRight: true),
        Column(title: "age", minimum: 6, ideal: 7, maximum: 7, priority: 5, alignRight: true),
    ]

    static func cells(_ row: TaskRow, _ model: Model) -> [(text: String, style: Style)] {
        let look = StateLook(row.state)
        return [
            (model.tasks.marks.contains(row.id) ? "●" : "", .mark),
            (String(row.id.number), .muted),
            ("\(look.glyph) \(look.word)", look.style),
            ("\(row.info.method.short) \(row.info.title)", .text),
            (row.service, .muted),
            answer(row, model),
            (row.bytesReceived > 0 ? Quantity.bytes(row.bytesReceived) : "", .text),
            (Quantity.duration(row.age(at: model.now)), .muted),
        ]
    }

    /// What came back, or how far the way there is.
    private static func answer(_ row: TaskRow, _ model: Model) -> (String, Style) {
        if row.state == .queued, let place = model.tasks.place(of: row.id) { return ("place \(place)", .muted) }
        if row.status == nil, case .running(let phase) = row.state { return (phase.rawValue, .muted) }
        if let status = row.status, row.errorKind == nil || row.errorKind == "status" {
            return (String(status), Style.status(status))
        }
        if let kind = row.errorKind { return (row.reason.isEmpty ? kind : "\(kind): \(row.reason)", .error) }
        return (row.reason, .muted)
    }
}
