// True colour for terminals whose description stops at 256: the same
// description, compiled again with direct colours.

/// ncurses uses true colour only with types such as `xterm-direct`, which few systems have installed. It also
/// reads a whole compiled description from the variable TERMINFO (`hex:…`, ncurses 6.1), so this type makes
/// one from the terminal's own description.
enum DirectColorEntry {
    /// The value for TERMINFO. Colour numbers below 256 stay the palette's; all others are 0xRRGGBB.
    static func terminfo(_ description: TerminalDescription) -> String {
        "hex:"
            + compiled(description).map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
    }

    /// The indices of capabilities in a compiled description (term.h).
    private enum Place {
        static let canChange = 27
        static let maxColors = 13
        static let maxPairs = 14
        static let originalColors = 298
        static let initializeColor = 299
        static let setForeground = 359
        static let setBackground = 360
    }

    static let setForeground = parameterized("3", "9")
    static let setBackground = parameterized("4", "10")

    private static func parameterized(_ dark: String, _ bright: String) -> [UInt8] {
        let ansi = "%?%p1%{8}%<%t\(dark)%p1%d%e%p1%{16}%<%t\(bright)%p1%{8}%-%d"
        let palette = "%e%p1%{256}%<%t\(dark)8;5;%p1%d"
        let direct = "%e\(dark)8;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;"
        return Array("\u{1B}[\(ansi)\(palette)\(direct)m".utf8)
    }

    /// The format of term(5) with 32-bit numbers, and the one extended capability `RGB`.
    private static func compiled(_ description: TerminalDescription) -> [UInt8] {
        var booleans = description.booleans
        var numbers = description.numbers
        var strings = description.strings
        booleans[Place.canChange] = false
        numbers[Place.maxColors] = 1 << 24
        numbers[Place.maxPairs] = 0x7FFF
        strings[Place.initializeColor] = nil
        // The palette does not change, so there is nothing to restore:
        // restoring would undo the user's own palette.
        strings[Place.originalColors] = nil
        strings[Place.setForeground] = setForeground
        strings[Place.setBackground] = setBackground

        let names = Array("\(description.type)|with direct colours".utf8) + [0]
        var table: [UInt8] = []
        let offsets = strings.map { string -> Int in
            guard let string else { return -1 }
            defer { table += string + [0] }
            return table.count
        }
        var bytes: [UInt8] = []
        func short(_ value: Int) { for shift in [0, 8] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) } }
        func align() { if bytes.count % 2 == 1 { bytes.append(0) } }
        for value in [0o1036, names.count, booleans.count, numbers.count, offsets.count, table.count] { short(value) }
        bytes += names
        bytes += booleans.map { $0 ? 1 : 0 }
        align()
        for number in numbers { for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> Int32(shift))) } }
        offsets.forEach(short)
        bytes += table
        align()
        // Extended: one boolean, no numbers, no strings; one name in a table of four bytes.
        for value in [1, 0, 0, 1, 4] { short(value) }
        bytes += [1, 0]
        short(0)
        return bytes + Array("RGB\0".utf8)
    }
}
