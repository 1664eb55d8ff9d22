// The progress of the members of a group or chain, as text.

import Canvas
import NetLayer

enum GroupText {
    private static let mostBars = 7
    /// A shorter bar is useless.
    private static let leastBars = 3

    /// For the table: `7/12 ▓▓▓▓░░░ 2 failed`. With less room the bar becomes shorter, then disappears, and
    /// finally a sign replaces the word.
    static func short(_ members: MemberCounts, _ state: TaskState, width: Int) -> String {
        let count = "\(members.ended)/\(members.total)"
        let missed = missed(members, state)
        let words = ([count] + missed).joined(separator: " ")
        let bars = min(mostBars, width - TextWidth.measure(words) - 1)
        guard bars >= leastBars else {
            if missed.isEmpty || TextWidth.measure(words) <= width { return words }
            let signs = missedCounts(members, state).map { "\($0.count)\(StateLook($0.state).glyph)" }
            return ([count] + signs).joined(separator: " ")
        }
        let full = members.total > 0 ? bars * min(members.ended, members.total) / members.total : bars
        let bar = String(repeating: "▓", count: full) + String(repeating: "░", count: bars - full)
        return ([count, bar] + missed).joined(separator: " ")
    }

    /// For the table, once members have responses: `300/300 · 200 ×298, 503 ×2 · p50 2.0s p95 2.1s`. With less
    /// room the times are left out; `nil` where not even the statuses fit.
    static func figures(_ figures: GroupFigures, _ members: MemberCounts, width: Int) -> String? {
        guard !figures.statuses.isEmpty else { return nil }
        let short = "\(members.ended)/\(members.total) · \(statuses(figures))"
        let whole = times(figures).map { "\(short) · \($0)" } ?? short
        return [whole, short].first { TextWidth.measure($0) <= width }
    }

    /// `200 ×298, 503 ×2`, and the members whose ends no status tells.
    private static func statuses(_ figures: GroupFigures) -> String {
        let statuses = figures.statuses.sorted { $0.key < $1.key }.map { "\($0.key) ×\($0.value)" }
        let ends = [("failed", figures.failed), ("no response", figures.unanswered), ("cancelled", figures.cancelled)]
        let others = ends.filter { $0.1 > 0 }
        return (statuses + others.map { "\($0.0) ×\($0.1)" }).joined(separator: ", ")
    }

    /// `p50 2.0s p95 2.1s`.
    private static func times(_ figures: GroupFigures) -> String? {
        guard let half = figures.percentile(50), let most = figures.percentile(95) else { return nil }
        return "p50 \(Quantity.duration(half)) p95 \(Quantity.duration(most))"
    }

    /// For the trace, as a sentence.
    static func long(_ members: MemberCounts, _ state: TaskState) -> String {
        (["\(members.ended) of \(members.total) done"] + missed(members, state)).joined(separator: ", ")
    }

    /// A member that was cancelled with its group does not count as failed.
    private static func missed(_ members: MemberCounts, _ state: TaskState) -> [String] {
        missedCounts(members, state).map { "\($0.count) \($0.word)" }
    }

    /// The members that have not succeeded, by outcome. A member that was cancelled alone does
    /// not count as failed either.
    private static func missedCounts(
        _ members: MemberCounts, _ state: TaskState
    ) -> [(count: Int, word: String, state: TaskState)] {
        if isCancelled(state) { return members.failed > 0 ? [(members.failed, "not done", state)] : [] }
        let parts: [(count: Int, word: String, state: TaskState)] = [
            (members.failed - members.cancelled, "failed", .failed),
            (members.cancelled - members.skipped, "cancelled", .cancelled(.user)),
            (members.skipped, "skipped", .cancelled(.skipped)),
        ]
        return parts.filter { $0.count > 0 }
    }

    static func style(_ members: MemberCounts, _ state: TaskState) -> Style {
        if members.failed > members.cancelled, !isCancelled(state) { return .error }
        return state.isEnded ? .muted : StateLook(state).style
    }

    private static func isCancelled(_ state: TaskState) -> Bool { if case .cancelled = state { true } else { false } }
}
