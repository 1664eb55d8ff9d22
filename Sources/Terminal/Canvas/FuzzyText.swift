// A text to be searched, how well a word fits it as it stands there, and what is known of a text before any search.

/// A text being searched: its bytes, the same in lower case, and what a match that begins at each is worth.
struct FuzzyText {
    let bytes: UnsafeBufferPointer<UInt8>
    let folded: UnsafeBufferPointer<UInt8>
    /// A path's segment most, a word less, a hump of camelCase a little less; 0 inside a word.
    let bonus: UnsafeBufferPointer<UInt8>

    /// What a word as it stands is worth before anything else; no abbreviation comes near.
    static let exact = 1_000
    /// What its beginning and its end at a word's can add to that.
    static let most = exact + 60

    // MARK: As it stands

    /// The best place where the word stands in the text; of equal ones the first.
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
                if score == Self.most { break }
            }
            return best
        }
    }

    func begins(with word: FuzzyQuery.Word) -> Bool { (word.isCased ? bytes : folded).starts(with: word.bytes) }

    // MARK: What is known of a text before any search

    /// Writes what a match that begins at each byte is worth behind what is there.
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

    /// Writes `text` in lower case, with the same number of bytes, behind what is there: where a letter's lower case is of another
    /// length, it stays.
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

    /// Which letters occur, a bit each; the rare ones share bits.
    static func letters(of folded: some Sequence<UInt8>) -> UInt64 {
        folded.reduce(0) { $0 | bit(of: $1) }
    }

    static func bit(of byte: UInt8) -> UInt64 {
        switch byte {
        case 97...122: 1 << UInt64(byte - 97)
        case 48...57: 1 << UInt64(byte - 48 + 26)
        default: 1 << UInt64(36 + byte % 28)
        }
    }
}
