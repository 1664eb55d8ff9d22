// How a call is treated on its way: plain values, for an endpoint or for one call.

/// The rules that a call is sent by. Every rule has a default; `nil` is as the client's own policies have it.
public struct CallPolicies: Sendable, Hashable {
    /// What becomes of a call while another one like it is executing. Default: nothing.
    public var duplicates = DuplicatePolicy.allowAll
    /// Which calls are like each other. Default: those whose requests are.
    public var likeness = Likeness.sameRequest
    /// The oldest call that ``DuplicatePolicy/join`` joins, counted from when it was made. Default: 10 seconds; 0 joins calls of the same moment.
    public var maxJoinAge = Duration.seconds(10)
    /// Its place among those that wait. Default: normal.
    public var priority = CallPriority.normal
    /// Whether a callback hears of a cancel. Default: it does.
    public var cancelNotice = CancelNotice.report
    /// What the call is for: names a scope to count and to cancel by.
    public var tag: CallTag?
    /// When a failed attempt is followed by another. Nobody's: never.
    public var retry: RetryPolicy?
    /// When a second copy is sent before the first has answered. Nobody's: never.
    public var hedge: HedgePolicy?
    /// From the opening of the task to the end of the answer, over all attempts, the waits between them, the queue and a member's wait for its
    /// turn. Nobody's: none. A call that runs out of it fails with ``NetError/Timeout/deadline``, it alone: work that others have joined goes
    /// on for them. Each attempt's own ``Timeouts/total`` is cut to what is left, unless others may join (``DuplicatePolicy/join``).
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
