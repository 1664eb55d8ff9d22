// Breaks pieces of text of several styles into lines.

import Canvas

enum StyledWrap {
    /// Breaks at blanks where it can, and at each line break.
    static func lines(_ spans: [StyledLine.Span], _ width: Int) -> [StyledLine] {
        guard width > 0 else { return [] }
        var wrap = Wrap(width: width)
        for span in spans {
            for (index, line) in span.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { wrap.endLine() }
                for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                    if index > 0 { wrap.endWord(span.style) }
                    if !word.isEmpty { wrap.word.append(.init(text: String(word), style: span.style)) }
                }
            }
        }
        wrap.endLine()
        return wrap.lines
    }

    private struct Wrap {
        let width: Int
        var lines: [StyledLine] = []
        /// What goes on without a blank.
        var word: [StyledLine.Span] = []
        private var line: [StyledLine.Span] = []
        private var used = 0
        /// The style of the blank before the word.
        private var blank: Style?

        init(width: Int) { self.width = width }

        /// - Parameter style: of the blank behind the word.
        mutating func endWord(_ style: Style) {
            place()
            blank = style
        }

        mutating func endLine() {
            place()
            lines.append(StyledLine(line.map { ($0.text, $0.style) }))
            (line, used, blank) = ([], 0, nil)
        }

        private mutating func place() {
            guard !word.isEmpty else { return }
            let length = word.reduce(0) { $0 + TextWidth.measure($1.text) }
            if used > 0 {
                if used + 1 + length <= width {
                    put(" ", blank ?? .text)
                } else {
                    lines.append(StyledLine(line.map { ($0.text, $0.style) }))
                    (line, used) = ([], 0)
                }
            }
            for piece in word { put(piece.text[...], piece.style) }
            (word, blank) = ([], nil)
        }

        /// A word that is longer than a line, such as a path, goes on in the next one.
        private mutating func put(_ text: Substring, _ style: Style) {
            var rest = text
            // Costs what fits into each line, not what is left.
            while case let piece = TextPrefix.prefix(of: rest, columns: width - used), piece.endIndex < rest.endIndex {
                let cut = piece.isEmpty && used == 0 ? rest.prefix(1) : piece
                if !cut.isEmpty { put(String(cut), style) }
                rest = rest[cut.endIndex...]
                lines.append(StyledLine(line.map { ($0.text, $0.style) }))
                (line, used) = ([], 0)
                if rest.isEmpty { return }
            }
            put(String(rest), style)
        }

        private mutating func put(_ text: String, _ style: Style) {
            used += TextWidth.measure(text)
            if line.last?.style == style {
                line[line.count - 1].text += text
            } else {
                line.append(.init(text: text, style: style))
            }
        }
    }
}
