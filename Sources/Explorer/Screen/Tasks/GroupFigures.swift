// The responses of a group's members: how many have each status, and how long they took. Each member counts
// once, when it ends, so that a table of many members costs no more.

import NetLayer

struct GroupFigures: Sendable, Hashable {
    /// The number of members by the status of their response.
    private(set) var statuses: [Int: Int] = [:]
    /// Members that ended without a response and that nothing cancelled.
    private(set) var unanswered = 0
    /// Members that were cancelled or superseded.
    private(set) var cancelled = 0
    /// How long the members with a response took, ascending.
    private var times: [Duration] = []

    /// Percentiles of fewer responses say nothing.
    private static let enough = 5

    /// Counts a member that has ended.
    mutating func add(_ row: TaskRow) {
        switch row.state {
        case .cancelled, .superseded: cancelled += 1
        case .queued, .running, .retrying, .succeeded, .failed, .timedOut:
            guard let status = row.status else {
                unanswered += 1
                return
            }
            statuses[status, default: 0] += 1
            guard let took = row.took(at: row.endedAt ?? .zero) else { return }
            times.insert(took, at: times.partitioningIndex { $0 > took })
        }
    }

    /// The time that `percent` of 100 responses did not exceed; `nil` of too few responses.
    func percentile(_ percent: Int) -> Duration? {
        guard times.count >= Self.enough else { return nil }
        return times[max(0, (times.count * percent + 99) / 100 - 1)]
    }
}
