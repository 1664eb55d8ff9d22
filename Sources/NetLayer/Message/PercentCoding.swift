// Percent-encoding (RFC 3986 §2.1): the characters that each place of a URL allows unescaped.

/// Encodes and decodes percent escapes.
public enum PercentCoding {
    /// Where in a URL a text goes; each place reserves other characters.
    public enum Place: Sendable {
        /// One path segment: a slash in a value must not make a second one.
        case pathSegment
        /// A name or value of a query or of a form.
        case queryItem
        /// A value of a URI template (RFC 6570 §3.2.2): only unreserved characters stay.
        case expansion
        /// The same where reserved characters and escapes may stay, as after `+` (RFC 6570 §3.2.3).
        case reservedExpansion
    }

    /// The text with all characters escaped but the unreserved ones of RFC 3986 §2.3; a path segment also
    /// keeps `:@!$'()*,;`, a query item `/:@!$'()*,;?`.
    public static func encode(_ text: String, for place: Place) -> String {
        if place == .reservedExpansion { return encodeExpansion(text, keepsReserved: true) }
        var output = ""
        output.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) || (place == .pathSegment && pathExtra.contains(byte))
                || (place == .queryItem && queryExtra.contains(byte))
            {
                output.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                output += escape(byte)
            }
        }
        return output
    }

    /// Everything but unreserved characters escaped (RFC 3986 §2.3); with `keepsReserved` reserved ones and
    /// escapes stay too (§3.2.3).
    static func encodeExpansion(_ text: String, keepsReserved: Bool) -> String {
        let bytes = Array(text.utf8)
        var output = ""
        for (index, byte) in bytes.enumerated() {
            let stays =
                isUnreserved(byte)
                || keepsReserved && (":/?#[]@!$&'()*+,;=".utf8.contains(byte) || isEscape(bytes, at: index))
            output += stays ? String(UnicodeScalar(byte)) : escape(byte)
        }
        return output
    }

    /// The text with valid escapes replaced; an invalid escape stays as it is,
    /// ill-formed UTF-8 becomes U+FFFD.
    public static func decode(_ text: String) -> String {
        text.utf8.contains(UInt8(ascii: "%")) ? String(decoding: decodedBytes(text), as: UTF8.self) : text
    }

    /// The bytes of the text with valid escapes replaced.
    /// - Parameter isDecoded: whether an escape is replaced, by its three bytes and what they stand for; all by default.
    package static func decodedBytes(
        _ text: String, where isDecoded: (_ escape: ArraySlice<UInt8>, _ byte: UInt8) -> Bool = { _, _ in true }
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        let source = Array(text.utf8)
        var index = 0
        while index < source.count {
            if isEscape(source, at: index), isDecoded(source[index..<index + 3], value(source, at: index)) {
                bytes.append(value(source, at: index))
                index += 3
            } else {
                bytes.append(source[index])
                index += 1
            }
        }
        return bytes
    }

    static func escape(_ byte: UInt8) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        return "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
    }

    /// Whether a complete escape begins at that index.
    package static func isEscape(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count && hexValue(bytes[index + 1]) != nil
            && hexValue(bytes[index + 2]) != nil
    }

    /// The byte that the escape at that index stands for.
    static func value(_ bytes: [UInt8], at index: Int) -> UInt8 {
        (hexValue(bytes[index + 1]) ?? 0) << 4 | (hexValue(bytes[index + 2]) ?? 0)
    }

    /// RFC 3986 §2.3.
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: true
        default: false
        }
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    private static let pathExtra = Array(":@!$'()*,;".utf8)
    private static let queryExtra = Array("/:@!$'()*,;?".utf8)
}
