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
