// The output of `printf`. No other command is evaluated; programs that export curl lines write bytes with it.

enum ShellPrintf {
    /// The maximum number of bytes that `printf` writes for a file: it repeats a format for every word, and
    /// can turn a small file into a large text.
    static let limit = 16_000_000

    /// - Parameters:
    ///   - words: the format, and the words after it.
    ///   - room: how many bytes may still be written for the file; 0 after the limit was exceeded.
    /// - Returns: `nil` for a format with anything but `%s`, `%%` and the escapes of POSIX,
    ///   and for output beyond the limit.
    static func output(_ words: [ParsedShellWord], room: inout Int) -> [UInt8]? {
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
            // A format without words is written once.
            if rest.count == before { break }
        } while !rest.isEmpty
        room -= output.count
        return output
    }

    /// The output of `$(printf …)` with nothing else in it; `nil` for any other command.
    static func substituted(_ source: ArraySlice<UInt8>, file: String, depth: Int, room: inout Int) -> [UInt8]? {
        // Each level parses its text again.
        guard depth < 3, source.starts(with: "$(printf ".utf8), source.last == ShellByte.close else { return nil }
        let text = ShellReader.readCommands(Array(source.dropFirst(2).dropLast()), file: file, depth: depth + 1, printfRoom: room)
        room = text.printfRoom
        guard text.commands.count == 1, text.notes.isEmpty, text.commands[0].input == nil,
            var bytes = output(of: text.commands[0], room: &room)
        else { return nil }
        // A shell removes trailing line breaks, and a word cannot contain a NUL.
        while bytes.last == ShellByte.newline { bytes.removeLast() }
        return bytes.filter { $0 != 0 }
    }

    static func output(of command: ShellCommand, room: inout Int) -> [UInt8]? {
        command.words.first?.text == "printf" ? output(Array(command.words.dropFirst()), room: &room) : nil
    }

    private static func write(_ format: [UInt8], _ words: inout ArraySlice<ParsedShellWord>, to output: inout [UInt8]) -> Bool {
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
                // Copy ordinary bytes in one piece.
                let end = rest.firstIndex { $0 == UInt8(ascii: "%") || $0 == ShellByte.backslash } ?? rest.endIndex
                output.append(byte)
                output += rest[..<end]
                rest = rest[end...]
            }
        }
        return true
    }

    /// The bytes of the escape after a backslash; `nil` for `\c`, which ends all output.
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
