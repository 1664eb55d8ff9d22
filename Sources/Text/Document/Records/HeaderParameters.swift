// A header's value with parameters, in the form of Content-Type and
// Content-Disposition (RFC 9110 §5.6.6, RFC 8187).

/// The value before the first semicolon, and the parameters behind it.
public struct HeaderParameters {
    /// The part before the first semicolon, in lower case: `multipart/form-data`.
    public let value: String
    private var parameters: [String: String] = [:]

    /// Parses a header's value as received.
    public init(_ text: String) {
        var rest = Array(text.utf8)[...]
        func readToken(until stops: String) -> String {
            let part = rest.prefix { byte in !stops.utf8.contains(byte) }
            rest = rest[part.endIndex...]
            return String(decoding: part.drop(while: Byte.isSpace), as: UTF8.self).trimmedEnd
        }
        value = readToken(until: ";").lowercased()
        while rest.popFirst() != nil {
            let name = readToken(until: "=;").lowercased()
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop(while: Byte.isSpace)
            if rest.first == Byte.quote {
                parameters[name] = Self.quoted(&rest)
                _ = readToken(until: ";")
            } else {
                parameters[name] = readToken(until: ";")
            }
        }
    }

    /// A parameter; the extended form `name*=UTF-8''…` takes precedence over the plain one.
    public subscript(name: String) -> String? {
        guard let extended = parameters[name + "*"] else { return parameters[name] }
        let parts = extended.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return parameters[name] ?? extended }
        return TextDecoding.string(Self.percentDecoded(Array(parts[2].utf8)), charset: String(parts[0]))
    }

    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst(), byte != Byte.quote {
            // Browsers do not escape the backslashes of a Windows path:
            // only quotes and backslashes are escaped.
            let isEscape = byte == Byte.backslash && (rest.first == Byte.quote || rest.first == Byte.backslash)
            text.append(isEscape ? rest.removeFirst() : byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func percentDecoded(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.count, let high = Byte.hexValue(text[index + 1]),
                let low = Byte.hexValue(text[index + 2])
            {
                output.append(UInt8(truncatingIfNeeded: high << 4 | low))
                index += 3
            } else {
                output.append(text[index])
                index += 1
            }
        }
        return output
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self[...]
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }
}
