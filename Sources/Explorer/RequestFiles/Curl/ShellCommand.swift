// The commands that a shell would run, as words, each with its line.

/// One word without its quotes. Shell variables appear in it as `{{NAME}}`.
struct ParsedShellWord: Sendable, Hashable {
    /// Bytes, not text: escapes can write invalid UTF-8.
    var bytes: [UInt8]
    /// The line number, from 1.
    var line: Int
    /// Part of the word was quoted or escaped, so it is not a keyword.
    var isQuoted = false
    /// Part of the word is the output of another command, which appears in it as written.
    var hasSubstitution = false

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// The standard input of a command.
enum ShellInput: Sendable, Hashable {
    case text([UInt8])
    case file(String)
    /// Texts and files, in sequence.
    case pieces([ShellInput])
}

/// A command with its words.
struct ShellCommand: Sendable, Hashable {
    var words: [ParsedShellWord] = []
    /// The lines of comment directly above it.
    var docs = ""
    var input: ShellInput?
    /// It reads the output of the command before it.
    var readsPipe = false

    var line: Int { words.first?.line ?? 1 }
}

/// All commands of a text, and notes about its problems.
struct ShellText: Sendable {
    var commands: [ShellCommand] = []
    var notes: [ImportNote] = []
    /// The names of the variables that the text contains as `{{NAME}}`.
    var variables: Set<String> = []
    /// How many bytes `printf` may still write for the file.
    var printfRoom = ShellPrintf.limit
}

/// The bytes with a special meaning in a shell.
enum ShellByte {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let tab = UInt8(ascii: "\t")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    static let backslash = UInt8(ascii: "\\")
    static let dollar = UInt8(ascii: "$")
    static let backquote = UInt8(ascii: "`")
    static let caret = UInt8(ascii: "^")
    static let ampersand = UInt8(ascii: "&")
    static let bar = UInt8(ascii: "|")
    static let semicolon = UInt8(ascii: ";")
    static let hash = UInt8(ascii: "#")
    static let less = UInt8(ascii: "<")
    static let greater = UInt8(ascii: ">")
    static let open = UInt8(ascii: "(")
    static let close = UInt8(ascii: ")")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")

    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }
    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    static func isName(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") }

    static func hexValue(_ byte: UInt8) -> UInt32? {
        if isDigit(byte) { return UInt32(byte - UInt8(ascii: "0")) }
        let letter = byte | 0x20
        guard (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter) else { return nil }
        return UInt32(letter - UInt8(ascii: "a")) + 10
    }
}
