// Tags and entities of HTML, those that descriptions use.

/// A tag.
struct HTMLTag {
    let name: String
    let isEnd: Bool
    private let attributes: Substring

    /// - Parameter text: from `<` to `>`. `nil` where what looks like a tag is none, as in `a < b`, or in `<name>`.
    init?(_ text: Substring) {
        var inner = text.dropFirst().dropLast()
        isEnd = inner.first == "/"
        if isEnd { inner = inner.dropFirst() }
        name = inner.prefix { $0.isLetter || $0.isNumber }.lowercased()
        attributes = inner.dropFirst(name.count)
        guard Self.names.contains(name), attributes.isEmpty || attributes.first == "/" || attributes.first?.isWhitespace == true
        else { return nil }
    }

    /// The value of an attribute, in quotes or without.
    func attribute(_ name: String) -> String? {
        let lowered = attributes.lowercased()
        guard let found = lowered.firstRange(of: " \(name)=") else { return nil }
        // By characters: small letters may be more bytes than large ones.
        let value = attributes.dropFirst(lowered.distance(from: lowered.startIndex, to: found.upperBound))
        guard let quote = value.first, quote == "\"" || quote == "'" else {
            return value.prefix { !$0.isWhitespace && $0 != ">" }.description
        }
        return String(value.dropFirst().prefix { $0 != quote })
    }

    private static let names: Set<String> = [
        "a", "abbr", "b", "blockquote", "br", "cite", "code", "dd", "details", "dfn", "div", "dl", "dt", "em", "font", "h1", "h2",
        "h3", "h4", "h5", "h6", "hr", "i", "img", "kbd", "li", "ol", "p", "pre", "samp", "section", "small", "span", "strong",
        "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "tt", "u", "ul", "var",
    ]
}

enum HTMLEntity {
    /// What a name between `&` and `;` stands for; `nil` for one that nobody knows.
    static func text(_ name: Substring) -> String? {
        guard name.first == "#" else { return named[String(name)] }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        guard let number = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10),
            let scalar = Unicode.Scalar(number)
        else { return nil }
        return String(Character(scalar))
    }

    private static let named = [
        "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®", "trade": "™",
        "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«",
        "raquo": "»", "bull": "•", "middot": "·", "larr": "←", "rarr": "→", "uarr": "↑", "darr": "↓", "times": "×", "deg": "°",
        "le": "≤", "ge": "≥", "ne": "≠", "plusmn": "±", "sect": "§", "para": "¶", "euro": "€", "pound": "£", "yen": "¥",
        "cent": "¢", "ensp": " ", "emsp": " ", "thinsp": " ", "check": "✓",
    ]
}
