// Splits commands that browsers copy as "cURL (cmd)": first the carets of cmd.exe, then the quotes, as
// Windows programs parse their arguments.

/// Reads commands written for cmd.exe.
struct WindowsCommandReader {
    private let bytes: [UInt8]
    private var line = 1
    private var text = ShellText()
    private var command = ShellCommand()
    private var word: ParsedShellWord?

    /// Whether the first line with `curl` is written for cmd.exe: it has `^"` after
    /// that word, or ends with a caret, or the word is a path of Windows. Apostrophes and backticks are PowerShell's.
    static func recognises(_ bytes: [UInt8]) -> Bool {
        for row in bytes.split(separator: ShellByte.newline, omittingEmptySubsequences: true) {
            guard let start = row.firstRange(of: Array("curl".utf8)) else { continue }
            var rest = row[start.upperBound...]
            while let last = rest.last, ShellByte.isBlank(last) { rest.removeLast() }
            if rest.count >= 2, rest.last == ShellByte.caret, ShellByte.isBlank(rest[rest.endIndex - 2]) { return true }
            if namesPath(row), rest.last != ShellByte.backquote, rest.firstRange(of: Array(" '".utf8)) == nil { return true }
            if rest.starts(with: Array(".exe".utf8)) { rest = rest.dropFirst(4) }
            return rest.drop(while: ShellByte.isBlank).starts(with: Array("^\"".utf8))
        }
        return false
    }

    /// Whether a backslash stands before the first `curl` of a line, as in `C:\Windows\System32\curl.exe`: a shell would take
    /// those of the path for escapes. `\curl` alone is a shell's.
    static func namesPath(_ row: ArraySlice<UInt8>) -> Bool {
        guard let start = row.firstRange(of: Array("curl".utf8))?.lowerBound, start >= row.startIndex + 2,
            row[start - 1] == ShellByte.backslash
        else { return false }
        let before = row[start - 2]
        return ShellByte.isName(before) || ":.)-".utf8.contains(before)
    }

    static func readCommands(_ bytes: [UInt8]) -> ShellText {
        var reader = WindowsCommandReader(bytes)
        reader.splitCommands()
        return reader.text
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A byte as cmd.exe passes it on.
    private struct Passed {
        var byte: UInt8
        var line: Int
    }

    private mutating func splitCommands() {
        var pending: [Passed] = []
        var index = 0
        var inQuotes = false
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == ShellByte.caret, !inQuotes {
                if index < bytes.count, bytes[index] == ShellByte.newline {
                    index += 1
                    line += 1
                }
                guard index < bytes.count else { break }
                pending.append(Passed(byte: bytes[index], line: line))
                if bytes[index] == ShellByte.newline { line += 1 }
                index += 1
                continue
            }
            if byte == ShellByte.quote { inQuotes.toggle() }
            let isEnd = byte == ShellByte.newline || (!inQuotes && (byte == ShellByte.ampersand || byte == ShellByte.bar))
            if isEnd {
                // A line break also ends quotes.
                inQuotes = false
                endCommand(&pending, pipes: byte == ShellByte.bar && (index >= bytes.count || bytes[index] != ShellByte.bar))
                if byte == ShellByte.newline { line += 1 }
            } else {
                pending.append(Passed(byte: byte, line: line))
            }
        }
        endCommand(&pending, pipes: false)
    }

    /// Splits the arguments as Microsoft's C runtime does: backslashes are special only before a quote.
    private mutating func endCommand(_ pending: inout [Passed], pipes: Bool) {
        var inQuotes = false
        var index = 0
        while index < pending.count {
            let passed = pending[index]
            var slashes = 0
            while index < pending.count, pending[index].byte == ShellByte.backslash {
                slashes += 1
                index += 1
            }
            let meetsQuote = index < pending.count && pending[index].byte == ShellByte.quote
            if slashes > 0 {
                appendToWord(repeatElement(ShellByte.backslash, count: meetsQuote ? slashes / 2 : slashes), line: passed.line)
                if meetsQuote, slashes % 2 == 1 {
                    appendToWord([ShellByte.quote], line: passed.line)
                    index += 1
                }
                continue
            }
            index += 1
            switch passed.byte {
            case ShellByte.quote:
                if inQuotes, index < pending.count, pending[index].byte == ShellByte.quote {
                    appendToWord([ShellByte.quote], line: passed.line)
                    index += 1
                } else {
                    inQuotes.toggle()
                    appendToWord([], line: passed.line)
                    word?.isQuoted = true
                }
            case ShellByte.space where !inQuotes, ShellByte.tab where !inQuotes: endWord()
            default: appendToWord([passed.byte], line: passed.line)
            }
        }
        pending = []
        endWord()
        if !command.words.isEmpty { text.commands.append(command) }
        command = ShellCommand()
        command.readsPipe = pipes
    }

    private mutating func appendToWord(_ source: some Sequence<UInt8>, line: Int) {
        if word == nil { word = ParsedShellWord(bytes: [], line: line) }
        word?.bytes += source
    }

    private mutating func endWord() {
        if let word { command.words.append(word) }
        word = nil
    }
}
