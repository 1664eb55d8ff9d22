// The circuit breaker of one service; pure.
//
//   closed ──trips──► open ──time is over──► half-open ──enough good trials──► closed
//                      ▲                         │
//                      └── twice as long ────────┘ a failed trial

/// The state of a service's circuit breaker.
public enum BreakerState: Sendable, Hashable {
    /// The service works: requests go to it.
    case closed
    /// The service gets no requests until this time, on the client's clock.
    case open(until: Duration)
    /// The service is being tested; `good` trials in a row succeeded.
    case halfOpen(good: Int)

    /// Whether the service works: the breaker is neither open nor half-open.
    public var isClosed: Bool { self == .closed }

    /// The word in events and JSON.
    public var name: String {
        switch self {
        case .closed: "closed"
        case .open: "open"
        case .halfOpen: "half_open"
        }
    }

    /// The word for the user, who may not know that "closed" means healthy.
    public var word: String {
        switch self {
        case .closed: "healthy"
        case .open: "down"
        case .halfOpen: "testing"
        }
    }
}

struct Breaker: Sendable {
    /// The effect of a trial or a response on the state.
    enum Change: Sendable, Equatable {
        case none
        case halfOpened
        case reclosed
        case reopened(until: Duration)
    }

    private let timing: BreakerTiming
    private(set) var rule: TripRule
    private(set) var state = BreakerState.closed
    /// Grows with each change of state: the outcome of a request from before a change no longer counts.
    private(set) var epoch: UInt64 = 0
    /// How many times the open time was doubled.
    private var doublings = 0
    private var closedAt = Duration.zero

    init(_ policy: FailoverPolicy, _ timing: BreakerTiming) {
        rule = TripRule(policy)
        self.timing = timing
    }

    /// Whether the breaker has tripped before and the service has not been healthy for long since.
    func isRecent(at now: Duration) -> Bool { doublings > healthyIntervals(at: now) }

    mutating func counts(at now: Duration) -> OutcomeCounts { rule.counts(at: now) }

    /// Counts the outcome of a request to a service that works.
    mutating func record(_ outcome: ServiceOutcome, latency: Duration, at now: Duration) -> TripReason? {
        rule.record(outcome, latency: latency, at: now)
    }

    /// Clears the counters after a decision that was not carried out.
    mutating func clear() { rule.clear() }

    mutating func trip(at now: Duration) -> Duration {
        doublings = max(0, doublings - healthyIntervals(at: now))
        return openCircuit(at: now)
    }

    /// Becomes half-open when the open time is over.
    mutating func settle(at now: Duration) -> Change {
        guard case .open(let until) = state, now >= until else { return .none }
        change(.halfOpen(good: 0))
        return .halfOpened
    }

    /// Records the result of a trial, or of a late response: it shows whether the service works.
    mutating func recordTrial(_ isGood: Bool, at now: Duration) -> Change {
        switch state {
        case .closed: return .none
        case .open:
            guard isGood else { return .none }
            change(.halfOpen(good: 1))
            return timing.rise <= 1 ? close(at: now) : .halfOpened
        case .halfOpen(let good):
            guard isGood else { return .reopened(until: openCircuit(at: now)) }
            guard good + 1 < timing.rise else { return close(at: now) }
            // All trials of one half-open period count together: the epoch does not change.
            state = .halfOpen(good: good + 1)
            return .none
        }
    }

    /// Closes the breaker at the user's request.
    mutating func reset(at now: Duration) -> Change {
        guard state != .closed else { return .none }
        doublings = 0
        return close(at: now)
    }

    private mutating func close(at now: Duration) -> Change {
        change(.closed)
        closedAt = now
        rule.clear()
        return .reclosed
    }

    private mutating func openCircuit(at now: Duration) -> Duration {
        var length = timing.open
        for _ in 0..<doublings where length < timing.openMax { length *= 2 }
        // The open time has a maximum, so that a service that was down for hours is tested again soon.
        if length < timing.openMax { doublings += 1 }
        let until = now + min(length, timing.openMax)
        change(.open(until: until))
        rule.clear()
        return until
    }

    private mutating func change(_ state: BreakerState) {
        self.state = state
        epoch += 1
    }

    private func healthyIntervals(at now: Duration) -> Int {
        guard state == .closed, now > closedAt, timing.healthyInterval > .zero else { return 0 }
        return Int((now - closedAt) / timing.healthyInterval)
    }
}
