// How well a word fits a text as an abbreviation: its letters in pieces, each where a word of the text begins.

/// `gi` fits getItem, `rpi` fits /repos/pulls/issues, and `isue` fits issues: once, letters may be left out within a word.
enum Abbreviation {
    /// Longer words, and what is behind in longer texts, are only found as they stand.
    static let longestWord = 32
    static let longestText = 255

    /// What each letter counts, each letter next to the one before, and the one that leaves letters of its word out. A letter left
    /// out between two pieces costs one; what a piece's beginning is worth, the text knows.
    static let letter: Int32 = 16
    static let adjacent: Int32 = 12
    static let loose: Int32 = -6

    /// The best of all ways to place the letters; `nil` when there is none.
    static func match(_ word: FuzzyQuery.Word, _ text: FuzzyText, wantsPositions: Bool = true) -> FuzzyMatch? {
        let (rows, columns) = (word.bytes.count, min(text.bytes.count, longestText))
        guard word.canBeAbbreviated, rows <= columns else { return nil }
        return withUnsafeTemporaryAllocation(of: Step.self, capacity: rows * 2 * columns) { steps in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * columns) { slots in
                slots.initialize(repeating: -1)
                var search = Search(
                    text: text, letters: word.isCased ? text.bytes : text.folded, columns: columns, steps: steps, slots: slots)
                return word.bytes.withUnsafeBufferPointer { search.run($0, wantsPositions) }
            }
        }
    }

    /// One way to have placed a letter, the best that ends there.
    private struct Step {
        var score: Int32
        var column: Int16
        /// Whether letters of a word have been left out already.
        var isLoose: Bool
        /// The step of the letter before; -1 at the first.
        var parent: Int32
    }

    /// Goes from letter to letter, and keeps only the places that can be reached: seldom more than a few.
    private struct Search {
        let text: FuzzyText
        let letters: UnsafeBufferPointer<UInt8>
        let columns: Int
        /// All steps, those of a letter together.
        let steps: UnsafeMutableBufferPointer<Step>
        /// By column and looseness, the step that ends there; one before `rowStart` belongs to an earlier letter.
        let slots: UnsafeMutableBufferPointer<Int32>
        var count = 0
        var rowStart = 0

        mutating func run(_ word: UnsafeBufferPointer<UInt8>, _ wantsPositions: Bool) -> FuzzyMatch? {
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
            // Where a word begins, behind any step.
            for column in first..<max(first, columns) where text.bonus[column] > 0 && letters[column] == byte {
                for parent in before {
                    let gap = column - 1 - Int(steps[parent].column)
                    guard gap >= 0 else { continue }
                    let own = letter + Int32(text.bonus[column]) + (gap == 0 ? adjacent : -Int32(gap))
                    offer(column, isLoose: steps[parent].isLoose, score: steps[parent].score + own, parent: parent)
                }
            }
            // Within the word of a step: next to it, or further on where that is still allowed.
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

        /// Takes a step unless a better one ends there.
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
