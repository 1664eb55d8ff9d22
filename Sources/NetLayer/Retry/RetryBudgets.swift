// The budgets of all pools that calls with retries or hedges go to.

import Synchronization

/// One budget a pool; the same services are the same pool, whichever of them is active.
final class RetryBudgets: Sendable {
    /// More are kept only while each of them remembers something.
    private static let usual = 64

    private let rule: RetryBudgetRule
    private let budgets = Mutex<[[Service]: RetryBudget]>([:])

    init(_ rule: RetryBudgetRule) { self.rule = rule }

    /// How many pools are remembered.
    var count: Int { budgets.withLock { $0.count } }

    /// A call begins that may need extra requests.
    func deposit(_ pool: ServicePool, at now: Duration) { change(pool, now) { $0.deposit(at: now) } }

    /// Whether one more request may be sent; if so it is paid for.
    func withdraw(_ pool: ServicePool, at now: Duration) -> Bool { change(pool, now) { $0.withdraw(at: now) } }

    /// What was paid for was not sent.
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
