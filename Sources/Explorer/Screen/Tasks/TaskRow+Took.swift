// How long a task took, as the table shows it.

import NetLayer

extension TaskRow {
    /// The time from the start of its first request to its end. For a queued task, and for a group or
    /// chain without a start, from its opening. `nil` for another task that ended before it started.
    func took(at now: Duration) -> Duration? {
        guard let endedAt else { return now - (startedAt ?? openedAt) }
        return startedAt.map { endedAt - $0 } ?? (info.kind.hasMembers ? endedAt - openedAt : nil)
    }
}

extension Duration {
    /// Whole microseconds, for comparisons.
    var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
