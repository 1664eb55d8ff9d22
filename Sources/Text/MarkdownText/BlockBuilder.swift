// Collects blocks from what Markdown and HTML open, hold and close.

/// Takes events in the order of the document. Ends that belong to nothing do no harm.
struct BlockBuilder {
    /// Deeper quotes and lists are text: a terminal has no room for them.
    private static let (mostQuotes, mostLists) = (16, 64)

    private struct OpenList {
        /// The number of the next item; `nil` for a list with bullets.
        var next: Int?
        /// The column at which the text of its items stands.
        var indent: Int
        var isEmpty = true
    }

    /// How many elements of each kind are open.
    var (strong, emphasis, inlineCode) = (0, 0, 0)
    /// An empty line stands before the next block.
    var isAfterBlank = false

    private var blocks: [MarkdownBlock] = []
    private var spans: [MarkdownSpan] = []
    private var isHeading = false
    private var quotes = 0
    private var lists: [OpenList] = []
    /// Of the item that the next block begins.
    private var mark = ""
    private var link: (address: String, start: Int)?
    /// The text of the `<pre>` that is open.
    private var preformatted: String?
    /// The rows of the table that is open.
    private var rows: [[[MarkdownSpan]]]?
    private var isInCell = false

    mutating func finish() -> [MarkdownBlock] {
        closePreformatted()
        closeTable()
        endParagraph()
        return blocks
    }

    // MARK: Text

    mutating func text(_ text: String) {
        guard preformatted == nil else {
            preformatted? += text
            return
        }
        let text = String(text.map { $0.isWhitespace ? " " : $0 })
        put(spans.isEmpty ? String(text.drop { $0 == " " }) : text)
    }

    mutating func inlineCode(_ text: String) {
        inlineCode += 1
        self.text(text)
        inlineCode -= 1
    }

    mutating func softBreak() { text(preformatted == nil ? " " : "\n") }

    mutating func lineBreak() {
        if preformatted != nil || rows != nil { return softBreak() }
        if !spans.isEmpty { put("\n") }
    }

    private var kind: MarkdownSpan.Kind {
        if inlineCode > 0 { return .code }
        if strong > 0 { return .strong }
        return emphasis > 0 ? .emphasis : .text
    }

    private mutating func put(_ text: String, _ kind: MarkdownSpan.Kind? = nil) {
        guard !text.isEmpty, rows == nil || isInCell else { return }
        let kind = kind ?? self.kind
        if spans.count > link?.start ?? 0, spans.last?.kind == kind {
            spans[spans.count - 1].text += text
        } else {
            spans.append(MarkdownSpan(text: text, kind: kind))
        }
    }

    mutating func openLink(_ address: String?) {
        closeLink()
        link = address.map { ($0, spans.count) }
    }

    /// Shows the address behind the text, unless it is the text.
    mutating func closeLink() {
        guard let (address, start) = link else { return }
        link = nil
        let label = spans[start...].map(\.text).joined()
        if address == label || address == "mailto:" + label {
            spans[start...] = []
            put(label, .link)
        } else if !address.isEmpty {
            put(" (")
            put(address, .link)
            put(")")
        }
    }

    // MARK: Blocks

    /// Ends the paragraph, and leaves an empty line unless the next block begins an item.
    mutating func separate() {
        endParagraph()
        if rows == nil, mark.isEmpty { isAfterBlank = true }
    }

    /// The same behind a block. Blocks of an item stand close.
    mutating func separateBehind() {
        if lists.isEmpty { separate() } else { endParagraph() }
    }

    mutating func endParagraph() {
        guard rows == nil else { return text(" ") }
        let spans = takeSpans()
        guard !spans.isEmpty else { return }
        add(isHeading ? .heading(spans) : .paragraph(spans))
        isHeading = false
    }

    /// The text so far, without blanks at its end. Emphasis ends with its block.
    private mutating func takeSpans() -> [MarkdownSpan] {
        closeLink()
        while let last = spans.last?.text {
            let end = last.lastIndex { !$0.isWhitespace }
            if let end {
                spans[spans.count - 1].text = String(last[...end])
                break
            }
            spans.removeLast()
        }
        defer { (spans, strong, emphasis, inlineCode) = ([], 0, 0, 0) }
        return spans
    }

    private mutating func add(_ content: MarkdownBlock.Content) {
        let indent = max(0, (lists.last?.indent ?? 0) - mark.count)
        blocks.append(
            MarkdownBlock(
                content: content, quotes: min(quotes, Self.mostQuotes), indent: indent, mark: mark, isAfterBlank: isAfterBlank))
        (mark, isAfterBlank) = ("", false)
    }

    mutating func openHeading() {
        endParagraph()
        isHeading = true
    }

    mutating func closeHeading() {
        endParagraph()
        isHeading = false
    }

    mutating func rule() {
        endParagraph()
        if rows == nil { add(.rule) }
    }

    mutating func code(_ text: String, language: String) {
        endParagraph()
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        if rows == nil { add(.code(lines.map(String.init), language: language)) } else { self.text(text) }
    }

    mutating func openPreformatted() {
        endParagraph()
        preformatted = preformatted ?? ""
    }

    mutating func closePreformatted() {
        guard let text = preformatted else { return }
        preformatted = nil
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
        code(lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed().joined(separator: "\n"), language: "")
    }

    // MARK: Quotes and lists

    mutating func openQuote() {
        quotes += 1
        if quotes <= Self.mostQuotes { endParagraph() } else { text(">") }
    }

    mutating func closeQuote() {
        endParagraph()
        quotes = max(0, quotes - 1)
    }

    /// - Parameter number: of the first item; `nil` for bullets.
    mutating func openList(from number: Int?) {
        if lists.count < Self.mostLists { endParagraph() }
        // A list in an item stands close to the text of the item.
        if !lists.isEmpty { isAfterBlank = false }
        lists.append(OpenList(next: number, indent: lists.last?.indent ?? 0))
    }

    mutating func closeList() {
        endParagraph()
        mark = ""
        _ = lists.popLast()
    }

    mutating func openItem() {
        guard lists.count <= Self.mostLists else { return text("- ") }
        endParagraph()
        var sign = "• "
        if let place = lists.indices.last {
            if let number = lists[place].next {
                sign = "\(number). "
                lists[place].next = number &+ 1
            }
            lists[place].indent = (place > 0 ? lists[place - 1].indent : 0) + sign.count
            if place > 0 || !lists[place].isEmpty { isAfterBlank = false }
            lists[place].isEmpty = false
        }
        if rows == nil { mark = sign } else { text(sign) }
    }

    mutating func closeItem() {
        endParagraph()
        mark = ""
    }

    // MARK: Tables

    mutating func openTable() {
        endParagraph()
        rows = rows ?? []
    }

    mutating func openRow() {
        endCell()
        rows?.append([])
    }

    mutating func openCell() {
        endCell()
        if rows?.isEmpty == true { rows?.append([]) }
        isInCell = rows != nil
    }

    mutating func endCell() {
        guard isInCell, let last = rows?.indices.last else { return }
        let spans = takeSpans()
        rows?[last].append(spans)
        isInCell = false
    }

    mutating func closeTable() {
        endCell()
        guard let rows else { return }
        self.rows = nil
        let filled = rows.filter { !$0.isEmpty }
        if !filled.isEmpty { add(.table(filled)) }
    }
}
