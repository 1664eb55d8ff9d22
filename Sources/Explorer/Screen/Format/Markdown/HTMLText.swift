// The HTML that descriptions hold, as the Markdown that says the same; what stands in code is left as it is.

import Canvas

enum HTMLText {
    /// The text with its tags and entities turned into Markdown.
    static func markdown(_ text: String) -> String {
        guard text.contains("<") || text.contains("&") else { return text }
        var output = ""
        var chunk = ""
        var fence: Substring?
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let content = line.drop { $0 == " " }
            if let open = fence {
                output += line + "\n"
                if content.hasPrefix(open) { fence = nil }
            } else if case .fence(let run) = MarkdownLine(content) {
                output += converted(chunk) + line + "\n"
                chunk = ""
                fence = run
            } else {
                chunk += line + "\n"
            }
        }
        return String((output + converted(chunk)).dropLast())
    }

    private static func converted(_ text: String) -> String {
        guard text.contains("<") || text.contains("&") else { return text }
        var converter = HTMLConverter(text)
        return converter.run()
    }
}

/// Walks over a text once.
private struct HTMLConverter {
    private var rest: Substring
    private var output = ""
    /// The kinds and counters of the lists that are open.
    private var lists: [(isNumbered: Bool, count: Int)] = []
    /// Where the link that is open leads.
    private var address: String?
    private var isInTable = false
    /// Cells of the row that is open, and whether the head has been closed.
    private var cells = 0
    private var hasHead = false

    init(_ text: String) { rest = text[...] }

    mutating func run() -> String {
        while let character = rest.first {
            switch character {
            case "<": tag()
            case "&": entity()
            case "`": code()
            case "\n" where isInTable:
                output.append(" ")
                rest.removeFirst()
            case "|" where isInTable:
                output += "\\|"
                rest.removeFirst()
            default:
                let plain = rest.prefix { !"<&`\n|".contains($0) }
                output += plain.isEmpty ? String(character) : String(plain)
                rest = rest.dropFirst(max(1, plain.count))
            }
        }
        return output
    }

    /// Code in Markdown's quotes goes on to its end; tags in it are meant.
    private mutating func code() {
        let ticks = rest.prefix { $0 == "`" }
        let inner = rest.dropFirst(ticks.count)
        guard let end = inner.prefix(1_000).firstRange(of: ticks) else {
            output += ticks
            rest = inner
            return
        }
        output += rest[..<end.upperBound]
        rest = rest[end.upperBound...]
    }

    private mutating func entity() {
        let name = rest.dropFirst().prefix(12).prefix { $0.isLetter || $0.isNumber || $0 == "#" }
        guard rest.dropFirst(name.count + 1).first == ";", let text = HTMLEntity.text(name) else {
            output.append("&")
            rest.removeFirst()
            return
        }
        output += text
        rest = rest.dropFirst(name.count + 2)
    }

    /// Where the tag ends that begins here; no tag holds another.
    private var tagEnd: Substring.Index? {
        rest.dropFirst().prefix(1_000).firstIndex { $0 == ">" || $0 == "<" }.flatMap { rest[$0] == ">" ? $0 : nil }
    }

    private mutating func tag() {
        if rest.hasPrefix("<!--") {
            let end = rest.firstRange(of: "-->")?.upperBound ?? rest.endIndex
            rest = rest[end...]
            return
        }
        guard let close = tagEnd, let tag = HTMLTag(rest[...close]) else {
            output.append("<")
            rest.removeFirst()
            return
        }
        rest = rest[rest.index(after: close)...]
        if tag.name == "pre", !tag.isEnd { return pre() }
        output += replacement(tag)
    }

    /// What was laid out by its author stays so.
    private mutating func pre() {
        let end = rest.firstRange(of: "</pre>")
        var inner = HTMLConverter(String(rest[..<(end?.lowerBound ?? rest.endIndex)]))
        output += "\n```\n" + inner.plain().trimmedLines + "\n```\n"
        rest = rest[(end?.upperBound ?? rest.endIndex)...]
    }

