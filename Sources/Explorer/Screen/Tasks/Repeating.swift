// `:repeat N [AT ONCE] [MODE] [hedge:…] [priority:…] [deadline:…]`: the selected request several times, as a
// group of the task table.

import Catalog
import NetLayer

/// How often and how a request is repeated.
struct RepeatWish: Hashable {
    /// The limit of repetitions; higher counts belong to load-testing tools.
    static let most = 1_000

    var count: Int
    /// `nil`: as many as the engine allows.
    var atOnce: Int?
    var mode = GroupMode.collectAll
    var hedge: HedgePolicy?
    var priority: CallPriority?
    var deadline: Duration?

    /// - Parameter words: the arguments of `:repeat`.
    init(_ words: [String]) throws(PaletteProblem) {
        count = try Self.number(words.first ?? "", "how often")
        var hasMode = false
        for (index, word) in words.enumerated().dropFirst() {
            if index == 1, word.first?.isNumber == true {
                atOnce = try Self.number(word, "how many at once")
            } else if let mode = GroupMode(word: word) {
                guard !hasMode else { throw PaletteProblem("“\(word)” is a second mode beside “\(self.mode.word)”: write one") }
                (self.mode, hasMode) = (mode, true)
            } else {
                try readPolicy(word)
            }
        }
        if let shortage = mode.shortage(of: count) { throw PaletteProblem("\(shortage): write a smaller number") }
    }

    private mutating func readPolicy(_ word: String) throws(PaletteProblem) {
        let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
        let value = parts.count > 1 ? parts[1] : ""
        switch parts.first {
        case "hedge":
            guard let policy = HedgePolicy(word: value) else { throw Self.problem(word, HedgePolicy.wordHint) }
            hedge = policy
        case "priority":
            guard let priority = CallPriority(word: value) else { throw Self.problem(word, "write low, normal or high") }
            self.priority = priority
        case "deadline":
            guard let span = DeadlineText.parse(value) else { throw Self.problem(word, DeadlineText.hint) }
            deadline = span
        default: throw Self.problem(word, "\(GroupMode.wordHint); or hedge:200ms, priority:low, deadline:10s")
        }
    }

    private static func problem(_ word: String, _ hint: String) -> PaletteProblem {
        PaletteProblem("“\(word)” cannot be used: \(hint)")
    }

    private static func number(_ word: String, _ what: String) throws(PaletteProblem) -> Int {
        guard let number = Int(word), (1...most).contains(number) else {
            throw PaletteProblem("“\(word)” does not say \(what): a number from 1 to \(most)")
        }
        return number
    }

    /// Sets the policies that the wish names.
    func apply(to plan: inout RequestPlan) {
        if let hedge { plan.policies.hedge = hedge }
        if let priority { plan.policies.priority = priority }
        if let deadline { plan.policies.deadline = deadline }
    }
}

extension Model {
    mutating func repeatSelected(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        let wish = try RepeatWish(words)
        if let id = form?.endpoint.id, let asks = bring(for: .times(words, endpoint: id)) { return asks }
        guard var plan = selectedPlan() else { return [] }
        leaveLink()
        wish.apply(to: &plan)
        return send(plan, times: wish)
    }
}
