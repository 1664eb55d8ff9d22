// How well one word fits one text: as it stands there, else as an abbreviation whose pieces begin at words.

/// A text being searched: its bytes, and the same in lower case, one for one.
struct FuzzyText {
    let bytes: UnsafeBufferPointer<UInt8>
    let folded: UnsafeBufferPointer<UInt8>

    /// Longer words and what is behind in longer texts are only found as they stand.
    static let longestWord = 32
    static let longestText = 255

    /// What a word as it stands is worth before anything else; no abbreviation comes near.
    static let exact = 1_000

    // MARK: As it stands

    /// The best place where the word stands in the text; of equal ones the first.
    func match(_ word: FuzzyQuery.Word) -> FuzzyMatch? {
        place(of: word).map { FuzzyMatch(score: $0.score, positions: Array($0.start..<$0.start + word.bytes.count)) }
    }

    func place(of word: FuzzyQuery.Word) -> (start: Int, score: Int)? {
        let text = word.isCased ? bytes : folded
        let (count, length) = (word.bytes.count, text.count)
        guard count <= length else { return nil }
        return word.bytes.withUnsafeBufferPointer { letters in
            var best: (start: Int, score: Int)?
            for start in 0...(length - count) where text[start] == letters[0] {
                var matched = 1
                while matched < count, text[start + matched] == letters[matched] { matched += 1 }
                guard matched == count else { continue }
                let isWholeEnd = start + count == length || boundary(start + count) > 0
                let score = Self.exact + 4 * boundary(start) + (isWholeEnd ? 20 : 0)
                if best.map({ score > $0.score }) ?? true { best = (start, score) }
            }
            return best
        }
    }

    func begins(with word: FuzzyQuery.Word) -> Bool { (word.isCased ? bytes : folded).starts(with: word.bytes) }

    // MARK: Abbreviated

    /// What each letter, each letter next to the one before, and the one piece inside a word count.
    static let letter = 16
    static let adjacent = 12
    static let loose = -6

    /// Places a letter after another in pieces; every piece but one begins where a word does. `gi` fits getItem, `rpi` fits
    /// /repos/pulls/issues, `isue` fits issues. The best way to do so wins.
    func abbreviation(_ word: FuzzyQuery.Word, wantsPositions: Bool = true) -> FuzzyMatch? {
        let (rows, columns) = (word.bytes.count, min(bytes.count, Self.longestText))
        guard rows > 1, rows <= Self.longestWord, rows <= columns, hasInOrder(word) else { return nil }
        let text = word.isCased ? bytes : folded
        return withUnsafeTemporaryAllocation(of: Int32.self, capacity: rows * 2 * columns) { table in
            // table[(row * 2 + used) * columns + column]: the best score with that letter there, `used` pieces inside words so far.
            table.initialize(repeating: Self.impossible)
            for row in 0..<rows {
                for used in 0...1 {
                    var reached = Self.impossible
                    for column in row..<columns {
                        if row > 0, column >= 2 {
                            // A letter left out between two pieces costs one.
                            reached = max(reached - 1, table[(row * 2 - 2 + used) * columns + column - 2] - 1)
                        }
                        guard text[column] == word.bytes[row] else { continue }
                        let bonus = Int32(boundary(column))
                        let before = row == 0 ? 0 : max(reached, Self.impossible)
                        let here = (row * 2 + used) * columns + column
                        if row > 0, column > 0 {
                            let neighbour = table[(row * 2 - 2 + used) * columns + column - 1]
                            if neighbour > Self.possible {
                                table[here] = max(table[here], neighbour + Int32(Self.letter + Self.adjacent) + bonus)
                            }
                        }
                        if bonus > 0, used == 0 || row > 0, before > Self.possible {
                            table[here] = max(table[here], before + Int32(Self.letter) + bonus)
                        } else if bonus == 0, used == 0, before > Self.possible {
                            let there = here + columns
                            table[there] = max(table[there], before + Int32(Self.letter + Self.loose))
                        }
                    }
                }
            }
            var best: (score: Int32, used: Int, column: Int)?
            for used in 0...1 {
                for column in (rows - 1)..<columns {
                    let score = table[((rows - 1) * 2 + used) * columns + column]
                    if score > Self.possible, score > best?.score ?? Int32.min { best = (score, used, column) }
                }
            }
            guard let best else { return nil }
            let positions = wantsPositions ? trace(table, rows, columns, best.used, best.column) : []
            return FuzzyMatch(score: Int(best.score), positions: positions)
        }
    }

