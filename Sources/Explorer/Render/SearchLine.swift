// The line in which a filter or a search is typed, the same in every pane.

import Canvas

enum SearchLine {
    /// - Parameters:
    ///   - isTyping: the line has the keys; otherwise it only says what was typed.
    ///   - count: what was found, at the right edge.
    static func draw(_ field: TextField, isTyping: Bool, count: String = "", on screen: inout Screen, in line: Rect) {
        let room = count.isEmpty ? line.width - 3 : line.width - 4 - TextWidth.of(count)
        let (text, cursor) = field.visible(width: max(1, room))
        let style: Style = isTyping ? .input : .muted
        screen.fill(line, style: style)
        screen.put("/ ", x: line.x, y: line.y, style: .accent, in: line)
        screen.put(text, x: line.x + 2, y: line.y, style: style, in: line)
        if !count.isEmpty { screen.put(count, x: line.maxX - TextWidth.of(count) - 1, y: line.y, style: style, in: line) }
        if isTyping, line.width > 2 { screen.cursor = Point(x: line.x + 2 + cursor, y: line.y) }
    }
}
