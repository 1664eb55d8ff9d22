// Percent sequences (RFC 3986 §2.1) that a user typed into a parameter's value.

import NetLayer

/// Decodes percent sequences.
enum PercentText {
    /// Decodes `a%20b` to `a b`. Invalid sequences stay; the whole text stays if the result is not UTF-8.
    static func decoded(_ text: String) -> String {
        let source = Array(text.utf8)
        guard source.contains(percent) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            if source[index] == percent, index + 2 < source.count, let high = digit(source[index + 1]),
                let low = digit(source[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(source[index])
                index += 1
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }

    /// The same for a query that is sent as written: decodes only the sequences that this program writes again for the same
    /// character. `%2B` and `%2F` stay, which are not the characters themselves, and `%7B`, which is no part of a variable.
    static func decodedWhereRestored(_ text: String) -> String {
        let source = Array(text.utf8)
        guard source.contains(percent) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            if let byte = restoredByte(source, at: index) {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(source[index])
                index += 1
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }

    /// The byte of an escape in capital letters, if it is neither a control character nor one that may stand in a query
    /// itself, and no percent sign, plus or brace.
    private static func restoredByte(_ source: [UInt8], at index: Int) -> UInt8? {
        guard source[index] == percent, index + 2 < source.count,
            source[index + 1...index + 2].allSatisfy({ $0 < UInt8(ascii: "a") }),
            let high = digit(source[index + 1]), let low = digit(source[index + 2])
        else { return nil }
        let byte = high << 4 | low
        if byte >= 0x80 { return byte }
        let isEncoded = PercentCoding.encode(String(Unicode.Scalar(byte)), for: .queryItem).utf8.count == 3
        return isEncoded && byte >= 0x20 && byte != 0x7f && !"%+{}".utf8.contains(byte) ? byte : nil
    }

    private static let percent = UInt8(ascii: "%")

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
