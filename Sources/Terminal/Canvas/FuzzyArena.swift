// Texts prepared for searching, all in the same three arrays.

/// The bytes of many texts, the same bytes in lower case, and the score of a match that begins at each byte.
struct FuzzyArena: Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var folded: [UInt8] = []
    private(set) var bonus: [UInt8] = []

    /// Adds a text. Returns its range, its letters, and the letters that its words begin with.
    mutating func append(_ text: String) -> (range: Range<Int>, letters: UInt64, starts: UInt64) {
        let start = bytes.count
        var text = text
        text.makeContiguousUTF8()
        let copy = text
        text.withUTF8 { utf8 in
            bytes += utf8
            FuzzyText.appendFolded(copy, utf8, to: &folded)
            FuzzyText.appendBonus(of: utf8, to: &bonus)
        }
        var (letters, starts) = (UInt64(0), UInt64(0))
        for index in start..<bytes.count {
            let bit = FuzzyText.letterBit(of: folded[index])
            letters |= bit
            if bonus[index] > 0 { starts |= bit }
        }
        return (start..<bytes.count, letters, starts)
    }

    /// Passes the texts to `body` without copying them.
    func withTexts<Result>(_ body: ((Range<Int>) -> FuzzyText) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            folded.withUnsafeBufferPointer { folded in
                bonus.withUnsafeBufferPointer { bonus in
                    body { range in
                        FuzzyText(
                            bytes: UnsafeBufferPointer(rebasing: bytes[range]),
                            folded: UnsafeBufferPointer(rebasing: folded[range]),
                            bonus: UnsafeBufferPointer(rebasing: bonus[range]))
                    }
                }
            }
        }
    }
}
