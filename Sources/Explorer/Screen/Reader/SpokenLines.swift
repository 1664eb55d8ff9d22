// The lines that a screen reader says: none is empty, and none equals the one before it.

struct SpokenLines: Sendable {
    private var last = ""

    /// Those of the lines that are said.
    mutating func take(_ lines: [String]) -> [String] {
        var new: [String] = []
        for line in lines.map(ReaderWords.line) where !line.isEmpty && line != last {
            last = line
            new.append(line)
        }
        return new
    }

    /// A text that has come once more is said again, with a word that tells so.
    func repeated(_ text: String) -> String { ReaderWords.line(text) == last ? "Again: " + text : text }
}
