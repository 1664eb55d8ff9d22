// The searched text of an entry, and the conversion of words to a query of the index. Pure.

enum Words {
    /// The limit for each part of an entry, in characters: a URL that contains a file would fill the index.
    static let longestPart = 2_000
    static let longestWord = 1_000
    /// Each trigram costs a pass through the index, and the candidates that a few
    /// trigrams leave are checked fast.
    static let mostTrigrams = 8

    /// The text in lower case, and without NUL, at which SQLite's texts end.
    static func folded(_ text: some StringProtocol) -> String { withoutNUL(text.lowercased()) }

    static func withoutNUL(_ text: String) -> String { text.replacing("\0", with: " ") }

    /// The searched text of this entry: its parts, one per line. A part that occurs
    /// in another part is left out.
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

    /// The words that count, in their searched form.
    static func asked(_ words: [String]) -> [String] {
        words.filter { !$0.isEmpty }.map { folded($0.prefix(longestWord)) }
    }

    /// A query that matches every entry with these words, and possibly others; `nil` if all
    /// words are too short for it.
    static func question(_ words: [String]) -> String? {
        let trigrams = words.flatMap(trigrams).prefix(2 * mostTrigrams)
        return trigrams.isEmpty ? nil : trigrams.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: " AND ")
    }

    /// Trigrams that cover a word; for a long word they are spread over it.
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
