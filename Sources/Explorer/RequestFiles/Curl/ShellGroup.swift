// `{ printf …; cat file; } | curl`: commands in braces that together write one body.

struct ShellGroup {
    /// The combined output.
    let output: ShellInput
    /// The index of the command that reads it.
    let end: Int

    /// - Parameter room: how many bytes `printf` may still write for the file.
    /// - Returns: `nil` if no such group begins, or the output of a command in it is unknown.
    init?(_ commands: [ShellCommand], at start: Int, room: inout Int) {
        guard let first = commands[start].words.first, Self.isBrace(first, "{") else { return nil }
        var inner: [ShellCommand] = []
        var index = start
        while index < commands.count, !Self.isEnd(commands[index]) {
            // Nested groups are not read; from each brace the search goes no further than the next one.
            if index > start, let word = commands[index].words.first, Self.isBrace(word, "{") { return nil }
            inner.append(commands[index])
            index += 1
        }
        guard index + 1 < commands.count, commands[index + 1].readsPipe else { return nil }
        inner[0].words.removeFirst()
        var pieces: [ShellInput] = []
        // The output of consecutive commands is one text.
        var text: [UInt8] = []
        var hasText = false
        var place = 0
        while place < inner.count {
            guard let piece = Self.piece(inner, &place, &room) else { return nil }
            if case .text(let more) = piece {
                text += more
                hasText = true
            } else {
                if hasText { pieces.append(.text(text)) }
                (text, hasText) = ([], false)
                pieces.append(piece)
            }
        }
        if hasText { pieces.append(.text(text)) }
        end = index + 1
        switch pieces.count {
        case 0: return nil
        case 1: output = pieces[0]
        default: output = .pieces(pieces)
        }
    }

    private static func isBrace(_ word: ParsedShellWord, _ brace: String) -> Bool { !word.isQuoted && word.text == brace }

    private static func isEnd(_ command: ShellCommand) -> Bool {
        command.words.count == 1 && isBrace(command.words[0], "}") && !command.readsPipe
    }

    /// The output of the command at `place`, and of the one that it pipes into.
    private static func piece(_ commands: [ShellCommand], _ place: inout Int, _ room: inout Int) -> ShellInput? {
        let command = commands[place]
        let words = command.words.map(\.text)
        place += 1
        guard !command.readsPipe, command.input == nil else { return nil }
        if words.count == 2, words[0] == "cat" { return .file(words[1]) }
        // `tail -c +1` writes the whole file from its first byte; the length
        // that `head` gives does not matter.
        if words.count == 4, words[0] == "tail", words[1] == "-c", words[2] == "+1" {
            if place < commands.count, commands[place].readsPipe {
                let head = commands[place].words.map(\.text)
                guard head.count == 3, head[0] == "head", head[1] == "-c", Int(head[2]) != nil else { return nil }
                place += 1
            }
            return .file(words[3])
        }
        return ShellPrintf.output(of: command, room: &room).map { .text($0) }
    }
}
