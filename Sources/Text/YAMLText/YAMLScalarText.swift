// Writes a text so that YAML reads it as the same text again.

/// Writes scalars for a YAML text.
public enum YAMLScalarText {
    /// A text for a block or a flow: plain where it is unambiguous, else in double quotes, as in JSON.
    /// - Parameters:
    ///   - text: the text.
    ///   - isLoose: whether the reader takes `5` and `true` as the texts that they are written as.
    public static func makeScalar(_ text: String, isLoose: Bool = false) -> String {
        isPlain(text, isLoose) ? text : quoted(text)
    }

    /// The text in double quotes; also valid JSON, unless the text has a
    /// character that YAML must not contain.
    public static func quoted(_ text: String) -> String {
        var output = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\t": output += "\\t"
            case "\r": output += "\\r"
            case _ where !isPrintable(scalar):
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - min(4, digits.count)) + digits
            case _: output.unicodeScalars.append(scalar)
            }
        }
        return output + "\""
    }

    /// The lines of a text behind `|` or `|-`; `nil` for a text of a single line, or one without such a form.
    public static func literal(_ text: String) -> (header: String, lines: [String])? {
        guard text.contains("\n"), !text.hasPrefix("\n"), !text.hasPrefix(" "), !text.hasPrefix("\t"),
            text.unicodeScalars.allSatisfy({ $0 == "\n" || $0 == "\t" || isPrintable($0) })
        else { return nil }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let isEnded = lines.last == ""
        if isEnded { lines.removeLast() }
        // Readers disagree on blank lines at the end, and on lines of blanks.
        guard lines.last != "", lines.allSatisfy({ $0.isEmpty || !$0.allSatisfy { $0 == " " || $0 == "\t" } }) else { return nil }
        return (isEnded ? "|" : "|-", lines)
    }

    /// Letters, digits and a few signs in the middle; never a word that a
    /// reader of YAML 1.1 takes for a truth value.
    private static func isPlain(_ text: String, _ isLoose: Bool) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last, bytes.count < 200, last != 0x20 else { return false }
        switch bytes.withUnsafeBufferPointer({ CoreSchema.plain($0) }) {
        case .text:
            guard isLetter(first) || first == 0x24 || first == 0x2f || first == 0x2e || isAmount(text) else { return false }
        case .verbatim: guard isLoose, text != "null" else { return false }
        case .json: return false
        }
        if ["yes", "no", "on", "off", "y", "n", "."].contains(text.lowercased()) || text.hasPrefix("...") { return false }
        return bytes.indices.allSatisfy { index in
            switch bytes[index] {
            case 0x20: index > 0 && bytes[index - 1] != 0x20
            case 0x3a: index + 2 < bytes.count && bytes[index + 1] == 0x2f && bytes[index + 2] == 0x2f
            case let byte: isLetter(byte) || 0x30...0x39 ~= byte || "$./-+=~;()^@".utf8.contains(byte)
            }
        }
    }

    /// A number and a unit: `5s`, `1500ms`, `2xx`.
    private static func isAmount(_ text: String) -> Bool {
        let digits = text.prefix { ("0"..."9").contains($0) }
        return !digits.isEmpty && !digits.hasPrefix("0") && ["ms", "s", "m", "h", "xx"].contains(text.dropFirst(digits.count))
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte | 0x20 || byte == 0x5f }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff: false
        case _: true
        }
    }
}
