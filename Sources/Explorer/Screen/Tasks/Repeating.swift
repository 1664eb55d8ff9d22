// `:repeat N [AT ONCE]`: the selected request several times, as a group of the task table.

import NetLayer

extension Model {
    /// The limit of repetitions; higher counts belong to load-testing tools.
    static let mostRepeats = 1_000

    mutating func repeatSelected(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        let count = try Self.number(words.first ?? "", "how often", in: 1...Self.mostRepeats)
        var atOnce: Int?
        if words.count > 1 { atOnce = try Self.number(words[1], "how many at once", in: 1...Self.mostRepeats) }
        if let id = form?.endpoint.id, let asks = bring(for: .times(words, endpoint: id)) { return asks }
        guard let plan = selectedPlan() else { return [] }
        return send(plan, times: count, atOnce: atOnce)
    }

    private static func number(_ word: String, _ what: String, in range: ClosedRange<Int>) throws(PaletteProblem) -> Int {
        guard let number = Int(word), range.contains(number) else {
            throw PaletteProblem("“\(word)” does not say \(what): a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
