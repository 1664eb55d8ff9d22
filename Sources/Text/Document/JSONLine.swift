// Splits one line of JSON into tokens for highlighting. It does not use the
// lines around it, and accepts any text.

/// The kind of a token in a line of JSON.
public enum JSONTokenKind: String, Sendable, Hashable, CaseIterable { case key, string, number, bool, null, punct, text }

/// A piece of a line.
public struct JSONSpan: Sendable, Hashable {
    /// The piece; the pieces of a line joined are the line.
    public let text: Substring
    /// Its kind. Blank space and everything that is not JSON are ``JSONTokenKind/text``.
    public let kind: JSONTokenKind

    /// Makes a piece; for tests and for text that needs no lexer.
    public init(text: Substring, kind: JSONTokenKind) {
        self.text = text
        self.kind = kind
    }
}

/// A lexer for highlighting.
public enum JSONLine {
    /// The pieces of a line, in order and without gaps. A string is a
    /// key when a colon follows it on the line.
    /// - Parameter isInString: whether the line begins inside a string that began on an earlier line.
    public static func spans(_ line: String, isInString: Bool = false) -> [JSONSpan] {
        let text = line.utf8
        var spans: [JSONSpan] = []
        var index = text.startIndex
        if isInString, index < text.endIndex {
            skipInside(&index, in: text)
            spans.append(JSONSpan(text: Substring(text[..<index]), kind: kind(ofStringBefore: index, in: text)))
        }
        while index < text.endIndex {
            let start = index
            let kind = advance(&index, in: text)
            spans.append(JSONSpan(text: Substring(text[start..<index]), kind: kind))
        }
        return spans
    }

    private static func advance(_ index: inout String.UTF8View.Index, in text: String.UTF8View) -> JSONTokenKind {
        let byte = text[index]
        switch byte {
        case Byte.quote:
            text.formIndex(after: &index)
            skipInside(&index, in: text)
            return kind(ofStringBefore: index, in: text)
        case Byte.openBrace, Byte.closeBrace, Byte.openBracket, Byte.closeBracket, Byte.comma, Byte.colon:
            text.formIndex(after: &index)
            return .punct
        case Byte.minus, 0x30...0x39:
            skip(&index, in: text, while: continuesNumber)
            return .number
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
            let start = index
            skip(&index, in: text) { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
            switch Substring(text[start..<index]) {
            case "true", "false": return .bool
            case "null": return .null
            default: return .text
            }
        default:
            // Up to the next byte that can begin a token, so that multi-byte characters are never split.
            text.formIndex(after: &index)
            skip(&index, in: text) { !startsToken($0) }
            return .text
        }
    }

    private static func continuesNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, Byte.minus, UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: false
        }
    }

    private static func startsToken(_ byte: UInt8) -> Bool {
        switch byte {
        case Byte.quote, Byte.openBrace, Byte.closeBrace, Byte.openBracket, Byte.closeBracket, Byte.comma, Byte.colon, Byte.minus,
            0x30...0x39,
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    private static func skip(_ index: inout String.UTF8View.Index, in text: String.UTF8View, while test: (UInt8) -> Bool) {
        while index < text.endIndex, test(text[index]) { text.formIndex(after: &index) }
    }

    private static func kind(ofStringBefore index: String.UTF8View.Index, in text: String.UTF8View) -> JSONTokenKind {
        text[index...].first { !Byte.isSpace($0) } == Byte.colon ? .key : .string
    }

    /// Moves behind the closing quote of a string, or to the end.
    private static func skipInside(_ index: inout String.UTF8View.Index, in text: String.UTF8View) {
        while index < text.endIndex {
            let byte = text[index]
            text.formIndex(after: &index)
            if byte == Byte.quote { return }
            if byte == Byte.backslash, index < text.endIndex { text.formIndex(after: &index) }
        }
    }
}
