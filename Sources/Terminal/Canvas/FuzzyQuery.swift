// What a person typed to find something, and how well one text fits it: filters, the palette and help all search this way.

/// Words that must all occur. A word with an upper-case letter means exactly these letters; one without means any case.
public struct FuzzyQuery: Hashable, Sendable {
    struct Word: Hashable, Sendable {
        /// In lower case unless `isCased`.
        let bytes: [UInt8]
        let isCased: Bool
        /// The letters it needs, and the first of them; a text without them need not be looked at.
        let letters: UInt64
        let first: UInt64
        /// Letters of more than one byte could be torn apart.
        let canBeAbbreviated: Bool

        init(_ text: String) {
            var text = text
            isCased = text.contains(where: \.isUppercase)
            let copy = text
            var folded: [UInt8] = []
            text.withUTF8 { FuzzyText.appendFolded(copy, $0, to: &folded) }
            bytes = isCased ? Array(text.utf8) : folded
            letters = FuzzyText.letters(of: folded)
            first = folded.first.map(FuzzyText.bit) ?? 0
            canBeAbbreviated = (2...Abbreviation.longestWord).contains(folded.count) && folded.allSatisfy { $0 < 0x80 }
        }
    }

    let words: [Word]

    /// The words of `text`, apart from one another by blanks.
    public init(_ text: some StringProtocol) { words = text.split(whereSeparator: \.isWhitespace).map { Word(String($0)) } }

    /// Whether there is no word, so that everything fits.
    public var isEmpty: Bool { words.isEmpty }

    /// Whether what fits this query surely fits `other` too: the same words with letters or words added behind.
    public func isNarrower(than other: FuzzyQuery) -> Bool {
        words.count >= other.words.count && zip(words, other.words).allSatisfy { $0.bytes.starts(with: $1.bytes) }
    }

    /// How well `text` has all the words; `nil` when one is missing.
    public func match(_ text: String, allowingAbbreviations: Bool = true) -> FuzzyMatch? {
        let found = matches(text, allowingAbbreviations, atWords: false)
        guard found.count == words.count else { return nil }
        return FuzzyMatch(score: found.reduce(0) { $0 + $1.score }, positions: Self.merged(found))
    }

    /// Whether every word is in a sentence, at the beginning of a word of it.
    public func isInSentence(_ text: String) -> Bool { matches(text, false, atWords: true).count == words.count }

    /// Where the words that `text` has are in it: UTF-8 offsets, ascending.
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
    /// The higher the better. A word that stands in the text as typed counts more than any abbreviation.
    public var score: Int
    /// The UTF-8 offsets of the matched letters, ascending.
    public var positions: [Int]
}
