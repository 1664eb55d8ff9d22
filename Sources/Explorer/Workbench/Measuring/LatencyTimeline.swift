// Latency over time: spans of equal length, few enough for one line however long a run lasts.

package struct LatencyTimeline: Sendable, Hashable {
    /// The requests that began in one span.
    package struct Span: Sendable, Hashable {
        package var count = 0
        /// In microseconds, like `sum`.
        package var slowest = 0
        package var sum = 0

        mutating func add(_ other: Span) {
            count += other.count
            slowest = max(slowest, other.slowest)
            sum += other.sum
        }
    }

    /// The most spans: when a run lasts longer, two become one.
    package static let most = 32

    /// The length of a span.
    package private(set) var step = Duration.milliseconds(50)
    package private(set) var spans: [Span] = []

    package init() {}

    /// - Parameters:
    ///   - latency: in microseconds.
    ///   - time: when the request began, since the begin of the run.
    mutating func add(_ latency: Int, at time: Duration) {
        let time = max(.zero, time)
        while time >= step * Self.most { halve() }
        let place = Int(time / step)
        if place >= spans.count { spans += [Span](repeating: Span(), count: place + 1 - spans.count) }
        spans[place].add(Span(count: 1, slowest: latency, sum: latency))
    }

    private mutating func halve() {
        step = step * 2
        spans = stride(from: 0, to: spans.count, by: 2).map { index in
            var span = spans[index]
            if index + 1 < spans.count { span.add(spans[index + 1]) }
            return span
        }
    }
}
