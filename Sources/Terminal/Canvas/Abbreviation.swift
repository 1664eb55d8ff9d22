// Scores how well a word fits a text as an abbreviation: its letters in pieces, each
// at the beginning of a word of the text.

/// `gi` fits getItem, `rpi` fits /repos/pulls/issues, and `isue` fits issues: the word may leave letters
/// out inside one word of the text, once.
enum Abbreviation {
    /// Longer words, and anything beyond this length in longer texts, match only literally.
    static let longestWord = 32
    static let longestText = 255

    /// The scores of a matched letter, of a letter next to the one before, and of the letter behind
    /// left-out letters inside a word. Each letter left out between two pieces costs one point;
    /// `FuzzyText.bonus` scores the beginnings of pieces.
    static let letter: Int32 = 16
    static let adjacent: Int32 = 12
    static let loose: Int32 = -6

    /// The best of all placements of the letters; `nil` when there is none.
    static func match(_ word: FuzzyQuery.Word, _ text: FuzzyText, wantsPositions: Bool = true) -> FuzzyMatch? {
        let (rows, columns) = (word.bytes.count, min(text.bytes.count, longestText))
        guard word.canBeAbbreviated, rows <= columns else { return nil }
        return withUnsafeTemporaryAllocation(of: Step.self, capacity: rows * 2 * columns) { steps in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * columns) { slots in
                slots.initialize(repeating: -1)
                var search = Search(
                    text: text, letters: word.isCased ? text.bytes : text.folded, columns: columns, steps: steps, slots: slots)
                return word.bytes.withUnsafeBufferPointer { search.findBestMatch($0, wantsPositions) }
            }
        }
    }

    /// The best placement that ends at one letter.
    private struct Step {
        var score: Int32
        var column: Int16
        /// Whether the placement has already left out letters inside a word.
        var isLoose: Bool
        /// The step of the letter before; -1 at the first.
        var parent: Int32
    }

    /// Goes from letter to letter and stores only reachable places, which are seldom more than a few.
    private struct Search {
        let text: FuzzyText
        let letters: UnsafeBufferPointer<UInt8>
        let columns: Int
        /// The steps of all letters; those of one letter are contiguous.
        let steps: UnsafeMutableBufferPointer<Step>
        /// The step that ends at each column and looseness; a value below
        /// `rowStart` belongs to an earlier letter.
        let slots: UnsafeMutableBufferPointer<Int32>
        var count = 0
        var rowStart = 0

        mutating func findBestMatch(_ word: UnsafeBufferPointer<UInt8>, _ wantsPositions: Bool) -> FuzzyMatch? {
            for column in 0..<columns where letters[column] == word[0] && text.bonus[column] > 0 {
                offer(column, isLoose: false, score: letter + Int32(text.bonus[column]), parent: -1)
            }
            for row in 1..<word.count {
                let before = rowStart..<count
                guard !before.isEmpty else { return nil }
                rowStart = count
                place(word[row], after: before)
            }
            guard var best = (rowStart..<count).max(by: { steps[$0].score < steps[$1].score }) else { return nil }
            let score = Int(steps[best].score)
            guard wantsPositions else { return FuzzyMatch(score: score, positions: []) }
            var positions: [Int] = []
            while best >= 0 {
                positions.append(Int(steps[best].column))
                best = Int(steps[best].parent)
            }
            return FuzzyMatch(score: score, positions: positions.reversed())
        }

        private mutating func place(_ byte: UInt8, after before: Range<Int>) {
            let first = before.reduce(columns) { min($0, Int(steps[$1].column)) } + 1
            // The beginning of a word behind any step.
            for column in first..<max(first, columns) where text.bonus[column] > 0 && letters[column] == byte {
                for parent in before {
                    let gap = column - 1 - Int(steps[parent].column)
                    guard gap >= 0 else { continue }
                    let own = letter + Int32(text.bonus[column]) + (gap == 0 ? adjacent : -Int32(gap))
                    offer(column, isLoose: steps[parent].isLoose, score: steps[parent].score + own, parent: parent)
                }
            }
            // Inside the word of a step: the next letter, or a later one where
            // the step may still leave letters out.
            for parent in before {
                let step = steps[parent]
                var column = Int(step.column) + 1
                guard column < columns, text.bonus[column] == 0 else { continue }
                if letters[column] == byte {
                    offer(column, isLoose: step.isLoose, score: step.score + letter + adjacent, parent: parent)
                }
                guard !step.isLoose else { continue }
                column += 1
                while column < columns, text.bonus[column] == 0 {
                    if letters[column] == byte {
                        let gap = Int32(column - 1) - Int32(step.column)
                        offer(column, isLoose: true, score: step.score + letter + loose - gap, parent: parent)
                    }
                    column += 1
                }
            }
        }

        /// Records a step unless a better one ends at the same place.
        private mutating func offer(_ column: Int, isLoose: Bool, score: Int32, parent: Int) {
            let step = Step(score: score, column: Int16(column), isLoose: isLoose, parent: Int32(parent))
            let slot = column * 2 + (isLoose ? 1 : 0)
            let known = Int(slots[slot])
            if known >= rowStart {
                if score > steps[known].score { steps[known] = step }
            } else {
                slots[slot] = Int32(count)
                steps.initializeElement(at: count, to: step)
                count += 1
            }
        }
    }
}
