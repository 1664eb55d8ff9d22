// The commands of a script: those of curl, the variables that the script sets, and the number of others.

/// Collects the requests from the commands of a text.
struct CurlScript {
    private(set) var collection = RequestCollection(format: "curl")
    /// The number of curl commands.
    private(set) var commands = 0
    /// Why the first command was left out that a word processor has changed; `nil` if there is none.
    private(set) var typographyProblem: ImportError?
    private let file: String
    /// The index of each variable in the collection.
    private var variables: [String: Int] = [:]
    /// The names in braces that were shell variables; others are plain text.
    private var shellVariables: Set<String> = []
    /// Consecutive commands other than curl share one note.
    private var others: (name: String, line: Int, count: Int)?
    /// The output of the previous command, if it is known.
    private var output: ShellInput?

    init(file: String) { self.file = file }

    mutating func readScript(_ text: ShellText) {
        collection.report.notes = text.notes
        shellVariables = text.variables
        var room = text.printfRoom
        var end = 0
        for (index, command) in text.commands.enumerated() where index >= end {
            let hadRoom = room > 0
            defer { if hadRoom, room == 0 { noteNoRoom(command.line) } }
            if let group = ShellGroup(text.commands, at: index, room: &room),
                text.commands[group.end].words.contains(where: Self.isCurl)
            {
                (output, end) = (group.output, group.end)
                continue
            }
            let written = Self.output(of: command, room: &room)
            let next = index + 1 < text.commands.count ? text.commands[index + 1] : ShellCommand()
            let feedsCurl = written != nil && next.readsPipe && next.words.contains(where: Self.isCurl)
            if !feedsCurl { readCommand(command) }
            output = written
        }
        endOthers()
        collection.report.requests = collection.items.count
        collection.report.notes.sort { ($0.place.line ?? 0) < ($1.place.line ?? 0) }
    }

    private mutating func addNote(_ kind: ImportNote.Kind, _ line: Int, _ message: String, hint: String = "") {
        collection.report.addNote(kind, ImportPlace(file: file, line: line), message, hint: hint)
    }

    private mutating func noteNoRoom(_ line: Int) {
        addNote(
            .skipped, line,
            "the texts that printf writes are longer than \(ShellPrintf.limit / 1_000_000) MB; from here on they are not resolved",
            hint: "write them to a file, and name it: --data-binary @FILE")
    }

    /// The assignments before a command, and its own words: `sudo A=b curl URL` is A=b, and curl and its URL.
    private static func split(_ command: ShellCommand) -> (
        assigned: ArraySlice<ParsedShellWord>, words: ArraySlice<ParsedShellWord>
    ) {
        var words = command.words[...]
        dropPrefixes(&words)
        let assigned = words.prefix { assignment($0) != nil }
        words = words.dropFirst(assigned.count)
        // For example, `env A=b sudo curl`.
        dropPrefixes(&words)
        return (assigned, words)
    }

    /// The words of a command after `curl`; `nil` for other commands.
    static func arguments(_ command: ShellCommand) -> ArraySlice<ParsedShellWord>? {
        let words = split(command).words
        return words.first.map(isCurl) == true ? words.dropFirst() : nil
    }

    private mutating func readCommand(_ command: ShellCommand) {
        let (assigned, words) = Self.split(command)
        if words.isEmpty {
            for word in assigned { assign(word) }
            return
        }
        guard let first = words.first, Self.isCurl(first) else {
            if command.readsPipe, others == nil, commands > 0 {
                addNote(.unsupported, command.line, "the commands after the | are not kept")
            } else if let name = words.first?.text {
                if others == nil { others = (String(name.prefix(40)), command.line, 0) }
                others?.count += 1
            }
            return
        }
        endOthers()
        commands += 1
        if let word = words.dropFirst().first(where: Self.isTypographic) {
            let message = "the command has typographic quotes or dashes, which quote nothing and begin no option"
            let hint = "write straight quotes, \" or ', and hyphens, -"
            addNote(.skipped, word.line, message, hint: hint)
            // A pasted line has no file to name.
            let place = ImportPlace(file: file, line: file.isEmpty ? nil : word.line)
            typographyProblem = typographyProblem ?? ImportError(place, message, hint: hint)
            return
        }
        if assigned.count > Self.limit {
            addNote(
                .skipped, command.line, "of the \(assigned.count) variables of the command \(Self.limit) are kept",
                hint: "set them before it")
        }
        let input = command.input ?? (command.readsPipe ? output : nil)
        let arguments = CurlArguments.readArguments(Array(words.dropFirst()), line: command.line, input: input, file: file)
        collection.report.notes += arguments.notes
        for group in arguments.groups {
            let made = CurlRequests.makeRequests(group, input: input, file: file)
            collection.report.notes += made.notes
            for var request in made.requests {
                request.docs = command.docs
                apply(assigned.prefix(Self.limit), to: &request)
                request.literalNames = request.names.subtracting(shellVariables)
                collection.items.append(.request(request))
            }
        }
    }

