// How often and when a call is retried, as a plain value.

/// Whether a call is retried after an attempt with a transient failure.
///
/// Idempotent methods (RFC 9110 §9.2.2) are retried. Other methods are retried only when no part of the
/// request can have reached a server (no address, no connection, no TLS), or when the plan itself carries an
/// `Idempotency-Key`. There is no retry after the caller received the head of a response, after
/// ``CallPolicies/deadline``, or beyond the pool's ``RetryBudgetRule``. When the service alone makes a
/// response unusable (not HTTP, endless fields, redirect loops), the call tries another service if there is
/// one, not the same service again.
///
/// With any policy, and without one, a repeatable request is sent once more when a kept-alive connection ends
/// before the first byte of the response. The policy does not count that attempt.
public struct RetryPolicy: Sendable, Hashable {
    /// The limit of attempts in all, including a hedge. 1 means no retry; smaller numbers count as 1.
    public var attempts: Int { didSet { attempts = max(1, attempts) } }
    /// The longest wait before the second attempt; it doubles with every further attempt.
    public var base: Duration
    /// The limit of every wait, unless the server asks for more. The wait itself is random, from 0 to
    /// its limit ("full jitter").
    public var cap: Duration
    /// The longest `Retry-After` (RFC 9110 §10.2.3) of a 429 or 503 that is honoured;
    /// a longer one ends the call.
    public var retryAfterCap: Duration
    /// The statuses that are transient.
    public var statuses: Set<Int>

    /// By default three attempts; waits of up to 100 ms, then 200 ms and so on, up to 2 s; up to
    /// 30 s where the server asks.
    public init(
        attempts: Int = 3, base: Duration = .milliseconds(100), cap: Duration = .seconds(2),
        retryAfterCap: Duration = .seconds(30),
        statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
    ) {
        self.attempts = max(1, attempts)
        self.base = base
        self.cap = cap
        self.retryAfterCap = retryAfterCap
        self.statuses = statuses
    }

    /// Sends every call once.
    public static let never = RetryPolicy(attempts: 1)
    /// Allows three attempts in all.
    public static let standard = RetryPolicy()

    /// The longest wait before a retry; the first retry has the number 0: `min(cap, base · 2ⁿ)`.
    public func ceiling(retry number: Int) -> Duration {
        var ceiling = max(.zero, base)
        for _ in 0..<max(0, number) where ceiling < cap { ceiling *= 2 }
        return max(.zero, min(cap, ceiling))
    }
}
