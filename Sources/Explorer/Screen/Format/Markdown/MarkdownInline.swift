// The inside of a paragraph: emphasis and code as styles, links with their addresses.

import Canvas

/// Reads the text of a block.
struct MarkdownInline {
    /// What HTML's tags for emphasis become: characters for private use, which no Markdown has.
    enum Mark {
        static let strong: Character = "\u{e000}"
        static let strongEnd: Character = "\u{e001}"
        static let emphasis: Character = "\u{e002}"
        static let emphasisEnd: Character = "\u{e003}"
    }

    /// Pieces of text; a line break stands alone.
    static func spans(_ text: some StringProtocol, _ style: Style, _ references: [String: String] = [:]) -> [StyledLine.Span] {
        var reader = MarkdownInline(Array(text), style, references, quotesCode: false)
        reader.read()
        return reader.spans
    }

    /// Without styles; code keeps its quotes.
    static func text(_ text: some StringProtocol) -> String {
        var reader = MarkdownInline(Array(text), .text, [:], quotesCode: true)
        reader.read()
        return reader.spans.map(\.text).joined()
    }

    private let characters: [Character]
    private let style: Style
    private let references: [String: String]
    private let quotesCode: Bool
    private var place = 0
    private var spans: [StyledLine.Span] = []
    /// The signs that are open: `*`, `_`, `**`, `__`, and those of HTML.
    private var open: [String] = [] { didSet { current = styleOfOpen } }
    /// What the open signs make of the text; worked out when they change, not for each character.
    private var current: Style
    /// More signs than that are open in no text that means them.
    private static let mostOpen = 32
    /// Where each sign may close for the last time.
    private let lastClose: [String: Int]

    /// Where a bracket closes for the last time.
    private let lastBracket: Int
    /// Labels of links hold labels: so many times one in the other.
    private let depth: Int
    private static let deepest = 2

    private init(
        _ characters: [Character], _ style: Style, _ references: [String: String], quotesCode: Bool, depth: Int = 0
    ) {
        self.depth = depth
        lastBracket = characters.lastIndex(of: "]") ?? -1
        self.characters = characters
        self.style = style
        current = style
        self.references = references
        self.quotesCode = quotesCode
        var last: [String: Int] = [:]
        for index in characters.indices.dropFirst() where "*_".contains(characters[index]) && !characters[index - 1].isWhitespace
        {
            let sign = String(characters[index])
            last[sign] = index
            if characters[index - 1] == characters[index] { last[sign + sign] = index - 1 }
        }
        lastClose = last
    }

    private var styleOfOpen: Style {
        if open.contains(where: { $0.count == 2 || $0 == String(Mark.strong) }) { return .docStrong }
        return open.isEmpty ? style : .docEmphasis
    }

    private func at(_ index: Int) -> Character? { characters.indices.contains(index) ? characters[index] : nil }

    private mutating func put(_ text: String, _ style: Style? = nil) {
        let style = style ?? current
        if spans.last?.style == style, spans.last?.text != "\n", text != "\n" {
            spans[spans.count - 1].text += text
        } else {
            spans.append(.init(text: text, style: style))
        }
    }

    private mutating func read() {
        while let character = at(place) {
            switch character {
            case "`": code()
            case "*", "_": emphasis(character)
            case "~" where at(place + 1) == "~": place += 2
            case "[" where depth < Self.deepest: link(isImage: false)
            case "!" where depth < Self.deepest && at(place + 1) == "[": link(isImage: true)
            case "<": address()
            case "\\" where at(place + 1).map { $0.isPunctuation || $0.isSymbol } == true:
                put(String(characters[place + 1]))
                place += 2
            case Mark.strong, Mark.emphasis:
                if open.count < Self.mostOpen { open.append(String(character)) }
                place += 1
            case Mark.strongEnd, Mark.emphasisEnd:
                let sign = String(character == Mark.strongEnd ? Mark.strong : Mark.emphasis)
                if let index = open.lastIndex(of: sign) { open.remove(at: index) }
                place += 1
            default:
                put(String(character))
                place += 1
            }
        }
    }

