// Renders a text with the matches of a search highlighted.

import Canvas

enum LitText {
    /// Renders `text` in at most `width` columns, the characters at these UTF-8 offsets in style `.match`. A
    /// text that is too long loses its end, or its beginning when that shows a match.
    /// - Returns: the number of columns.
    @discardableResult
    static func put(
        _ text: String, lit: [Int], width: Int, x: Int, y: Int, style: Style, on screen: inout Screen, in clip: Rect
    ) -> Int {
        guard !lit.isEmpty else { return screen.write(TextWidth.truncate(text, width), x: x, y: y, style: style, in: clip) }
        var column = x
        let (shown, start, isCutBefore, isCutBehind) = window(text, lit, width)
        if isCutBefore { column += screen.write("…", x: column, y: y, style: style, in: clip) }
        for (piece, isLit) in pieces(shown, from: start, lit) {
            column += screen.write(String(piece), x: column, y: y, style: isLit ? .match : style, in: clip)
        }
        if isCutBehind { column += screen.write("…", x: column, y: y, style: style, in: clip) }
        return column - x
    }

    /// The visible part, and its offset.
    private static func window(_ text: String, _ lit: [Int], _ width: Int) -> (Substring, Int, Bool, Bool) {
        if TextWidth.measure(text) <= width { return (text[...], 0, false, false) }
        let head = TextPrefix.prefix(of: text[...], columns: max(0, width - 1))
        guard let last = lit.last, last >= head.utf8.count, width > 1 else { return (head, 0, false, width > 0) }
        var start = text.endIndex
        var columns = 0
        while start > text.startIndex {
            let before = text.index(before: start)
            columns += TextWidth.measure(text[before])
            if columns > width - 1 { break }
            start = before
        }
        return (text[start...], text.utf8.distance(from: text.startIndex, to: start), true, false)
    }

    /// Joins adjacent characters of one style.
    static func pieces(_ text: Substring, from start: Int, _ lit: [Int]) -> [(Substring, Bool)] {
        let lit = Set(lit)
        var pieces: [(Substring, Bool)] = []
        var offset = start
        var begin = text.startIndex
        var isLit = false
        for index in text.indices {
            let now = lit.contains(offset)
            if now != isLit {
                if begin < index { pieces.append((text[begin..<index], isLit)) }
                (begin, isLit) = (index, now)
            }
            offset += text[index].utf8.count
        }
        if begin < text.endIndex { pieces.append((text[begin...], isLit)) }
        return pieces
    }
}
