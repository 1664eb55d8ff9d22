// How many extra requests a pool may be sent: retries and hedges never multiply the load of a service that is in trouble.

/// One pool's allowance: a leaky bucket of tokens that live 10 s. Each call brings a part of a token, each extra request takes a whole one.
package struct RetryBudget: Sendable {
    /// Hundredths of a token.
    private static let token = 100
    /// How long a token lives, in slices of a second.
    private static let life = 10

    private let rule: RetryBudgetRule
    /// What came and went in each second, the second modulo ``life``.
    private var slices = [Int](repeating: 0, count: life)
    /// The newest second that is in ``slices``.
    private var second: Int64 = 0

    package init(_ rule: RetryBudgetRule) { self.rule = rule }

    /// A call that may need extra requests has begun.
    package mutating func deposit(at now: Duration) { add(rule.percent, now) }

    /// Takes a token. `false`, and nothing is taken, when less than one is left.
    package mutating func withdraw(at now: Duration) -> Bool {
        guard balance(at: now) >= Self.token else { return false }
        add(-Self.token, now)
        return true
    }

    /// Brings a token back.
    mutating func refund(at now: Duration) { add(Self.token, now) }

    /// Nothing that happened is remembered any more: as good as new.
    mutating func isForgotten(at now: Duration) -> Bool {
        forget(now)
        return slices.allSatisfy { $0 == 0 }
    }

    private mutating func balance(at now: Duration) -> Int {
        forget(now)
        return slices.reduce(rule.perSecond * Self.life * Self.token, +)
    }

    private mutating func add(_ amount: Int, _ now: Duration) {
        forget(now)
        slices[Int(second % Int64(Self.life))] += amount
    }

    /// Empties the slices whose tokens have died.
    private mutating func forget(_ now: Duration) {
        let current = now.components.seconds
        guard current > second else { return }
        for gone in (second + 1)...min(current, second + Int64(Self.life)) { slices[Int(gone % Int64(Self.life))] = 0 }
        second = current
    }
}