    /// Without its tags.
    private mutating func plain() -> String {
        while let character = rest.first {
            if character == "&" {
                entity()
            } else if character == "<", let close = tagEnd, HTMLTag(rest[...close]) != nil {
                rest = rest[rest.index(after: close)...]
            } else {
                output.append(character)
                rest.removeFirst()
            }
        }
        return output
    }

    private mutating func replacement(_ tag: HTMLTag) -> String {
        switch tag.name {
        case "b", "strong": return String(tag.isEnd ? MarkdownInline.Mark.strongEnd : MarkdownInline.Mark.strong)
        case "i", "em", "cite", "var", "dfn":
            return String(tag.isEnd ? MarkdownInline.Mark.emphasisEnd : MarkdownInline.Mark.emphasis)
        case "code", "tt", "kbd", "samp": return "`"
        case "a":
            guard tag.isEnd else {
                address = tag.attribute("href")
                return address == nil ? "" : "["
            }
            defer { address = nil }
            return address.map { "](\($0))" } ?? ""
        case "img": return tag.attribute("alt") ?? ""
        case "br": return isInTable ? " " : lists.isEmpty ? "  \n" : "  \n" + margin
        case "p", "div": return isInTable || endsWithSign ? "" : tag.isEnd ? "\n" + margin : "\n\n" + margin
        case "h1", "h2", "h3", "h4", "h5", "h6": return tag.isEnd ? "\n\n" : "\n\n# "
        case "blockquote": return tag.isEnd ? "\n\n" : "\n\n> "
        case "hr": return "\n\n---\n\n"
        case "ul", "ol": return list(tag)
        case "li": return tag.isEnd ? "" : item()
        case "table", "tr", "td", "th": return table(tag)
        default: return ""
        }
    }

    // MARK: Lists and tables

    private var margin: String { String(repeating: "  ", count: lists.count) }
    /// The line holds the sign of an item so far and nothing else: what follows is the item.
    private var endsWithSign: Bool {
        guard output.last == " " else { return false }
        // With its margin no sign is longer.
        let end = output.suffix(40)
        let whole = end.startIndex == output.startIndex ? end.startIndex : nil
        guard let start = end.lastIndex(of: "\n").map(end.index(after:)) ?? whole else { return false }
        let line = end[start...].drop { $0 == " " }
        guard case .item(_, let width) = MarkdownLine(line) else { return false }
        return width == line.count
    }

    private mutating func list(_ tag: HTMLTag) -> String {
        if tag.isEnd {
            _ = lists.popLast()
            return lists.isEmpty ? "\n\n" : "\n" + margin
        }
        // However deep, nobody sees more.
        if lists.count < 8 { lists.append((tag.name == "ol", 0)) }
        return lists.count == 1 ? "\n\n" : ""
    }

    private mutating func item() -> String {
        // On a line of its own, and no empty one before it.
        while output.last?.isWhitespace == true, !output.hasSuffix("\n\n") { output.removeLast() }
        guard let last = lists.indices.last else { return "\n- " }
        lists[last].count += 1
        let margin = String(repeating: lists[last].isNumbered ? "   " : "  ", count: last)
        return "\n" + margin + (lists[last].isNumbered ? "\(lists[last].count). " : "- ")
    }

    private mutating func table(_ tag: HTMLTag) -> String {
        switch (tag.name, tag.isEnd) {
        case ("table", false):
            (isInTable, hasHead, cells) = (true, false, 0)
            return "\n\n"
        case ("table", true):
            isInTable = false
            return "\n\n"
        case ("tr", false):
            cells = 0
            return "\n|"
        case ("tr", true):
            defer { hasHead = true }
            return hasHead ? "" : "\n|" + String(repeating: "---|", count: max(1, cells))
        case (_, false):
            cells += 1
            return " "
        default: return " |"
        }
    }
}

extension String {
    /// Without empty lines at its ends.
    fileprivate var trimmedLines: String {
        let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let kept = lines.drop { $0.trimmed.isEmpty }.reversed().drop { $0.trimmed.isEmpty }.reversed()
        return kept.joined(separator: "\n")
    }
}
