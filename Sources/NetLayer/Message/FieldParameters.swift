// Parameters of a header field (`; name=value`), and values in another character set (RFC 8187).

/// The parameters after a field's first part.
enum FieldParameters {
    /// `name=value` pairs in order, names in lower case, quotes and their backslashes resolved.
    /// Malformed parameters are skipped.
    static func parse(_ value: String) -> [(name: String, value: String)] {
        var rest = Substring(value)
        var found: [(name: String, value: String)] = []
        skipValue(&rest)
        while rest.popFirst() == ";" {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest[name.endIndex...]
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let text = rest.first == "\"" ? quoted(&rest) : trimmed(rest.prefix { $0 != ";" })
            skipValue(&rest)
            found.append((trimmed(name).lowercased(), text))
        }
        return found
    }

    /// Skips to the next semicolon outside of quotes.
    private static func skipValue(_ rest: inout Substring) {
        while let character = rest.first, character != ";" {
            if character == "\"" { _ = quoted(&rest) } else { rest.removeFirst() }
        }
    }

    private static func quoted(_ rest: inout Substring) -> String {
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let next = rest.popFirst() { text.append(next) } else { text.append(character) }
        }
        return text
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}

/// `UTF-8'en'%e2%82%ac%20rates` (RFC 8187 §3.2).
enum ExtendedValue {
    /// The text; `nil` for character sets other than UTF-8 and ISO 8859-1, and for malformed values.
    static func decode(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = bytes(parts[2]) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
        default: return nil
        }
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let code = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(code)
        }
        return bytes
    }
}
