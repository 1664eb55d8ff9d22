// Draws the filter of a response under its tabs: the query, its matches, and an error with its position.

import Canvas
import Document

enum FilterLine {
    private static let prompt = "path "

    /// The height of the filter; leaves at least one line to the body.
    static func height(_ model: Model, room: Int) -> Int {
        let filter = model.result.filter
        guard filter.isOpen, model.result.tab.takesFilter else { return 0 }
        return max(0, min(1 + (message(filter) == nil ? 0 : 1), room - 1))
    }

    static func draw(_ model: Model, on screen: inout Screen, in area: Rect) {
        guard area.height > 0 else { return }
        let (filter, line) = (model.result.filter, area.row(0))
        let count = TextWidth.measure(filter.count) + 12 > line.width ? "" : filter.count
        let start = line.x + TextWidth.measure(prompt)
        let (text, cursor) = filter.field.visible(width: room(line, count))
        let style: Style = filter.isTyping ? .input : .muted
        screen.fill(line, style: style)
        screen.write(prompt, x: line.x, y: line.y, style: .accent, in: line)
        screen.write(text, x: start, y: line.y, style: style, in: line)
        if !count.isEmpty { screen.write(count, x: line.maxX - TextWidth.measure(count) - 1, y: line.y, style: style, in: line) }
        if filter.isTyping { screen.drawSelection(of: filter.field, width: room(line, count), x: start, y: line.y) }
        if filter.isTyping, start < line.maxX { screen.cursor = Point(x: min(start + cursor, line.maxX - 1), y: line.y) }
        guard area.height > 1, let message = message(filter) else { return }
        let below = area.row(1)
        screen.write(TextWidth.truncate(message, below.width), x: below.x, y: below.y, style: messageStyle(filter), in: below)
        guard let problem = filter.problem, let column = filter.field.column(of: problem.offset, width: room(line, count)) else {
            return
        }
        screen.overlay(Rect(x: start + column, y: line.y, width: 1, height: 1), .error)
    }

    private static func room(_ line: Rect, _ count: String) -> Int {
        max(1, line.width - TextWidth.measure(prompt) - (count.isEmpty ? 1 : TextWidth.measure(count) + 2))
    }

    private static func message(_ filter: ResultFilter) -> String? {
        (filter.problem ?? filter.note).map { Printable.visible($0.description) }
    }

    private static func messageStyle(_ filter: ResultFilter) -> Style { filter.problem == nil ? .warning : .error }
}
