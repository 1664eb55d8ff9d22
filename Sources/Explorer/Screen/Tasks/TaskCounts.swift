// How many tasks are in which state.

import NetLayer

/// The number of tasks in each state.
public struct TaskCounts: Sendable, Hashable {
    public internal(set) var running = 0
    public internal(set) var queued = 0
    public internal(set) var failed = 0
    public internal(set) var ended = 0

    public var live: Int { running + queued }

    /// Groups and chains do not count; their members do.
    mutating func change(_ row: TaskRow, by step: Int) {
        guard !row.info.kind.hasMembers else { return }
        switch row.state {
        case .queued: queued += step
        case .running, .retrying: running += step
        case .failed, .timedOut:
            if row.isFailure { failed += step }
            ended += step
        case .succeeded, .cancelled, .superseded: ended += step
        }
    }
}
