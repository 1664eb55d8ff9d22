// The limit of retries and hedges for a pool, as a value.

/// The allowance of extra requests: a share of the calls of the last 10 s, and a fixed number per second
/// besides (Finagle's default: 20 % and 10/s).
public struct RetryBudgetRule: Sendable, Hashable {
    /// Extra requests for each 100 calls, at least 0; `Int.max` for no limit.
    public var percent: Int
    /// Extra requests per second without any calls, at least 0; `Int.max` for no limit.
    public var perSecond: Int

    /// By default 20 of 100 calls and 10 per second. Negative numbers count as 0.
    public init(percent: Int = 20, perSecond: Int = 10) {
        self.percent = max(0, percent)
        self.perSecond = max(0, perSecond)
    }
}