    private static let impossible: Int32 = -1_000_000
    private static let possible: Int32 = -500_000

    /// The way back from the last letter to the first.
    private func trace(
        _ table: UnsafeMutableBufferPointer<Int32>, _ rows: Int, _ columns: Int, _ lastUsed: Int, _ lastColumn: Int
    ) -> [Int] {
        var positions = [lastColumn]
        var (used, column) = (lastUsed, lastColumn)
        for row in stride(from: rows - 1, to: 0, by: -1) {
            let score = table[(row * 2 + used) * columns + column]
            let bonus = Int32(boundary(column))
            func value(_ used: Int, _ column: Int) -> Int32 { table[((row - 1) * 2 + used) * columns + column] }
            if value(used, column - 1) > Self.possible,
                value(used, column - 1) + Int32(Self.letter + Self.adjacent) + bonus == score
            {
                column -= 1
            } else {
                let from = bonus > 0 ? used : 0
                let own = Int32(bonus > 0 ? Self.letter + Int(bonus) : Self.letter + Self.loose)
                let start = (0..<max(0, column - 1)).last {
                    value(from, $0) > Self.possible && value(from, $0) - Int32(column - 1 - $0) + own == score
                }
                guard let start else { break }
                (used, column) = (from, start)
            }
            positions.append(column)
        }
        return positions.reversed()
    }

    /// A quick no: some letter is missing, or they come in another order.
    private func hasInOrder(_ word: FuzzyQuery.Word) -> Bool {
        let text = word.isCased ? bytes : folded
        var next = 0
        for index in 0..<min(text.count, Self.longestText) where text[index] == word.bytes[next] {
            // Letters of more than one byte could be torn apart.
            guard text[index] < 0x80 else { return false }
            next += 1
            if next == word.bytes.count { return true }
        }
        return false
    }

    // MARK: Where words begin

    /// What a piece that begins here is worth: a path's segment most, a word less, a hump of camelCase a little less; 0 inside a word.
    func boundary(_ index: Int) -> Int {
        let byte = bytes[index]
        if index == 0 || byte == UInt8(ascii: "/") { return 10 }
        let previous = bytes[index - 1]
        if previous == UInt8(ascii: "/") { return 10 }
        if !Self.isWordByte(byte) || !Self.isWordByte(previous) { return 8 }
        guard Self.isUpper(byte) else { return 0 }
        if !Self.isUpper(previous) { return 7 }
        return index + 1 < bytes.count && Self.isLower(bytes[index + 1]) ? 7 : 0
    }

    private static func isUpper(_ byte: UInt8) -> Bool { byte &- 65 < 26 }
    private static func isLower(_ byte: UInt8) -> Bool { byte &- 97 < 26 }
    /// Bytes of other scripts count as letters.
    private static func isWordByte(_ byte: UInt8) -> Bool { isUpper(byte) || isLower(byte) || byte &- 48 < 10 || byte >= 0x80 }

    // MARK: Folding

    /// `text` in lower case with the same number of bytes: where a letter's lower case is of another length, it stays.
    static func folded(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        var isASCII = true
        for index in bytes.indices {
            if isUpper(bytes[index]) { bytes[index] |= 0x20 }
            isASCII = isASCII && bytes[index] < 0x80
        }
        if isASCII { return bytes }
        return text.flatMap { character -> [UInt8] in
            let lower = Array(character.lowercased().utf8)
            let own = Array(String(character).utf8)
            return lower.count == own.count ? lower : own
        }
    }

    /// Which letters occur, a bit each; the rare ones share bits.
    static func letters(of folded: some Sequence<UInt8>) -> UInt64 {
        folded.reduce(0) { set, byte in
            let bit: UInt8 =
                switch byte {
                case 97...122: byte - 97
                case 48...57: byte - 48 + 26
                default: 36 + byte % 28
                }
            return set | 1 << UInt64(bit)
        }
    }
}
