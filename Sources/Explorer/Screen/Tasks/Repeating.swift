// `:repeat [N] [AT ONCE] [MODE] [rate:…] [for:…] [warm-up:…] [hedge:…] [priority:…] [deadline:…]`: the selected
// request several times, as a group of the task table. With a rate, a time or a warm-up the group is measured.

import Catalog
import NetLayer
import Workbench

/// How often and how a request is repeated.
struct RepeatWish: Hashable {
    /// The limit of plain repetitions; more of them are measured, at a rate or for a time.
    static let most = 1_000

    /// `nil`: as many as start in ``length``.
    private(set) var count: Int?
    /// `nil`: as many as the engine allows.
    private(set) var atOnce: Int?
    private(set) var mode = GroupMode.collectAll
    private(set) var hedge: HedgePolicy?
    private(set) var priority: CallPriority?
    private(set) var deadline: Duration?
    private(set) var rate: RequestRate?
    private(set) var length: Duration?
    private(set) var warmUp: Duration?

    /// - Parameters:
    ///   - words: the arguments of `:repeat`.
    ///   - usual: the count where the words name neither a count nor a time; `nil`: they must.
    init(_ words: [String], usual: Int? = nil) throws(PaletteProblem) {
        var rest = words[...]
        // A count comes first; `for:30s` may stand in its place.
        let first = words.first.flatMap { $0.contains(":") || (usual != nil && Int($0) == nil) ? nil : rest.popFirst() }
        let second = rest.first?.first?.isNumber == true && first != nil ? rest.popFirst() : nil
        var hasMode = false
        for word in rest {
            if let mode = GroupMode(word: word) {
                guard !hasMode else { throw PaletteProblem("“\(word)” is a second mode beside “\(self.mode.word)”: write one") }
                (self.mode, hasMode) = (mode, true)
            } else {
                try readOption(word)
            }
        }
        if let first { count = try Self.number(first, "how often", most: isMeasured ? RunPace.most : Self.most) }
        if let second { atOnce = try Self.number(second, "how many at once", most: RunPace.mostAtOnce) }
        if count == nil, length == nil {
            guard let usual else { throw PaletteProblem("How often? Write a number, such as repeat 100, or for:30s") }
            count = usual
        }
        if isMeasured || usual != nil, mode != .collectAll {
            throw PaletteProblem("A measured run takes every response: leave out “\(mode.word)”")
        }
        if let count, let shortage = mode.shortage(of: count) { throw PaletteProblem("\(shortage): write a smaller number") }
    }

    /// The words set a pace.
    var isMeasured: Bool { rate != nil || length != nil || warmUp != nil }

    /// The pace of a measured run.
    /// - Parameters:
    ///   - turns: the number of requests that take turns, each ``count`` times.
    ///   - usual: how many run at once without a rate, unless the words say it.
    func pace(turns: Int = 1, usual: Int) throws(PaletteProblem) -> RunPace {
        let pace = RunPace(
            rate: rate, each: count, turns: turns, length: length, warmUp: warmUp, atOnce: atOnce, usual: usual)
        if let excess = pace.excess { throw PaletteProblem("\(excess): choose a lower rate or a shorter time") }
        return pace
    }

    private mutating func readOption(_ word: String) throws(PaletteProblem) {
        let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
        let value = parts.count > 1 ? parts[1] : ""
        switch parts.first {
        case "rate":
            guard let rate = RequestRate(word: value) else { throw Self.problem(word, RequestRate.wordHint) }
            self.rate = rate
        case "for":
            guard let span = RunLengthText.parse(value) else { throw Self.problem(word, RunLengthText.hint) }
            length = span
        case "warm-up":
            guard let span = RunLengthText.parse(value) else { throw Self.problem(word, RunLengthText.hint) }
            warmUp = span
        case "hedge":
            guard let policy = HedgePolicy(word: value) else { throw Self.problem(word, HedgePolicy.wordHint) }
            hedge = policy
        case "priority":
            guard let priority = CallPriority(word: value) else { throw Self.problem(word, "write low, normal or high") }
            self.priority = priority
        case "deadline":
            guard let span = DeadlineText.parse(value) else { throw Self.problem(word, DeadlineText.hint) }
            deadline = span
        default:
            throw Self.problem(
                word, "\(GroupMode.wordHint); or rate:50/s, for:30s, warm-up:5s, hedge:200ms, priority:low, deadline:10s")
        }
    }

    private static func problem(_ word: String, _ hint: String) -> PaletteProblem {
        PaletteProblem("“\(word)” cannot be used: \(hint)")
    }

    private static func number(_ word: String, _ what: String, most: Int) throws(PaletteProblem) -> Int {
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
        let pace = try wish.isMeasured ? wish.pace(usual: sending.defaults.mostPerHost) : nil
        if let id = form?.endpoint.id, let asks = bring(for: .times(words, endpoint: id)) { return asks }
        guard var plan = selectedPlan() else { return [] }
        leaveLink()
        wish.apply(to: &plan)
        guard let pace else { return send(plan, times: wish) }
        return measure(plan, at: pace)
    }
}
