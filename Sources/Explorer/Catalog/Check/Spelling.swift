// Suggests the key that an author may have meant, or the version of the standard that has it.

/// Examines keys that a version of the standard does not define.
struct Spelling {
    private let others: [(name: String, grammar: Grammar)]

    /// - Parameter standard: the version that the description is written in.
    init(_ standard: Standard) {
        let all: [Standard] = [.openAPI30, .openAPI31, .openAPI32, .swagger2]
        others = all.filter { $0 != standard }.map { ($0.name, Grammar($0)) }
    }

    /// The first other version that has the key in an object of that kind.
    func standard(thatKnows key: String, in kind: ObjectKind) -> String? {
        others.first { $0.grammar.rules[kind]?.keys[key] != nil }?.name
    }

    /// The closest known key: at most one edit away, two for keys of six bytes and more; `nil` when
    /// there is none.
    static func closest(to key: String, among known: some Sequence<String>) -> String? {
        let typed = Array(key.utf8)
        guard typed.count > 2, typed.count < 40 else { return nil }
        let most = typed.count < 6 ? 1 : 2
        var best: (word: String, distance: Int)?
        for word in known {
            let candidate = Array(word.utf8)
            guard abs(candidate.count - typed.count) <= most else { continue }
            let distance = distance(lowered(typed), lowered(candidate))
            guard distance <= most else { continue }
            // Dictionaries have no order: break ties by name, for a stable result.
            if let found = best, (found.distance, found.word) <= (distance, word) { continue }
            best = (word, distance)
        }
        return best?.word
    }

    private static func lowered(_ text: [UInt8]) -> [UInt8] { text.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 } }

    /// The edit distance: insertions, deletions, replacements and swaps of neighbours.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for (row, letter) in a.enumerated() {
            var current = [row + 1]
            for (column, other) in b.enumerated() {
                var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == b[column - 1], other == a[row - 1] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[b.count]
    }
}
