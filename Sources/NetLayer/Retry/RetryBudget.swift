// How many extra requests a pool may get: retries and hedges never multiply the load of a service in trouble.

/// The budget of one pool: a leaky bucket of tokens that live 10 s. Each call adds a part of a token, each
/// extra request takes a whole token.
package struct RetryBudget: Sendable {
    /// Hundredths of a token.
    private static let token = 100
    /// How long a token lives, in slices of a second.
    private static let life = 10

    /// More requests than a pool can get: a rule may say `Int.max` for "no limit", and sums must not overflow.
    private static let unlimited = 1_000_000_000

    private let rule: RetryBudgetRule
    /// The balance of each second; the index is the second modulo ``life``.
    private var slices = [Int](repeating: 0, count: life)
    /// The newest second in ``slices``.
    private var second: Int64 = 0

    package init(_ rule: RetryBudgetRule) {
        self.rule = RetryBudgetRule(
            percent: min(rule.percent, Self.unlimited), perSecond: min(rule.perSecond, Self.unlimited))
    }

    /// Records the start of a call that may need extra requests.
    package mutating func deposit(at now: Duration) { addTokens(rule.percent, now) }

    /// Takes a token. Returns `false`, and takes nothing, when less than one token is left.
    package mutating func withdraw(at now: Duration) -> Bool {
        guard balance(at: now) >= Self.token else { return false }
        addTokens(-Self.token, now)
        return true
    }

    /// Returns a token.
    mutating func refund(at now: Duration) { addTokens(Self.token, now) }

    /// No remembered second has a balance: the budget equals a new one.
    mutating func isForgotten(at now: Duration) -> Bool {
        forget(now)
        return slices.allSatisfy { $0 == 0 }
    }

    private mutating func balance(at now: Duration) -> Int {
        forget(now)
        return slices.reduce(rule.perSecond * Self.life * Self.token, +)
    }

    private mutating func addTokens(_ amount: Int, _ now: Duration) {
        forget(now)
        slices[Int(second % Int64(Self.life))] += amount
    }

    /// Empties the slices whose tokens have expired.
    private mutating func forget(_ now: Duration) {
        let current = now.components.seconds
        guard current > second else { return }
        for gone in (second + 1)...min(current, second + Int64(Self.life)) { slices[Int(gone % Int64(Self.life))] = 0 }
        second = current
    }
}
