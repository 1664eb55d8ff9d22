// The budget of retries and hedges: exactly at its tokens, over time, and in random orders against a plain model.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct RetryBudgetTests {
    private func taken(_ budget: inout RetryBudget, at now: Duration) -> Int {
        var count = 0
        while count < 10_000, budget.withdraw(at: now) { count += 1 }
        return count
    }

    /// mapping.md 2.8, budget: 10/s over the 10 s that tokens live, without any call.
    @Test func hundredAreThereToBeginWith() {
        var budget = RetryBudget(RetryBudgetRule())
        #expect(taken(&budget, at: .zero) == 100)
        #expect(budget.withdraw(at: .milliseconds(9_999)) == false)
        #expect(taken(&budget, at: .seconds(10)) == 100)
    }

    /// mapping.md 2.8, budget: 20 % of the calls.
    @Test func everyFifthCallBringsAToken() {
        var budget = RetryBudget(RetryBudgetRule(percent: 20, perSecond: 0))
        for _ in 0..<4 { budget.deposit(at: .zero) }
        #expect(budget.withdraw(at: .zero) == false)
        budget.deposit(at: .zero)
        #expect(taken(&budget, at: .zero) == 1)
        for _ in 0..<999 { budget.deposit(at: .zero) }
        #expect(taken(&budget, at: .zero) == 199)
    }

    @Test func tokensLiveTenSeconds() {
        var budget = RetryBudget(RetryBudgetRule(percent: 100, perSecond: 0))
        budget.deposit(at: .milliseconds(1_999))
        budget.deposit(at: .seconds(2))
        #expect(budget.withdraw(at: .milliseconds(10_999)) == true)
        // What was taken and what was given die by their own seconds: one given in second 1, one in 2, one taken in 10.
        #expect(budget.withdraw(at: .milliseconds(11_000)) == false)
        #expect(budget.withdraw(at: .milliseconds(12_000)) == false)
        budget.deposit(at: .seconds(20))
        #expect(budget.withdraw(at: .seconds(20)) == true)
        budget.deposit(at: .seconds(25))
        #expect(budget.withdraw(at: .milliseconds(34_999)) == true)
        #expect(budget.withdraw(at: .milliseconds(34_999)) == false)
        var other = RetryBudget(RetryBudgetRule(percent: 100, perSecond: 0))
        other.deposit(at: .milliseconds(1_999))
        #expect(other.withdraw(at: .seconds(11)) == false)
    }

    @Test func afterALongRestItIsAsGoodAsNew() {
        var budget = RetryBudget(RetryBudgetRule())
        #expect(budget.isForgotten(at: .zero) == true)
        _ = taken(&budget, at: .seconds(3))
        #expect(budget.isForgotten(at: .seconds(12)) == false)
        #expect(budget.isForgotten(at: .seconds(13)) == true)
        #expect(taken(&budget, at: .seconds(1_000_000)) == 100)
    }

    /// failover.md, "budget": 1,000 calls that fail in ten seconds are sent again at most 20 % and 10 a second times.
    @Test func aThousandFailingCallsBringAtMostThreeHundredMore() {
        var budget = RetryBudget(RetryBudgetRule())
        var retries = 0
        for number in 0..<1_000 {
            let now = Duration.milliseconds(number * 10)
            budget.deposit(at: now)
            for _ in 0..<3 where budget.withdraw(at: now) { retries += 1 }
        }
        #expect(retries == 300)
    }

    @Test func whatIsBroughtBackMayBeTakenAgain() {
        var budget = RetryBudget(RetryBudgetRule(percent: 100, perSecond: 0))
        budget.deposit(at: .zero)
        #expect(budget.withdraw(at: .zero) && !budget.withdraw(at: .zero))
        budget.refund(at: .zero)
        #expect(budget.withdraw(at: .zero) && !budget.withdraw(at: .zero))
    }

    @Test func withoutARuleThereIsNothing() {
        var budget = RetryBudget(RetryBudgetRule(percent: -1, perSecond: -1))
        for _ in 0..<100 { budget.deposit(at: .zero) }
        #expect(budget.withdraw(at: .zero) == false)
        #expect(RetryBudgetRule() == RetryBudgetRule(percent: 20, perSecond: 10))
    }

    /// `Int.max` says that there is no limit.
    @Test(arguments: [
        RetryBudgetRule(perSecond: .max), RetryBudgetRule(percent: .max, perSecond: 0),
        RetryBudgetRule(percent: .max, perSecond: .max),
    ]) func aRuleWithoutALimitGrantsWhatIsAsked(_ rule: RetryBudgetRule) {
        var budget = RetryBudget(rule)
        for second in 0..<20 {
            for _ in 0..<3 { budget.deposit(at: .seconds(second)) }
            #expect(budget.withdraw(at: .seconds(second)) == true)
        }
        #expect(taken(&budget, at: .seconds(20)) == 10_000)
    }

    @Test func randomOrdersAgreeWithALedger() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let rule = RetryBudgetRule(
                percent: Int.random(in: 0...150, using: &random), perSecond: Int.random(in: 0...2, using: &random))
            var budget = RetryBudget(rule)
            var ledger: [(second: Int64, amount: Int)] = []
            var now = Duration.zero
            for _ in 0..<300 {
                now += .milliseconds(
                    Int.random(in: 0...(Int.random(in: 0...50, using: &random) == 0 ? 15_000 : 700), using: &random))
                let second = now.components.seconds
                if Bool.random(using: &random) {
                    budget.deposit(at: now)
                    ledger.append((second, rule.percent))
                } else {
                    let balance = rule.perSecond * 1_000 + ledger.filter { second - $0.second < 10 }.reduce(0) { $0 + $1.amount }
                    let isGranted = budget.withdraw(at: now)
                    try #require(isGranted == (balance >= 100), "seed \(seed)")
                    if isGranted { ledger.append((second, -100)) }
                }
            }
        }
    }

    @Test func eachPoolHasItsOwn() {
        let budgets = RetryBudgets(RetryBudgetRule(percent: 0, perSecond: 1))
        let other = ServicePool([Service(name: "other", baseURL: URI("http://other.test"))])
        let two = [Net.service, other.services[0]]
        #expect((0..<10).allSatisfy { _ in budgets.withdraw(Net.pool, at: .zero) })
        #expect(!budgets.withdraw(Net.pool, at: .zero))
        #expect(budgets.withdraw(other, at: .zero))
        #expect((0..<10).allSatisfy { _ in budgets.withdraw(ServicePool(two, active: 0), at: .zero) })
        #expect(!budgets.withdraw(ServicePool(two, active: 1), at: .zero))
        #expect(budgets.count == 3)
    }

    @Test func aCopyTakesATokenAndAShareOrNeither() {
        let budgets = RetryBudgets(RetryBudgetRule(percent: 0, perSecond: 1))
        for _ in 0..<20 { budgets.deposit(Net.pool, hedgePercent: 10, at: .zero) }
        func copy(isOfPool: Bool = true, at now: Duration = .zero) -> String? {
            budgets.withdrawCopy(Net.pool, isOfPool: isOfPool, at: now)
        }
        #expect(copy() == nil && copy() == nil)
        #expect(copy() == "the share of the pool's calls that get a second copy is used up")
        // The refused copy left its token: 8 of 10 are there.
        #expect((0..<8).allSatisfy { _ in copy(isOfPool: false) == nil })
        #expect(copy(isOfPool: false) == "the retry budget is empty")
        budgets.deposit(Net.pool, hedgePercent: 100, at: .zero)
        #expect(copy() == "the retry budget is empty")
        // The refused copy left its share.
        #expect(copy(at: .seconds(10)) == nil)
    }

    @Test func whoOnlyTakesMakesRoomToo() {
        let budgets = RetryBudgets(RetryBudgetRule())
        for number in 0..<1_000 {
            let pool = ServicePool([Service(name: "\(number)", baseURL: URI("http://a.test"))])
            #expect(budgets.withdraw(pool, at: .seconds(number)))
        }
        #expect(budgets.count <= 64)
    }

    @Test func poolsThatAreForgottenMakeRoom() {
        let budgets = RetryBudgets(RetryBudgetRule())
        func pool(_ number: Int) -> ServicePool { ServicePool([Service(name: "\(number)", baseURL: URI("http://a.test"))]) }
        for number in 0..<64 { budgets.deposit(pool(number), at: .zero) }
        budgets.deposit(pool(0), at: .seconds(9))
        #expect(budgets.count == 64)
        budgets.deposit(pool(64), at: .seconds(9))
        #expect(budgets.count == 65)
        budgets.deposit(pool(64), at: .seconds(10))
        #expect(budgets.count == 65)
        budgets.deposit(pool(65), at: .seconds(10))
        #expect(budgets.count == 3)
    }
}
