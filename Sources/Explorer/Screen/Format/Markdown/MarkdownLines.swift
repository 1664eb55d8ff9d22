// Lays out Markdown, and the HTML in it, as lines for a terminal: headings, lists, tables, code.

import Canvas
import MarkdownText

/// Turns a description's text into lines.
enum MarkdownLines {
    /// The most characters that are laid out.
    static let longest = 40_000

    /// The text wrapped to `width` columns.
    static func lines(_ text: String, width: Int, style: Style = .text) -> [StyledLine] {
        guard width > 0 else { return [] }
        let writer = Writer(width: width, style: style)
        var lines: [StyledLine] = []
        for block in MarkdownText.blocks(String(text.prefix(longest))) {
            if block.isAfterBlank, !lines.isEmpty { lines.append(.empty) }
            lines += writer.lines(of: block)
        }
        return lines
    }

    /// The first line of it that has a text, for a row of a list; code keeps its quotes.
    static func oneLine(_ text: String) -> String {
        for line in text.prefix(2_000).split(whereSeparator: \.isNewline) {
            guard let block = MarkdownText.blocks(String(line)).first else { continue }
            switch block.content {
            case .heading(let spans), .paragraph(let spans):
                let words = spans.prefix { !$0.text.contains("\n") }
                return (block.mark + words.map { $0.kind == .code ? "`\($0.text)`" : $0.text }.joined()).oneLine
            case .code, .table, .rule: return line.trimmed.oneLine
            }
        }
        return ""
    }
}

/// Lays blocks out.
private struct Writer {
    let width: Int
    let style: Style

    func lines(of block: MarkdownBlock) -> [StyledLine] {
        let quotes = String(repeating: "│ ", count: min(block.quotes, width / 8))
        // However deep it is, half of the room stays for the text.
        let indent = min(block.indent, max(0, width / 2 - TextWidth.measure(quotes) - TextWidth.measure(block.mark)))
        let mark = TextWidth.truncate(block.mark, max(0, width - 1 - indent - TextWidth.measure(quotes)))
        let hanging = indent + TextWidth.measure(mark)
        let room = max(1, width - TextWidth.measure(quotes) - hanging)
        return contents(block, room).enumerated().map { index, line in
            guard hanging > 0 || !quotes.isEmpty else { return line }
            let before =
                index == 0 ? String(repeating: " ", count: indent) + mark : String(repeating: " ", count: hanging)
            return StyledLine([(quotes + before, .muted)] + line.spans.map { ($0.text, $0.style) })
        }
    }

    private func contents(_ block: MarkdownBlock, _ room: Int) -> [StyledLine] {
        switch block.content {
        case .heading(let spans): StyledWrap.lines(spans.styled(.title), room)
        case .paragraph(let spans): StyledWrap.lines(spans.styled(style), room)
        case .code(let lines, let language):
            lines.map { line in
                let shown = "  " + TextCells.window(line, left: 0, width: max(1, room - 2))
                guard language.lowercased().hasPrefix("json") else { return StyledLine(shown, .docCode) }
                return StyledLine(JSONSpans.styled(shown).map { (String($0.0), $0.1) })
            }
        case .table(let rows): TableLines(rows).lines(width: room, style: style)
        case .rule: [StyledLine(String(repeating: "─", count: room), .muted)]
        }
    }
}

extension [MarkdownSpan] {
    /// - Parameter style: of plain text.
    func styled(_ style: Style) -> [StyledLine.Span] {
        map { span in
            let own: Style =
                switch span.kind {
                case .text: style
                case .emphasis: .docEmphasis
                case .strong: .docStrong
                case .code: .docCode
                case .link: .docLink
                }
            return .init(text: span.text, style: own)
        }
    }
}
