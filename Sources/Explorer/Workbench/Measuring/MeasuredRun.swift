// The figures of a measured run: a value that learns of each request when it ends. It takes the same memory for
// any number of requests.

import NetLayer

package struct MeasuredRun: Sendable, Hashable {
    /// `nil` for a plain repetition.
    package let pace: RunPace?
    /// The latency of the responses, from when their requests should have started.
    package private(set) var latency = LatencyHistogram()
    /// The time from start to end, where a rate makes that another one.
    package private(set) var serviceTime = LatencyHistogram()
    package private(set) var timeline = LatencyTimeline()
    /// Responses by status.
    package private(set) var statuses: [Int: Int] = [:]
    /// Requests without a whole response, by the kind of failure.
    package private(set) var failures: [String: Int] = [:]
    /// Requests that count and were not cancelled.
    package private(set) var requests = 0
    package private(set) var warmUps = 0
    package private(set) var cancelled = 0
    package private(set) var bytes: Int64 = 0
    /// How late the latest request started, in microseconds.
    package private(set) var latestStart = 0
    private var begin: Duration?
    private var end: Duration?

    package init(pace: RunPace? = nil) { self.pace = pace }

    /// Latencies count from the times at which requests were due.
    package var isAtRate: Bool { pace?.rate != nil }

    /// The responses whose status is no error.
    package var successes: Int { statuses.reduce(0) { $0 + ($1.key < 400 ? $1.value : 0) } }

    /// From the first request that counts to the last end.
    package var elapsed: Duration {
        guard let begin, let end else { return .zero }
        return max(.zero, end - begin)
    }

    /// Requests per second; `nil` before any time has passed.
    package var perSecond: Double? { elapsed > .zero ? Double(requests) / (elapsed / .seconds(1)) : nil }

    /// Counts a request that has ended.
    package mutating func add(_ member: MemberEnd) {
        if member.isCancelled { return cancelled += 1 }
        if member.isWarmUp { return warmUps += 1 }
        requests += 1
        bytes += member.bytes
        latestStart = max(latestStart, member.lateness ?? 0)
        count(member, 1)
        end = max(end ?? member.endedAt, member.endedAt)
        guard let start = member.begin, let time = member.latency else { return }
        let first = min(begin ?? start, start)
        begin = first
        guard member.hasResponse else { return }
        latency.record(time)
        timeline.add(time, at: start - first)
        if member.due != nil, let served = member.serviceTime { serviceTime.record(served) }
    }

    /// The verdict on a counted request has changed; its times have not.
    package mutating func judge(_ old: MemberEnd, as new: MemberEnd) {
        guard !old.isCancelled, !old.isWarmUp else { return }
        count(old, -1)
        count(new, 1)
    }

    private mutating func count(_ member: MemberEnd, _ step: Int) {
        if let failure = member.failure {
            let count = failures[failure, default: 0] + step
            failures[failure] = count > 0 ? count : nil
        } else if let status = member.status {
            let count = statuses[status, default: 0] + step
            statuses[status] = count > 0 ? count : nil
        }
    }
}
