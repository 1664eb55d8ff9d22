// The budgets of all pools that receive calls with retries or hedges.

import Synchronization

/// One budget for each pool. Pools with the same services share a budget, whichever service is active.
final class RetryBudgets: Sendable {
    /// Beyond this number, budgets that equal a new one are removed.
    private static let usual = 64

    private let rule: RetryBudgetRule
    private let budgets = Mutex<[[Service]: RetryBudget]>([:])

    init(_ rule: RetryBudgetRule) { self.rule = rule }

    /// The number of stored pools.
    var count: Int { budgets.withLock { $0.count } }

    /// Records the start of a call that may need extra requests.
    func deposit(_ pool: ServicePool, at now: Duration) { change(pool, now) { $0.deposit(at: now) } }

    /// Returns whether one more request may be sent, and takes its token if so.
    func withdraw(_ pool: ServicePool, at now: Duration) -> Bool { change(pool, now) { $0.withdraw(at: now) } }

    /// Returns the token of a request that was not sent.
    func refund(_ pool: ServicePool, at now: Duration) { change(pool, now) { $0.refund(at: now) } }

    private func change<T: Sendable>(_ pool: ServicePool, _ now: Duration, _ body: (inout RetryBudget) -> T) -> T {
        budgets.withLock { budgets in
            if budgets.count >= Self.usual, budgets[pool.services] == nil {
                for (key, var budget) in budgets where budget.isForgotten(at: now) { budgets[key] = nil }
            }
            return body(&budgets[pool.services, default: RetryBudget(rule)])
        }
    }
}
