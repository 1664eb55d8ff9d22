// A text to search, how well it contains a word literally, and the facts that are computed before any search.

/// A text to search: its bytes, the same bytes in lower case, and the
/// score of a match that begins at each byte.
struct FuzzyText {
    let bytes: UnsafeBufferPointer<UInt8>
    let folded: UnsafeBufferPointer<UInt8>
    /// Highest at a path's segment, less at a word, a little less at a hump of camelCase; 0 inside a word.
    let bonus: UnsafeBufferPointer<UInt8>

    /// The base score of a literal match; no abbreviation reaches it.
    static let exact = 1_000
    /// The highest score: a match that also begins and ends at the bounds of a word.
    static let maxScore = exact + 60

    // MARK: Literal matches

    /// The best place of the word in the text; of equal ones the first.
    /// - Parameter atWords: only where a word begins.
    func place(of word: FuzzyQuery.Word, atWords: Bool = false) -> (start: Int, score: Int)? {
        let text = word.isCased ? bytes : folded
        let (count, length) = (word.bytes.count, text.count)
        guard count <= length else { return nil }
        return word.bytes.withUnsafeBufferPointer { letters in
            let first = letters[0]
            var best: (start: Int, score: Int)?
            for start in 0...(length - count) where text[start] == first {
                if atWords, bonus[start] == 0 { continue }
                var matched = 1
                while matched < count, text[start + matched] == letters[matched] { matched += 1 }
                guard matched == count else { continue }
                let isWholeEnd = start + count == length || bonus[start + count] > 0
                let score = Self.exact + 4 * Int(bonus[start]) + (isWholeEnd ? 20 : 0)
                if best.map({ score > $0.score }) ?? true { best = (start, score) }
                if score == Self.maxScore { break }
            }
            return best
        }
    }

    func begins(with word: FuzzyQuery.Word) -> Bool { (word.isCased ? bytes : folded).starts(with: word.bytes) }

    // MARK: Facts computed before any search

    /// Appends the score of a match that begins at each byte.
    static func appendBonus(of bytes: UnsafeBufferPointer<UInt8>, to bonus: inout [UInt8]) {
        var previous = UInt8(ascii: "/")
        for index in bytes.indices {
            let byte = bytes[index]
            if previous == UInt8(ascii: "/") || byte == UInt8(ascii: "/") {
                bonus.append(10)
            } else if !isWordByte(byte) || !isWordByte(previous) {
                bonus.append(8)
            } else if isUpper(byte), !isUpper(previous) || index + 1 < bytes.count && isLower(bytes[index + 1]) {
                bonus.append(7)
            } else {
                bonus.append(0)
            }
            previous = byte
        }
    }

    private static func isUpper(_ byte: UInt8) -> Bool { byte &- 65 < 26 }
    private static func isLower(_ byte: UInt8) -> Bool { byte &- 97 < 26 }
    /// Bytes of other scripts count as letters.
    private static func isWordByte(_ byte: UInt8) -> Bool { isUpper(byte) || isLower(byte) || byte &- 48 < 10 || byte >= 0x80 }

    /// Appends `text` in lower case, with the same number of bytes: a letter stays
    /// where its lower case has another length.
    static func appendFolded(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            for byte in bytes { folded.append(isUpper(byte) ? byte | 0x20 : byte) }
            return
        }
        for character in text {
            let lower = character.lowercased().utf8
            let own = String(character).utf8
            if lower.count == own.count { folded += lower } else { folded += own }
        }
    }

    /// The letters that occur, one bit each; the rare ones share bits.
    static func letters(of folded: some Sequence<UInt8>) -> UInt64 {
        folded.reduce(0) { $0 | letterBit(of: $1) }
    }

    static func letterBit(of byte: UInt8) -> UInt64 {
        switch byte {
        case 97...122: 1 << UInt64(byte - 97)
        case 48...57: 1 << UInt64(byte - 48 + 26)
        default: 1 << UInt64(36 + byte % 28)
        }
    }
}
