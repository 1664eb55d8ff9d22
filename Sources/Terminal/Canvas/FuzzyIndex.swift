// Many items prepared for searching: tens of thousands of them are searched between two key presses.

/// Items with some fields each. A query finds an item when each of its words fits one of
/// the fields. Items are numbered from 0.
public struct FuzzyIndex: Sendable {
    /// A text of an item, and the ways a word may fit it.
    public enum Field: Sendable {
        /// Literally, or abbreviated: a path.
        case name(String)
        /// The same for a text that is not shown and therefore scores a
        /// little less: an identifier beside a path.
        case alias(String)
        /// From its beginning: a method.
        case keyword(String)
        /// At the beginning of a word, with a lower score than a name: a sentence, a tag.
        case text(String)
    }

    fileprivate enum Kind: UInt8 { case keyword, name, alias, text }

    private struct Entry {
        var start: Int32
        var end: Int32
        var kind: Kind
        var letters: UInt64
        var starts: UInt64
    }

    private var arena = FuzzyArena()
    private var entries: [Entry] = []
    /// The first entry of each item, and the end of the last item's entries.
    private var firsts: [Int32] = [0]
    /// The length of each item's name.
    private var lengths: [UInt16] = []

    /// An empty index.
    public init() {}

    /// The number of items.
    public var count: Int { lengths.count }

    /// Adds an item. Its first field is its name: of two items that fit equally well, the
    /// one with the shorter name comes first.
    public mutating func append(_ fields: [Field]) {
        let start = entries.count
        for field in fields {
            let (text, kind): (String, Kind) =
                switch field {
                case .name(let text): (text, .name)
                case .alias(let text): (text, .alias)
                case .keyword(let text): (text, .keyword)
                case .text(let text): (text, .text)
                }
            let (range, letters, starts) = arena.append(text)
            entries.append(
                Entry(
                    start: Int32(range.lowerBound), end: Int32(range.upperBound), kind: kind, letters: letters, starts: starts))
        }
        lengths.append(entries.count > start ? UInt16(clamping: entries[start].end - entries[start].start) : 0)
        // The likeliest and cheapest fields come first.
        entries[start...].sort { $0.kind.rawValue < $1.kind.rawValue }
        firsts.append(Int32(entries.count))
    }

    /// The items that fit, the best first; of equally good ones the shorter first, then the one added first.
    /// - Parameter candidates: the only items to search. For a query that is narrower than the one
    ///   that found them, no other item can fit.
    public func search(_ query: FuzzyQuery, among candidates: [Int]? = nil) -> [Int] {
        var keys = scored(query, among: candidates, allowingAbbreviations: true)
        keys.sort()
        return keys.map { Int($0 & 0xFFFF_FFFF) }
    }

    /// The items that contain each word literally, in index order. For filters that exclude: an abbreviation
    /// would exclude more than the user means.
    public func containing(_ query: FuzzyQuery) -> [Int] {
        scored(query, among: nil, allowingAbbreviations: false).map { Int($0 & 0xFFFF_FFFF) }
    }

    /// The items that fit, as numbers that sort by score, the highest
    /// first, then by length, then by item number.
    private func scored(_ query: FuzzyQuery, among candidates: [Int]?, allowingAbbreviations: Bool) -> [UInt64] {
        arena.withTexts { text in
            var found: [UInt64] = []
            found.reserveCapacity(candidates?.count ?? count)
            func scoreItem(_ item: Int) {
                var total = 0
                for word in query.words {
                    guard let score = score(word, item, text, allowingAbbreviations) else { return }
                    total += score
                }
                let worst = 0xF_FFFF
                let rank = UInt64(worst - min(max(0, total + 0x1000), worst))
                found.append(rank << 44 | UInt64(min(lengths[item], 0xFFF)) << 32 | UInt64(item))
            }
            if let candidates { candidates.forEach(scoreItem) } else { (0..<count).forEach(scoreItem) }
            return found
        }
    }

    /// How well the word fits the item's best field. An abbreviation counts only where
    /// no field contains the word literally.
    private func score(
        _ word: FuzzyQuery.Word, _ item: Int, _ text: (Range<Int>) -> FuzzyText, _ allowingAbbreviations: Bool
    ) -> Int? {
        var best: Int?
        let own = Int(firsts[item])..<Int(firsts[item + 1])
        for index in own {
            let entry = entries[index]
            guard word.letters & ~entry.letters == 0, entry.kind.maxScore > best ?? 0 else { continue }
            let text = text(Int(entry.start)..<Int(entry.end))
            let score: Int?
            switch entry.kind {
            case .keyword:
                score = text.begins(with: word) ? FuzzyText.maxScore - (word.bytes.count == text.bytes.count ? 0 : 20) : nil
            case .name, .alias: score = text.place(of: word)?.score
            case .text: score = entry.starts & word.first != 0 ? text.place(of: word, atWords: true)?.score : nil
            }
            if let score { best = max(best ?? 0, score - entry.kind.handicap) }
        }
        guard best == nil, allowingAbbreviations, word.canBeAbbreviated else { return best }
        for index in own {
            let entry = entries[index]
            guard entry.kind == .name || entry.kind == .alias, word.letters & ~entry.letters == 0, entry.starts & word.first != 0
            else { continue }
            let match = Abbreviation.match(word, text(Int(entry.start)..<Int(entry.end)), wantsPositions: false)
            // The shown field decides; an identifier is tried only where the shown field does not fit.
            if let match { return match.score - entry.kind.handicap }
        }
        return nil
    }
}

fileprivate extension FuzzyIndex.Kind {
    /// How much less a match here scores than one in a name.
    var handicap: Int {
        switch self {
        case .keyword, .name: 0
        case .alias: 30
        case .text: 300
        }
    }

    /// The best score of a literal match here.
    var maxScore: Int { FuzzyText.maxScore - handicap }
}
