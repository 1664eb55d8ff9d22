// A `.env` file: `NAME=value` lines, with quotes and comments as in dotenv.

struct DotEnvText {
    var fields: [CollectionField] = []
    var notes: [ImportNote] = []

    init(_ bytes: [UInt8], file: String) {
        let lines = LineSyntax.lines(bytes)
        var index = 0
        // Quotes that no line below closes: the search for them is not repeated.
        var unclosed: Set<UInt8> = []
        while index < lines.count {
            let line = LineSyntax.trimmed(lines[index])
            index += 1
            if line.isEmpty || LineSyntax.hasPrefix(line, "#") { continue }
            let place = ImportPlace(file: file, line: index)
            let pair = LineSyntax.hasPrefix(line, "export ") ? LineSyntax.trimmed(LineSyntax.dropping(7, of: line)) : line
            guard let halves = LineSyntax.halves(pair, at: UInt8(ascii: "=")),
                LineSyntax.isWord(LineSyntax.trimmed(halves.before), extra: "_-.")
            else {
                notes.append(ImportNote(.skipped, place, "the line is not a variable", hint: "write `NAME=value`"))
                continue
            }
            let value = LineSyntax.trimmed(halves.after)
            var text = Self.unquoted(value)
            if text == nil, let quote = value.utf8.first, unclosed.insert(quote).inserted {
                // A quoted value may span several lines.
                let close = lines[index...].firstIndex { $0.utf8.contains(quote) }
                if let close {
                    text = Self.unquoted(([value] + lines[index...close]).joined(separator: "\n"))
                    index = close + 1
                    unclosed.remove(quote)
                }
            }
            if text == nil {
                notes.append(ImportNote(.assumed, place, "the quote is not closed", hint: "the value is read unchanged"))
            }
            fields.append(CollectionField(LineSyntax.trimmed(halves.before), VariableText.normalised(text ?? value)))
        }
    }

    /// The value without its quotes or the comment after it; `nil` if its quote is not closed.
    private static func unquoted(_ value: String) -> String? {
        let bytes = Array(value.utf8)
        guard let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") || quote == UInt8(ascii: "`")
        else {
            return LineSyntax.trimmed(
                LineSyntax.findFirst(" #", in: bytes).map { String(decoding: bytes[..<$0], as: UTF8.self) } ?? value)
        }
        guard let close = bytes.dropFirst().firstIndex(of: quote) else { return nil }
        let inner = bytes[1..<close]
        guard quote == UInt8(ascii: "\"") else { return String(decoding: inner, as: UTF8.self) }
        var output: [UInt8] = []
        var isEscaped = false
        for byte in inner {
            if isEscaped, byte == UInt8(ascii: "n") || byte == UInt8(ascii: "r") {
                output[output.count - 1] = byte == UInt8(ascii: "n") ? 0x0a : 0x0d
                isEscaped = false
                continue
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            output.append(byte)
        }
        return String(decoding: output, as: UTF8.self)
    }
}
