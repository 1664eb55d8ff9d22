// A text without its escapes, and the source position of each of its bytes: a secret stays the
// same in every escaped form.

/// A text whose escapes are undone repeatedly, until none is left: `\u002B`, `\\u002B` (JSON in
/// a string of JSON), `%2B`, `%252b`, `&#43;` and `+` are the same byte. A blank and a plus are
/// the same too, as in forms.
struct Unescaping {
    private(set) var bytes: [UInt8] = []
    /// From index `at` on, the bytes came from `source` in the text. Up to the next jump,
    /// both advance byte by byte.
    private var jumps: [(at: Int, source: Int)] = []

    private static let backslash = UInt8(ascii: "\\")
    private static let percent = UInt8(ascii: "%")
    private static let ampersand = UInt8(ascii: "&")
    /// The longest entity is `&#x0000;`.
    private static let longestEntity = 9

    /// Whether a text contains a byte that can begin an escape.
    static func mayBeNeeded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in text where byte == backslash || byte == percent || byte == ampersand || byte == 0x2B { return true }
        return false
    }

    static func plain(_ text: [UInt8]) -> [UInt8] { text.withUnsafeBufferPointer { Unescaping($0).bytes } }

    init(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.reserveCapacity(text.count)
        for index in text.indices {
            bytes.append(text[index])
            // The result of an escape may end another escape.
            while let found = escape() { replace(found.count, found.value, next: index + 1) }
            if bytes[bytes.count - 1] == 0x2B { bytes[bytes.count - 1] = 0x20 }
        }
    }

    /// The source position of the byte at that index; for the end index, the end of the text.
    func source(of index: Int) -> Int {
        var (low, high) = (0, jumps.count)
        while low < high {
            let middle = (low + high) / 2
            if jumps[middle].at <= index { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return index }
        return jumps[low - 1].source + index - jumps[low - 1].at
    }

    private mutating func replace(_ count: Int, _ value: UInt32, next: Int) {
        let start = bytes.count - count
        bytes.removeLast(count)
        switch value {
        case ..<0x80: bytes.append(UInt8(value))
        // One byte of a UTF-8 text.
        case 0x100...0x1FF: bytes.append(UInt8(value & 0xFF))
        default: appendScalar(value - 0x1000)
        }
        while let last = jumps.last, last.at > start { jumps.removeLast() }
        jumps.append((bytes.count, next))
    }

    /// Appends a UTF-16 unit in UTF-8. The second half of a surrogate pair is joined with the first.
    private mutating func appendScalar(_ unit: UInt32) {
        var value = unit
        if (0xDC00...0xDFFF).contains(unit), let high = lastHalf {
            bytes.removeLast(3)
            value = 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)
        }
        switch value {
        case ..<0x80: bytes.append(UInt8(value))
        case ..<0x800: bytes += [UInt8(0xC0 | value >> 6), UInt8(0x80 | value & 63)]
        case ..<0x10000: bytes += [UInt8(0xE0 | value >> 12), UInt8(0x80 | value >> 6 & 63), UInt8(0x80 | value & 63)]
        default:
            bytes += [
                UInt8(0xF0 | value >> 18 & 7), UInt8(0x80 | value >> 12 & 63), UInt8(0x80 | value >> 6 & 63),
                UInt8(0x80 | value & 63),
            ]
        }
    }

    /// The first half of a surrogate pair, if it is at the end.
    private var lastHalf: UInt32? {
        let count = bytes.count
        guard count >= 3, bytes[count - 3] == 0xED, (0xA0...0xAF).contains(bytes[count - 2]) else { return nil }
        return 0xD000 | UInt32(bytes[count - 2] & 63) << 6 | UInt32(bytes[count - 1] & 63)
    }

    // MARK: Escapes

    /// The escape that ends here: its length and its value. Values below 0x80 are characters, from 0x100
    /// bytes, from 0x1000 UTF-16 units.
    private func escape() -> (count: Int, value: UInt32)? {
        let count = bytes.count
        guard count >= 2 else { return nil }
        let last = bytes[count - 1]
        switch last {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
            if let escape = hexadecimal() { return escape }
            guard bytes[count - 2] == Self.backslash else { return nil }
            if last == UInt8(ascii: "b") { return (2, 8) }
            return last == UInt8(ascii: "f") ? (2, 12) : nil
        case UInt8(ascii: ";"): return entity()
        case Self.backslash, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"):
            return bytes[count - 2] == Self.backslash ? (2, UInt32(last)) : nil
        case UInt8(ascii: "n"): return bytes[count - 2] == Self.backslash ? (2, 10) : nil
        case UInt8(ascii: "r"): return bytes[count - 2] == Self.backslash ? (2, 13) : nil
        case UInt8(ascii: "t"): return bytes[count - 2] == Self.backslash ? (2, 9) : nil
        default: return nil
        }
    }

    private func hexadecimal() -> (count: Int, value: UInt32)? {
        let count = bytes.count
        guard count >= 3, let low = Self.digit(bytes[count - 1]), let high = Self.digit(bytes[count - 2]) else { return nil }
        let byte = high << 4 | low
        if bytes[count - 3] == Self.percent { return (3, byte < 0x80 ? byte : 0x100 | byte) }
        guard count >= 4 else { return nil }
        if bytes[count - 3] == UInt8(ascii: "x"), bytes[count - 4] == Self.backslash {
            return (4, byte < 0x80 ? byte : 0x1000 + byte)
        }
        guard count >= 6, bytes[count - 6] == Self.backslash, bytes[count - 5] == UInt8(ascii: "u"),
            let third = Self.digit(bytes[count - 3]), let fourth = Self.digit(bytes[count - 4])
        else { return nil }
        let unit = fourth << 12 | third << 8 | byte
        return (6, unit < 0x80 ? unit : 0x1000 + unit)
    }

    private func entity() -> (count: Int, value: UInt32)? {
        let end = bytes.count - 1
        let start = max(0, end - Self.longestEntity)
        guard let open = bytes[start..<end].lastIndex(of: Self.ampersand) else { return nil }
        let name = String(decoding: bytes[open + 1..<end], as: UTF8.self)
        let count = end - open + 1
        if let value = Self.entities[name] { return (count, value) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let value = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        guard let value, value < 0x10000 else { return nil }
        return (count, value < 0x80 ? value : 0x1000 + value)
    }

    private static let entities: [String: UInt32] = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
        default: nil
        }
    }
}
