// Draws lines of text in the result pane, cut or wrapped, with highlighted matches.

import Canvas
import Document

enum ResultText {
    /// Draws the loaded lines of the body.
    static func draw(body window: BodyWindow, isJSON: Bool, _ model: Model, on screen: inout Screen, in area: Rect) {
        let result = model.result
        let text = width(area, lines: window.total)
        var y = area.y
        var number = result.top
        while y < area.maxY, number < window.total {
            let index = number - window.start
            guard window.lines.indices.contains(index) else { break }
            let line = window.lines[index]
            let pieces = isJSON ? JSONSpans.styled(line, isInString: window.rests.contains(number)) : [(line[...], Style.text)]
            let differs = model.differs(number, in: window)
            let sign: [(Substring, Style)] = differs ? [(Substring("\(ValueMark.differs.glyph) "), ValueMark.differs.style)] : []
            let taken = draw(sign + Lit.pieces(pieces, result.search.pattern), wraps: result.wraps, at: y, on: &screen, in: text)
            if number == result.shownMatchLine {
                screen.overlay(Rect(x: area.x, y: y, width: area.width, height: min(taken, area.maxY - y)), .selection)
            }
            y += taken
            number += 1
        }
        Scrollbar.draw(top: result.top, shown: area.height, total: window.total, on: &screen, in: area)
    }

    /// Draws lines that are made anew for each frame.
    static func draw(_ lines: MadeLines, _ model: Model, on screen: inout Screen, in area: Rect) {
        let text = width(area, lines: lines.count)
        var y = area.y
        for line in lines.dropFirst(model.result.top) {
            guard y < area.maxY else { break }
            y += draw(line.spans.map { (Substring($0.text), $0.style) }, wraps: model.result.wraps, at: y, on: &screen, in: text)
        }
        Scrollbar.draw(top: model.result.top, shown: area.height, total: lines.count, on: &screen, in: area)
    }

    /// The area of the text: the mark of a cut line stands beside the scrollbar, not under it.
    private static func width(_ area: Rect, lines: Int) -> Rect {
        Rect(x: area.x, y: area.y, width: max(0, area.width - (lines > area.height ? 1 : 0)), height: area.height)
    }

    /// Draws one line of text, cut or wrapped; returns its number of rows.
    private static func draw(
        _ spans: [(Substring, Style)], wraps: Bool, at y: Int, on screen: inout Screen, in area: Rect
    ) -> Int {
        var x = area.x
        var row = y
        let right = area.maxX - 1
        for (text, style) in spans {
            var rest = text
            while !rest.isEmpty {
                let room = right - x
                var piece = TextPrefix.prefix(of: rest, columns: room)
                // A character wider than the whole pane is cut: otherwise
                // nothing after it would ever be seen.
                if piece.isEmpty, wraps, x == area.x { piece = rest.prefix(1) }
                x += screen.write(String(piece), x: x, y: row, style: style, in: area)
                rest = rest[piece.endIndex...]
                guard !rest.isEmpty else { break }
                guard wraps, x > area.x || room > 1, row + 1 < area.maxY else {
                    if !wraps { screen.write("›", x: right, y: row, style: .muted, in: area) }
                    return row - y + 1
                }
                row += 1
                x = area.x
            }
        }
        return row - y + 1
    }
}

extension Model {
    /// The columns of a line that a tab makes for the result pane: the scrollbar and the mark of a cut line stand beside it.
    var madeLineWidth: Int { max(0, (view.layout.inside[.result]?.width ?? 0) - 2) }
}
