// Decides whether a service that works counts as broken now: by the run of failures, the window of
// outcomes, and the policy.

/// Why a service counts as broken.
public enum TripReason: Sendable, Hashable, CustomStringConvertible {
    /// This many failures in a row.
    case consecutive(Int)
    /// Too many of the counted outcomes were failures.
    case rate(OutcomeCounts)
    /// Too many of the counted outcomes were slow.
    case slow(OutcomeCounts)
    /// This many health checks failed in a row.
    case healthCheck(Int)
    /// TAFNetworking's counters were at exactly a tenth.
    case classic(OutcomeCounts)

    public var description: String {
        switch self {
        case .consecutive(let count): "\(count) failures in a row"
        case .rate(let counts): "\(counts.failed) of \(counts.total) failed"
        case .slow(let counts): "\(counts.slow) of \(counts.total) were slow"
        case .healthCheck(let count): "\(count) health checks failed in a row"
        case .classic(let counts): "exactly a tenth failed, \(counts.failed) of \(counts.total)"
        }
    }
}

/// The counters of one service while it works, and their thresholds.
struct TripRule: Sendable {
    private struct Rate: Sendable {
        /// More than 100 is never reached, and less than 0 always: `Int.max` for "never" must not overflow a product.
        let percent: Int
        let minimum: Int

        init(percent: Int, minimum: Int) {
            self.percent = min(max(0, percent), 101)
            self.minimum = minimum
        }

        // In integers: a tenth is exactly a tenth on every machine.
        func isReached(by part: Int, of total: Int) -> Bool { total >= minimum && 100 * part >= percent * total }
    }

    /// A failure that counts more often than any minimum breaks the service at once, as `Int.max` is meant to.
    private static let largestWeight = 1_000_000
    /// A longer run is never reached within a window, as `Int.max` is meant to; its ring buffer would fill memory.
    private static let longestRun = 100_000

    private var window: OutcomeWindow
    private let rate: Rate?
    private let slow: (limit: Duration, rate: Rate)?
    private let codes: CountedFailures
    /// The times of the failures in the current run, a ring buffer whose size is the number that breaks the
    /// service; empty where a run does not break it.
    private var run: [Duration]
    private var length = 0
    private let span: Duration

    init(_ policy: FailoverPolicy) {
        var rule = BreakerRule.standard
        switch policy {
        case .classic, .manual: break
        case .breaker(let own): rule = own
        case .consecutive(let count):
            rule.consecutive = count
        case .errorRate(let minimum, let percent, let span, let codes):
            window = OutcomeWindow(span)
            rate = Rate(percent: percent, minimum: minimum)
            slow = nil
            self.codes = codes
            run = []
            self.span = .zero
            return
        }
        window = OutcomeWindow(.time(rule.window))
        if case .consecutive = policy { rate = nil } else { rate = Rate(percent: rule.percent, minimum: rule.minimum) }
        slow = rule.slowCall.map { ($0, Rate(percent: rule.slowPercent, minimum: rule.minimum)) }
        codes = .all
        run = [Duration](repeating: .zero, count: rule.consecutive > Self.longestRun ? 0 : max(1, rule.consecutive))
        span = rule.window
    }

    /// The counts of the service's recent outcomes.
    mutating func counts(at now: Duration) -> OutcomeCounts { window.counts(at: now) }

    /// Counts one more outcome. Returns the reason if it breaks the service.
    mutating func record(_ outcome: ServiceOutcome, latency: Duration, at now: Duration) -> TripReason? {
        switch outcome {
        case .uncounted: return nil
        case .answered:
            length = 0
            let isSlow = slow.map { latency > $0.limit } ?? false
            window.record(OutcomeCounts(total: 1, slow: isSlow ? 1 : 0), at: now)
            return isSlow ? slowRate(at: now) : nil
        case .failed(let failure, let weight):
            guard codes == .all || failure.isClassic else {
                window.record(OutcomeCounts(total: 1), at: now)
                return nil
            }
            guard weight > 0 else { return nil }
            let count = min(weight, Self.largestWeight)
            window.record(OutcomeCounts(total: count, failed: count), at: now)
            for _ in 0..<min(count, run.count) { recordFailure(at: now) }
            return consecutive(at: now) ?? failureRate(at: now)
        }
    }

    /// Whether the counters are consistent.
    var isSane: Bool { window.isSane }

    mutating func clear() {
        window.clear()
        length = 0
    }

    private mutating func recordFailure(at now: Duration) {
        run[length % run.count] = now
        length += 1
    }

    private func consecutive(at now: Duration) -> TripReason? {
        // The oldest failure in the ring buffer is the one that the next failure overwrites.
        guard !run.isEmpty, length >= run.count, now - run[length % run.count] <= span else { return nil }
        return .consecutive(run.count)
    }

    private mutating func failureRate(at now: Duration) -> TripReason? {
        guard let rate else { return nil }
        let counts = window.counts(at: now)
        return rate.isReached(by: counts.failed, of: counts.total) ? .rate(counts) : nil
    }

    private mutating func slowRate(at now: Duration) -> TripReason? {
        guard let slow else { return nil }
        let counts = window.counts(at: now)
        return slow.rate.isReached(by: counts.slow, of: counts.total) ? .slow(counts) : nil
    }
}
