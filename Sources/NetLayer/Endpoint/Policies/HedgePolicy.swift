// When to send a second copy of a request although the first has not failed.

/// Whether to send a second copy of a request whose response is slow ("The Tail at Scale", Dean
/// and Barroso, 2013). Opt-in, except for pools with failover: see ``FailoverOptions/hedge``.
///
/// Hedging applies to idempotent methods only, a pool's own to safe ones, and only to the first attempt of a
/// call. The copy goes to another service when the pool has one, and spends a token of the pool's
/// ``RetryBudgetRule``. It never waits: without a free slot it is not sent. The first response wins, and the
/// other copy is cancelled at once. A streamed call is not hedged.
public enum HedgePolicy: Sendable, Hashable {
    case never
    /// This long after the first copy was sent.
    case after(Duration)
    /// After the time that 95 of 100 recent calls of the endpoint did not exceed, but no sooner than
    /// `atLeast`. Needs 20 known calls of the endpoint.
    case afterP95(atLeast: Duration)
}
