// The names of bytes with a meaning in JSON, and search eight bytes at a time.

/// ASCII bytes by name.
enum Byte {
    static let tab = UInt8(ascii: "\t")
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let minus = UInt8(ascii: "-")
    static let zero = UInt8(ascii: "0")

    /// The blank space of JSON (RFC 8259 §2).
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool { byte == space || byte == newline || byte == carriageReturn || byte == tab }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

    static func isHexDigit(_ byte: UInt8) -> Bool { hexValue(byte) != nil }

    static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x41 + 10)
        case 0x61...0x66: UInt32(byte - 0x61 + 10)
        default: nil
        }
    }

    /// The length of a UTF-8 byte-order mark at the start: 3 or 0.
    static func markLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        bytes.count >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf ? 3 : 0
    }
}

/// Tests eight bytes at once: the result has a byte's high bit set when the byte matches. (Bits after the
/// first match may be wrong, so use only "none" and "the first".)
enum EightBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let difference = word ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & highs
    }

    /// Bytes below `limit`, which must be at most 128.
    @inline(__always)
    static func below(_ word: UInt64, _ limit: UInt8) -> UInt64 { (word &- (ones &* UInt64(limit))) & ~word & highs }

    @inline(__always)
    static func loadWord(_ pointer: UnsafePointer<UInt8>, _ index: Int) -> UInt64 {
        UnsafeRawPointer(pointer + index).loadUnaligned(as: UInt64.self).littleEndian
    }
}
