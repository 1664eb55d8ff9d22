// Words of command lines in messages for the user.

enum ShellLine {
    /// A word, quoted for a shell's command line where necessary.
    static func quotedIfNeeded(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789/._-".unicodeScalars.contains($0))
        }
        return isPlain && !text.isEmpty && !text.hasPrefix("-") ? text : quoted(text)
    }

    /// The text in single quotes, within which a shell expands nothing.
    static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
