// The terminfo database's entry for a terminal type, read before curses takes the terminal over.

import CNcurses

struct TerminalDescription {
    let type: String
    let booleans: [Bool]
    /// Negative where absent.
    let numbers: [Int32]
    let strings: [[UInt8]?]
    let colors: Int
    let hasDirectColor: Bool
    /// Leaves every mode that the program may have set; the alternate screen
    /// last, because that restores the cursor.
    let reset: [UInt8]

    /// Reads the description of `type`. ncurses holds one description at a time,
    /// so no other code may use it meanwhile.
    init(type: String, output: Int32) throws(TerminalError) {
        guard !type.isEmpty else { throw .noType }
        guard terminal_load_description(type, output) == 1 else { throw .unknownType(type) }
        defer { terminal_forget_description() }
        guard terminal_string("cup") != nil else { throw .tooSimple(type) }
        self.type = type
        // The lengths of a compiled description's standard part (term(5)); the names that
        // ncurses lists after them are for termcap.
        booleans = (0..<37).map { index in terminal_boolean_name(index).map { tigetflag($0) > 0 } ?? false }
        numbers = (0..<33).map { index in terminal_number_name(index).map { tigetnum($0) } ?? -1 }
        strings = (0..<394).map { index in terminal_string_name(index).flatMap { terminal_string($0) }.map(Self.bytes) }
        colors = Int(tigetnum("colors"))
        hasDirectColor = tigetflag("RGB") > 0 || tigetnum("RGB") > 0
        let modes = "\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1006l\u{1B}[?1015l\u{1B}[?2004l"
        let names = ["rmkx", "cnorm", "sgr0", "rmcup"]
        reset = Array(modes.utf8) + names.flatMap { terminal_string($0).map { Self.withoutDelays(Self.bytes($0)) } ?? [] }
    }

    private static func bytes(_ string: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: string, count: strlen(string)))
    }

    /// Without terminfo's `$<5>`, which requests a pause.
    private static func withoutDelays(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            if rest.starts(with: Array("$<".utf8)), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
                rest = rest[(end + 1)...]
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
