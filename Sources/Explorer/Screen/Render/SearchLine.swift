// The line in which a filter or a search is typed, the same in every pane.

import Canvas

enum SearchLine {
    /// - Parameters:
    ///   - isTyping: the line has the keys; otherwise it only says what was typed.
    ///   - count: what was found, at the right edge.
    ///   - prompt: stands before what was typed.
    ///   - wrong: the number of the character that makes no sense; the count says why.
    static func draw(
        _ field: TextField, isTyping: Bool, count: String = "", prompt: String = "/ ", wrong: Int? = nil,
        on screen: inout Screen, in line: Rect
    ) {
        let start = TextWidth.measure(prompt)
        // Some of what was typed is seen, however much there is to say of it.
        let count = TextWidth.truncate(count, max(0, line.width - start - 2 - min(12, TextWidth.measure(field.text) + 1)))
        let room = line.width - start - (count.isEmpty ? 1 : 2 + TextWidth.measure(count))
        let (text, cursor) = field.visible(width: max(1, room))
        let style: Style = isTyping ? .input : .muted
        screen.fill(line, style: style)
        screen.write(prompt, x: line.x, y: line.y, style: .accent, in: line)
        screen.write(text, x: line.x + start, y: line.y, style: style, in: line)
        if !count.isEmpty {
            screen.write(count, x: line.maxX - TextWidth.measure(count) - 1, y: line.y, style: wrong == nil ? style : .error, in: line)
        }
        if isTyping, line.width > start { screen.cursor = Point(x: line.x + start + cursor, y: line.y) }
        guard let wrong, let column = field.column(of: wrong, width: max(1, room)) else { return }
        screen.overlay(Rect(x: line.x + start + column, y: line.y, width: 1, height: 1), .error)
    }
}

extension TextField {
    /// The column of a character in the part of the field that is seen; `nil` where it is not seen, or is behind the end.
    func column(of offset: Int, width: Int) -> Int? {
        guard offset < text.count else { return nil }
        let (seen, cursorColumn) = visible(width: width)
        let hidden = TextWidth.measure(String(text.prefix(cursor))) - cursorColumn
        let column = TextWidth.measure(String(text.prefix(offset))) - hidden
        return column >= 0 && column < TextWidth.measure(seen) ? column : nil
    }
}
