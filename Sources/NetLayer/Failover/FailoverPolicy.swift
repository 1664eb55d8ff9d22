// The rules for when a service counts as broken, as plain values (design note failover.md, "Policies").

/// The rule that decides when a service is broken.
public enum FailoverPolicy: Sendable, Hashable {
    /// TAFNetworking's rule, including its bugs: counts at dispatch, over the whole run, and trips only when
    /// exactly a tenth failed. For comparison. It follows a ``Directive/Mode/force`` directive with one
    /// switch, whatever its ``Directive/expires``, and an advice not at all.
    case classic
    /// The corrected rule: at least `percent` of at least `minimum` failed. Counts only completions, for each
    /// service separately, and evaluates them only on failures.
    case errorRate(minimum: Int = 40, percent: Int = 10, span: OutcomeSpan = .run, codes: CountedFailures = .all)
    /// This many failures in a row, none older than the window of ``BreakerRule/standard``.
    case consecutive(Int = 5)
    /// Too many failures in a row, or too high a share of recent failures: the default.
    case breaker(BreakerRule = .standard)
    /// Nothing trips; the standard breaker's decisions are reported but not carried out.
    case manual
}

/// The outcomes from which a rate is computed.
public enum OutcomeSpan: Sendable, Hashable {
    /// All since the pool last switched away from the service.
    case run
    /// The last outcomes, this many.
    case last(Int)
    /// Those within this time before now, with a precision of a thirtieth of it.
    case time(Duration)
}

/// Which failures a policy counts.
public enum CountedFailures: Sendable, Hashable {
    /// The three of TAFNetworking: timed out, cannot connect, cut.
    case classic
    case all
}

/// When a breaker trips: evaluated on each failure (and, for slow calls, on each response).
public struct BreakerRule: Sendable, Hashable {
    /// This many failures in a row within the window.
    public var consecutive = 5
    /// This percentage of failed outcomes in the window …
    public var percent = 50
    /// … when there are at least this many outcomes.
    public var minimum = 10
    /// How long an outcome counts.
    public var window = Duration.seconds(30)
    /// A response that took longer is a slow call; with `nil`, none is.
    public var slowCall: Duration?
    /// This percentage of slow outcomes in the window, of at least ``minimum``.
    public var slowPercent = 100

    /// Every threshold at its default.
    public init() {}

    /// The rule of a pool without its own.
    public static let standard = BreakerRule()
}

/// How long a broken service gets no requests, and when it recovers.
public struct BreakerTiming: Sendable, Hashable {
    /// The first open time; each further one is twice as long.
    public var open = Duration.seconds(5)
    /// The maximum open time.
    public var openMax = Duration.seconds(60)
    /// This many successful trials in a row close the breaker; a failed one opens it again.
    public var rise = 3
    /// The time between two trials by health check.
    public var trialInterval = Duration.seconds(2)
    /// This much time in the closed state undoes one doubling.
    public var healthyInterval = Duration.seconds(60)

    /// Every time span at its default.
    public init() {}
}

/// The reaction to the recovery of a preferred service.
public enum Failback: Sendable, Hashable {
    /// The preferred service takes over once the replacement has been active for `minDwell`; over `canary`
    /// with a share that grows from 10 to 100 %.
    case automatic(minDwell: Duration = .seconds(10), canary: Duration? = nil)
    /// The user decides.
    case manual
    /// The replacement stays active (as in TAFNetworking).
    case never
}

/// Which service comes next.
public enum SelectionRule: Sendable, Hashable {
    /// The first healthy one in declared order.
    case ordered
    /// The first healthy one after the broken one; the first follows the last.
    case nextWrapping
}

/// What happens to requests in flight to a service that trips.
public enum InFlightRule: Sendable, Hashable {
    /// They stay where they are.
    case leave
    /// Idempotent ones go to the next service at once, within budget and deadline; others stay.
    case redispatchIdempotent
}
