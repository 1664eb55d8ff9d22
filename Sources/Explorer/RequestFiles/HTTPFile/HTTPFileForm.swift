// A form body as written in a .http file: `a=1&b=2`, also over several lines, with the names and
// values percent-encoded or not.

enum HTTPFileForm {
    /// - Returns: `nil` if a piece has no `=`, or uses an encoding that this program would not
    ///   reproduce: such a text is sent as it is.
    static func fields(_ lines: [String]) -> [CollectionField]? {
        var fields: [CollectionField] = []
        for line in lines {
            for piece in VariableText.split(line, where: { $0 == UInt8(ascii: "&") }) {
                let piece = LineSyntax.trimmed(piece)
                if piece.isEmpty { continue }
                let halves = VariableText.split(piece, limit: 2) { $0 == UInt8(ascii: "=") }
                guard halves.count == 2 else { return nil }
                fields.append(CollectionField(decoded(LineSyntax.trimmed(halves[0])), decoded(LineSyntax.trimmed(halves[1]))))
            }
        }
        return lines.count == 1 && isEncoded(lines[0]) && encodedText(fields) != lines[0] ? nil : fields
    }

    /// Whether the line has only characters that an encoded form may contain. The
    /// content of variables is unknown.
    private static func isEncoded(_ line: String) -> Bool {
        let bytes = Array(line.utf8)
        let spans = VariableText.spans(bytes)
        return bytes.indices.allSatisfy { index in
            let byte = bytes[index]
            return isPlain(byte) || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "&")
                || byte == UInt8(ascii: "=") || spans.contains { $0.contains(index) }
        }
    }

    /// The fields as the request sends them.
    private static func encodedText(_ fields: [CollectionField]) -> String {
        fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let spans = VariableText.spans(bytes)
        var output = ""
        for (index, byte) in bytes.enumerated() {
            if isPlain(byte) || spans.contains(where: { $0.contains(index) }) {
                output.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                output += "%" + String(Int(byte) + 0x100, radix: 16, uppercase: true).dropFirst()
            }
        }
        return output
    }

    /// The bytes that this program leaves unescaped in a form.
    private static func isPlain(_ byte: UInt8) -> Bool {
        ShellByte.isName(byte) || "-.~/:@!$'()*,;?".utf8.contains(byte)
    }

    /// Decodes `%41`, and `+` to a blank, outside of variables. An incorrectly encoded text stays as written.
    static func decoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var spans = VariableText.spans(bytes)[...]
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let span = spans.popFirst(at: index) {
                output += bytes[span]
                index = span.upperBound
                continue
            }
            switch bytes[index] {
            case UInt8(ascii: "+"): output.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = String(decoding: bytes[(index + 1)...].prefix(2), as: UTF8.self)
                guard digits.utf8.count == 2, digits.utf8.first != UInt8(ascii: "+"), let byte = UInt8(digits, radix: 16) else {
                    return text
                }
                output.append(byte)
                index += 2
            default: output.append(bytes[index])
            }
            index += 1
        }
        return String(validating: output, as: UTF8.self).map(VariableText.normalised) ?? text
    }
}

extension ArraySlice<Range<Int>> {
    /// Removes the first range if it begins at `index`.
    fileprivate mutating func popFirst(at index: Int) -> Range<Int>? { first?.lowerBound == index ? removeFirst() : nil }
}
