// Reads the words after `curl` as curl does: options short and long, clustered and joined, URLs, `--next`.

/// Reads the arguments of one command.
struct CurlArguments {
    /// One entry for each group that `--next` separates.
    var groups: [CurlSettings]
    var notes: [ImportNote] = []
    private let file: String
    private let words: [ParsedShellWord]
    let input: ShellInput?
    private var next = 0

    static func readArguments(_ words: [ParsedShellWord], line: Int, input: ShellInput?, file: String) -> CurlArguments {
        var arguments = CurlArguments(words, line: line, input: input, file: file)
        arguments.readWords()
        return arguments
    }

    private init(_ words: [ParsedShellWord], line: Int, input: ShellInput?, file: String) {
        self.words = words
        self.file = file
        self.input = input
        groups = [CurlSettings(line: line)]
    }

    var settings: CurlSettings {
        get { groups[groups.count - 1] }
        _modify { yield &groups[groups.count - 1] }
    }

    mutating func addNote(_ kind: ImportNote.Kind, _ line: Int, _ message: String, hint: String = "") {
        notes.append(ImportNote(kind, ImportPlace(file: file, line: line), message, hint: hint))
    }

    private mutating func readWords() {
        var takesOptions = true
        while next < words.count {
            let word = words[next]
            next += 1
            if String(validating: word.bytes, as: UTF8.self) == nil {
                addNote(
                    .assumed, word.line, "a word has bytes that are not UTF-8; they became U+FFFD", hint: "put them into a file")
            }
            if !takesOptions || word.bytes.first != UInt8(ascii: "-") || word.bytes.isEmpty {
                settings.urls.append(CurlValue(bytes: word.bytes, line: word.line))
            } else if word.bytes == Array("--".utf8) {
                takesOptions = false
            } else if word.bytes.starts(with: Array("--".utf8)) {
                readLong(word)
            } else {
                readShort(word)
            }
        }
    }

    private mutating func readLong(_ word: ParsedShellWord) {
        let source = word.bytes.dropFirst(2)
        let name = String(decoding: source, as: UTF8.self)
        if let option = Self.option(name) {
            applyOption(option.option, isOn: option.isOn, word: word, joined: nil, written: "--\(name)")
            return
        }
        // curl itself accepts no `=`, but users who write it mean this.
        guard let equals = source.firstIndex(of: UInt8(ascii: "=")) else {
            addNote(
                .unsupported, word.line, "curl's option --\(name) is not known",
                hint: "remove it, or write its effect as a header or URL")
            return
        }
        let short = String(decoding: source[..<equals], as: UTF8.self)
        guard let option = Self.option(short) else {
            addNote(
                .unsupported, word.line, "curl's option --\(short) is not known",
                hint: "remove it, or write its effect as a header or URL")
            return
        }
        addNote(
            .assumed, word.line, "--\(short) has its value after a =, which curl itself may refuse",
            hint: "write a blank instead of the =")
        applyOption(option.option, isOn: option.isOn, word: word, joined: Array(source[(equals + 1)...]), written: "--\(short)")
    }

    private static func option(_ name: String) -> (option: CurlOption, isOn: Bool)? {
        if let option = CurlOption.withLongName(name) { return (option, true) }
        if name.hasPrefix("no-"), let option = CurlOption.withLongName(String(name.dropFirst(3))), !option.takesValue {
            return (option, false)
        }
        return name.utf8.count > 1 ? CurlOption.abbreviated(name).map { ($0, true) } : nil
    }

    private mutating func readShort(_ word: ParsedShellWord) {
        var letters = word.bytes.dropFirst()
        guard !letters.isEmpty else {
            addNote(.skipped, word.line, "a lone - is neither an option nor a URL", hint: "remove it")
            return
        }
        while let letter = letters.popFirst() {
            guard let option = CurlOption.withShortName(letter) else {
                let shown = String(decoding: [letter], as: UTF8.self)
                addNote(
                    .unsupported, word.line, "curl's option -\(shown) is not known",
                    hint: "remove it, or write its effect as a header or URL")
                return
            }
            let written = "-\(Unicode.Scalar(letter))"
            guard option.takesValue else {
                applyOption(option, isOn: true, word: word, joined: nil, written: written)
                continue
            }
            applyOption(option, isOn: true, word: word, joined: letters.isEmpty ? nil : Array(letters), written: written)
            return
        }
    }

    private mutating func applyOption(_ option: CurlOption, isOn: Bool, word: ParsedShellWord, joined: [UInt8]?, written: String)
    {
        var value = CurlValue(bytes: joined ?? [], line: word.line)
        if option.takesValue, joined == nil {
            guard next < words.count else {
                addNote(.skipped, word.line, "\(written) needs a value and has none", hint: "write one after it")
                return
            }
            value = CurlValue(bytes: words[next].bytes, line: words[next].line)
            if !option.keepsBytes, String(validating: value.bytes, as: UTF8.self) == nil {
                addNote(
                    .assumed, value.line, "the value of \(written) has bytes that are not UTF-8; they became U+FFFD",
                    hint: "put them into a file")
            }
            next += 1
        }
        switch option.effect {
        case .silent: break
        case .unsupported:
            if isOn {
                addNote(.unsupported, word.line, "\(written) is not kept", hint: "requests of this program do not support it")
            }
        case .setting(.next): groups.append(CurlSettings(line: next < words.count ? words[next].line : word.line))
        case .setting(let setting): apply(setting, value, isOn: isOn, written: written)
        }
    }
}
