// A search that the user typed, and how well a text fits it: filters, the
// palette and help all search this way.

/// Words that must all occur. A word with an upper-case letter matches
/// exactly; a word without one ignores case.
public struct FuzzyQuery: Hashable, Sendable {
    struct Word: Hashable, Sendable {
        /// In lower case unless `isCased`.
        let bytes: [UInt8]
        let isCased: Bool
        /// The letters of the word, and the first of them; a text that lacks one of them needs no search.
        let letters: UInt64
        let first: UInt64
        /// False with letters of more than one byte, which an abbreviation could split.
        let canBeAbbreviated: Bool

        init(_ text: String) {
            var text = text
            isCased = text.contains(where: \.isUppercase)
            let copy = text
            var folded: [UInt8] = []
            text.withUTF8 { FuzzyText.appendFolded(copy, $0, to: &folded) }
            bytes = isCased ? Array(text.utf8) : folded
            letters = FuzzyText.letters(of: folded)
            first = folded.first.map(FuzzyText.letterBit) ?? 0
            canBeAbbreviated = (2...Abbreviation.longestWord).contains(folded.count) && folded.allSatisfy { $0 < 0x80 }
        }
    }

    let words: [Word]

    /// The words of `text`, separated by blanks.
    public init(_ text: some StringProtocol) { words = text.split(whereSeparator: \.isWhitespace).map { Word(String($0)) } }

    /// Whether there is no word, so that everything fits.
    public var isEmpty: Bool { words.isEmpty }

    /// Whether each text that fits this query surely fits `other` too: the same words
    /// with letters or words added at the end.
    public func isNarrower(than other: FuzzyQuery) -> Bool {
        words.count >= other.words.count && zip(words, other.words).allSatisfy { $0.bytes.starts(with: $1.bytes) }
    }

    /// How well `text` contains all the words; `nil` when one is missing.
    public func match(_ text: String, allowingAbbreviations: Bool = true) -> FuzzyMatch? {
        let found = matches(text, allowingAbbreviations, atWords: false)
        guard found.count == words.count else { return nil }
        return FuzzyMatch(score: found.reduce(0) { $0 + $1.score }, positions: Self.merged(found))
    }

    /// Whether a sentence contains each word at the beginning of one of its own words.
    public func isInSentence(_ text: String) -> Bool { matches(text, false, atWords: true).count == words.count }

    /// The positions of the words that `text` contains: UTF-8 offsets, ascending.
    public func positions(in text: String) -> [Int] {
        words.isEmpty ? [] : Self.merged(matches(text, true, atWords: false))
    }

    /// The same in a sentence.
    public func positions(inSentence text: String) -> [Int] {
        words.isEmpty ? [] : Self.merged(matches(text, false, atWords: true))
    }

    private func matches(_ text: String, _ allowingAbbreviations: Bool, atWords: Bool) -> [FuzzyMatch] {
        var arena = FuzzyArena()
        let (range, letters, _) = arena.append(text)
        return arena.withTexts { texts in
            let text = texts(range)
            return words.compactMap { word in
                guard word.letters & ~letters == 0 else { return nil }
                if let place = text.place(of: word, atWords: atWords) {
                    return FuzzyMatch(score: place.score, positions: Array(place.start..<place.start + word.bytes.count))
                }
                return allowingAbbreviations ? Abbreviation.match(word, text) : nil
            }
        }
    }

    private static func merged(_ matches: [FuzzyMatch]) -> [Int] {
        matches.count == 1 ? matches[0].positions : Set(matches.flatMap(\.positions)).sorted()
    }
}

/// A text that fits a query.
public struct FuzzyMatch: Hashable, Sendable {
    /// Higher is better. A literal match of a word scores more than any abbreviation.
    public var score: Int
    /// The UTF-8 offsets of the matched letters, ascending.
    public var positions: [Int]
}
