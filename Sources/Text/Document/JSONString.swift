// Decodes the inside of a JSON string (RFC 8259 §7).

/// Decodes the part between the quotes of a string that the scanner has accepted.
enum JSONString {
    static func decode(_ inner: ArraySlice<UInt8>) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(inner.count)
        var index = inner.startIndex
        while index < inner.endIndex {
            let byte = inner[index]
            guard byte == Byte.backslash, index + 1 < inner.endIndex else {
                output.append(byte)
                index += 1
                continue
            }
            if inner[index + 1] == UInt8(ascii: "u") {
                index = appendUnicode(inner, index, &output)
            } else {
                output.append(plain(inner[index + 1]))
                index += 2
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Decodes `\uXXXX`, or two that form a surrogate pair; returns the index after it.
    private static func appendUnicode(_ inner: ArraySlice<UInt8>, _ index: Int, _ output: inout [UInt8]) -> Int {
        guard let first = readCodeUnit(inner, index) else { return inner.endIndex }
        if (0xd800..<0xdc00).contains(first), let second = readCodeUnit(inner, index + 6), (0xdc00..<0xe000).contains(second) {
            append(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00), &output)
            return index + 12
        }
        append(first, &output)
        return index + 6
    }

    private static func append(_ code: UInt32, _ output: inout [UInt8]) {
        output.append(contentsOf: String(UnicodeScalar(code) ?? "\u{fffd}").utf8)
    }

    /// The four digits of a `\u` escape at that index, if there is one.
    private static func readCodeUnit(_ inner: ArraySlice<UInt8>, _ index: Int) -> UInt32? {
        guard index + 6 <= inner.endIndex, inner[index] == Byte.backslash, inner[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var value: UInt32 = 0
        for digit in index + 2..<index + 6 {
            guard let bits = Byte.hexValue(inner[digit]) else { return nil }
            value = value << 4 | bits
        }
        return value
    }

    private static func plain(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0c
        case UInt8(ascii: "n"): Byte.newline
        case UInt8(ascii: "r"): Byte.carriageReturn
        case UInt8(ascii: "t"): Byte.tab
        default: letter
        }
    }
}
