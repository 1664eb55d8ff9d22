// How often and when a call is sent again: the rules as a plain value.

/// Whether a call is sent again when an attempt failed in a way that may pass.
///
/// Sent again are the idempotent methods (RFC 9110 §9.2.2); others only when nothing of the request can have reached a server (no address, no
/// connection, no TLS), or when the plan itself carries an `Idempotency-Key`. Never after the head of an answer was handed to the caller, never
/// past ``CallPolicies/deadline``, and within the pool's ``RetryBudgetRule``. What is no usable response by the doing of the service alone (no
/// HTTP, fields without end, redirects in a circle) is asked of another service, where there is one, not of the same again.
///
/// Whatever the policy, and with none, a request that may be repeated goes out once more when a kept-alive connection ends without a byte of the
/// response: an attempt that the policy does not count.
public struct RetryPolicy: Sendable, Hashable {
    /// How many attempts there may be in all, a hedge included. 1 is no retry; less counts as 1.
    public var attempts: Int { didSet { attempts = max(1, attempts) } }
    /// The longest wait before the second attempt; it doubles with every further one.
    public var base: Duration
    /// No wait is longer, unless the server asks for one. The wait itself is drawn from 0 to here ("full jitter").
    public var cap: Duration
    /// A `Retry-After` (RFC 9110 §10.2.3) of 429 or 503 is honoured up to this; one that asks for more ends the call.
    public var retryAfterCap: Duration
    /// The statuses that may pass.
    public var statuses: Set<Int>

    /// By default three attempts, waits of up to 100 ms, then 200 ms and so on to 2 s, and up to 30 s where the server asks.
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

    /// Every call is sent once.
    public static let never = RetryPolicy(attempts: 1)
    /// Three attempts in all.
    public static let standard = RetryPolicy()

    /// The longest wait before a retry, the first one being number 0: `min(cap, base · 2ⁿ)`.
    public func ceiling(retry number: Int) -> Duration {
        var ceiling = max(.zero, base)
        for _ in 0..<max(0, number) where ceiling < cap { ceiling *= 2 }
        return max(.zero, min(cap, ceiling))
    }
}
