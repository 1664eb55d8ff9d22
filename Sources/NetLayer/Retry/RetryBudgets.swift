// The budgets of all pools that receive calls with retries or hedges.

import Synchronization

/// One budget for each pool. Pools with the same services share a budget, whichever service is active.
final class RetryBudgets: Sendable {
    /// Beyond this number, budgets that equal a new one are removed.
    private static let usual = 64

    private let rule: RetryBudgetRule
    private struct Budgets: Sendable {
        var retries: RetryBudget
        var hedges = HedgeBudget()
    }

    private let budgets = Mutex<[[Service]: Budgets]>([:])

    init(_ rule: RetryBudgetRule) { self.rule = rule }

    /// The number of stored pools.
    var count: Int { budgets.withLock { $0.count } }

    /// Records the start of a call that may need extra requests.
    /// - Parameter hedgePercent: of these, the share of a second copy that the call did not ask for.
    func deposit(_ pool: ServicePool, hedgePercent: Int = 0, at now: Duration) {
        change(pool, now) {
            $0.retries.deposit(at: now)
            $0.hedges.deposit(percent: hedgePercent)
        }
    }

    /// Returns whether a second copy that the call did not ask for may be sent, and takes it if so.
    func withdrawHedge(_ pool: ServicePool, at now: Duration) -> Bool { change(pool, now) { $0.hedges.withdraw() } }

    /// Returns whether one more request may be sent, and takes its token if so.
    func withdraw(_ pool: ServicePool, at now: Duration) -> Bool { change(pool, now) { $0.retries.withdraw(at: now) } }

    /// Returns the token of a request that was not sent.
    func refund(_ pool: ServicePool, at now: Duration) { change(pool, now) { $0.retries.refund(at: now) } }

    private func change<T: Sendable>(_ pool: ServicePool, _ now: Duration, _ body: (inout Budgets) -> T) -> T {
        budgets.withLock { budgets in
            if budgets.count >= Self.usual, budgets[pool.services] == nil {
                for (key, var budget) in budgets where budget.retries.isForgotten(at: now) { budgets[key] = nil }
            }
            return body(&budgets[pool.services, default: Budgets(retries: RetryBudget(rule))])
        }
    }
}
