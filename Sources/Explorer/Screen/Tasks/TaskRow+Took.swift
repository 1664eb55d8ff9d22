// How long a task took, as the table says it.

import NetLayer

extension TaskRow {
    /// The time since its first request got its turn, until it ended; of one that waits for its turn, since it was made. `nil` of one that ended
    /// without a turn.
    func took(at now: Duration) -> Duration? {
        guard let endedAt else { return now - (startedAt ?? openedAt) }
        return startedAt.map { endedAt - $0 } ?? (info.kind.hasMembers ? endedAt - openedAt : nil)
    }
}
