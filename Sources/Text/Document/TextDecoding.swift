// Decodes the bytes of a body to text by its charset, and distinguishes text from binary data.

/// Decodes bodies. Decoding never fails: ill-formed bytes become U+FFFD.
public enum TextDecoding {
    /// The text of a body. A byte-order mark takes precedence (and is dropped), then
    /// `charset`; an unknown charset is read as UTF-8.
    ///
    /// Known: UTF-8, UTF-16 (also LE and BE), and ISO-8859-1, US-ASCII and windows-1252, which are all read
    /// as windows-1252 (WHATWG Encoding §4.2).
    /// - Parameter charset: the parameter of a Content-Type, in any case.
    public static func string(_ bytes: ArraySlice<UInt8>, charset: String? = nil) -> String {
        if let mark = ByteOrderMark(bytes) {
            let text = bytes.dropFirst(mark.length)
            switch mark {
            case .utf8: return String(decoding: text, as: UTF8.self)
            case .utf16LittleEndian: return utf16(text, isBigEndian: false)
            case .utf16BigEndian: return utf16(text, isBigEndian: true)
            }
        }
        switch charset?.lowercased() {
        case "utf-16le", "utf-16": return utf16(bytes, isBigEndian: false)
        case "utf-16be": return utf16(bytes, isBigEndian: true)
        case "iso-8859-1", "iso8859-1", "latin1", "us-ascii", "ascii", "windows-1252", "cp1252": return windows1252(bytes)
        default: return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The text of a whole array; see ``string(_:charset:)-(ArraySlice<UInt8>,_)``.
    public static func string(_ bytes: [UInt8], charset: String? = nil) -> String { string(bytes[...], charset: charset) }

    /// Whether a body is better shown as bytes. Examines its first 4,096 bytes for a NUL (outside UTF-16 with
    /// a byte-order mark), or more than one control byte in 32 that does not occur in text.
    public static func looksBinary(_ bytes: ArraySlice<UInt8>) -> Bool {
        if let mark = ByteOrderMark(bytes), mark != .utf8 { return false }
        let sample = bytes.prefix(4096)
        var controls = 0
        for byte in sample {
            if byte == 0 { return true }
            // Tab, the line ends, backspace, form feed and escape occur in logs and coloured output.
            if byte < 0x20, !(0x08...0x0d).contains(byte), byte != 0x1b { controls += 1 }
        }
        return controls * 32 > sample.count
    }

    /// Whether a body is better shown as bytes; see ``looksBinary(_:)-(ArraySlice<UInt8>)``.
    public static func looksBinary(_ bytes: [UInt8]) -> Bool { looksBinary(bytes[...]) }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2 + 1)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        if index < bytes.endIndex { units.append(0xfffd) }
        return String(decoding: units, as: UTF16.self)
    }

    private static func windows1252(_ bytes: ArraySlice<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append((0x80..<0xa0).contains(byte) ? high[Int(byte - 0x80)] : UnicodeScalar(byte)) }
        return String(scalars)
    }

    /// 0x80–0x9F of windows-1252 (WHATWG index-windows-1252); the five holes are the C1 controls themselves.
    private static let high: [UnicodeScalar] = [
        "\u{20ac}", "\u{81}", "\u{201a}", "\u{192}", "\u{201e}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2c6}", "\u{2030}",
        "\u{160}",
        "\u{2039}", "\u{152}", "\u{8d}", "\u{17d}", "\u{8f}", "\u{90}", "\u{2018}", "\u{2019}", "\u{201c}", "\u{201d}",
        "\u{2022}",
        "\u{2013}", "\u{2014}", "\u{2dc}", "\u{2122}", "\u{161}", "\u{203a}", "\u{153}", "\u{9d}", "\u{17e}", "\u{178}",
    ]
}
