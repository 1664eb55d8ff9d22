// Renders the form: tabs, rows in columns, the body, the docs, and the help line.

import Canvas
import Catalog
import NetLayer

extension RequestPane {
    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        if model.form == nil, let reason = model.whyNoSavedForm {
            return EmptyState.draw(["No form", reason], on: &screen, in: area)
        }
        guard let form = model.form else {
            if model.hasNoEndpoints { return EmptyState.draw(["No form"], next: NoDescription.next, on: &screen, in: area) }
            return EmptyState.draw(
                ["Select an endpoint"], next: "`j` `k` move, `/` filters, `enter` sends", on: &screen, in: area)
        }
        let (tabs, rows, help) = parts(of: area, form)
        if !tabs.isEmpty { drawTabs(form, on: &screen, in: tabs) }
        if form.tab == .docs { return drawDocs(form, on: &screen, in: rows, focused: focused) }
        let columns = FormColumns(form, width: rows.width)
        let entries = form.rows
        for line in 0..<rows.height {
            let index = form.list.top + line
            guard entries.indices.contains(index) else { break }
            let row = rows.row(line)
            let isSelected = index == form.list.selected
            switch entries[index] {
            case .field(let field): draw(form, field, columns, isSelected, on: &screen, in: row, focused: focused)
            case .add(let own):
                screen.write(own.invitation, x: row.x, y: row.y, style: .muted, in: row)
                if isSelected { screen.overlay(row, focused ? .selection : .selectionUnfocused) }
            case .contentType:
                screen.write("type", x: row.x, y: row.y, style: .inputLabel, in: row)
                let value = columns.value(of: row)
                screen.write((form.body?.contentType ?? "") + " ▾", x: value.x, y: row.y, in: row)
                if isSelected { screen.overlay(row, focused ? .selection : .selectionUnfocused) }
            case .choice:
                screen.write("one of", x: row.x, y: row.y, style: .inputLabel, in: row)
                let value = columns.valueAndHint(of: row)
                let name = TextWidth.truncate(form.body?.choice?.name ?? "", max(1, value.width - 2))
                screen.write(name + " ▾", x: value.x, y: row.y, in: value)
                if isSelected { screen.overlay(row, focused ? .selection : .selectionUnfocused) }
            case .bodyText:
                let rest = Rect(x: row.x, y: row.y, width: row.width, height: rows.maxY - row.y)
                drawBody(form, isSelected, on: &screen, in: rest, focused: focused)
            }
        }
        Scrollbar.draw(top: form.list.top, shown: rows.height, total: entries.count, on: &screen, in: rows)
        let (text, style) = self.help(form, focused: focused)
        screen.write(TextWidth.truncate(text, help.width), x: help.x, y: help.y, style: style, in: help)
    }

    private static func drawTabs(_ form: RequestForm, on screen: inout Screen, in line: Rect) {
        for (tab, text, columns) in tabSpans(form, width: line.width) {
            let style: Style = tab == form.tab ? .tabActive : form.hasProblem(tab) ? .error : .tab
            screen.write(text, x: line.x + columns.lowerBound, y: line.y, style: style, in: line)
        }
    }

    private static func draw(
        _ form: RequestForm, _ index: Int, _ columns: FormColumns, _ isSelected: Bool, on screen: inout Screen, in row: Rect,
        focused: Bool
    ) {
        let field = form.fields[index]
        let isEditing = isSelected && form.isEditing && focused
        screen.write(TextWidth.truncate(field.label, columns.label - 2), x: row.x, y: row.y, style: .inputLabel, in: row)
        if field.isRequired {
            let x = row.x + min(columns.label - 2, TextWidth.measure(field.label))
            screen.write("*", x: x, y: row.y, style: .inputRequired, in: row)
        }
        let value = columns.value(of: row)
        if isEditing { screen.fill(value, style: .input) }
        drawValue(field, isEditing, on: &screen, in: value)
        if columns.hint > 0 {
            let hint = columns.hint(of: row)
            let (text, style): (String, Style) = field.problem.map { ("✗ \($0)", .error) } ?? (field.hint, .muted)
            screen.write(TextWidth.truncate(text, hint.width), x: hint.x, y: row.y, style: style, in: hint)
        }
        if isSelected, !isEditing { screen.overlay(row, focused ? .selection : .selectionUnfocused) }
    }

    /// An unedited value shows its beginning; a secret does not show its length. An edited value shows
    /// the part around the cursor.
    private static func drawValue(_ field: FormField, _ isEditing: Bool, on screen: inout Screen, in value: Rect) {
        if isEditing {
            let (text, cursor) = field.shownInput.visible(width: max(1, value.width))
            screen.write(text, x: value.x, y: value.y, style: .input, in: value)
            screen.drawSelection(of: field.shownInput, width: max(1, value.width), x: value.x, y: value.y)
            screen.cursor = Point(x: value.x + min(cursor, max(0, value.width - 1)), y: value.y)
        } else if field.isEmpty {
            screen.write(TextWidth.truncate(field.shownText, value.width), x: value.x, y: value.y, style: .muted, in: value)
        } else {
            let mark = field.choiceMark
            var label = field.shownOrigin
            // With little room, the value takes precedence.
            let least = TextWidth.measure(TextWidth.truncate(field.shownText, 4))
            if least + TextWidth.measure(label) + TextWidth.measure(mark) > value.width { label = "" }
            let room = max(1, value.width - TextWidth.measure(label) - TextWidth.measure(mark))
            let width = screen.write(
                TextWidth.truncate(field.shownText, room), x: value.x, y: value.y, style: field.problem == nil ? .text : .error,
                in: value)
            let x = value.x + width
            screen.write(mark, x: x + screen.write(label, x: x, y: value.y, style: .muted, in: value), y: value.y, in: value)
        }
    }

    private static func drawBody(
        _ form: RequestForm, _ isSelected: Bool, on screen: inout Screen, in area: Rect, focused: Bool
    ) {
        guard let body = form.body else { return }
        let isEditing = isSelected && form.isEditing && focused
        let text = body.area
        if text.isEmpty, !isEditing {
            screen.write("– enter adds a body", x: area.x, y: area.y, style: .muted, in: area)
        } else {
            let gutter = body.gutter(width: area.width)
            for line in 0..<area.height {
                let number = text.top + line
                guard text.lines.indices.contains(number) else { break }
                let row = area.row(line)
                if gutter > 0 {
                    let label = TextWidth.pad("\(number + 1)", gutter - 1, alignRight: true)
                    screen.write(label, x: row.x, y: row.y, style: .muted, in: row)
                }
                drawLine(text.lines[number], body, left: text.left, on: &screen, in: row.splitLeft(gutter).1)
            }
            if isEditing {
                screen.cursor = Point(
                    x: min(area.x + gutter + text.cursorColumn, area.maxX - 1), y: area.y + text.cursor.line - text.top)
            }
            Scrollbar.draw(top: text.top, shown: area.height, total: text.lines.count, on: &screen, in: area)
        }
        // A background for the highlighted JSON.
        if isEditing {
            screen.overlay(area, .surface)
            drawSelection(text, gutter: body.gutter(width: area.width), on: &screen, in: area)
        }
        if isSelected, !isEditing {
            // A bar over the whole text would make it hard to read: the first line shows the selection.
            screen.overlay(area.row(0), focused ? .selection : .selectionUnfocused)
        }
    }

    private static func drawSelection(_ text: TextArea, gutter: Int, on screen: inout Screen, in area: Rect) {
        for line in 0..<area.height {
            guard let cells = text.selectedCells(of: text.top + line) else { continue }
            let row = area.row(line).splitLeft(gutter).1
            let shown = cells.clamped(to: 0..<max(0, row.width))
            screen.overlay(Rect(x: row.x + shown.lowerBound, y: row.y, width: shown.count, height: 1), .selection)
        }
    }

    /// Only the visible part is highlighted; a line may be a megabyte long.
    private static func drawLine(_ line: String, _ body: BodyForm, left: Int, on screen: inout Screen, in row: Rect) {
        guard body.isJSON, left == 0 else {
            screen.write(TextCells.window(line, left: left, width: row.width), x: row.x, y: row.y, in: row)
            return
        }
        var x = row.x
        for (text, style) in JSONSpans.styled(TextCells.window(line, left: 0, width: row.width)) {
            x += screen.write(String(text), x: x, y: row.y, style: style, in: row)
        }
    }

    private static func drawDocs(_ form: RequestForm, on screen: inout Screen, in area: Rect, focused: Bool) {
        guard !form.docs.rows.isEmpty else {
            return EmptyState.draw(["The description does not document this request", "s sends it"], on: &screen, in: area)
        }
        for line in 0..<area.height {
            let index = form.list.top + line
            guard form.docs.rows.indices.contains(index) else { break }
            let docs = form.docs.rows[index]
            let row = area.row(line)
            var x = row.x + min(docs.indent, row.width / 2)
            for span in docs.line.spans where x < row.maxX - 1 {
                x += screen.write(TextWidth.truncate(span.text, row.maxX - 1 - x), x: x, y: row.y, style: span.style, in: row)
            }
            if index == form.list.selected { screen.overlay(row, focused ? .selection : .selectionUnfocused) }
        }
        Scrollbar.draw(top: form.list.top, shown: area.height, total: form.docs.rows.count, on: &screen, in: area)
    }
}

extension FormField {
    /// The visible form of the field while the user types.
    fileprivate var shownInput: TextField {
        visibleCount < input.text.count ? input.dotted(after: visibleCount) : input
    }
}

extension TextField {
    /// With dots in place of hidden characters.
    /// - Parameter count: the number of characters that may be shown.
    func dotted(after count: Int) -> TextField {
        var shown = TextField(String(text.prefix(count)) + String(repeating: "•", count: max(0, text.count - count)))
        shown.adoptPlaces(of: self)
        return shown
    }
}

extension BodyForm {
    /// The columns for the line numbers and a blank behind them; none where there is little room.
    func gutter(width: Int) -> Int { width < 30 ? 0 : "\(area.lines.count)".count + 1 }
}
