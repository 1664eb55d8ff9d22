// HH's rule bug for bug (HH-F1 … HH-F5): kept so that the mended rules can be compared with it.

/// One pair of counters for the whole pool.
struct ClassicRule: Sendable {
    private(set) var counts = OutcomeCounts()

    /// A request goes out, of whatever kind (HH-F1, B-HH-F5, B-HH-F8).
    mutating func dispatched() { counts.total += 1 }

    /// A request is over; looked at on success too (B-HH-F3), and only an exact tenth switches (B-HH-F1).
    mutating func completed(_ outcome: ServiceOutcome) -> TripReason? {
        if case .failed(let failure, _) = outcome, failure.isClassic { counts.failed += 1 }
        guard outcome != .uncounted, counts.total >= 40, 10 * counts.failed == counts.total else { return nil }
        defer { clear() }
        return .classic(counts)
    }

    /// A switch, automatic or pushed, resets them, nothing else does (HH-F5).
    mutating func clear() { counts = OutcomeCounts() }
}
