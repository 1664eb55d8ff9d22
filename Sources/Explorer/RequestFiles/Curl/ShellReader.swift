// Splits a shell script into commands and words as bash does, without running anything. ShellQuotes.swift
// reads quotes, and ShellRedirects.swift redirections and here-documents.

/// Reads commands. It looks at every byte once, so the time is proportional to the length of the text.
struct ShellReader {
    let file: String
    let bytes: [UInt8]
    /// The number of `$(…)` around the text.
    let depth: Int
    var index = 0
    var line = 1
    var text = ShellText()

    /// The word being read; `nil` between words.
    var word: ParsedShellWord?
    var command = ShellCommand()
    /// The target of the next word, after a redirection.
    var redirect: Redirect?
    var documents: [HereDocument] = []
    /// The here-document of each command, by the command's index.
    var documentOwners: [Int: Int] = [:]
    var readDocuments = 0
    private var comments: [String] = []
    private var lastComment = 0

    enum Redirect { case output, inputFile, hereString }

    init(_ bytes: [UInt8], file: String, line: Int = 1, depth: Int = 0) {
        self.bytes = bytes
        self.depth = depth
        self.file = file
        self.line = line
    }

    static func readCommands(_ bytes: [UInt8], file: String, depth: Int = 0, printfRoom: Int = ShellPrintf.limit) -> ShellText {
        var reader = ShellReader(bytes, file: file, depth: depth)
        reader.text.printfRoom = printfRoom
        while reader.index < reader.bytes.count { reader.readNext() }
        reader.endCommand()
        reader.readHereDocuments()
        for (owner, document) in reader.documentOwners where owner < reader.text.commands.count {
            reader.text.commands[owner].input = .text(reader.documents[document].body)
        }
        reader.text.notes.sort { ($0.place.line ?? 0) < ($1.place.line ?? 0) }
        return reader.text
    }

    var place: ImportPlace { ImportPlace(file: file, line: line) }

    func peekByte(_ offset: Int) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

    private mutating func readNext() {
        let byte = bytes[index]
        switch byte {
        case ShellByte.space, ShellByte.tab:
            endWord()
            index += 1
        case ShellByte.newline:
            endCommand()
            index += 1
            line += 1
            readHereDocuments()
        case ShellByte.backslash: escape()
        case ShellByte.apostrophe: singleQuoted()
        case ShellByte.quote: doubleQuoted()
        case ShellByte.dollar: dollar(inQuotes: false)
        case ShellByte.backquote: backquoted()
        case ShellByte.hash where word == nil: comment()
        case ShellByte.semicolon, ShellByte.open, ShellByte.close:
            endCommand()
            index += 1
        case ShellByte.ampersand: ampersand()
        case ShellByte.bar:
            endCommand(pipes: self.peekByte(1) != ShellByte.bar)
            index += self.peekByte(1) == ShellByte.bar || self.peekByte(1) == ShellByte.ampersand ? 2 : 1
        case ShellByte.less, ShellByte.greater: redirection()
        default:
            appendToWord(byte)
            index += 1
        }
    }

    mutating func appendToWord(_ byte: UInt8) {
        if word == nil { word = ParsedShellWord(bytes: [], line: line) }
        word?.bytes.append(byte)
    }

    mutating func appendToWord(_ source: some Sequence<UInt8>) {
        if word == nil { word = ParsedShellWord(bytes: [], line: line) }
        word?.bytes += source
    }

    /// Begins a word that has a quote in it, even if the quotes are empty.
    mutating func quote() {
        appendToWord([])
        word?.isQuoted = true
    }

    mutating func endWord() {
        guard let done = word else { return }
        word = nil
        switch redirect {
        case nil:
            if command.words.isEmpty, lastComment == done.line - 1 {
                command.docs = comments.joined(separator: "\n")
                comments = []
            }
            command.words.append(done)
        case .output: break
        case .inputFile: command.input = .file(done.text)
        case .hereString: command.input = .text(done.bytes + [ShellByte.newline])
        }
        redirect = nil
    }

    mutating func endCommand(pipes: Bool = false) {
        endWord()
        redirect = nil
        // A pipe continues on the next line.
        let pipes = pipes || command.words.isEmpty && command.readsPipe
        if !command.words.isEmpty { text.commands.append(command) }
        command = ShellCommand()
        command.readsPipe = pipes
    }

    private mutating func ampersand() {
        if peekByte(1) == ShellByte.greater {
            endWord()
            index += 1
            return
        }
        let isSecond = peekByte(1) == ShellByte.ampersand
        let follows = peekByte(1).map { !ShellByte.isBlank($0) && $0 != ShellByte.newline } ?? false
        if !isSecond, word != nil, follows, redirect == nil {
            text.notes.append(
                ImportNote(
                    .assumed, place, "an & without quotes ends the command, as in a shell", hint: "write the URL in quotes"))
        }
        endCommand()
        index += isSecond ? 2 : 1
    }

    private mutating func comment() {
        let isWholeLine = command.words.isEmpty
        let start = index + 1
        while index < bytes.count, bytes[index] != ShellByte.newline { index += 1 }
        // `#!/bin/sh` is not a description.
        guard isWholeLine, line > 1 || start >= bytes.count || bytes[start] != UInt8(ascii: "!") else { return }
        if lastComment != line - 1 { comments = [] }
        let words = bytes[start..<index].drop(while: ShellByte.isBlank)
        comments.append(String(decoding: words, as: UTF8.self))
        lastComment = line
    }
}
