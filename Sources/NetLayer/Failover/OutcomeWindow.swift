// Counts a service's outcomes over a span: constant work for each outcome, constant memory.

/// The number of all outcomes, of failed and of slow ones.
public struct OutcomeCounts: Sendable, Hashable {
    /// All outcomes that were counted.
    public var total = 0
    /// Those of ``total`` that failed.
    public var failed = 0
    /// Those of ``total`` that got a response, but too late.
    public var slow = 0

    /// By default none.
    public init(total: Int = 0, failed: Int = 0, slow: Int = 0) {
        self.total = total
        self.failed = failed
        self.slow = slow
    }

    static func += (left: inout OutcomeCounts, right: OutcomeCounts) {
        left.total += right.total
        left.failed += right.failed
        left.slow += right.slow
    }

    static func -= (left: inout OutcomeCounts, right: OutcomeCounts) {
        left.total -= right.total
        left.failed -= right.failed
        left.slow -= right.slow
    }
}

/// The outcomes of a span of time or of a number of outcomes.
struct OutcomeWindow: Sendable {
    /// The precision of a span of time: the number of its slices.
    static let slices = 30

    private let span: OutcomeSpan
    /// For a time, one slice each; for a number, one outcome each. Both are ring buffers.
    private var parts: [OutcomeCounts]
    private var next = 0
    private var slice: Int64 = 0
    private var sum = OutcomeCounts()

    init(_ span: OutcomeSpan) {
        self.span = span
        switch span {
        case .run: parts = []
        case .last(let count): parts = [OutcomeCounts](repeating: OutcomeCounts(), count: max(1, count))
        case .time: parts = [OutcomeCounts](repeating: OutcomeCounts(), count: Self.slices)
        }
    }

    mutating func record(_ outcome: OutcomeCounts, at now: Duration) {
        switch span {
        case .run: break
        case .last:
            sum -= parts[next]
            parts[next] = outcome
            next = (next + 1) % parts.count
        case .time:
            discardExpired(now)
            parts[Int(slice % Int64(Self.slices))] += outcome
        }
        sum += outcome
    }

    mutating func counts(at now: Duration) -> OutcomeCounts {
        if case .time = span { discardExpired(now) }
        return sum
    }

    /// Whether the counters are consistent.
    var isSane: Bool { sum.failed >= 0 && sum.slow >= 0 && sum.failed + sum.slow <= sum.total }

    mutating func clear() { self = OutcomeWindow(span) }

    /// Removes the slices that have left the span. If the clock runs backwards, the slice does not change.
    private mutating func discardExpired(_ now: Duration) {
        guard case .time(let length) = span else { return }
        let current = now.nanoseconds / max(1, length.nanoseconds / Int64(Self.slices))
        guard current > slice else { return }
        for passed in max(slice + 1, current - Int64(Self.slices) + 1)...current {
            let place = Int(passed % Int64(Self.slices))
            sum -= parts[place]
            parts[place] = OutcomeCounts()
        }
        slice = current
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to 64 bits: 292 years.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? (seconds < 0 ? .min : .max) : product + attoseconds / 1_000_000_000
    }
}
