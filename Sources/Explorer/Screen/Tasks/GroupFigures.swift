// The responses of a group's members: how many have each status, and how long they took. Each member counts
// once, when it ends, so that a table of many members costs no more.

import NetLayer

struct GroupFigures: Sendable, Hashable {
    /// The number of members by the status of their response, as far as the status says how they ended.
    private(set) var statuses: [Int: Int] = [:]
    /// Members that ended without a response and that nothing cancelled.
    private(set) var unanswered = 0
    /// Members that failed in spite of a status below 400: the body was cut, or it is not as expected.
    private(set) var failed = 0
    /// Members that were cancelled or superseded.
    private(set) var cancelled = 0
    /// How long the members in `statuses` took, ascending.
    private var times: [Duration] = []

    /// Percentiles of fewer responses say nothing.
    private static let enough = 5

    /// Counts a member that has ended.
    mutating func add(_ row: TaskRow) { count(row, by: 1) }

    /// Removes a member that was added, because its outcome changes.
    mutating func remove(_ row: TaskRow) { count(row, by: -1) }

    /// - Parameter step: 1 or -1.
    private mutating func count(_ row: TaskRow, by step: Int) {
        switch row.state {
        case .cancelled, .superseded: cancelled += step
        case .queued, .running, .retrying, .succeeded, .failed, .timedOut:
            guard let status = row.status else {
                unanswered += step
                return
            }
            guard row.state == .succeeded || status >= 400 else {
                failed += step
                return
            }
            let count = statuses[status, default: 0] + step
            statuses[status] = count > 0 ? count : nil
            guard let took = row.took(at: row.endedAt ?? .zero) else { return }
            let place = times.partitioningIndex { $0 >= took }
            if step > 0 {
                times.insert(took, at: place)
            } else if place < times.count {
                times.remove(at: place)
            }
        }
    }

    /// The time that `percent` of 100 responses did not exceed; `nil` of too few responses.
    func percentile(_ percent: Int) -> Duration? {
        guard times.count >= Self.enough else { return nil }
        return times[max(0, (times.count * percent + 99) / 100 - 1)]
    }
}
