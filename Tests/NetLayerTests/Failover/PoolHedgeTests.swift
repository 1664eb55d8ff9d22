// A pool's own second copies: a request to a service that has frozen does not wait for its timeout.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.timeLimit(.minutes(1))) struct PoolHedgeTests {
    /// Sends that many calls, which the first service answers at once: their latencies are known then.
    private func warm(_ stage: FailoverStage, calls: Int) async {
        for _ in 0..<calls { #expect(await stage.body(FailoverStage.call()) == "a") }
    }

    /// Dispatches a call to the frozen service, and lets the delay of the second copy pass.
    private func outwait(_ stage: FailoverStage, _ method: HTTPMethod = .get) async -> Handle<RawResponse> {
        // Each call that was outrun makes the learned delay a little longer.
        let (before, due) = (
            stage.transport.requests.count, stage.clock.now + .milliseconds(50)...stage.clock.now + .milliseconds(90)
        )
        let handle = stage.client.dispatch(FailoverStage.call(method), on: stage.pool)
        #expect(await eventually { stage.transport.requests.count == before + 1 })
        if method == .get { #expect(await eventually { stage.clock.deadlines.contains { due.contains($0) } }) }
        let next = stage.clock.deadlines.first { due.contains($0) }
        stage.clock.advance(by: (next ?? due.upperBound) - stage.clock.now)
        return handle
    }

    private func refusals(_ stage: FailoverStage, _ handle: Handle<RawResponse>) -> [String] {
        (stage.client.row(handle.id)?.decisions ?? []).compactMap {
            if case .notHedged(let reason) = $0.decision { reason } else { nil }
        }
    }

    @Test func requestToFrozenServiceWaitsForAnotherService() async throws {
        let stage = FailoverStage()
        await warm(stage, calls: 20)
        stage.set("a", Net.hang)
        let handle = await outwait(stage)
        #expect(try await handle.value.body == Array("b".utf8))
        let row = try #require(stage.client.row(handle.id))
        #expect(row.services == ["a", "b"] && row.decisions.map(\.decision).contains(.hedges(attempt: 2, service: "b")))
        #expect(row.age(at: stage.clock.now) == .milliseconds(50))
        #expect(await eventually { stage.transport.inFlight.isEmpty })
    }

    @Test func serviceThatIsOutrunFiveTimesIsBroken() async throws {
        let stage = FailoverStage()
        await warm(stage, calls: 60)
        stage.set("a", Net.hang)
        for count in 1...5 {
            #expect(stage.status.active == 0, "\(count)")
            let handle = await outwait(stage)
            #expect(try await handle.value.body == Array("b".utf8))
            #expect(await eventually { stage.transport.inFlight.isEmpty })
        }
        #expect(await eventually { stage.status.active == 1 })
        let sent = stage.transport.requests.count
        #expect(await stage.body(FailoverStage.call()) == "b")
        #expect(stage.transport.requests.count == sent + 1)
    }

    @Test func copiesStayWithinTheirShare() async throws {
        let stage = FailoverStage()
        await warm(stage, calls: 28)
        stage.set("a", Net.hang)
        for _ in 1...3 { _ = try await outwait(stage).value }
        #expect(stage.transport.requests.count == 28 + 2 * 3)
        let fourth = await outwait(stage)
        #expect(await eventually { !refusals(stage, fourth).isEmpty })
        #expect(refusals(stage, fourth) == ["the share of the pool's calls that get a second copy is used up"])
        #expect(stage.transport.inFlight.count == 1)
        stage.client.cancelAll()
    }

    /// 21 calls have saved two copies.
    @Test func copyWithoutSlotTakesNothingOfTheShare() async {
        let stage = FailoverStage(limits: DispatchLimits(total: 1))
        await warm(stage, calls: 20)
        stage.set("a", Net.hang)
        let handle = await outwait(stage)
        #expect(await eventually { refusals(stage, handle) == ["no slot is free"] })
        let refused = (0..<3).map { _ in
            stage.client.budgets.withdrawCopy(stage.pool, isOfPool: true, at: stage.clock.now) != nil
        }
        #expect(refused == [false, false, true])
        stage.client.cancelAll()
    }

    @Test func requestThatWaitsWithoutCopyLeavesServiceThatBreaks() async throws {
        let stage = FailoverStage { $0.hedgePercent = 0 }
        await warm(stage, calls: 20)
        stage.set("a", Net.hang)
        let handle = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        #expect(await eventually { stage.transport.inFlight.count == 1 })
        try stage.client.isolate(0, in: stage.pool)
        #expect(try await handle.value.body == Array("b".utf8))
    }

    @Test func onlyRequestsThatMayBeRepeatedGetCopies() async throws {
        let stage = FailoverStage()
        for _ in 0..<30 { _ = try await stage.client.send(FailoverStage.call(.post), on: stage.pool) }
        stage.set("a", Net.hang)
        _ = await outwait(stage, .post)
        stage.clock.advance(by: .seconds(1))
        #expect(stage.transport.requests.count == 31)
        stage.client.cancelAll()
    }

    @Test func noCopyGoesToTheSameService() async throws {
        let stage = FailoverStage()
        await warm(stage, calls: 20)
        for index in [1, 2] { try stage.client.isolate(index, in: stage.pool) }
        stage.set("a", Net.hang)
        let handle = await outwait(stage)
        #expect(await eventually { refusals(stage, handle) == ["no other service works"] })
        #expect(stage.transport.inFlight.count == 1)
        stage.client.cancelAll()
    }

    @Test func policyOfTheCallComesFirst() async throws {
        let stage = FailoverStage()
        let plain = FailoverStage.call { $0.policies.hedge = .never }
        for _ in 0..<30 { _ = try await stage.client.send(plain, on: stage.pool) }
        stage.set("a", Net.hang)
        let handle = stage.client.dispatch(plain, on: stage.pool)
        #expect(await eventually { stage.transport.inFlight.count == 1 })
        #expect(stage.clock.deadlines.allSatisfy { $0 > .seconds(1) })
        handle.cancel()
    }
}

@Suite struct HedgeBudgetTests {
    @Test func copiesAreShareOfAnyNumberOfCalls() {
        for percent in [0, 1, 10, 33, 100] {
            var budget = HedgeBudget()
            var copies = 0
            for calls in 1...1_000 {
                budget.deposit(percent: percent)
                if calls % 3 != 0, budget.withdraw() { copies += 1 }
                #expect(copies * 100 <= calls * percent)
            }
        }
    }

    @Test func tenCopiesCanBeSaved() {
        var budget = HedgeBudget()
        for _ in 0..<100_000 { budget.deposit(percent: 10) }
        #expect((0..<100).count { _ in budget.withdraw() } == HedgeBudget.most)
    }
}
