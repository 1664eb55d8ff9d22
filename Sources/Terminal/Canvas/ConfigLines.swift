// The line format that themes and keymaps share: `key = value`, with `#` comments on lines of their own.

/// One `key = value` line, with the blanks around both trimmed.
public struct ConfigEntry: Hashable, Sendable {
    /// The text before the first `=`; never empty.
    public var key: String
    /// The text after it; may be empty.
    public var value: String
    /// The line's number, from 1.
    public var line: Int

    /// Makes an entry.
    public init(key: String, value: String, line: Int) {
        self.key = key
        self.value = value
        self.line = line
    }
}

/// An error in a configuration file. The rest of the file still applies.
public struct ConfigProblem: Hashable, Sendable {
    /// The line's number, from 1.
    public var line: Int
    /// The error.
    public var message: String
    /// What to do about it.
    public var hint: String

    /// Makes a problem.
    public init(line: Int, message: String, hint: String) {
        self.line = line
        self.message = message
        self.hint = hint
    }
}

/// The parser of that format.
public enum ConfigLines {
    /// Reads all lines, which LF or CRLF ends. Ignores a byte order mark at the start. A line
    /// without `=`, a line without a key and a second line for the same key are problems; all other
    /// lines become entries, in the file's order.
    public static func parse(_ text: String) -> (entries: [ConfigEntry], problems: [ConfigProblem]) {
        var entries: [ConfigEntry] = []
        var problems: [ConfigProblem] = []
        var firstLine: [String: Int] = [:]
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() {
            let content = trimmed(line)
            if content.isEmpty || content.first == "#" { continue }
            guard let equals = content.firstIndex(of: "="), equals != content.startIndex else {
                let message =
                    content.first == "=" ? "there is no name before “=”" : "no “=” in “\(TextWidth.truncate(content, 40))”"
                let problem = ConfigProblem(
                    line: index + 1, message: message, hint: "write “name = value”, or start the line with #")
                problems.append(problem)
                continue
            }
            let key = trimmed(content[..<equals])
            if let first = firstLine[key] {
                let hint = "line \(first) counts; remove one of the two"
                problems.append(ConfigProblem(line: index + 1, message: "“\(key)” is set twice", hint: hint))
                continue
            }
            firstLine[key] = index + 1
            entries.append(ConfigEntry(key: key, value: trimmed(content[content.index(after: equals)...]), line: index + 1))
        }
        return (entries, problems)
    }

    private static func trimmed(_ s: some StringProtocol) -> String {
        guard let first = s.firstIndex(where: { !$0.isWhitespace }), let last = s.lastIndex(where: { !$0.isWhitespace }) else {
            return ""
        }
        return String(s[first...last])
    }
}
