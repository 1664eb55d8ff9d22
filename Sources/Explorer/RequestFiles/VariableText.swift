// Texts with variables, `{{name}}`: finds them, and splits a text without cutting one.

public enum VariableText {
    /// The ranges of `{{…}}`, including the braces, as byte offsets. A range never crosses the end of a line.
    /// In `{{{`, the first brace is text.
    public static func spans(_ bytes: [UInt8]) -> [Range<Int>] {
        let (open, close, newline) = (UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\n"))
        var spans: [Range<Int>] = []
        var index = 0
        while index + 3 < bytes.count {
            guard bytes[index] == open, bytes[index + 1] == open, bytes[index + 2] != open else {
                index += 1
                continue
            }
            var end = index + 2
            while end < bytes.count, bytes[end] != newline,
                !(bytes[end] == close && end + 1 < bytes.count && bytes[end + 1] == close)
            {
                end += 1
            }
            if end < bytes.count, bytes[end] == close {
                spans.append(index..<end + 2)
                index = end + 2
            } else {
                // The rest of this line closes no variable.
                index = end
            }
        }
        return spans
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

    /// The content of each pair of braces, without surrounding blanks.
    public static func expressions(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return spans(bytes).map { LineSyntax.trimmed(String(decoding: bytes[$0].dropFirst(2).dropLast(2), as: UTF8.self)) }
    }

    /// The pieces between the bytes that `isSeparator` accepts, except those inside
    /// `{{…}}`. Includes empty pieces.
    static func split(_ text: String, limit: Int = .max, where isSeparator: (UInt8) -> Bool) -> [String] {
        let bytes = Array(text.utf8)
        var spans = spans(bytes)[...]
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
