// Texts with variables, `{{name}}`: finds them, and splits a text without cutting one.

public enum VariableText {
    private static let open = UInt8(ascii: "{")
    private static let close = UInt8(ascii: "}")
    private static let newline = UInt8(ascii: "\n")
    /// Of more variables within each other's names, the outer ones are text.
    private static let deepest = 16

    /// The ranges of `{{…}}`, including the braces, as byte offsets. A range never crosses the end of a line.
    /// In `{{{`, the first brace is text. Of variables within each other, only the innermost is a range:
    /// `{{env}}` of `{{host_{{env}}}}`.
    public static func spans(_ bytes: [UInt8]) -> [Range<Int>] {
        var spans: [Range<Int>] = []
        var index = 0
        while index + 3 < bytes.count {
            guard bytes[index] == open, bytes[index + 1] == open, bytes[index + 2] != open else {
                index += 1
                continue
            }
            var end = index + 2
            while end < bytes.count, bytes[end] != newline, !isPair(of: close, bytes, at: end),
                !isPair(of: open, bytes, at: end)
            {
                end += 1
            }
            if end < bytes.count, bytes[end] == close {
                spans.append(index..<end + 2)
                index = end + 2
            } else {
                // Either another variable begins here, or the rest of this line closes none.
                index = end
            }
        }
        return spans
    }

    /// The ranges of variables with those in their names: `{{host_{{env}}}}` is one range. All other ranges are those of
    /// ``spans(_:)``. Around another variable, only braces without further braces between them are one: in
    /// `{"a":{{b}}}` and in `{{x {{b}} {y} }}` it is `{{b}}`.
    public static func outerSpans(_ bytes: [UInt8]) -> [Range<Int>] {
        var begun: [(start: Int, hasBrace: Bool)] = []
        var spans: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == newline {
                begun = []
            } else if isPair(of: open, bytes, at: index), index + 2 < bytes.count, bytes[index + 2] != open {
                if begun.count == deepest { begun.removeFirst() }
                begun.append((index, false))
                index += 1
            } else if isPair(of: close, bytes, at: index), let variable = begun.popLast() {
                index += 1
                let isNested = (spans.last?.lowerBound ?? -1) > variable.start
                if !isNested || !variable.hasBrace {
                    while let last = spans.last, last.lowerBound > variable.start { spans.removeLast() }
                    spans.append(variable.start..<index + 1)
                } else if !begun.isEmpty {
                    begun[begun.count - 1].hasBrace = true
                }
            } else if byte == open || byte == close, !begun.isEmpty {
                begun[begun.count - 1].hasBrace = true
            }
            index += 1
        }
        return spans
    }

    /// Whether the name of a variable contains another variable.
    public static func isNested(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return outerSpans(bytes) != spans(bytes)
    }

    private static func isPair(of brace: UInt8, _ bytes: [UInt8], at index: Int) -> Bool {
        bytes[index] == brace && index + 1 < bytes.count && bytes[index + 1] == brace
    }

    /// Converts `{{ name }}` to `{{name}}`; leaves all other text as written.
    static func normalised(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let spans = spans(bytes)
        guard !spans.isEmpty else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var start = 0
        for span in spans {
            output += bytes[start..<span.lowerBound]
            let inner = LineSyntax.trimmed(String(decoding: bytes[span].dropFirst(2).dropLast(2), as: UTF8.self))
            output += inner.isEmpty ? Array(bytes[span]) : Array("{{\(inner)}}".utf8)
            start = span.upperBound
        }
        output += bytes[start...]
        return String(decoding: output, as: UTF8.self)
    }

    /// The content of each pair of braces, without surrounding blanks; of variables within each other, of the innermost.
    public static func expressions(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return spans(bytes).map { LineSyntax.trimmed(String(decoding: bytes[$0].dropFirst(2).dropLast(2), as: UTF8.self)) }
    }

    /// The pieces between the bytes that `isSeparator` accepts, except those inside
    /// `{{…}}`. Includes empty pieces.
    static func split(_ text: String, limit: Int = .max, where isSeparator: (UInt8) -> Bool) -> [String] {
        let bytes = Array(text.utf8)
        var spans = outerSpans(bytes)[...]
        var pieces: [String] = []
        var start = 0
        var index = 0
        while index < bytes.count, pieces.count + 1 < limit {
            if let span = spans.first, span.lowerBound == index {
                index = span.upperBound
                spans.removeFirst()
                continue
            }
            if isSeparator(bytes[index]) {
                pieces.append(String(decoding: bytes[start..<index], as: UTF8.self))
                start = index + 1
            }
            index += 1
        }
        pieces.append(String(decoding: bytes[start...], as: UTF8.self))
        return pieces
    }

    /// The words between spaces and tabs.
    static func words(_ text: String) -> [String] { split(text, where: LineSyntax.isBlank).filter { !$0.isEmpty } }
}
