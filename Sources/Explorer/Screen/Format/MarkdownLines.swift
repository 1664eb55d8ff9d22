// Markdown (and the HTML that descriptions hold) as lines for a terminal: headings, lists, tables and code stay what they are.

import Canvas

/// Turns a description's text into lines.
enum MarkdownLines {
    /// Nobody reads more than so many characters here.
    static let longest = 40_000

    /// The text wrapped to `width` columns.
    static func lines(_ text: String, width: Int, style: Style = .text) -> [StyledLine] {
        guard width > 0 else { return [] }
        var parser = MarkdownParser(HTMLText.markdown(String(text.prefix(longest))))
        let blocks = parser.read()
        let writer = Writer(width: width, style: style, references: parser.references)
        var lines: [StyledLine] = []
        for block in blocks {
            if block.isAfterBlank, !lines.isEmpty { lines.append(.empty) }
            lines += writer.lines(of: block)
        }
        return lines
    }

    /// One line of it, for a row of a list.
    static func oneLine(_ text: String) -> String {
        let first =
            HTMLText.markdown(String(text.prefix(2_000))).split(whereSeparator: \.isNewline).first {
                !$0.allSatisfy(\.isWhitespace)
            } ?? ""
        return MarkdownInline.text(first.drop { $0 == "#" || $0 == " " }).oneLine
    }
}

/// Lays blocks out.
private struct Writer {
    let width: Int
    let style: Style
    let references: [String: String]

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
        case .heading(let text): wrapped(text, .title, room)
        case .paragraph(let text): wrapped(text, style, room)
        case .code(let lines, let isJSON):
            lines.map { line in
                let shown = "  " + TextCells.window(line, left: 0, width: max(1, room - 2))
                guard isJSON else { return StyledLine(shown, .docCode) }
                return StyledLine(JSONSpans.styled(shown).map { (String($0.0), $0.1) })
            }
        case .table(let rows): MarkdownTable(rows, references).lines(width: room, style: style)
        case .rule: [StyledLine(String(repeating: "─", count: room), .muted)]
        }
    }

    private func wrapped(_ text: String, _ style: Style, _ room: Int) -> [StyledLine] {
        StyledWrap.lines(MarkdownInline.spans(text, style, references), room)
    }
}
