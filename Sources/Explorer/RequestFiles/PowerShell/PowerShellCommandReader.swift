// Commands of curl that are written for PowerShell: its quotes, and the backtick at the end of a line.

/// Reads the words of commands as PowerShell 7.3 and later pass them to a program.
enum PowerShellCommandReader {
    /// Whether the first line with `curl` is written for PowerShell: it ends with a backtick, or calls `curl.exe`
    /// with an apostrophe in it, which cmd.exe does not know.
    static func recognises(_ bytes: [UInt8]) -> Bool {
        for row in bytes.split(separator: ShellByte.newline, omittingEmptySubsequences: true) {
            guard let start = row.firstRange(of: Array("curl".utf8)) else { continue }
            var rest = row[start.upperBound...]
            while let last = rest.last, ShellByte.isBlank(last) { rest.removeLast() }
            let isContinued =
                rest.last == ShellByte.backquote && rest.count { $0 == ShellByte.backquote } % 2 == 1
                && rest.dropLast().last.map(ShellByte.isBlank) == true
            return isContinued || rest.starts(with: Array(".exe".utf8)) && rest.contains(ShellByte.apostrophe)
        }
        return false
    }

    static func readCommands(_ bytes: [UInt8]) -> ShellText {
        let lexer = PowerShellLexer.read(bytes)
        var text = ShellText()
        var command = ShellCommand()
        text.variables = lexer.variables
        for token in lexer.tokens {
            switch token.kind {
            case .end, .pipe:
                if !command.words.isEmpty { text.commands.append(command) }
                command = ShellCommand()
                command.readsPipe = token.kind == .pipe
            case .variable:
                text.variables.insert(token.text)
                add("{{\(token.text)}}", token, to: &command)
            case .word, .text, .open, .close, .openTable, .closeTable, .equals, .comma: add(token.text, token, to: &command)
            }
        }
        text.notes = lexer.expressions.map {
            ImportNote(.unsupported, ImportPlace(line: $0), "the expression $(…) is not run", hint: "write its value")
        }
        return text
    }

    private static func add(_ text: String, _ token: PowerShellToken, to command: inout ShellCommand) {
        let bytes = Array(text.utf8)
        if token.isJoined, let last = command.words.indices.last {
            command.words[last].bytes += bytes
            command.words[last].isQuoted = command.words[last].isQuoted || token.kind == .text
        } else {
            command.words.append(ParsedShellWord(bytes: bytes, line: token.line, isQuoted: token.kind == .text))
        }
    }
}
