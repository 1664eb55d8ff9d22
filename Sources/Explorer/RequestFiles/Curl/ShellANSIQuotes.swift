// `$'…'`: quotes in which backslash escapes write bytes. Browsers use them when they copy a request.

extension ShellReader {
    mutating func ansiQuoted() {
        let opening = place
        quote()
        index += 2
        // A NUL ends the content of the quotes, because a word cannot contain one.
        var isCut = false
        while index < bytes.count, bytes[index] != ShellByte.apostrophe {
            let piece = ansiPiece()
            if piece == [0] { isCut = true }
            if !isCut { appendToWord(piece) }
        }
        if index >= bytes.count {
            text.notes.append(
                ImportNote(
                    .assumed, opening, "the quote that begins here has no end; the rest of the file is in it", hint: "close it"))
        }
        index += 1
    }

    /// Reads the next byte or escape.
    private mutating func ansiPiece() -> [UInt8] {
        let byte = bytes[index]
        guard byte == ShellByte.backslash, let letter = self.peekByte(1) else {
            if byte == ShellByte.newline { line += 1 }
            index += 1
            return [byte]
        }
        index += 2
        switch letter {
        case UInt8(ascii: "a"): return [0x07]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "e"), UInt8(ascii: "E"): return [0x1b]
        case UInt8(ascii: "f"): return [0x0c]
        case UInt8(ascii: "n"): return [0x0a]
        case UInt8(ascii: "r"): return [0x0d]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "v"): return [0x0b]
        case ShellByte.backslash, ShellByte.apostrophe, ShellByte.quote, UInt8(ascii: "?"): return [letter]
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            index -= 1
            return [UInt8(truncatingIfNeeded: number(digits: 3, base: 8) ?? 0)]
        case UInt8(ascii: "x"): return number(digits: 2, base: 16).map { [UInt8(truncatingIfNeeded: $0)] } ?? [byte, letter]
        case UInt8(ascii: "u"): return number(digits: 4, base: 16).map(Self.encodeUTF8) ?? [byte, letter]
        case UInt8(ascii: "U"): return number(digits: 8, base: 16).map(Self.encodeUTF8) ?? [byte, letter]
        case UInt8(ascii: "c"):
            guard let control = self.peekByte(0), control != ShellByte.apostrophe else { return [byte, letter] }
            index += 1
            return [control & 0x1f]
        default:
            if letter == ShellByte.newline { line += 1 }
            return [byte, letter]
        }
    }

    private mutating func number(digits: Int, base: UInt32) -> UInt32? {
        var value: UInt32?
        var count = 0
        while count < digits, let digit = peekByte(0).flatMap(ShellByte.hexValue), digit < base {
            value = (value ?? 0) &* base &+ digit
            index += 1
            count += 1
        }
        return value
    }

    /// The UTF-8 bytes of a character; those of U+FFFD for an invalid one.
    private static func encodeUTF8(_ value: UInt32) -> [UInt8] {
        Array(String(Character(Unicode.Scalar(value) ?? "\u{fffd}")).utf8)
    }
}
