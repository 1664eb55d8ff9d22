// The ways in which others write a secret: escaped for URLs and forms, for JSON and HTML, as base64.

import Document

enum SecretSpellings {
    /// The value as it is, and as it may be written; each once.
    static func all(_ value: String) -> [[UInt8]] {
        var texts: Set<String> = [value]
        texts.formUnion(urls(value))
        texts.formUnion(json(value))
        texts.insert(html(value))
        // Without padding: what follows then is `=` and tells nothing.
        let bytes = Array(value.utf8)
        texts.insert(String(Base64.encode(bytes).prefix { $0 != "=" }))
        texts.insert(Base64.urlEncode(bytes))
        return texts.map { Array($0.utf8) }
    }

    private static func urls(_ value: String) -> [String] {
        let places: [PercentCoding.Place] = [.expansion, .queryItem, .pathSegment]
        let escaped = places.map { PercentCoding.encode(value, for: $0) } + [URI.escaped(value)]
        // A form's blank is a plus; some write digits above nine in lower case.
        let all = escaped + escaped.map { $0.replacing("%20", with: "+") }
        return all + all.map(lowercasedEscapes)
    }

    private static func lowercasedEscapes(_ text: String) -> String {
        var bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            guard PercentCoding.isEscape(bytes, at: index) else {
                index += 1
                continue
            }
            for digit in index + 1...index + 2 where (0x41...0x46).contains(bytes[digit]) { bytes[digit] |= 0x20 }
            index += 3
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What stands between the quotes: with or without escapes for slashes and for all that is not ASCII.
    private static func json(_ value: String) -> [String] {
        func text(_ escapes: (Unicode.Scalar) -> Bool) -> String {
            String(JSONLiteral.string(value, escaping: escapes).dropFirst().dropLast())
        }
        let plain = [text { _ in false }, text { !$0.isASCII }]
        // Those who write for web pages escape these too.
        let careful = text { !$0.isASCII || "<>&'".unicodeScalars.contains($0) }
        let texts = plain + [careful]
        let upper = texts.map(uppercasedEscapes)
        return (texts + upper) + (texts + upper).map { $0.replacing("/", with: "\\/") }
    }

    /// `\u00E4` for `\u00e4`.
    private static func uppercasedEscapes(_ text: String) -> String {
        var parts = text.components(before: "\\u")
        for index in parts.indices.dropFirst() {
            parts[index] = parts[index].prefix(4).uppercased() + parts[index].dropFirst(4)
        }
        return parts.joined(separator: "\\u")
    }

    private static func html(_ value: String) -> String {
        value.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}

extension String {
    fileprivate func components(before separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