    /// Whether a word begins with a quote or a dash that a word processor has made of `"`, `'` or `--`, or has such a
    /// quote where its value begins: `–H`, `“a`, `-H“a`, `--url=“a`. Within quotes and words they are text.
    private static func isTypographic(_ word: ParsedShellWord) -> Bool {
        guard !word.isQuoted else { return false }
        let text = word.text
        if let first = text.first, "–—".contains(first) { return true }
        guard let quote = text.firstIndex(where: { "“”„\u{201F}‘’‚\u{201B}".contains($0) }) else { return false }
        let before = text[..<quote]
        return before.isEmpty || before.last == "=" || before.first == "-" && before.count == 2
    }

    private mutating func endOthers() {
        guard let others else { return }
        let rest = others.count > 1 ? " and \(others.count - 1) more" : ""
        addNote(.skipped, others.line, "\(others.name)\(rest): not a curl command, and not run")
        self.others = nil
    }

    // MARK: Variables

    private static func assignment(_ word: ParsedShellWord) -> (name: String, value: String)? {
        guard let equals = word.bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0, !ShellByte.isDigit(word.bytes[0]),
            word.bytes[..<equals].allSatisfy(ShellByte.isName)
        else { return nil }
        let value = word.hasSubstitution ? "" : String(decoding: word.bytes[(equals + 1)...], as: UTF8.self)
        return (String(decoding: word.bytes[..<equals], as: UTF8.self), value)
    }

    private mutating func assign(_ word: ParsedShellWord) {
        guard let (name, value) = Self.assignment(word) else { return }
        guard let old = variables[name] else {
            variables[name] = collection.variables.count
            collection.variables.append(CollectionField(name, value))
            return
        }
        if collection.variables[old].value != value {
            addNote(.assumed, word.line, "\(name) is set again; the last value holds for all requests", hint: "use two names")
        }
        collection.variables[old].value = value
    }

    /// The maximum number of variables of one command: each of its requests has its own copy.
    private static let limit = 100

    /// Applies the assignments of `NAME=value curl …`.
    private mutating func apply(_ assigned: ArraySlice<ParsedShellWord>, to request: inout CollectionRequest) {
        for word in assigned {
            guard let (name, value) = Self.assignment(word) else { continue }
            switch name.lowercased() {
            case "http_proxy", "https_proxy", "all_proxy":
                let isOfScheme =
                    name.lowercased() == "all_proxy" || request.url.hasPrefix(name.lowercased().prefix { $0 != "_" } + ":")
                if request.options.proxy == nil, isOfScheme { request.options.proxy = value }
            default:
                request.variables.append(CollectionField(name, value))
                if request.variables.count == 1 {
                    addNote(
                        .assumed, word.line, "\(name) is set for this command alone; here the request's variables have it, too")
                }
            }
        }
    }

    // MARK: Commands

    static func isCurl(_ word: ParsedShellWord) -> Bool {
        let name = word.bytes.split { $0 == UInt8(ascii: "/") || $0 == ShellByte.backslash }.last ?? []
        return name.elementsEqual("curl".utf8) || name.elementsEqual("curl.exe".utf8)
    }

    /// Drops prompts, keywords, and commands that only run another.
    private static func dropPrefixes(_ words: inout ArraySlice<ParsedShellWord>) {
        while let first = words.first, !first.isQuoted, prefixes.contains(first.text) {
            words = words.dropFirst()
            while words.count > 1, let option = words.first, option.bytes.first == UInt8(ascii: "-"), !option.isQuoted {
                let takesValue = first.text == "sudo" && ["-u", "-g", "-h"].contains(option.text)
                words = words.dropFirst(takesValue ? 2 : 1)
            }
        }
    }

    private static let prefixes: Set<String> = [
        "$", "%", "❯", "sudo", "time", "exec", "command", "nohup", "env", "export", "do", "then", "else", "if", "elif", "while",
        "until", "!", "{",
    ]

    /// The text that `echo`, `printf`, or `cat` with a here-document writes into a pipe.
    private static func output(of command: ShellCommand, room: inout Int) -> ShellInput? {
        guard let name = command.words.first?.text else { return nil }
        var words = command.words.dropFirst()
        if name == "cat" {
            guard let path = words.first else { return command.input }
            return words.count == 1 ? .file(path.text) : nil
        }
        if name == "printf" { return ShellPrintf.output(Array(words), room: &room).map { .text($0) } }
        guard name == "echo" else { return nil }
        let ends = words.first?.text != "-n"
        if !ends { words = words.dropFirst() }
        return .text(Array(words.map(\.bytes).joined(separator: [ShellByte.space])) + (ends ? [ShellByte.newline] : []))
    }
}
