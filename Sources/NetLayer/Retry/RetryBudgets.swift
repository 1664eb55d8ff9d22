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

    /// Returns whether one more request may be sent, and takes its token if so.
    func withdraw(_ pool: ServicePool, at now: Duration) -> Bool { change(pool, now) { $0.retries.withdraw(at: now) } }

    /// Takes what a second copy costs: a token, and for a copy that the call did not ask for a part of the
    /// pool's share. Takes neither when one is missing.
    /// - Returns: why the copy must not be sent; `nil` when it may.
    func withdrawCopy(_ pool: ServicePool, isOfPool: Bool, at now: Duration) -> String? {
        change(pool, now) { budgets in
            guard budgets.retries.withdraw(at: now) else { return "\(RetryRefusal.budgetEmpty)" }
            guard isOfPool, !budgets.hedges.withdraw() else { return nil }
            budgets.retries.refund(at: now)
            return "the share of the pool's calls that get a second copy is used up"
        }
    }

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
