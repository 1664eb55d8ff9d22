// What a person typed to find something, and how well one text fits it: filters, the palette and help all search this way.

/// Words that must all occur. A word with an upper-case letter means exactly these letters; one without means any case.
public struct FuzzyQuery: Hashable, Sendable {
    struct Word: Hashable, Sendable {
        /// In lower case unless `isCased`.
        let bytes: [UInt8]
        let isCased: Bool
        /// The letters it needs; a text without one of them need not be looked at.
        let letters: UInt64
    }

    let words: [Word]

    /// The words of `text`, apart from one another by blanks.
    public init(_ text: some StringProtocol) {
        words = text.split(whereSeparator: \.isWhitespace).map { part in
            let isCased = part.contains(where: \.isUppercase)
            let folded = FuzzyText.folded(String(part))
            return Word(bytes: isCased ? Array(part.utf8) : folded, isCased: isCased, letters: FuzzyText.letters(of: folded))
        }
    }

    /// Whether there is no word, so that everything fits.
    public var isEmpty: Bool { words.isEmpty }

    /// Whether what fits this query surely fits `other` too: the same words with letters or words added behind.
    public func isNarrower(than other: FuzzyQuery) -> Bool {
        words.count >= other.words.count && zip(words, other.words).allSatisfy { $0.bytes.starts(with: $1.bytes) }
    }

    /// How well `text` has all the words; `nil` when one is missing.
    public func match(_ text: String, allowingAbbreviations: Bool = true) -> FuzzyMatch? {
        let found = matches(text, allowingAbbreviations: allowingAbbreviations)
        guard found.count == words.count else { return nil }
        return FuzzyMatch(score: found.reduce(0) { $0 + $1.score }, positions: Self.merged(found))
    }

    /// Where the words that `text` has are in it: UTF-8 offsets, ascending.
    public func positions(in text: String, allowingAbbreviations: Bool = true) -> [Int] {
        words.isEmpty ? [] : Self.merged(matches(text, allowingAbbreviations: allowingAbbreviations))
    }

    private func matches(_ text: String, allowingAbbreviations: Bool) -> [FuzzyMatch] {
        let (bytes, folded) = (Array(text.utf8), FuzzyText.folded(text))
        return words.compactMap { word in
            bytes.withUnsafeBufferPointer { bytes in
                folded.withUnsafeBufferPointer { folded in
                    let text = FuzzyText(bytes: bytes, folded: folded)
                    return text.match(word) ?? (allowingAbbreviations ? text.abbreviation(word) : nil)
                }
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
