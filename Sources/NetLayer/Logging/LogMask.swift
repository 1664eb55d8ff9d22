// A body for a log: what the names of its fields say is secret is masked, and what is no text is told by its size.

enum LogMask {
    static func body(_ bytes: [UInt8], contentType: String, secret: Set<String>) -> String {
        var names = SecretNames(reveals: false)
        let word = names.body(bytes, contentType: contentType, secret: secret)
        guard word.isReadable else { return "\(bytes.count) bytes that are no text" }
        let isCut = word.parts.count == 1 && names.values.isEmpty && looksLikeJSON(bytes)
        let text = word.parts.map { part in
            switch part {
            case .text(let bytes): String(decoding: bytes, as: UTF8.self)
            case .variable: Secret.mask
            }
        }.joined()
        return isCut ? maskedLoosely(text, secret) : text
    }

    private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        // A carriage return is no text here.
        let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0a }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// The beginning of a JSON text is no JSON text: here every string or number after a secret name and a colon is masked, whole or cut off.
    private static func maskedLoosely(_ text: String, _ secret: Set<String>) -> String {
        var output = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "\"") {
            let afterOpen = rest.index(after: open)
            guard let close = end(of: rest[afterOpen...]) else { break }
            let name = String(rest[afterOpen..<close])
            output += rest[...close]
            rest = rest[rest.index(after: close)...]
            guard secret.contains(name) || SensitiveNames.isSecretMember(name) else { continue }
            let value = rest.drop { $0 == " " || $0 == ":" || $0 == "\n" || $0 == "\t" }
            guard value.startIndex > rest.startIndex, rest[..<value.startIndex].contains(":") else { continue }
            output += rest[..<value.startIndex]
            if value.first == "\"" {
                let inside = value.dropFirst()
                output += "\"" + Secret.mask
                rest = end(of: inside).map { inside[$0...] } ?? ""
                if rest.isEmpty { continue }
                output += "\""
                rest = rest.dropFirst()
            } else if let first = value.first, first == "-" || first.isNumber {
                output += Secret.mask
                rest = value.drop { !",}] \n".contains($0) }
            } else {
                rest = value
            }
        }
        return output + rest
    }

    /// The quote that ends a string; `nil` when it is cut off.
    private static func end(of text: Substring) -> String.Index? {
        var isEscaped = false
        for index in text.indices {
            if isEscaped {
                isEscaped = false
            } else if text[index] == "\\" {
                isEscaped = true
            } else if text[index] == "\"" {
                return index
            }
        }
        return nil
    }
}

extension WireRequest {
    var bodyBytes: [UInt8] { if case .bytes(let bytes) = body { bytes } else { [] } }
}
