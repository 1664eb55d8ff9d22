// The encodings of the WHATWG standard other than Unicode: the lengths of their characters, and the
// table for each character.

/// A legacy encoding.
enum LegacyCharset: Sendable, Hashable {
    /// One byte for each character; the table has the C library's name. Bytes 0x80–0x9F without a character
    /// are controls where `keepsControls`.
    case singleByte(String, keepsControls: Bool)
    case big5, eucKR, shiftJIS, gb18030, eucJP, iso2022JP

    /// The beginning of a text.
    enum Unit {
        /// This number of bytes is a character of a table.
        case character(Int, table: Table)
        /// This number of bytes is ill-formed.
        case illFormed(Int)
        /// The end of the character is missing.
        case incomplete
    }

    /// The tables. Where two tables have a character, the one that agrees with the standard is used.
    enum Table: CaseIterable {
        case big5HKSCS, cp950, uhc, cp932, gb18030, cp936
        /// JIS X 0208 and half-width katakana as EUC-JP writes them; looked up as Shift_JIS, whose table is
        /// Microsoft's, like the standard's.
        case jisX0208
        /// Behind 0x8F.
        case jisX0212

        /// The C library's name.
        var name: String {
            switch self {
            case .big5HKSCS: "BIG5-HKSCS"
            case .cp950: "CP950"
            case .uhc: "UHC"
            case .cp932, .jisX0208: "CP932"
            case .gb18030: "GB18030"
            case .cp936: "CP936"
            case .jisX0212: "EUC-JP"
            }
        }

        /// The bytes of a character in the encoding of the C library's table.
        func bytes(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            guard self == .jisX0208, let first = text.first, let second = text.last else { return text }
            guard first != 0x8e else { return [second] }
            let (row, cell) = (first - 0xa1, second - 0xa1)
            let lead = row / 2 + (row / 2 < 31 ? 0x81 : 0xc1)
            // Byte 0x7F is skipped.
            return [lead, row % 2 == 1 ? cell + 0x9f : cell + (cell < 63 ? 0x40 : 0x41)]
        }
    }

    /// The unit that begins with a byte above 0x7F.
    func unit(_ text: ArraySlice<UInt8>) -> Unit {
        let first = text[text.startIndex]
        switch self {
        case .singleByte, .iso2022JP: return .illFormed(1)
        case .big5:
            return two(
                text, first: 0x81...0xfe, second: [0x40...0x7e, 0xa1...0xfe], (0xa1...0xa2).contains(first) ? .cp950 : .big5HKSCS)
        case .eucKR: return two(text, first: 0x81...0xfe, second: [0x41...0xfe], .uhc)
        case .shiftJIS:
            if (0xa1...0xdf).contains(first) { return .character(1, table: .cp932) }
            guard first != 0xa0 else { return .illFormed(1) }
            return two(text, first: 0x81...0xfc, second: [0x40...0x7e, 0x80...0xfc], .cp932)
        case .gb18030: return gb18030(text)
        case .eucJP:
            if first == 0x8e { return two(text, first: 0x8e...0x8e, second: [0xa1...0xdf], .jisX0208) }
            return first == 0x8f ? three(text) : two(text, first: 0xa1...0xfe, second: [0xa1...0xfe], .jisX0208)
        }
    }

    /// An ASCII second byte of an invalid character is read again: a lost byte must not
    /// swallow a quote or a bracket.
    private func two(_ text: ArraySlice<UInt8>, first: ClosedRange<UInt8>, second: [ClosedRange<UInt8>], _ table: Table) -> Unit {
        guard first.contains(text[text.startIndex]) else { return .illFormed(1) }
        guard text.count > 1 else { return .incomplete }
        let byte = text[text.startIndex + 1]
        if second.contains(where: { $0.contains(byte) }) { return .character(2, table: table) }
        return .illFormed(byte < 0x80 ? 1 : 2)
    }

    /// JIS X 0212, behind 0x8F.
    private func three(_ text: ArraySlice<UInt8>) -> Unit {
        guard text.count > 1 else { return .incomplete }
        let second = text[text.startIndex + 1]
        guard (0xa1...0xfe).contains(second) else { return .illFormed(second < 0x80 ? 1 : 2) }
        guard text.count > 2 else { return .incomplete }
        let third = text[text.startIndex + 2]
        guard (0xa1...0xfe).contains(third) else { return .illFormed(third < 0x80 ? 2 : 3) }
        return .character(3, table: .jisX0212)
    }

    private func gb18030(_ text: ArraySlice<UInt8>) -> Unit {
        let isDigits = text.count > 1 && (0x30...0x39).contains(text[text.startIndex + 1])
        // The euro sign of Microsoft's GBK.
        if text[text.startIndex] == 0x80 { return .character(1, table: .cp936) }
        guard isDigits, text[text.startIndex] != 0xff else {
            return two(text, first: 0x81...0xfe, second: [0x40...0x7e, 0x80...0xfe], .gb18030)
        }
        guard text.count > 2 else { return .incomplete }
        guard (0x81...0xfe).contains(text[text.startIndex + 2]) else { return .illFormed(1) }
        guard text.count > 3 else { return .incomplete }
        return (0x30...0x39).contains(text[text.startIndex + 3]) ? .character(4, table: .gb18030) : .illFormed(1)
    }
}
