// What a measured run learns of a request that has ended.

import NetLayer

/// The end of one request. Times count from the client's start.
package struct MemberEnd: Sendable, Hashable {
    /// When it should have started, at a fixed rate.
    package var due: Duration?
    /// When it did start; `nil` for a request that never did.
    package var startedAt: Duration?
    package var endedAt: Duration
    /// The status of its response.
    package var status: Int?
    /// The kind of its failure; `nil` for a success, and for a response whose status says it.
    package var failure: String?
    /// The user or its group has ended it.
    package var isCancelled = false
    package var isWarmUp = false
    package var bytes: Int64 = 0

    package init(due: Duration? = nil, startedAt: Duration?, endedAt: Duration, status: Int?, failure: String? = nil) {
        self.due = due
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.status = status
        self.failure = failure
    }

    /// `nil` for a task that has not ended.
    package init?(_ row: TaskRow) {
        guard row.state.isEnded, let endedAt = row.endedAt else { return nil }
        self.init(due: row.pacing?.due, startedAt: row.startedAt, endedAt: endedAt, status: row.status)
        switch row.state {
        case .cancelled, .superseded: isCancelled = true
        case .queued, .running, .retrying, .succeeded, .failed, .timedOut:
            if row.state != .succeeded, (status ?? 0) < 400 { failure = row.errorKind ?? row.state.name }
        }
        isWarmUp = row.pacing?.isWarmUp ?? false
        bytes = row.bytesReceived
    }

    /// It brought a whole response, whatever the status.
    package var hasResponse: Bool { status != nil && failure == nil && !isCancelled }
    /// The time from which its latency counts.
    package var begin: Duration? { due ?? startedAt }
    /// From when it should have started to its end, in microseconds: what a user who wanted it then has
    /// waited.
    package var latency: Int? { begin.map { Self.microseconds(endedAt - $0) } }
    /// From its start to its end, in microseconds.
    package var serviceTime: Int? { startedAt.map { Self.microseconds(endedAt - $0) } }
    /// How late it started, in microseconds; `nil` without a rate.
    package var lateness: Int? {
        guard let due, let startedAt else { return nil }
        return Self.microseconds(startedAt - due)
    }

    static func microseconds(_ time: Duration) -> Int { Int(max(.zero, time) / .microseconds(1)) }
}
