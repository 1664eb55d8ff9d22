// How a call is treated on its way: plain values, for an endpoint or for one call.

/// The rules that a call is sent by. Every rule has a default.
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

    public init() {}
}
