// What one line of Markdown begins.

/// A line by its first characters.
enum MarkdownLine {
    /// An item of a list: its sign as it is shown, and how much of the line that takes.
    case item(String, width: Int)
    /// Code until the same sign.
    case fence(Substring)
    case heading(String)
    case rule
    case plain

    var isPlain: Bool { if case .plain = self { true } else { false } }

    /// - Parameter content: a line without blanks before it.
    init(_ content: Substring) {
        let sign = content.first ?? " "
        switch sign {
        case "`", "~":
            let run = content.prefix { $0 == sign }
            self = run.count >= 3 && !content.dropFirst(run.count).contains("`") ? .fence(run) : .plain
        case "#":
            let text = content.drop { $0 == "#" }
            let level = content.count - text.count
            guard level <= 6, text.isEmpty || text.first == " " || text.first?.isLetter == true else {
                self = .plain
                return
            }
            let inner = text.trimmed
            let end = inner.reversed().prefix { $0 == "#" }.count
            self = .heading(end < inner.count ? String(inner.dropLast(end)).trimmed : inner)
        case "-", "*", "_", "+":
            // Ends at the first other character: a line of many signs is looked at once for each of them.
            if sign != "+", content.allSatisfy({ $0 == sign || $0 == " " }), content.count(where: { $0 == sign }) >= 3 {
                self = .rule
            } else {
                self = sign == "_" ? .plain : Self.item(content, sign: "• ", digits: 1)
            }
        default:
            let digits = content.prefix { $0.isASCII && $0.isNumber }
            guard (1...9).contains(digits.count), let point = content.dropFirst(digits.count).first, point == "." || point == ")"
            else {
                self = .plain
                return
            }
            self = Self.item(content, sign: "\(digits). ", digits: digits.count + 1)
        }
    }

    /// - Parameter digits: the characters of the sign; a blank, or the end of the line, must follow.
    private static func item(_ content: Substring, sign: String, digits: Int) -> MarkdownLine {
        let rest = content.dropFirst(digits)
        guard let next = rest.first else { return .item(sign, width: digits) }
        guard next == " " || next == "\t" else { return .plain }
        let blanks = rest.prefix { $0 == " " || $0 == "\t" }.count
        return .item(sign, width: digits + (blanks > 4 ? 1 : blanks))
    }

    /// Whether it makes a heading of the lines above it.
    static func isUnderline(_ content: Substring) -> Bool {
        let text = content.trimmed
        return text.count > 1 && (text.allSatisfy { $0 == "=" } || text.allSatisfy { $0 == "-" })
    }

    /// `[label]: address`, the label in small letters.
    static func definition(_ content: Substring) -> (label: String, address: String)? {
        guard content.first == "[", let close = content.prefix(200).firstIndex(of: "]") else { return nil }
        let label = content[content.index(after: content.startIndex)..<close]
        let rest = content[content.index(after: close)...]
        guard rest.first == ":", !label.isEmpty else { return nil }
        let address = rest.dropFirst().trimmed.prefix { !$0.isWhitespace }
        return address.isEmpty ? nil : (label.lowercased(), String(address.filter { $0 != "<" && $0 != ">" }))
    }
}
