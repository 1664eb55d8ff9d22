// Splits PowerShell into tokens, without running anything.

/// A token of PowerShell.
struct PowerShellToken: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// A bare word: a command, `-Parameter`, a number, a key.
        case word
        /// A text in quotes; `{{name}}` stands for a variable in it.
        case text
        /// `$name`, with its members: `session.Cookies.Add`.
        case variable
        case open, close, openTable, closeTable, equals, comma, pipe
        /// The end of a command or of a line of a table.
        case end
    }

    var kind: Kind
    var text: String
    /// From 1.
    var line: Int
    /// Nothing stands between it and the token before it.
    var isJoined = false
}

/// Reads tokens. It looks at every byte once, apart from the names in quotes.
struct PowerShellLexer {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private(set) var tokens: [PowerShellToken] = []
    /// The names of the variables that texts contain as `{{name}}`.
    private(set) var variables: Set<String> = []
    /// The lines of expressions in quotes, which are not run.
    private(set) var expressions: [Int] = []

    private static let backtick = ShellByte.backquote
    private static let at = UInt8(ascii: "@")

    /// The tokens of a text with Unix line ends.
    static func read(_ bytes: [UInt8]) -> PowerShellLexer {
        var lexer = PowerShellLexer(bytes)
        while lexer.index < lexer.bytes.count { lexer.readNext() }
        lexer.add(.end, "")
        return lexer
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether a name of a variable follows the byte.
    private var beginsName: Bool { peek().map { ShellByte.isName($0) || $0 == ShellByte.openBrace } == true }

    private func peek(_ offset: Int = 1) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

    /// The offset after the last token.
    private var end = -1
    /// The offset of the token that is being read.
    private var start = 0

    private mutating func add(_ kind: PowerShellToken.Kind, _ text: String, at line: Int? = nil) {
        tokens.append(PowerShellToken(kind: kind, text: text, line: line ?? self.line, isJoined: start == end))
    }

    private mutating func readNext() {
        let (byte, count) = (bytes[index], tokens.count)
        start = index
        // The end of a line is joined to nothing.
        defer { if tokens.count > count { end = tokens.last?.kind == .end ? -1 : index } }
        switch byte {
        case ShellByte.space, ShellByte.tab: index += 1
        case ShellByte.newline:
            add(.end, "")
            index += 1
            line += 1
        case ShellByte.semicolon: single(.end)
        case ShellByte.bar: single(.pipe)
        case ShellByte.open: single(.open)
        case ShellByte.close: single(.close)
        case ShellByte.closeBrace: single(.closeTable)
        case UInt8(ascii: "="): single(.equals)
        case UInt8(ascii: ","): single(.comma)
        case ShellByte.hash: skipComment()
        case ShellByte.less where peek() == ShellByte.hash: skipBlockComment()
        case Self.backtick where peek() == ShellByte.newline:
            index += 2
            line += 1
        case Self.at where peek() == ShellByte.openBrace:
            add(.openTable, "@{")
            index += 2
        case Self.at where peek() == ShellByte.quote || peek() == ShellByte.apostrophe: readHereString()
        case ShellByte.apostrophe: readSingleQuoted()
        case ShellByte.quote: readDoubleQuoted()
        case ShellByte.dollar where beginsName: readVariable()
        default: readWord()
        }
    }

    private mutating func single(_ kind: PowerShellToken.Kind) {
        add(kind, String(decoding: [bytes[index]], as: UTF8.self))
        index += 1
    }

    private mutating func skipComment() {
        while index < bytes.count, bytes[index] != ShellByte.newline { index += 1 }
    }

    private mutating func skipBlockComment() {
        index += 2
        while index < bytes.count, !(bytes[index] == ShellByte.hash && peek() == ShellByte.greater) {
            if bytes[index] == ShellByte.newline { line += 1 }
            index += 1
        }
        index = min(bytes.count, index + 2)
    }

    private mutating func readVariable() {
        var name = readName()
        // Members belong to it, `$session.Cookies.Add`, but not inside of a word: `items/$id.json`.
        if start != end {
            let members = index
            while index < bytes.count, ShellByte.isName(bytes[index]) || bytes[index] == UInt8(ascii: ".") { index += 1 }
            name += decoded(members..<index)
        }
        add(.variable, name)
    }

    /// The name behind a dollar, without its scope: `token` for `$token`, `${token}`, `$env:token`, `$script:token`.
    private mutating func readName() -> String {
        index += 1
        let isBraced = index < bytes.count && bytes[index] == ShellByte.openBrace
        if isBraced { index += 1 }
        var start = index
        while index < bytes.count {
            let byte = bytes[index]
            let endsScope = byte == UInt8(ascii: ":") && Self.scopes.contains(decoded(start..<index).lowercased())
            guard endsScope || (isBraced ? byte != ShellByte.closeBrace : ShellByte.isName(byte)) else { break }
            index += 1
            if endsScope { start = index }
        }
        let name = decoded(start..<index)
        if isBraced, index < bytes.count { index += 1 }
        return name
    }

    private static let scopes: Set<String> = ["env", "global", "local", "private", "script", "using"]

    private func decoded(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// A bare word ends at a blank or a separator; a quote in it belongs to it.
    private mutating func readWord() {
        let (start, first) = (index, line)
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            if byte == Self.backtick, let next = peek(), next != ShellByte.newline {
                text.append(next)
                index += 2
            } else if ShellByte.isBlank(byte) || byte == ShellByte.newline || byte == ShellByte.semicolon || byte == ShellByte.bar
                || byte == ShellByte.open || byte == ShellByte.close || byte == ShellByte.closeBrace || byte == Self.backtick
                || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "=") && text.first != UInt8(ascii: "-")
                || byte == ShellByte.dollar && beginsName
            {
                break
            } else {
                text.append(byte)
                index += 1
            }
        }
        if index == start { index += 1 }
        add(.word, String(decoding: text, as: UTF8.self), at: first)
    }

