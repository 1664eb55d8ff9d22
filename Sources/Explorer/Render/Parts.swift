// Small pieces that several panes draw: an empty state, a scrollbar.

import Canvas

/// A few centred lines where there is nothing else: what this is, and what to do next.
enum EmptyState {
    static func draw(_ lines: [String], style: Style = .text, on screen: inout Screen, in area: Rect) {
        let wrapped = lines.flatMap { Self.wrapped($0, area.width, most: area.height) }
        let top = area.y + max(0, (area.height - wrapped.count) / 2)
        for (index, line) in wrapped.prefix(area.height).enumerated() {
            let x = area.x + max(0, (area.width - TextWidth.of(line)) / 2)
            screen.put(line, x: x, y: top + index, style: index == 0 ? style : .muted, in: area)
        }
    }

    /// Breaks at spaces where it can; stops breaking long words after `most` lines.
    private static func wrapped(_ text: String, _ width: Int, most: Int) -> [String] {
        guard width > 0 else { return [] }
        var lines = [""]
        for word in text.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let longer = lines[lines.count - 1].isEmpty ? word : lines[lines.count - 1] + " " + word
            if TextWidth.of(longer) <= width {
                lines[lines.count - 1] = longer
                continue
            }
            if !lines[lines.count - 1].isEmpty { lines.append("") }
            // A word that is longer than a line, such as a path, goes on in the next one: its end may be what matters.
            var rest = word[...]
            while lines.count < most, TextWidth.of(String(rest)) > width {
                let piece = TextPiece.prefix(of: rest, columns: width)
                lines[lines.count - 1] = String(piece.isEmpty ? rest.prefix(1) : piece)
                rest = rest.dropFirst(max(1, piece.count))
                lines.append("")
            }
            lines[lines.count - 1] = String(rest)
        }
        return lines
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
