// Splits Markdown into blocks: one walk over the lines, with the open lists on a stack.

/// Reads Markdown. What is no Markdown is a paragraph.
struct MarkdownParser {
    /// `[label]: address`, by label in small letters.
    private(set) var references: [String: String] = [:]

    private let lines: [Substring]
    private var next = 0
    private var blocks: [MarkdownBlock] = []
    private var lists: [OpenList] = []
    private var quotes = 0
    private var paragraph = ""
    /// Of the item that the next block begins.
    private var mark = ""
    private var isAfterBlank = false

    /// Nobody sees what stands deeper; each level costs the rest of its line.
    private static let (mostQuotes, mostLists) = (16, 64)

    private struct OpenList {
        /// Columns of the source: where the marker stands, and where the text behind it.
        var marker: Int
        var text: Int
        /// The column at which its text is shown.
        var indent: Int
    }

    init(_ text: String) { lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }

    mutating func read() -> [MarkdownBlock] {
        while next < lines.count {
            let line = lines[next]
            next += 1
            take(line)
        }
        flush()
        return blocks
    }

    private mutating func take(_ whole: Substring) {
        let (depth, line) = Self.unquoted(whole)
        let blanks = line.prefix { $0 == " " || $0 == "\t" }
        let content = line.dropFirst(blanks.count)
        // Who goes on without the sign goes on in the quote.
        if depth != quotes, !(depth < quotes && !paragraph.isEmpty && !content.isEmpty && MarkdownLine(content).isPlain) {
            flush()
            (quotes, lists) = (depth, [])
        }
        guard !content.isEmpty else {
            flush()
            mark = ""
            isAfterBlank = true
            return
        }
        place(content, blanks.reduce(0) { $1 == "\t" ? $0 / 4 * 4 + 4 : $0 + 1 })
    }

    /// Puts a line that is not blank where it belongs; behind the sign of an item the rest of it is a line again.
    private mutating func place(_ content: Substring, _ column: Int) {
        var (content, column) = (content, column)
        while case .item(let sign, let width) = MarkdownLine(content), !content.isEmpty {
            flush()
            close(before: column)
            guard lists.count < Self.mostLists else { break }
            lists.append(OpenList(marker: column, text: column + width, indent: (lists.last?.indent ?? 0) + sign.count))
            mark = sign
            content = content.dropFirst(width)
            column += width
        }
        guard !content.isEmpty else { return }
        let kind = MarkdownLine(content)
        if !paragraph.isEmpty, MarkdownLine.isUnderline(content) {
            let text = paragraph
            paragraph = ""
            return add(.heading(text))
        }
        if !paragraph.isEmpty, kind.isPlain, !isTable(content) { return goOn(content) }
        flush()
        close(before: column)
        switch kind {
        case .fence(let fence): code(until: fence, language: content.dropFirst(fence.count).lowercased(), column)
        case .heading(let text): add(.heading(text))
        case .rule: add(.rule)
        case .item, .plain:
            if let (label, address) = MarkdownLine.definition(content) {
                references[label] = references[label] ?? address
            } else if isTable(content) {
                table(content)
            } else if column - (lists.last?.text ?? 0) >= 4, mark.isEmpty {
                indentedCode(content, column)
            } else {
                goOn(content)
            }
        }
    }

    private mutating func goOn(_ content: Substring) {
        let isBreak = content.hasSuffix("  ") || content.hasSuffix("\\")
        let text = content.hasSuffix("\\") ? content.dropLast() : content
        if !paragraph.isEmpty, paragraph.last != "\n" { paragraph += " " }
        paragraph += text.trimmed + (isBreak ? "\n" : "")
    }

    private mutating func flush() {
        guard !paragraph.isEmpty else { return }
        let text = paragraph.last == "\n" ? String(paragraph.dropLast()) : paragraph
        paragraph = ""
        add(.paragraph(text))
    }

    private mutating func add(_ content: MarkdownBlock.Content) {
        let indent = (lists.last?.indent ?? 0) - mark.count
        blocks.append(
            MarkdownBlock(content: content, quotes: quotes, indent: max(0, indent), mark: mark, isAfterBlank: isAfterBlank))
        (mark, isAfterBlank) = ("", false)
    }

    /// Leaves the lists that a line at this column does not belong to. People indent by two where the standard wants three or four.
    private mutating func close(before column: Int) {
        guard mark.isEmpty else { return }
        while let last = lists.last, column < last.text, column < last.marker + 2 { lists.removeLast() }
    }

    // MARK: Blocks of several lines

    /// The next line, without the signs of the quotes that are open; `nil` where the quote ends.
    private func line(_ index: Int) -> Substring? {
        guard index < lines.count else { return nil }
        guard quotes > 0 else { return lines[index] }
        let (depth, line) = Self.unquoted(lines[index])
        return depth >= quotes ? line : nil
    }

    private mutating func code(until fence: Substring, language: String, _ column: Int) {
        var code: [String] = []
        while let line = line(next) {
            next += 1
            let content = line.drop { $0 == " " }
            if content.hasPrefix(fence), content.allSatisfy({ $0 == fence.first || $0 == " " }) { break }
            code.append(String(line.dropFirst(min(column, line.prefix { $0 == " " }.count))))
        }
        add(.code(code, isJSON: language.hasPrefix("json")))
    }

    private mutating func indentedCode(_ first: Substring, _ column: Int) {
        var code = [String(first)]
        while let line = line(next), !line.trimmed.isEmpty, line.prefix(while: { $0 == " " }).count >= column {
            code.append(String(line.dropFirst(column)))
            next += 1
        }
        add(.code(code, isJSON: false))
    }

    /// Whether a table begins here: under its head stands a line of dashes.
    private func isTable(_ content: Substring) -> Bool {
        guard content.contains("|"), let below = line(next)?.trimmed, below.contains("-") else { return false }
        return below.contains("|") && below.allSatisfy { "|-: \t".contains($0) }
    }

    private mutating func table(_ head: Substring) {
        var rows = [Self.cells(head)]
        next += 1
        while let line = line(next), line.contains("|"), !line.trimmed.isEmpty {
            rows.append(Self.cells(line[...]))
            next += 1
        }
        add(.table(rows))
    }

    /// What stands between bars; one after a backslash, or in code, is text.
    private static func cells(_ line: Substring) -> [String] {
        var cells = [""]
        var isCode = false
        var isEscaped = false
        for character in line.trimmed {
            if isEscaped, character != "|" { cells[cells.count - 1].append("\\") }
            if character == "|", !isEscaped, !isCode {
                cells.append("")
            } else if character != "\\" || isEscaped {
                cells[cells.count - 1].append(character)
            }
            if character == "`" { isCode.toggle() }
            isEscaped = character == "\\" && !isEscaped
        }
        if cells.first?.isEmpty == true { cells.removeFirst() }
        if cells.count > 1, cells.last?.trimmed.isEmpty == true { cells.removeLast() }
        return cells.map(\.trimmed)
    }

    /// The quotes that a line stands in, and what stands in them.
    private static func unquoted(_ line: Substring) -> (depth: Int, line: Substring) {
        var depth = 0
        var rest = line
        while depth < mostQuotes {
            let inner = rest.dropFirst(rest.prefix(3).prefix { $0 == " " }.count)
            guard inner.first == ">" else { break }
            depth += 1
            rest = inner.dropFirst()
            if rest.first == " " { rest = rest.dropFirst() }
        }
        return (depth, rest)
    }
}
