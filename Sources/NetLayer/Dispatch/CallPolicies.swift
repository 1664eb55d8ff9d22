// How a call is treated on its way: plain values, for an endpoint or for one call.

/// The rules that a call is sent by. Every rule has a default; `nil` is as the client's own policies have it.
public struct CallPolicies: Sendable, Hashable {
    /// When a failed attempt is followed by another. Nobody's: never.
    public var retry: RetryPolicy?
    /// When a second copy is sent before the first has answered. Nobody's: never.
    public var hedge: HedgePolicy?
    /// From the opening of the task to the end of the answer, over all attempts, the waits between them and the queue. Nobody's: none. Each
    /// attempt's own ``Timeouts/total`` is cut to what is left; a call that runs out of it fails with ``NetError/Timeout/deadline``.
    public var deadline: Duration?
    /// The body can be had once only: such a call is sent once.
    public var isBodyOneShot = false

    public init(retry: RetryPolicy? = nil, hedge: HedgePolicy? = nil, deadline: Duration? = nil) {
        self.retry = retry
        self.hedge = hedge
        self.deadline = deadline
    }

    /// Nothing here asks for more than one plain attempt.
    var isPlain: Bool { retry == nil && hedge == nil && deadline == nil }
}