    private mutating func code() {
        let start = place
        while at(place) == "`" { place += 1 }
        let ticks = place - start
        var end = place
        while let character = at(end) {
            guard character == "`" else {
                end += 1
                continue
            }
            var stop = end
            while at(stop) == "`" { stop += 1 }
            if stop - end == ticks { break }
            end = stop
        }
        guard at(end) != nil else { return put(String(repeating: "`", count: ticks)) }
        var text = String(characters[place..<end])
        if text.hasPrefix(" "), text.hasSuffix(" "), !text.trimmed.isEmpty { text = String(text.dropFirst().dropLast()) }
        place = end + ticks
        if quotesCode { put("`\(text)`") } else { put(text.oneLine, .docCode) }
    }

    /// Opens before a word, closes behind one; otherwise it is a star.
    private mutating func emphasis(_ sign: Character) {
        let start = place
        while at(place) == sign { place += 1 }
        let (before, after) = (start > 0 ? at(start - 1) : nil, at(place))
        let isInside = sign == "_" && before?.isLetterOrNumber == true && after?.isLetterOrNumber == true
        let mayClose = !isInside && before.map { !$0.isWhitespace } == true
        let mayOpen = !isInside && after.map { !$0.isWhitespace } == true
        var left = place - start
        while left > 0 {
            let closed = mayClose ? open.lastIndex { $0.first == sign && $0.count <= left } : nil
            if let closed {
                left -= open.remove(at: closed).count
                continue
            }
            let marks = [2, 1].filter { $0 <= left }.map { String(repeating: sign, count: $0) }
            if mayOpen, open.count < Self.mostOpen, let mark = marks.first(where: { (lastClose[$0] ?? 0) >= place }) {
                open.append(mark)
                left -= mark.count
            } else {
                put(String(repeating: sign, count: left))
                left = 0
            }
        }
    }

    // MARK: Links

    /// `<https://a.example>`.
    private mutating func address() {
        let end = characters[(place + 1)...].prefix(1_000).firstIndex { $0 == ">" || $0 == "<" }.flatMap {
            characters[$0] == ">" ? $0 : nil
        }
        let inner = end.map { String(characters[place + 1..<$0]) } ?? ""
        guard let end, inner.contains(":") || inner.contains("@"), !inner.contains(where: \.isWhitespace) else {
            put("<")
            place += 1
            return
        }
        put(inner, .docLink)
        place = end + 1
    }

    /// `[text](address "title")`, `[text][label]`, `[label]`; of a picture its words.
    private mutating func link(isImage: Bool) {
        let start = place + (isImage ? 2 : 1)
        guard let close = closing(from: start) else {
            put(isImage ? "![" : "[")
            place = start
            return
        }
        let label = Array(characters[start..<close])
        var address: String?
        var end = close + 1
        if at(end) == "(", let stop = characters[end...].prefix(2_000).firstIndex(of: ")") {
            address = String(characters[end + 1..<stop]).trimmed
            end = stop + 1
        } else if at(end) == "[", let stop = characters[end...].prefix(200).firstIndex(of: "]") {
            let name = stop == end + 1 ? String(label) : String(characters[end + 1..<stop])
            address = references[name.lowercased()]
            if address != nil { end = stop + 1 }
        } else {
            address = references[String(label).lowercased()]
        }
        guard let address else {
            put(isImage ? "![" : "[")
            place = start
            return
        }
        place = end
        put(label, to: String(address.prefix { !$0.isWhitespace }.filter { $0 != "<" && $0 != ">" }), isImage: isImage)
    }

    private mutating func put(_ label: [Character], to address: String, isImage: Bool) {
        let label = depth + 1 < Self.deepest ? label : label.filter { $0 != "[" }
        var inner = MarkdownInline(label, current, [:], quotesCode: quotesCode, depth: depth + 1)
        inner.read()
        let text = inner.spans.map(\.text).joined()
        guard !isImage else { return inner.spans.forEach { put($0.text, $0.style) } }
        guard text != address, !address.isEmpty else { return put(text, address.isEmpty ? nil : .docLink) }
        inner.spans.forEach { put($0.text, $0.style) }
        put(" (")
        put(address, .docLink)
        put(")")
    }

    /// The bracket that closes; a label may hold a pair of its own.
    private func closing(from start: Int) -> Int? {
        guard start <= lastBracket else { return nil }
        var depth = 0
        for index in characters[start...].prefix(400).indices {
            switch characters[index] {
            case "[": depth += 1
            case "]" where depth == 0: return index
            case "]": depth -= 1
            case "\n": return nil
            default: continue
            }
        }
        return nil
    }
}

extension Character {
    fileprivate var isLetterOrNumber: Bool { isLetter || isNumber }
}
