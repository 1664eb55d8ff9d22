// How the engine treats a call: plain values, for an endpoint or for one call.

/// The rules for sending a call. A `nil` rule takes its value from the client's own policies, and where these
/// do not set it, its default.
public struct CallPolicies: Sendable, Hashable {
    /// How the engine treats a call while a similar one is executing. Default: independently,
    /// ``DuplicatePolicy/allowAll``.
    public var duplicates: DuplicatePolicy?
    /// Which calls count as similar. Default: calls with the same request, ``Likeness/sameRequest``.
    public var likeness: Likeness?
    /// The age of the oldest call that ``DuplicatePolicy/join`` joins, counted from its creation. Default: 10
    /// seconds; 0 joins only calls of the same moment.
    public var maxJoinAge: Duration?
    /// The call's priority among waiting calls. Default: normal.
    public var priority: CallPriority?
    /// Whether a cancel calls the callback. Default: it does.
    public var cancelNotice: CancelNotice?
    /// The purpose of the call: names a scope to count and to cancel by.
    public var tag: CallTag?
    /// When another attempt follows a failed one. Default: never.
    public var retry: RetryPolicy?
    /// When a second copy is sent before the first has responded. Default: never.
    public var hedge: HedgePolicy?
    /// From the opening of the task to the end of the response, over all attempts, the waits between them,
    /// the queue and a member's wait for its turn. Default: none. A call that exceeds it fails alone, with
    /// ``NetError/Timeout/deadline``: work that other calls have joined goes on for them. Each attempt's own
    /// ``Timeouts/total`` is cut to the remaining time, unless others may join (``DuplicatePolicy/join``).
    public var deadline: Duration?
    /// How the call uses stored responses. Default: not at all, every call goes to the network. Has an effect
    /// only with a ``ResponseCache``.
    public var fetch: FetchPolicy?
    /// How the call's responses are stored.
    public var caching = CacheOptions()
    /// Decides about the redirects of the call. Default: all are followed, except from https to http. The
    /// client's policy is asked too. Where nothing redirects, see ``RequestPlan/followsRedirects``.
    public var redirects: RedirectPolicy?
    /// The body can be read only once: such a call is sent once.
    public var isBodyOneShot = false

    /// Sets the given rules; `nil`, and all other rules, take the client's values.
    public init(retry: RetryPolicy? = nil, hedge: HedgePolicy? = nil, deadline: Duration? = nil) {
        self.retry = retry
        self.hedge = hedge
        self.deadline = deadline
    }

    /// These rules, with the client's where these are not set.
    func withDefaults(_ common: CallPolicies) -> CallPolicies {
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
        all.caching = caching.withDefaults(common.caching)
        all.redirects = redirects?.and(common.redirects) ?? common.redirects
        all.isBodyOneShot = isBodyOneShot || common.isBodyOneShot
        return all
    }

    /// Whether the call needs no more than one plain attempt.
    var isPlain: Bool { retry == nil && hedge == nil && deadline == nil }
}
