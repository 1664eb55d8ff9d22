// HTML as readable text: blocks on lines, lists with marks, links numbered and listed at the end.

/// Converts HTML to text. It never fails, and takes time in proportion to the text.
public enum HTMLPlainText {
    /// The text of a page, in UTF-8. Scripts, styles and comments are left
    /// out; lines are as long as in the page.
    ///
    /// The contents are untrusted: showing them is no safer than showing the page.
    public static func makeText(_ html: [UInt8]) -> [UInt8] {
        var writer = HTMLTextWriter()
        for token in HTMLTokenizer(html[...]) {
            switch token {
            case .text(let text): writer.write(text)
            case .open(let name, let attributes): writer.open(name, attributes)
            case .close(let name): writer.close(name)
            }
        }
        return writer.finish()
    }
}

/// Collects the lines.
private struct HTMLTextWriter {
    /// Line breaks around elements; two are a blank line.
    private static let breaks: [String: Int] = {
        var breaks: [String: Int] = [:]
        for name in [
            "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "pre", "blockquote", "title", "hr", "form",
        ] {
            breaks[name] = 2
        }
        let single = [
            "address", "article", "aside", "body", "caption", "center", "dd", "details", "div", "dt", "fieldset", "figcaption",
            "figure",
            "footer", "head", "header", "html", "legend", "li", "main", "nav", "option", "section", "select", "summary",
            "textarea", "tr",
        ]
        for name in single { breaks[name] = 1 }
        return breaks
    }()
    /// Deeper lists are not indented further.
    private static let deepest = 20

    private var output: [UInt8] = []
    /// Line breaks, or a blank, before the next text.
    private var waitingBreaks = 0
    private var waitsForSpace = false
    private var mark = ""
    private var preformatted = 0
    /// The number of the next item for each open list; `nil` for a list without numbers.
    private var lists: [Int?] = []
    private var cells = 0
    private var links: [String] = []
    private var places: [String: Int] = [:]
    private var openLink: Int?

    mutating func open(_ name: String, _ attributes: [String: String]) {
        lineBreak(Self.breaks[name] ?? 0, of: name)
        switch name {
        case "br": preformatted > 0 ? write([Byte.newline]) : addBreak()
        case "hr":
            write("---".utf8)
            lineBreak(2, of: name)
        case "pre": preformatted += 1
        case "ul": lists.append(nil)
        case "ol": lists.append(attributes["start"].flatMap { Int($0) } ?? 1)
        case "li": beginItem()
        case "dd": mark = "  "
        case "tr": cells = 0
        case "td", "th":
            if cells > 0 { write(raw: "  ".utf8) }
            cells += 1
        case "img": if let text = attributes["alt"], !text.isEmpty { write("[\(text)]".utf8) }
        case "input" where attributes["type"]?.lowercased() != "hidden":
            if let text = attributes["value"] ?? attributes["placeholder"], !text.isEmpty { write(" [\(text)] ".utf8) }
        case "a":
            endLink()
            openLink = attributes["href"].flatMap { place(of: $0) }
        default: break
        }
    }

    mutating func close(_ name: String) {
        switch name {
        case "a": endLink()
        case "pre": preformatted = max(0, preformatted - 1)
        case "ul", "ol": _ = lists.popLast()
        default: break
        }
        lineBreak(Self.breaks[name] ?? 0, of: name)
    }

    /// Writes text, and folds its blank space except in preformatted elements.
    mutating func write(_ text: some Sequence<UInt8>) {
        for byte in text {
            if preformatted > 0, byte == Byte.newline {
                addBreak()
            } else if preformatted == 0, Byte.isSpace(byte) || byte == 0x0c {
                waitsForSpace = true
            } else {
                put(byte)
            }
        }
    }

    mutating func finish() -> [UInt8] {
        endLink()
        if !links.isEmpty {
            lists = []
            waitingBreaks = output.isEmpty ? 0 : 2
            for (place, link) in links.enumerated() {
                write(raw: "[\(place + 1)] \(link)".utf8)
                addBreak()
            }
        }
        return output.isEmpty ? [] : output + [Byte.newline]
    }

    private mutating func write(raw text: some Sequence<UInt8>) { for byte in text { put(byte) } }

    private mutating func put(_ byte: UInt8) {
        if waitingBreaks > 0 || output.isEmpty {
            if !output.isEmpty { output += repeatElement(Byte.newline, count: waitingBreaks) }
            let depth = min(lists.count, Self.deepest)
            output += repeatElement(Byte.space, count: mark.isEmpty ? depth * 2 : max(0, depth - 1) * 2)
            output += mark.utf8
            mark = ""
        } else if waitsForSpace {
            output.append(Byte.space)
        }
        waitingBreaks = 0
        waitsForSpace = false
        output.append(byte)
    }

    /// Adds line breaks around blocks, at most the requested number. A list
    /// within a list has no blank lines around it.
    private mutating func lineBreak(_ count: Int, of name: String) {
        guard count > 0 else { return }
        let isInner = (name == "ul" || name == "ol") && !lists.isEmpty
        if !output.isEmpty { waitingBreaks = max(waitingBreaks, isInner ? 1 : count) }
        waitsForSpace = false
    }

    /// Adds one more break, for `<br>` and the lines of preformatted text.
    private mutating func addBreak() {
        if !output.isEmpty { waitingBreaks += 1 }
        waitsForSpace = false
    }

    private mutating func beginItem() {
        if let last = lists.indices.last, let number = lists[last] {
            mark = "\(number). "
            lists[last] = number &+ 1
        } else {
            mark = "• "
        }
    }

    /// The number of an address; each address is listed once. An anchor on the page itself has no number.
    private mutating func place(of address: String) -> Int? {
        let address = String(address.unicodeScalars.filter { !$0.properties.isWhitespace }.map(Character.init))
        guard !address.isEmpty, !address.hasPrefix("#"), !address.lowercased().hasPrefix("javascript:") else { return nil }
        if let known = places[address] { return known }
        links.append(address)
        places[address] = links.count
        return links.count
    }

    private mutating func endLink() {
        guard let place = openLink else { return }
        openLink = nil
        let followedBySpace = waitsForSpace
        waitsForSpace = true
        write(raw: "[\(place)]".utf8)
        waitsForSpace = followedBySpace
    }
}
