// How many retries and hedges a pool is sent at most: the rule as a value.

/// The allowance of extra requests: a share of the calls of the last 10 s, and some a second besides (Finagle's default: 20 % and 10/s).
public struct RetryBudgetRule: Sendable, Hashable {
    /// Extra requests in 100 calls, from 0.
    public var percent: Int
    /// Extra requests a second that are there without any calls, from 0.
    public var perSecond: Int

    /// By default 20 of 100 calls and 10 a second; less than 0 counts as 0.
    public init(percent: Int = 20, perSecond: Int = 10) {
        self.percent = max(0, percent)
        self.perSecond = max(0, perSecond)
    }
}
