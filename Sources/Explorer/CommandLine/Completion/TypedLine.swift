// The words of an incomplete command line, as a shell passes them for completion. Pure.

struct TypedLine {
    /// `send`, or `history show`; empty when no command is typed yet.
    private(set) var command = ""
    /// The words before the completed one, without options and their values.
    private(set) var arguments: [String] = []
    /// The values of the typed options, in their order, with their names: `--env`.
    private(set) var options: [(name: String, value: String)] = []
    /// The word to complete, as far as it is typed.
    let word: String
    /// The word begins with a single quote, after which a shell takes every character literally.
    let isSingleQuoted: Bool

    /// - Parameters:
    ///   - words: the words with the program's name, quoted as they are typed.
    ///   - index: the index of the word to complete.
    ///   - isPlain: the shell has already removed the quotes.
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

    /// The options that take no value; all others take one. A test compares this set with the parser.
    static let flags: Set<String> = [
        "-h", "--help", "--version", "-i", "--include", "--no-follow", "--reveal", "--dry-run", "--events", "--insecure",
        "--failover", "--no-failover", "--remote-refs", "--fail-fast", "--directives", "--all", "--yes", "--body", "--bodies",
        "--watch", "--serve", "--force", "--full", "--negative", "--unsafe", "--contract", "--read-only",
    ]

    // MARK: Words

    /// The word without quotes and backslashes; an open quote extends to the end. Expands nothing.
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
