// When a second copy of a request goes out although the first has not failed.

/// Whether an answer that is slow to come is asked for a second time ("The Tail at Scale", Dean and Barroso, 2013). Opt-in.
///
/// Idempotent methods only, and only the first attempt of a call; the copy goes to another service when the pool has one, spends a token of the
/// pool's ``RetryBudgetRule``, and is left out when no slot is free: it never waits. The first answer wins and the other copy is cancelled at
/// once. A streamed call is not hedged.
public enum HedgePolicy: Sendable, Hashable {
    case never
    /// So long after the first copy was sent.
    case after(Duration)
    /// After what 95 of 100 calls of the endpoint took lately, but no sooner than this. Not before 20 calls of it are known.
    case afterP95(atLeast: Duration)
}
