// Draws the list of a response as a table: a header, the row numbers and the first column always in view.

import Canvas
import Document

enum ResultTable {
    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        let table = model.result.table
        guard let window = table.window else {
            return EmptyState.draw(["Reading the response …"], style: .muted, on: &screen, in: area)
        }
        guard window.total > 0 || table.filter == nil || model.result.filter.shown?.isOneList == true else {
            return EmptyState.draw(["No match in the response"], next: "`esc` shows the whole response", on: &screen, in: area)
        }
        if window.pointer == nil, let list = window.request.choice.list {
            return EmptyState.draw(["There is no list at \(list)"], next: "`:list` detects one", on: &screen, in: area)
        }
        guard window.total > 0 else {
            return EmptyState.draw(["The list is empty"], next: "`.` shows the rest of the response", on: &screen, in: area)
        }
        let (header, rows) = area.height > 1 ? area.splitTop(Layout.tableHeader) : area.splitTop(0)
        let fit = TableFit(table, width: area.width - 1)
        if header.height > 0 { draw(header: window, table, fit, on: &screen, in: header) }
        let marks = model.valueMarks(of: window.request.task, filter: window.request.filter)
        let scales = fit.places.map { $0.bar > 0 ? table.scale(of: $0.column) : nil }
        for line in 0..<rows.height {
            let number = table.list.top + line
            guard let row = window.line(at: number) else { break }
            let place = rows.row(line)
            draw(row, window, fit, model.result.search.pattern, marks, on: &screen, in: place)
            draw(barsOf: row, scales, fit, on: &screen, in: place)
            guard number == table.list.selected else { continue }
            screen.overlay(place, focused ? .selection : .selectionUnfocused)
            if focused, let cell = fit.places.first(where: { $0.column == table.column }) {
                screen.overlay(Rect(x: place.x + cell.x, y: place.y, width: cell.width, height: 1), .tableCursor)
            }
        }
        Scrollbar.draw(top: table.list.top, shown: rows.height, total: window.total, on: &screen, in: rows)
    }

    private static func draw(
        header window: TableWindow, _ table: TableView, _ fit: TableFit, on screen: inout Screen, in line: Rect
    ) {
        screen.fill(line, style: .tableHeader)
        screen.write(TextWidth.pad("#", fit.numberWidth, alignRight: true), x: line.x, y: line.y, style: .tableHeader, in: line)
        for place in fit.places {
            let head = window.heads[place.column]
            let mark =
                table.order.map { $0.column == place.column ? Self.mark(of: $0, isThere: $0 == window.request.order) : "" } ?? ""
            let width = place.textWidth
            let title = TextWidth.truncate(head.title, max(1, width - TextWidth.measure(mark))) + mark
            let text = head.isNumeric ? TextWidth.pad(title, width, alignRight: true) : TextWidth.truncate(title, width)
            screen.write(text, x: line.x + place.x, y: line.y, style: .tableHeader, in: line)
        }
        if fit.hasMoreLeft, fit.places.count > 1 {
            screen.write("‹", x: line.x + fit.places[1].x - 1, y: line.y, style: .accent, in: line)
        }
        if fit.hasMoreRight { screen.write("›", x: line.maxX - 1, y: line.y, style: .accent, in: line) }
    }

    /// Sorting a large table takes a while; until then the rows stay as they were.
    private static func mark(of order: JSONTableOrder, isThere: Bool) -> String {
        isThere ? (order.isDescending ? " ▼" : " ▲") : " …"
    }

    /// - Parameter marks: how values differ from the response before, or from the description.
    private static func draw(
        _ row: TableLine, _ window: TableWindow, _ fit: TableFit, _ search: TextSearch, _ marks: ValueMarks,
        on screen: inout Screen, in line: Rect
    ) {
        screen.write(
            TextWidth.pad("\(row.place + 1)", fit.numberWidth, alignRight: true), x: line.x, y: line.y, style: .muted, in: line)
        if let sign = marks[row.node] {
            screen.write(sign.glyph, x: line.x + fit.numberWidth, y: line.y, style: sign.style, in: line)
        }
        for place in fit.places where row.cells.indices.contains(place.column) {
            let cell = row.cells[place.column]
            let sign = cell.node.flatMap { marks[$0] }
            if let sign { screen.write(sign.glyph, x: line.x + place.x - 1, y: line.y, style: sign.style, in: line) }
            let isRight = window.heads[place.column].isNumeric
            let text = TextWidth.truncate(cell.text, place.textWidth)
            let x = line.x + place.x + (isRight ? place.textWidth - TextWidth.measure(text) : 0)
            screen.put(Lit.pieces([(text[...], sign?.valueStyle ?? cell.style)], search), x: x, y: line.y, in: line)
        }
    }

    /// The bars beside the numbers; a missing value has none.
    private static func draw(
        barsOf row: TableLine, _ scales: [BarScale?], _ fit: TableFit, on screen: inout Screen, in line: Rect
    ) {
        for (place, scale) in zip(fit.places, scales) where row.cells.indices.contains(place.column) {
            guard let scale, let number = row.cells[place.column].number else { continue }
            let bar = scale.text(number, width: place.bar)
            screen.write(
                bar, x: line.x + place.x + place.textWidth + 1, y: line.y, style: number < 0 ? .warning : .accent, in: line)
        }
    }
}

extension TableCell {
    /// Text is plain in a table: a page of it in one colour says nothing. Other kinds show what they are.
    fileprivate var style: Style {
        switch kind {
        case .string, nil: .text
        case .object, .array: .muted
        case .number: .jsonNumber
        case .true, .false: .jsonBool
        case .null: .jsonNull
        }
    }
}
