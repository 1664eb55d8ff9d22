// Writes JSON texts: the only code that escapes strings.

/// JSON as text.
public enum JSONLiteral {
    /// A string by RFC 8259 §7. Only the necessary characters are escaped;
    /// line breaks and tabs by their letters.
    /// - Parameter escapes: further characters to write as `\u…`; for a
    ///   carriage return, instead of its letter.
    public static func string(_ text: String, escaping escapes: (Unicode.Scalar) -> Bool = { _ in false }) -> String {
        var output = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": output += "\\" + String(scalar)
            case "\n": output += "\\n"
            case "\t": output += "\\t"
            case "\r" where !escapes(scalar): output += "\\r"
            case _ where scalar.value < 0x20 || escapes(scalar): output += escaped(scalar)
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output + "\""
    }

    /// `\u001b`; a surrogate pair beyond the basic plane.
    public static func escaped(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { "\\u" + String(String(Int($0) + 0x10000, radix: 16).dropFirst()) }.joined()
    }

    /// The values must already be JSON.
    public static func object(_ members: [(key: String, json: String)]) -> String {
        "{" + members.map { string($0.key) + ":" + $0.json }.joined(separator: ",") + "}"
    }

    /// The elements must already be JSON.
    public static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }
}
