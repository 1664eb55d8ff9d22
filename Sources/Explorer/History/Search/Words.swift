// The text of an entry that words are looked for in, and how a word becomes a question to the index. Pure.

enum Words {
    /// A part of an entry counts up to here, in characters: an address that carries a file would fill the index.
    static let longestPart = 2_000
    static let longestWord = 1_000
    /// Each piece of a word costs a walk through the index, and what a few leave is quickly looked at.
    static let mostTrigrams = 8

    /// The same for upper and lower case, and without NUL, at which a text of SQLite's ends.
    static func folded(_ text: some StringProtocol) -> String { text.lowercased().replacing("\0", with: " ") }

    /// What a search for words of this entry looks at: its parts, a line each. What stands in another part is not said twice.
    static func searched(of entry: HistoryEntry) -> String {
        var kept: [String] = []
        for case let part? in [
            entry.title, entry.url, entry.endpoint, entry.api, entry.environment, entry.savedName, entry.errorText,
        ] {
            let part = folded(part.prefix(longestPart))
            let needle = Needle(part)
            if !kept.contains(where: { needle.occurs(in: $0) }) { kept.append(part) }
        }
        return kept.joined(separator: "\n")
    }

    /// The words that count, as they are looked for.
    static func asked(_ words: [String]) -> [String] {
        words.filter { !$0.isEmpty }.map { folded($0.prefix(longestWord)) }
    }

    /// A question to the index that every entry with these words answers, and some others may; `nil` when all words are too short for it.
    static func question(_ words: [String]) -> String? {
        let trigrams = words.flatMap(trigrams).prefix(2 * mostTrigrams)
        return trigrams.isEmpty ? nil : trigrams.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: " AND ")
    }

    /// Pieces of three characters that cover a word; of a long one they are spread over it.
    static func trigrams(_ word: String) -> [String] {
        let scalars = Array(word.unicodeScalars)
        guard scalars.count >= 3 else { return [] }
        let last = scalars.count - 3
        let starts = Array(stride(from: 0, to: last, by: max(3, last / (mostTrigrams - 1) + 1))) + [last]
        var seen = Set<String>()
        return starts.compactMap { start in
            var piece = String.UnicodeScalarView()
            piece.append(contentsOf: scalars[start..<start + 3])
            return seen.insert(String(piece)).inserted ? String(piece) : nil
        }
    }
}
