// The circuit breaker of one service; pure.
//
//   closed ──trips──► open ──time is over──► half-open ──so many good trials──► closed
//                      ▲                         │
//                      └── twice as long ────────┘ a bad trial

/// What is thought of a service.
public enum BreakerState: Sendable, Hashable {
    /// It works: requests go to it.
    case closed
    /// Left alone until a moment, on the client's clock.
    case open(until: Duration)
    /// Being tried; so many trials were good, one after the other.
    case halfOpen(good: Int)

    /// It works; neither left alone nor being tried.
    public var isClosed: Bool { self == .closed }

    /// The word in events and JSON.
    public var name: String {
        switch self {
        case .closed: "closed"
        case .open: "open"
        case .halfOpen: "half_open"
        }
    }

    /// The word for people, who read "closed" as shut.
    public var word: String {
        switch self {
        case .closed: "healthy"
        case .open: "broken"
        case .halfOpen: "testing"
        }
    }
}

struct Breaker: Sendable {
    /// What a trial or an answer has changed.
    enum Change: Sendable, Equatable {
        case none
        case halfOpened
        case reclosed
        case reopened(until: Duration)
    }

    private let timing: BreakerTiming
    private(set) var rule: TripRule
    private(set) var state = BreakerState.closed
    /// Grows with each change of state: what was sent before a change says nothing after it (B-HH-F6).
    private(set) var epoch: UInt64 = 0
    /// So often the time of being open is doubled.
    private var doublings = 0
    private var closedAt = Duration.zero

    init(_ policy: FailoverPolicy, _ timing: BreakerTiming) {
        rule = TripRule(policy)
        self.timing = timing
    }

    /// It has tripped once before and not been healthy for long since.
    func isRecent(at now: Duration) -> Bool { doublings > healthyIntervals(at: now) }

    mutating func counts(at now: Duration) -> OutcomeCounts { rule.counts(at: now) }

    /// The outcome of a request to a service that works.
    mutating func add(_ outcome: ServiceOutcome, latency: Duration, at now: Duration) -> TripReason? {
        rule.add(outcome, latency: latency, at: now)
    }

    /// Forgets what led to a decision that was not carried out.
    mutating func clear() { rule.clear() }

    mutating func trip(at now: Duration) -> Duration {
        doublings = max(0, doublings - healthyIntervals(at: now))
        return open(at: now)
    }

    /// The time of being open may be over.
    mutating func settle(at now: Duration) -> Change {
        guard case .open(let until) = state, now >= until else { return .none }
        change(.halfOpen(good: 0))
        return .halfOpened
    }

    /// A trial, or an answer that came all the same, has said whether it lives.
    mutating func tried(_ isGood: Bool, at now: Duration) -> Change {
        switch state {
        case .closed: return .none
        case .open:
            guard isGood else { return .none }
            change(.halfOpen(good: 1))
            return timing.rise <= 1 ? close(at: now) : .halfOpened
        case .halfOpen(let good):
            guard isGood else { return .reopened(until: open(at: now)) }
            guard good + 1 < timing.rise else { return close(at: now) }
            // The trials of one half-open time count together: the epoch stays.
            state = .halfOpen(good: good + 1)
            return .none
        }
    }

    /// By hand.
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

    private mutating func open(at now: Duration) -> Duration {
        var length = timing.open
        for _ in 0..<doublings where length < timing.openMax { length *= 2 }
        // A service that was dead for hours is not doubted for hours.
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
