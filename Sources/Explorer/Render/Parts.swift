// Small pieces that several panes draw: an empty state, a scrollbar.

import Canvas

/// A few centred lines where there is nothing else: what this is, and what to do next.
enum EmptyState {
    static func draw(_ lines: [String], style: Style = .text, on screen: inout Screen, in area: Rect) {
        let wrapped = lines.flatMap { WordWrap.lines($0, area.width, most: area.height) }
        let top = area.y + max(0, (area.height - wrapped.count) / 2)
        for (index, line) in wrapped.prefix(area.height).enumerated() {
            let x = area.x + max(0, (area.width - TextWidth.of(line)) / 2)
            screen.put(line, x: x, y: top + index, style: index == 0 ? style : .muted, in: area)
        }
    }
}

/// Where the visible part stands in the whole, on the right edge; nothing when all is visible.
enum Scrollbar {
    static func draw(top: Int, shown: Int, total: Int, on screen: inout Screen, in area: Rect) {
        guard total > shown, area.height > 2, area.width > 4 else { return }
        let length = max(1, area.height * shown / total)
        let room = area.height - length
        let start = total - shown > 0 ? min(room, (top * room + (total - shown) / 2) / (total - shown)) : 0
        for line in 0..<length { screen.put("▐", x: area.maxX - 1, y: area.y + start + line, style: .scrollbar, in: area) }
    }
}
