// The text line of a filter or a search, the same in every pane.

import Canvas

enum SearchLine {
    /// - Parameters:
    ///   - isTyping: the line receives the keys; otherwise it only shows the typed text.
    ///   - count: the number of results, at the right edge.
    ///   - prompt: precedes the typed text.
    ///   - wrong: the index of the invalid character; `count` explains why.
    static func draw(
        _ field: TextField, isTyping: Bool, count: String = "", prompt: String = "/ ", wrong: Int? = nil,
        on screen: inout Screen, in line: Rect
    ) {
        let start = TextWidth.measure(prompt)
        // Some of the typed text is visible, however long the count is.
        let count = TextWidth.truncate(count, max(0, line.width - start - 2 - min(12, TextWidth.measure(field.text) + 1)))
        let room = line.width - start - (count.isEmpty ? 1 : 2 + TextWidth.measure(count))
        let (text, cursor) = field.visible(width: max(1, room))
        let style: Style = isTyping ? .input : .muted
        screen.fill(line, style: style)
        screen.write(prompt, x: line.x, y: line.y, style: .accent, in: line)
        screen.write(text, x: line.x + start, y: line.y, style: style, in: line)
        if !count.isEmpty {
            screen.write(
                count, x: line.maxX - TextWidth.measure(count) - 1, y: line.y, style: wrong == nil ? style : .error, in: line)
        }
        if isTyping { screen.drawSelection(of: field, width: max(1, room), x: line.x + start, y: line.y) }
        if isTyping, line.width > start { screen.cursor = Point(x: line.x + start + cursor, y: line.y) }
        guard let wrong, let column = field.column(of: wrong, width: max(1, room)) else { return }
        screen.overlay(Rect(x: line.x + start + column, y: line.y, width: 1, height: 1), .error)
    }
}

extension TextField {
    /// The column of a character in the visible part of the field; `nil` when it is not
    /// visible, or is behind the end.
    func column(of offset: Int, width: Int) -> Int? {
        guard offset < text.count else { return nil }
        let (seen, cursorColumn) = visible(width: width)
        let hidden = TextWidth.measure(String(text.prefix(cursor))) - cursorColumn
        let column = TextWidth.measure(String(text.prefix(offset))) - hidden
        return column >= 0 && column < TextWidth.measure(seen) ? column : nil
    }
}
