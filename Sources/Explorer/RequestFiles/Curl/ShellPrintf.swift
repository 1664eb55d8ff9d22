// What `printf` writes: the only command whose output is worked out, because programs that export curl lines write bytes with it.

enum ShellPrintf {
    /// So many bytes are worked out for a file: a format is used again for every word, and can make much of little.
    static let limit = 16_000_000

    /// - Parameters:
    ///   - words: the format, and the words behind it.
    ///   - room: how many bytes may still be written for the file; none when it was not enough.
    /// - Returns: `nil` for what is none of `%s`, `%%` and the escapes of POSIX, and for more than there is room for.
    static func output(_ words: [ShellWord], room: inout Int) -> [UInt8]? {
        var rest = words[...]
        let isPlain = rest.first?.text == "--"
        if isPlain { rest.removeFirst() }
        guard let format = rest.popFirst(), isPlain || format.bytes.first != UInt8(ascii: "-"), !format.hasSubstitution,
            !rest.contains(where: \.hasSubstitution)
        else { return nil }
        var output: [UInt8] = []
        repeat {
            let before = rest.count
            guard write(format.bytes, &rest, to: &output) else { return nil }
            guard output.count <= room else {
                room = 0
                return nil
            }
            // A format that takes no words is written once.
            if rest.count == before { break }
        } while !rest.isEmpty
        room -= output.count
        return output
    }

    /// `$(printf …)` with nothing else in it; `nil` for any other command.
    static func substituted(_ source: ArraySlice<UInt8>, file: String, depth: Int, room: inout Int) -> [UInt8]? {
        // Each level reads its text again.
        guard depth < 3, source.starts(with: "$(printf ".utf8), source.last == ShellByte.close else { return nil }
        let text = ShellReader.read(Array(source.dropFirst(2).dropLast()), file: file, depth: depth + 1, printfRoom: room)
        room = text.printfRoom
        guard text.commands.count == 1, text.notes.isEmpty, text.commands[0].input == nil,
            var bytes = output(of: text.commands[0], room: &room)
        else { return nil }
        // A shell takes the line breaks at the end away, and no word can hold a NUL.
        while bytes.last == ShellByte.newline { bytes.removeLast() }
        return bytes.filter { $0 != 0 }
    }

    static func output(of command: ShellCommand, room: inout Int) -> [UInt8]? {
        command.words.first?.text == "printf" ? output(Array(command.words.dropFirst()), room: &room) : nil
    }

    private static func write(_ format: [UInt8], _ words: inout ArraySlice<ShellWord>, to output: inout [UInt8]) -> Bool {
        var rest = format[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                switch rest.popFirst() {
                case UInt8(ascii: "%"): output.append(byte)
                case UInt8(ascii: "s"): output += words.popFirst()?.bytes ?? []
                default: return false
                }
            } else if byte == ShellByte.backslash {
                guard let piece = escape(&rest) else { return false }
                output += piece
            } else {
                // What means nothing here is taken in one piece.
                let end = rest.firstIndex { $0 == UInt8(ascii: "%") || $0 == ShellByte.backslash } ?? rest.endIndex
                output.append(byte)
                output += rest[..<end]
                rest = rest[end...]
            }
        }
        return true
    }

    /// What stands behind a backslash; `nil` for `\c`, which ends all output.
    private static func escape(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard let letter = rest.first else { return [ShellByte.backslash] }
        if (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(letter) {
            var value: UInt32 = 0
            for digit in rest.prefix(3).prefix(while: { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }) {
                value = value * 8 + UInt32(digit - UInt8(ascii: "0"))
                rest.removeFirst()
            }
            return [UInt8(truncatingIfNeeded: value)]
        }
        rest.removeFirst()
        switch letter {
        case UInt8(ascii: "a"): return [0x07]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0c]
        case UInt8(ascii: "n"): return [0x0a]
        case UInt8(ascii: "r"): return [0x0d]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "v"): return [0x0b]
        case ShellByte.backslash, ShellByte.quote, ShellByte.apostrophe: return [letter]
        case UInt8(ascii: "c"): return nil
        default: return [ShellByte.backslash, letter]
        }
    }
}
