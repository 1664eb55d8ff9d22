// Keys with their actions in one line, as far as they fit; drawing and clicks agree on their columns.

import Canvas

enum HintLine {
    static func draw(_ hints: [KeyHint], on screen: inout Screen, in line: Rect) {
        for (hint, columns) in placed(hints, in: line) {
            let x = columns.lowerBound + screen.write(hint.key, x: columns.lowerBound, y: line.y, style: .footerKey, in: line) + 1
            screen.write(hint.title, x: x, y: line.y, style: .footer, in: line)
        }
    }

    /// The key of the hint at this column.
    static func key(at x: Int, _ hints: [KeyHint], in line: Rect) -> Key? {
        placed(hints, in: line).first { $0.columns.contains(x) }.flatMap { Key(name: $0.hint.key) }
    }

    /// The visible hints and their columns.
    private static func placed(_ hints: [KeyHint], in line: Rect) -> [(hint: KeyHint, columns: Range<Int>)] {
        var x = line.x + 1
        return fitting(hints, into: line.width - 2).map { hint in
            let start = x
            x += TextWidth.measure(hint.key) + TextWidth.measure(hint.title) + 3
            return (hint, start..<x - 2)
        }
    }

    /// As many hints as fit. The last hint, which leads to the others, precedes all but the first.
    private static func fitting(_ hints: [KeyHint], into room: Int) -> [KeyHint] {
        func width(_ hint: KeyHint) -> Int { TextWidth.measure(hint.key) + TextWidth.measure(hint.title) + 3 }
        guard let last = hints.last else { return [] }
        var rest = room + 2 - width(last)
        let shown = hints.dropLast().prefix { hint in
            rest -= width(hint)
            return rest >= 0
        }
        return shown + [last]
    }
}
