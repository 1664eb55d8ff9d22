// Slumber's templates: `{{ name }}` is a variable; slumber evaluates all other content of the braces.

/// A text with templates.
struct SlumberTemplate {
    /// The text, with `{{name}}` for variables.
    private(set) var text = ""
    /// The expressions that are more than a variable, as written, shortened.
    private(set) var expressions: [String] = []
    /// The path, if the whole text is one `{{ file('path') }}`.
    private(set) var file: String?

    init(_ source: String) {
        let bytes = Array(source.utf8)
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] != ShellByte.openBrace {
                output.append(bytes[index])
                index += 1
                continue
            }
            if bytes[index...].starts(with: Self.escape) {
                // An escape for two braces that begin no template: the collection cannot represent it.
                expressions.append("{_{")
                output += bytes[index..<index + 3]
                index += 3
                continue
            }
            guard index + 1 < bytes.count, bytes[index + 1] == ShellByte.openBrace else {
                output.append(bytes[index])
                index += 1
                continue
            }
            guard let end = Self.endOfTemplate(bytes, from: index + 2) else {
                output += bytes[index...]
                break
            }
            let inner = Self.trimmed(bytes[index + 2..<end - 2])
            if !inner.isEmpty, inner.allSatisfy({ ShellByte.isName($0) || $0 == UInt8(ascii: "-") }) {
                output += Array("{{".utf8) + inner + Array("}}".utf8)
            } else {
                let shown = String(decoding: bytes[index..<min(end, index + 60)], as: UTF8.self)
                expressions.append(end > index + 60 ? shown + "…" : shown)
                output += bytes[index..<end]
                if index == 0, end == bytes.count { file = Self.filePath(inner) }
            }
            index = end
        }
        text = String(decoding: output, as: UTF8.self)
        if file != nil { expressions = [] }
    }

    private static let escape = Array("{_{".utf8)

    /// A clause that names the unsupported expressions; `nil` if there are none.
    var loss: String? {
        guard let first = expressions.first else { return nil }
        let rest = expressions.count > 1 ? " and \(expressions.count - 1) more like it" : ""
        return "\(first)\(rest): computed by slumber, and kept as written"
    }

    /// The index after the braces that end a template; ignores braces in quotes.
    private static func endOfTemplate(_ bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        var quote: UInt8?
        while index + 1 < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == ShellByte.backslash { index += 1 } else if byte == open { quote = nil }
            } else if byte == ShellByte.apostrophe || byte == ShellByte.quote {
                quote = byte
            } else if byte == ShellByte.closeBrace, bytes[index + 1] == ShellByte.closeBrace {
                return index + 2
            }
            index += 1
        }
        return nil
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { ShellByte.isBlank($0) || $0 == ShellByte.newline }
        while let last = bytes.last, ShellByte.isBlank(last) || last == ShellByte.newline { bytes.removeLast() }
        return bytes
    }

    /// The path of `file('path')`.
    private static func filePath(_ inner: ArraySlice<UInt8>) -> String? {
        let start = Array("file(".utf8)
        guard inner.starts(with: start), inner.last == ShellByte.close else { return nil }
        let argument = trimmed(inner.dropFirst(start.count).dropLast())
        guard argument.count > 2, let quote = argument.first, quote == argument.last,
            quote == ShellByte.apostrophe || quote == ShellByte.quote
        else { return nil }
        let path = argument.dropFirst().dropLast()
        return path.contains(quote) || path.contains(ShellByte.backslash) ? nil : String(decoding: path, as: UTF8.self)
    }
}
