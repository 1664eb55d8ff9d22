// Percent sequences (RFC 3986 §2.1) that a user typed into a parameter's value.

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
