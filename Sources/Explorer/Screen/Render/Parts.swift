// Small elements that several panes render: an empty state, a scrollbar.

import Canvas

/// A few centred lines in an empty pane: what the pane is for, why it is empty, and what to do next.
enum EmptyState {
    /// - Parameter next: what to do, in the program's own words, its keys between
    ///   `: “`s` sends it”. It never wraps; text that does not fit is cut.
    static func draw(_ lines: [String], next: String? = nil, style: Style = .title, on screen: inout Screen, in area: Rect) {
        let wrapped = lines.flatMap { WordWrap.lines($0, area.width, most: area.height) }
        let height = wrapped.count + (next == nil ? 0 : 1)
        let top = area.y + max(0, (area.height - height) / 2)
        for (index, line) in wrapped.prefix(area.height).enumerated() {
            put([(line, index == 0 ? style : .muted)], at: top + index, on: &screen, in: area)
        }
        guard let next, height <= area.height else { return }
        let pieces = next.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        let spans = pieces.enumerated().map { ($1, $0 % 2 == 1 ? Style.footerKey : .muted) }
        put(spans, at: top + wrapped.count, on: &screen, in: area)
    }

    private static func put(_ spans: [(text: String, style: Style)], at y: Int, on screen: inout Screen, in area: Rect) {
        var x = area.x + max(0, (area.width - spans.reduce(0) { $0 + TextWidth.measure($1.text) }) / 2)
        for span in spans { x += screen.write(span.text, x: x, y: y, style: span.style, in: area) }
    }
}

/// The visible part of the whole, on the right edge; nothing when all is visible.
enum Scrollbar {
    static func draw(top: Int, shown: Int, total: Int, on screen: inout Screen, in area: Rect) {
        guard total > shown, area.height > 2, area.width > 4 else { return }
        let length = max(1, area.height * shown / total)
        let room = area.height - length
        let start = total - shown > 0 ? min(room, (top * room + (total - shown) / 2) / (total - shown)) : 0
        for line in 0..<length { screen.write("▐", x: area.maxX - 1, y: area.y + start + line, style: .scrollbar, in: area) }
    }
}
