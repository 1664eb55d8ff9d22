// When a service counts as broken: the rules to choose from, as plain values (design note failover.md, "Policies").

/// Which rule says that a service is broken.
public enum FailoverPolicy: Sendable, Hashable {
    /// HH's rule bug for bug (HH-F1 … HH-F5): counted at dispatch, over the whole run, and only when exactly a tenth failed. For comparison.
    case classic
    /// That rule as it was meant (HH-F7): at least `percent` of at least `minimum` failed. Completions only, each service for itself, and looked
    /// at on failures only (B-HH-F1 … B-HH-F6).
    case errorRate(minimum: Int = 40, percent: Int = 10, span: OutcomeSpan = .run, codes: CountedFailures = .all)
    /// So many failures in a row, none older than the window of ``BreakerRule/standard``.
    case consecutive(Int = 5)
    /// So many in a row, or too many of the last: the default.
    case breaker(BreakerRule = .standard)
    /// Nothing by itself; the standard breaker's decisions are told and not carried out.
    case manual
}

/// Which outcomes a rate is taken of.
public enum OutcomeSpan: Sendable, Hashable {
    /// All since the service was last switched away from.
    case run
    /// The last so many.
    case last(Int)
    /// Those of the last so long, to a thirtieth of it.
    case time(Duration)
}

/// Which failures a policy counts.
public enum CountedFailures: Sendable, Hashable {
    /// HH's three: timed out, cannot connect, cut (HH-F2).
    case classic
    case all
}

/// When a breaker trips: looked at on each failure (and, for slow calls, on each answer).
public struct BreakerRule: Sendable, Hashable {
    /// So many failures in a row within the window.
    public var consecutive = 5
    /// So many of 100 outcomes in the window …
    public var percent = 50
    /// … when there are at least so many.
    public var minimum = 10
    /// How long an outcome counts.
    public var window = Duration.seconds(30)
    /// An answer that took longer is a slow call; `nil` counts none.
    public var slowCall: Duration?
    /// So many of 100 outcomes in the window slow, of at least ``minimum``.
    public var slowPercent = 100

    /// Each threshold at its default.
    public init() {}

    /// What a pool has that says nothing else.
    public static let standard = BreakerRule()
}

/// How long a broken service is left alone, and what brings it back.
public struct BreakerTiming: Sendable, Hashable {
    /// How long it is left alone at first; each further time twice as long.
    public var open = Duration.seconds(5)
    /// Never longer than this.
    public var openMax = Duration.seconds(60)
    /// So many good trials one after the other close it; a bad one opens it again.
    public var rise = 3
    /// From one trial by health check to the next.
    public var trialInterval = Duration.seconds(2)
    /// So long closed takes one doubling back.
    public var healthyInterval = Duration.seconds(60)

    /// Each span at its default.
    public init() {}
}

/// What follows when a preferred service has healed.
public enum Failback: Sendable, Hashable {
    /// It takes over again once the stand-in has had traffic for `minDwell`; over `canary` with a share that grows from 10 to 100 %.
    case automatic(minDwell: Duration = .seconds(10), canary: Duration? = nil)
    /// Somebody is asked.
    case manual
    /// The stand-in stays (as HH does).
    case never
}

/// Which service comes next.
public enum SelectionRule: Sendable, Hashable {
    /// The first healthy one in declared order.
    case ordered
    /// The first healthy one after the broken one; after the last comes the first (HH-S3, HH-S4).
    case nextWrapping
}

/// What becomes of requests in the air to a service that trips.
public enum InFlightRule: Sendable, Hashable {
    /// They stay where they are (HH-S6).
    case leave
    /// Idempotent ones go to the next service at once, within budget and deadline; others stay.
    case redispatchIdempotent
}
