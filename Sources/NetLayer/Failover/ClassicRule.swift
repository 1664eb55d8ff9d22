// The rule of TAFNetworking (HH in docs/NETLAYER.md), including its bugs: it is implemented so that the
// corrected rules can be compared with it.

/// One pair of counters for the whole pool.
struct ClassicRule: Sendable {
    private(set) var counts = OutcomeCounts()

    /// Counts a request that is sent, of any kind.
    mutating func dispatched() { counts.total += 1 }

    /// Evaluates the rule after every request, also after a success; only an exact tenth causes a switch.
    mutating func completed(_ outcome: ServiceOutcome) -> TripReason? {
        if case .failed(let failure, _) = outcome, failure.isClassic { counts.failed += 1 }
        guard outcome != .uncounted, counts.total >= 40, 10 * counts.failed == counts.total else { return nil }
        return .classic(counts)
    }

    /// Resets the counters. Only a switch does so: automatic, pushed or by hand.
    mutating func clear() { counts = OutcomeCounts() }
}
