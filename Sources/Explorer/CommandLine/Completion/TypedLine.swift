// The words of a command line that is still typed, as a shell hands them over for completion. Pure.

struct TypedLine {
    /// `send`, or `history show`; empty when none is typed yet.
    private(set) var command = ""
    /// What is typed before the word that is completed, but for options and their values.
    private(set) var arguments: [String] = []
    /// The values of the options that are typed, in their order, by their names: `--env`.
    private(set) var options: [(name: String, value: String)] = []
    /// The word that is completed, as far as it is typed.
    let word: String
    /// It begins with a single quote, behind which a shell takes every sign for itself.
    let isSingleQuoted: Bool

    /// - Parameters:
    ///   - words: with the program's name, quoted as they are typed.
    ///   - index: of the word that is completed.
    ///   - isPlain: the shell has taken the quotes away already.
    init(_ words: [String], _ index: Int, isPlain: Bool) {
        let before = words.prefix(index).dropFirst()
        let last = words.indices.contains(index) ? words[index] : ""
        let read = isPlain ? { $0 == "''" ? "" : $0 } : Self.unquoted
        word = read(last)
        isSingleQuoted = !isPlain && last.hasPrefix("'")
        parse(before.map(read))
    }

    /// The last value of an option.
    func option(_ name: String) -> String? { options.last { $0.name == name }?.value }

    private mutating func parse(_ words: [String]) {
        var rest = words[...]
        var takesOptions = true
        while let word = rest.popFirst() {
            if word == "--", takesOptions {
                takesOptions = false
            } else if takesOptions, word.count > 1, word.hasPrefix("-") {
                if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
                    options.append((String(word[..<equals]), String(word[word.index(after: equals)...])))
                } else if !Self.flags.contains(word), let value = rest.popFirst() {
                    options.append((word, value))
                }
            } else if command.isEmpty {
                command = word
            } else if command == "history" {
                command += " " + word
            } else {
                arguments.append(word)
            }
        }
    }

    /// The options that take no value; all others take one. A test holds this against the parser.
    static let flags: Set<String> = [
        "-h", "--help", "--version", "-i", "--include", "--no-follow", "--reveal", "--dry-run", "--events", "--insecure",
        "--failover", "--no-failover", "--remote-refs", "--fail-fast", "--directives", "--all", "--yes", "--body", "--bodies",
        "--watch", "--serve", "--force", "--full",
    ]

    // MARK: Words

    /// Without quotes and backslashes; a quote that is still open reaches to the end. Nothing is expanded.
    static func unquoted(_ word: String) -> String {
        var output = ""
        var quote: Character?
        var rest = word[...]
        while let character = rest.popFirst() {
            switch (character, quote) {
            case ("'", nil), ("\"", nil): quote = character
            case ("'", "'"), ("\"", "\""): quote = nil
            case ("\\", nil): if let next = rest.popFirst() { output.append(next) }
            case ("\\", "\""):
                if let next = rest.popFirst() { output += "\"\\$`".contains(next) ? "\(next)" : "\\\(next)" }
            default: output.append(character)
            }
        }
        return output
    }
}
