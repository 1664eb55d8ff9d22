// Many items made ready for searching: tens of thousands of them answer between two key presses.

/// Items of some fields each, found by a query whose every word fits one of the fields. Items are numbered from 0.
public struct FuzzyIndex: Sendable {
    /// A text of an item, and how a word may fit it.
    public enum Field: Sendable {
        /// As it stands, or abbreviated: a path.
        case name(String)
        /// The same for what is not shown, and so worth a little less: an identifier beside a path.
        case alias(String)
        /// From its beginning: a method.
        case keyword(String)
        /// As it stands, and worth less than a name: a sentence, a tag.
        case text(String)
    }

    private enum Kind: UInt8 { case name, alias, keyword, text }

    private struct Entry {
        var start: Int32
        var end: Int32
        var kind: Kind
        var letters: UInt64
    }

    private var bytes: [UInt8] = []
    private var folded: [UInt8] = []
    private var entries: [Entry] = []
    /// Where each item's entries begin, and where the last one's end.
    private var starts: [Int32] = [0]

    /// An index of nothing.
    public init() {}

    /// How many items there are.
    public var count: Int { starts.count - 1 }

    /// Adds an item. Its first field is its name: of two that fit equally well, the one with the shorter name comes first.
    public mutating func append(_ fields: [Field]) {
        for field in fields {
            let (text, kind): (String, Kind) =
                switch field {
                case .name(let text): (text, .name)
                case .alias(let text): (text, .alias)
                case .keyword(let text): (text, .keyword)
                case .text(let text): (text, .text)
                }
            let lower = FuzzyText.folded(text)
            let start = Int32(bytes.count)
            bytes += text.utf8
            folded += lower
            entries.append(Entry(start: start, end: Int32(bytes.count), kind: kind, letters: FuzzyText.letters(of: lower)))
        }
        starts.append(Int32(entries.count))
    }

    /// The items that fit, the best first; of equally good ones the shorter, then the one that was added first.
    /// - Parameter candidates: looks at these only; for a query that is narrower than the one that found them nothing else can fit.
    public func find(_ query: FuzzyQuery, among candidates: [Int]? = nil) -> [Int] {
        let keys = scored(query, among: candidates).map { Self.key(score: $0.score, length: nameLength($0.item), item: $0.item) }
        return keys.sorted().map { Int($0 & 0xFFFF_FFFF) }
    }

    /// The items in which each word stands as typed, in their own order. What a filter that leaves out takes out: an
    /// abbreviation would take out more than anybody means.
    public func containing(_ query: FuzzyQuery) -> [Int] {
        scored(query, among: nil, allowingAbbreviations: false).map(\.item)
    }

    private func scored(
        _ query: FuzzyQuery, among candidates: [Int]?, allowingAbbreviations: Bool = true
    ) -> [(item: Int, score: Int)] {
        bytes.withUnsafeBufferPointer { bytes in
            folded.withUnsafeBufferPointer { folded in
                var found: [(item: Int, score: Int)] = []
                func look(_ item: Int) {
                    var total = 0
                    for word in query.words {
                        guard let score = best(word, item, bytes, folded, allowingAbbreviations) else { return }
                        total += score
                    }
                    found.append((item, total))
                }
                if let candidates { candidates.forEach(look) } else { (0..<count).forEach(look) }
                return found
            }
        }
    }

    private func nameLength(_ item: Int) -> Int {
        let first = Int(starts[item])
        return first < starts[item + 1] ? Int(entries[first].end - entries[first].start) : 0
    }

    /// Sorts by score, the highest first, then by length, then by number.
    private static func key(score: Int, length: Int, item: Int) -> UInt64 {
        let worst = 0xF_FFFF
        return UInt64(worst - min(max(0, score + 0x1000), worst)) << 44 | UInt64(min(length, 0xFFF)) << 32 | UInt64(item)
    }

    private func best(
        _ word: FuzzyQuery.Word, _ item: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ folded: UnsafeBufferPointer<UInt8>,
        _ allowingAbbreviations: Bool
    ) -> Int? {
        var best: Int?
        for index in Int(starts[item])..<Int(starts[item + 1]) {
            let entry = entries[index]
            guard word.letters & ~entry.letters == 0 else { continue }
            let range = Int(entry.start)..<Int(entry.end)
            let text = FuzzyText(
                bytes: UnsafeBufferPointer(rebasing: bytes[range]), folded: UnsafeBufferPointer(rebasing: folded[range]))
            if let score = Self.score(word, text, entry.kind, allowingAbbreviations, better: best ?? Int.min) { best = score }
        }
        return best
    }

    /// What a field adds to a match of its whole: a keyword by its beginning counts as a name's word does, a sentence's word less.
    private static func score(
        _ word: FuzzyQuery.Word, _ text: FuzzyText, _ kind: Kind, _ allowingAbbreviations: Bool, better than: Int
    ) -> Int? {
        let score: Int?
        switch kind {
        case .name, .alias:
            // What stands in one field as typed is never beaten by an abbreviation in another.
            score =
                (text.place(of: word)?.score
                ?? (allowingAbbreviations && than < FuzzyText.exact / 2
                    ? text.abbreviation(word, wantsPositions: false)?.score : nil))
                .map { kind == .alias ? $0 - 30 : $0 }
        case .keyword:
            let isWhole = word.bytes.count == text.bytes.count
            score = text.begins(with: word) ? FuzzyText.exact + (isWhole ? 60 : 40) : nil
        case .text:
            score = text.place(of: word).map { $0.score - 300 }
        }
        return score.flatMap { $0 > than ? $0 : nil }
    }
}
