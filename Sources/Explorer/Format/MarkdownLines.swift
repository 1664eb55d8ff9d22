// Markdown (and the little HTML that descriptions hold) as plain lines for a terminal: headings, lists and code stay what they are.

import Canvas

/// Turns a description's text into lines.
enum MarkdownLines {
    /// Nobody reads more than so many characters here.
    private static let longest = 40_000

    /// The text wrapped to `width` columns.
    static func lines(_ text: String, width: Int, style: Style = .text) -> [StyledLine] {
        guard width > 0 else { return [] }
        var writer = Writer(width: width, style: style)
        for line in plain(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) { writer.add(line) }
        return writer.end()
    }

    /// One line of it, for a row of a list.
    static func oneLine(_ text: String) -> String {
        let first =
            plain(String(text.prefix(2_000))).split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
        return inline(first.drop { $0 == "#" || $0 == " " }).oneLine
    }

    /// Without HTML: breaks where it had them, its commonest entities decoded.
    private static func plain(_ text: String) -> String {
        let text = String(text.prefix(longest))
        guard text.contains("<") || text.contains("&") else { return text }
        var output = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "<") {
            output += rest[..<open]
            guard let close = rest[open...].firstIndex(of: ">"), let tag = HTMLTag(rest[open...close]) else {
                output.append("<")
                rest = rest[rest.index(after: open)...]
                continue
            }
            output += tag.replacement
            rest = rest[rest.index(after: close)...]
        }
        output += rest
        for (entity, character) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&"),
        ] {
            output = output.replacing(entity, with: character)
        }
        return output
    }

    /// Emphasis goes, links keep their text and, where it is another one, their address.
    static func inline(_ text: some StringProtocol) -> String {
        var output = ""
        var rest = Substring(text)
        var isCode = false
        while let character = rest.first {
            if character == "`" {
                isCode.toggle()
                output.append(character)
                rest.removeFirst()
            } else if !isCode, character == "[", let link = Link(rest) {
                output += link.text
                rest = link.rest
            } else if !isCode, rest.hasPrefix("**") || rest.hasPrefix("__") {
                rest = rest.dropFirst(2)
            } else if !isCode, character == "\\", let next = rest.dropFirst().first, next.isPunctuation || next.isSymbol {
                output.append(next)
                rest = rest.dropFirst(2)
            } else {
                output.append(character)
                rest.removeFirst()
            }
        }
        return output
    }

    /// `[text](address)`.
    private struct Link {
        let text: String
        let rest: Substring

        init?(_ source: Substring) {
            guard let close = source.prefix(400).firstIndex(of: "]"), source[source.index(after: close)...].first == "(",
                let end = source[close...].prefix(1_000).firstIndex(of: ")")
            else { return nil }
            let label = MarkdownLines.withoutBrackets(source[source.index(after: source.startIndex)..<close])
            let address = source[source.index(close, offsetBy: 2)..<end].prefix { !$0.isWhitespace }
            text = label == address || address.isEmpty ? label : "\(label) (\(address))"
            rest = source[source.index(after: end)...]
        }
    }

    private static func withoutBrackets(_ text: Substring) -> String { String(text.filter { $0 != "[" && $0 != "*" }) }
}

/// A tag of HTML in a description.
private struct HTMLTag {
    let replacement: String

    /// `nil` where what looks like one is none, as in `a < b`.
    init?(_ text: Substring) {
        let inner = text.dropFirst().dropLast()
        let isEnd = inner.first == "/"
        let name = (isEnd ? inner.dropFirst() : inner).prefix { $0.isLetter || $0.isNumber }.lowercased()
        switch name {
        case "p", "div", "ul", "ol", "table", "tr", "h1", "h2", "h3", "h4", "blockquote": replacement = isEnd ? "\n" : "\n\n"
        case "br": replacement = "\n"
        case "li": replacement = isEnd ? "" : "\n- "
        case "code", "tt": replacement = "`"
        case "pre": replacement = isEnd ? "\n```\n" : "\n```\n"
        case "a", "b", "i", "em", "strong", "span", "td", "th", "thead", "tbody", "sub", "sup", "u", "small", "img", "hr", "font":
            replacement = ""
        default: return nil
        }
    }
}

/// Collects paragraphs and wraps them.
private struct Writer {
    private let width: Int
    private let style: Style
    private var lines: [StyledLine] = []
    private var paragraph = ""
    /// What stands before the first line of the paragraph, and how far the others go in.
    private var bullet = ""
    private var isCode = false

    init(width: Int, style: Style) {
        self.width = width
        self.style = style
    }

    mutating func add(_ line: Substring) {
        let indent = line.prefix { $0 == " " }.count
        let content = line.dropFirst(indent)
        if content.hasPrefix("```") || content.hasPrefix("~~~") {
            flush()
            isCode.toggle()
        } else if isCode || indent >= 4 && paragraph.isEmpty && bullet.isEmpty && !content.isEmpty {
            lines.append(StyledLine("  " + TextCells.window(String(line), left: 0, width: max(1, width - 2)), .accent))
        } else if content.isEmpty {
            flush()
            if let last = lines.last, last != .empty { lines.append(.empty) }
        } else if content.first == "#" {
            flush()
            lines += WordWrap.lines(MarkdownLines.inline(content.drop { $0 == "#" || $0 == " " }), width).map {
                StyledLine($0, .title)
            }
        } else if let item = Self.item(content) {
            flush()
            bullet = String(repeating: " ", count: min(indent, width / 2)) + item.mark
            paragraph = String(item.text)
        } else if content.first == "|" {
            flush()
            lines.append(StyledLine(TextWidth.fit(String(content), width), style))
        } else {
            paragraph += (paragraph.isEmpty ? "" : " ") + content.drop { $0 == ">" || $0 == " " }
        }
    }

    mutating func end() -> [StyledLine] {
        flush()
        while lines.last == .empty { lines.removeLast() }
        return lines
    }

    private mutating func flush() {
        defer { (paragraph, bullet) = ("", "") }
        guard !paragraph.isEmpty else { return }
        let indent = min(TextWidth.of(bullet), max(0, width - 1))
        let text = MarkdownLines.inline(paragraph).oneLine
        for (index, line) in WordWrap.lines(text, width - indent, most: 400).enumerated() {
            let before = index == 0 ? TextWidth.fit(bullet, indent) : String(repeating: " ", count: indent)
            lines.append(StyledLine([(before, .muted), (line, style)]))
        }
    }

    /// `- text`, `* text`, `1. text`.
    private static func item(_ content: Substring) -> (mark: String, text: Substring)? {
        if content.hasPrefix("- ") || content.hasPrefix("* ") || content.hasPrefix("+ ") { return ("• ", content.dropFirst(2)) }
        let digits = content.prefix { $0.isNumber }
        guard (1...3).contains(digits.count), content.dropFirst(digits.count).hasPrefix(". ") else { return nil }
        return (digits + ". ", content.dropFirst(digits.count + 2))
    }
}
