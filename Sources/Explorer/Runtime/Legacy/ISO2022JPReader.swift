// Converts ISO-2022-JP, whose escape sequences select the character set, to EUC-JP, which needs
// none: one table is enough.

struct ISO2022JPReader {
    private enum Mode { case ascii, roman, katakana, kanji }

    private var mode = Mode.ascii
    /// The bytes of an incomplete escape sequence.
    private var escape: [UInt8] = []
    /// The first byte of a two-byte character.
    private var lead: UInt8?
    /// A byte that EUC-JP does not use, so that it is read as ill-formed: one byte, one U+FFFD.
    private static let illFormed: UInt8 = 0xff
    /// The two characters in place of backslash and tilde. EUC-JP lacks them, so they get
    /// bytes that it does not use.
    static let signs: [UInt8: String] = [0x80: "¥", 0x81: "\u{203e}"]

    /// Converts the piece to EUC-JP.
    mutating func read(_ piece: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(piece.count)
        for byte in piece { take(byte, &output) }
        return output
    }

    /// The remainder of a text that ends within a character.
    mutating func finish() -> [UInt8] {
        var output: [UInt8] = []
        giveUpEscape(&output)
        if lead != nil { output.append(Self.illFormed) }
        lead = nil
        return output
    }

    private mutating func take(_ byte: UInt8, _ output: inout [UInt8]) {
        if !escape.isEmpty || byte == 0x1b {
            if byte == 0x1b {
                giveUpEscape(&output)
                if lead != nil { output.append(Self.illFormed) }
                lead = nil
            }
            escape.append(byte)
            if let mode = Self.mode(of: escape) {
                self.mode = mode
                escape = []
            } else if !Self.mayGoOn(escape) {
                escape.removeLast()
                giveUpEscape(&output)
                take(byte, &output)
            }
            return
        }
        switch mode {
        case .ascii: output.append(byte < 0x80 && byte != 0x0e && byte != 0x0f ? byte : Self.illFormed)
        case .roman:
            switch byte {
            case 0x5c: output.append(0x80)
            case 0x7e: output.append(0x81)
            default: output.append(byte < 0x80 && byte != 0x0e && byte != 0x0f ? byte : Self.illFormed)
            }
        case .katakana: output += (0x21...0x5f).contains(byte) ? [0x8e, byte | 0x80] : [Self.illFormed]
        case .kanji: takeKanji(byte, &output)
        }
    }

    private mutating func takeKanji(_ byte: UInt8, _ output: inout [UInt8]) {
        if let first = lead {
            lead = nil
            output += (0x21...0x7e).contains(byte) ? [first | 0x80, byte | 0x80] : [Self.illFormed]
            if byte == 0x0a { output.append(byte) }
        } else if (0x21...0x7e).contains(byte) {
            lead = byte
        } else {
            output.append(byte == 0x0a || byte == 0x0d ? byte : Self.illFormed)
        }
    }

    /// An invalid escape is one ill-formed byte; the bytes after it are text.
    private mutating func giveUpEscape(_ output: inout [UInt8]) {
        guard !escape.isEmpty else { return }
        let rest = escape.dropFirst()
        escape = []
        output.append(Self.illFormed)
        for byte in rest { take(byte, &output) }
    }

    private static func mode(of escape: [UInt8]) -> Mode? {
        switch String(decoding: escape.dropFirst(), as: UTF8.self) {
        case "(B": .ascii
        case "(J": .roman
        case "(I": .katakana
        case "$@", "$B": .kanji
        default: nil
        }
    }

    private static func mayGoOn(_ escape: [UInt8]) -> Bool {
        ["(B", "(J", "(I", "$@", "$B"].contains { $0.utf8.starts(with: escape.dropFirst()) }
    }
}
