// How a call is treated on its way: plain values, for an endpoint or for one call.

/// The rules that a call is sent by. `nil` is as the client's own policies have it, and where these say nothing either, the default.
public struct CallPolicies: Sendable, Hashable {
    /// What becomes of a call while another one like it is executing. Default: nothing, ``DuplicatePolicy/allowAll``.
    public var duplicates: DuplicatePolicy?
    /// Which calls are like each other. Default: those whose requests are, ``Likeness/sameRequest``.
    public var likeness: Likeness?
    /// The oldest call that ``DuplicatePolicy/join`` joins, counted from when it was made. Default: 10 seconds; 0 joins calls of the same moment.
    public var maxJoinAge: Duration?
    /// Its place among those that wait. Default: normal.
    public var priority: CallPriority?
    /// Whether a callback hears of a cancel. Default: it does.
    public var cancelNotice: CancelNotice?
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
    /// What it makes of stored answers. Nobody's: nothing, every call goes to the network. Of use with a ``ResponseCache`` alone.
    public var fetch: FetchPolicy?
    /// How its answers are stored.
    public var caching = CacheOptions()
    /// The body can be had once only: such a call is sent once.
    public var isBodyOneShot = false

    /// Says what is given; `nil`, and all else, is as the client has it.
    public init(retry: RetryPolicy? = nil, hedge: HedgePolicy? = nil, deadline: Duration? = nil) {
        self.retry = retry
        self.hedge = hedge
        self.deadline = deadline
    }

    /// These, and the client's where they say nothing.
    func over(_ common: CallPolicies) -> CallPolicies {
        var all = self
        all.duplicates = duplicates ?? common.duplicates
        all.likeness = likeness ?? common.likeness
        all.maxJoinAge = maxJoinAge ?? common.maxJoinAge
        all.priority = priority ?? common.priority
        all.cancelNotice = cancelNotice ?? common.cancelNotice
        all.tag = tag ?? common.tag
        all.retry = retry ?? common.retry
        all.hedge = hedge ?? common.hedge
        all.deadline = deadline ?? common.deadline
        all.fetch = fetch ?? common.fetch
        all.caching = caching.over(common.caching)
        all.isBodyOneShot = isBodyOneShot || common.isBodyOneShot
        return all
    }

    /// Nothing here asks for more than one plain attempt.
    var isPlain: Bool { retry == nil && hedge == nil && deadline == nil }
}