    private mutating func readSingleQuoted() {
        let first = line
        var text: [UInt8] = []
        index += 1
        while index < bytes.count {
            if bytes[index] == ShellByte.apostrophe {
                guard peek() == ShellByte.apostrophe else { break }
                index += 1
            }
            if bytes[index] == ShellByte.newline { line += 1 }
            text.append(bytes[index])
            index += 1
        }
        index += 1
        add(.text, String(decoding: text, as: UTF8.self), at: first)
    }

    private mutating func readDoubleQuoted() {
        let first = line
        var text: [UInt8] = []
        index += 1
        while index < bytes.count {
            if bytes[index] == ShellByte.quote {
                guard peek() == ShellByte.quote else { break }
                text.append(ShellByte.quote)
                index += 2
            } else {
                readQuotedPiece(&text)
            }
        }
        index += 1
        add(.text, String(decoding: text, as: UTF8.self), at: first)
    }

    /// `@"`, a line break, the text, a line break, `"@`. In `@'` nothing is special.
    private mutating func readHereString() {
        let (first, quote) = (line, bytes[index + 1])
        index += 2
        while index < bytes.count, bytes[index] != ShellByte.newline { index += 1 }
        index += 1
        line += 1
        var text: [UInt8] = []
        while index < bytes.count {
            if bytes[index] == ShellByte.newline, peek() == quote, peek(2) == Self.at { break }
            if quote == ShellByte.apostrophe {
                if bytes[index] == ShellByte.newline { line += 1 }
                text.append(bytes[index])
                index += 1
            } else {
                readQuotedPiece(&text)
            }
        }
        if index < bytes.count { line += 1 }
        index = min(bytes.count, index + 3)
        add(.text, String(decoding: text, as: UTF8.self), at: first)
    }

    /// One character, escape, variable or expression of a text in double quotes.
    private mutating func readQuotedPiece(_ text: inout [UInt8]) {
        let byte = bytes[index]
        if byte == ShellByte.newline { line += 1 }
        if byte == Self.backtick, peek() != nil { return readEscape(&text) }
        if byte == ShellByte.dollar, let next = peek() {
            if ShellByte.isName(next) || next == ShellByte.openBrace { return readName(&text) }
            if next == ShellByte.open { return readExpression(&text) }
        }
        text.append(byte)
        index += 1
    }

    private mutating func readEscape(_ text: inout [UInt8]) {
        guard let next = peek() else { return }
        index += 2
        switch next {
        case UInt8(ascii: "n"): text.append(ShellByte.newline)
        case UInt8(ascii: "r"): text.append(ShellByte.carriageReturn)
        case UInt8(ascii: "t"): text.append(ShellByte.tab)
        case UInt8(ascii: "0"): text.append(0)
        case UInt8(ascii: "a"): text.append(7)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "v"): text.append(11)
        case UInt8(ascii: "e"): text.append(27)
        case UInt8(ascii: "u") where index < bytes.count && bytes[index] == ShellByte.openBrace:
            let digits = bytes[(index + 1)...].prefix(6).prefix { ShellByte.hexValue($0) != nil }
            index = min(bytes.count, digits.endIndex + 1)
            let value = digits.reduce(UInt32(0)) { $0 << 4 | (ShellByte.hexValue($1) ?? 0) }
            if let scalar = Unicode.Scalar(value) { text += Array(String(Character(scalar)).utf8) }
        case ShellByte.newline:
            line += 1
        default: text.append(next)
        }
    }

    private mutating func readName(_ text: inout [UInt8]) {
        let name = readName()
        variables.insert(name)
        text += Array("{{\(name)}}".utf8)
    }

    /// `$([char]233)` is a character; other expressions stay as they are written.
    private mutating func readExpression(_ text: inout [UInt8]) {
        let start = index
        while index < bytes.count, bytes[index] != ShellByte.close, bytes[index] != ShellByte.newline { index += 1 }
        index = min(bytes.count, index + 1)
        let written = bytes[start..<index]
        let digits = String(decoding: written.dropFirst(2).dropLast(), as: UTF8.self).lowercased()
        if digits.hasPrefix("[char]") {
            let number = digits.dropFirst(6)
            let value = number.hasPrefix("0x") ? UInt32(number.dropFirst(2), radix: 16) : UInt32(number)
            if let scalar = value.flatMap(Unicode.Scalar.init) { return text += Array(String(Character(scalar)).utf8) }
        }
        expressions.append(line)
        text += written
    }
}
