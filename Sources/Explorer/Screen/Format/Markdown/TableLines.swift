// A table of Markdown in columns; cells that have no room are broken into lines.

import Canvas
import MarkdownText

struct TableLines {
    private let cells: [[[StyledLine.Span]]]
    private let columns: Int

    /// More columns than that no terminal shows.
    private static let most = 16
    private static let gap = " │ "

    /// - Parameter rows: the head first.
    init(_ rows: [[[MarkdownSpan]]]) {
        columns = min(Self.most, rows.map(\.count).max() ?? 0)
        let columns = columns
        cells = rows.enumerated().map { number, row in
            row.prefix(columns).map { $0.styled(number == 0 ? .tableHeader : .text) }
        }
    }

    func lines(width: Int, style: Style) -> [StyledLine] {
        guard columns > 0 else { return [] }
        let widths = widths(in: width)
        var lines: [StyledLine] = []
        for (number, row) in cells.enumerated() {
            let broken = (0..<columns).map { row.indices.contains($0) ? StyledWrap.lines(row[$0], widths[$0]) : [] }
            for line in 0..<max(1, broken.map(\.count).max() ?? 1) {
                lines.append(joined(broken.map { $0.indices.contains(line) ? $0[line] : .init([]) }, widths))
            }
            if number == 0 {
                lines.append(StyledLine(widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─"), .muted))
            }
        }
        return lines
    }

    private func joined(_ cells: [StyledLine], _ widths: [Int]) -> StyledLine {
        var spans: [(String, Style)] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { spans.append((Self.gap, .muted)) }
            spans += cell.spans.map { ($0.text, $0.style) }
            let used = cell.spans.reduce(0) { $0 + TextWidth.measure($1.text) }
            if index < cells.count - 1, used < widths[index] {
                spans.append((String(repeating: " ", count: widths[index] - used), .text))
            }
        }
        return StyledLine(spans)
    }

    /// As wide as their contents where there is room; else the widest columns give way, down to a third
    /// of an even share.
    private func widths(in width: Int) -> [Int] {
        var widths = (0..<columns).map { column in
            max(
                1,
                cells.map { row in row.indices.contains(column) ? row[column].reduce(0) { $0 + TextWidth.measure($1.text) } : 0 }
                    .max()
                    ?? 1)
        }
        let room = max(columns, width - (columns - 1) * Self.gap.count)
        var sum = widths.reduce(0, +)
        while sum > room, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 1 {
            // At once as far as to the next widest, or as far as is needed.
            let second = widths.indices.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
            let step = max(1, min(sum - room, widths[widest] - second))
            widths[widest] -= step
            sum -= step
        }
        return widths
    }
}
