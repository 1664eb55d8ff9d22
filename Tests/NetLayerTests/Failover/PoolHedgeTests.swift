// A pool's own second copies: a request to a service that has frozen does not wait for its timeout.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

/// Aborts a transfer when the test says so: a transport with a thread of its own hears of a cancel later.
private final class LateTransport: Transport {
    private struct Late: Transfer {
        let transfer: any Transfer
        let transport: LateTransport

        func cancel() { transport.cancelled.withLock { $0.append(transfer) } }
        func resume() { transfer.resume() }
    }

    private let scripted: ScriptedTransport
    private let cancelled = Mutex<[any Transfer]>([])

    init(_ scripted: ScriptedTransport) { self.scripted = scripted }

    func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer {
        Late(transfer: scripted.start(request, observer: observer), transport: self)
    }

    /// Performs the cancels until now.
    func performCancels() {
        let transfers = cancelled.withLock { cancelled in
            defer { cancelled = [] }
            return cancelled
        }
        transfers.forEach { $0.cancel() }
    }
}

@Suite(.within(minutes: 1)) struct PoolHedgeTests {
    /// Sends that many calls, which the first service answers at once: their latencies are known then.
    private func warm(_ stage: FailoverStage, calls: Int) async {
        for _ in 0..<calls { #expect(await stage.body(FailoverStage.call()) == "a") }
    }

    /// Dispatches a call to the frozen service, and lets the delay of the second copy pass.
    private func outwait(_ stage: FailoverStage) async -> Handle<RawResponse> {
        // Each call that was outrun makes the learned delay a little longer.
        let (before, due) = (
            stage.transport.requests.count, stage.clock.now + .milliseconds(50)...stage.clock.now + .milliseconds(90)
        )
        let handle = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        #expect(await eventually { stage.transport.requests.count == before + 1 })
        #expect(await eventually { stage.clock.deadlines.contains { due.contains($0) } })
        let next = stage.clock.deadlines.first { due.contains($0) }
        stage.clock.advance(by: (next ?? due.upperBound) - stage.clock.now)
        return handle
    }

    /// How often a call is sent whose service has frozen and whose latencies are known. Calls that ask for a
    /// copy get theirs meanwhile, one after another: its own would have been sent long before the last of
    /// them.
    private func timesSent(
        _ change: (inout RequestPlan) -> Void = { _ in }, by options: (inout FailoverOptions) -> Void = { _ in },
        while script: [ScriptedTransport.Step] = Net.hang
    ) async throws -> Int {
        let stage = FailoverStage(options)
        let call = FailoverStage.call { plan in
            (plan.id, plan.path) = ("slow", "/slow")
            change(&plan)
        }
        for _ in 0..<30 { _ = try await stage.client.send(call, on: stage.pool) }
        stage.set("a", script)
        _ = stage.client.dispatch(call, on: stage.pool)
        #expect(await eventually { stage.transport.requests.count == 31 })
        for _ in 1...4 {
            let due = stage.clock.now + .milliseconds(200)
            let hedged = FailoverStage.call { $0.policies.hedge = .after(.milliseconds(200)) }
            let other = stage.client.dispatch(hedged, on: stage.pool)
            #expect(await eventually { stage.clock.deadlines.contains(due) })
            stage.clock.advance(by: .milliseconds(200))
            #expect(try await other.value.body == Array("b".utf8))
        }
        stage.client.cancelAll()
        #expect(await stage.client.isDrained())
        return stage.transport.requests.count { $0.url.path == "/slow" } - 30
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

    /// The calls may get a copy, and none was due: no other service has outrun the one that is slow.
    @Test func whatIsCancelledCountsForNothing() async throws {
        let stage = FailoverStage()
        let transport = LateTransport(stage.transport)
        let client = NetClient(transport: transport, time: stage.clock.source, random: Net.half)
        for _ in 0..<20 { _ = try await client.send(FailoverStage.call(), on: stage.pool) }
        let known = stage.status.services[0].counts
        stage.set("a", Net.hang)
        let handles = (0..<5).map { _ in client.dispatch(FailoverStage.call(), on: stage.pool) }
        #expect(await eventually { stage.transport.inFlight.count == 5 && stage.clock.deadlines.count == 5 })
        client.cancel(handles.map(\.id))
        #expect(await client.isDrained())
        transport.performCancels()
        #expect(stage.transport.requests.count == 25)
        #expect(stage.status.services[0].counts == known && stage.status.services[0].inFlight == 0)
        #expect(stage.status.active == 0)
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

    @Test func slowRequestIsSentTwice() async throws { #expect(try await timesSent() == 2) }

    /// A large body takes longer than the usual response, and would be fetched twice.
    @Test func responseThatHasBegunGetsNoCopy() async throws {
        #expect(try await timesSent(while: Net.hang + [.head(ResponseHead(status: 200))]) == 1)
    }

    @Test(arguments: [HTTPMethod.post, .patch, .put, .delete])
    func requestWithSideEffectsGetsNoCopy(_ method: HTTPMethod) async throws {
        #expect(try await timesSent { $0.method = method } == 1)
    }

    /// It goes where the step or page before it went.
    @Test func requestThatFollowsItsServiceGetsNoCopy() async throws {
        #expect(try await timesSent { $0.destination.preferredService = "a" } == 1)
    }

    @Test func poolWithOneServiceForEachCallSendsNoCopies() async throws {
        #expect(try await timesSent(by: { $0.servicesPerCall = 1 }) == 1)
    }

    @Test func policyOfTheCallComesFirst() async throws {
        #expect(try await timesSent { $0.policies.hedge = .never } == 1)
    }

    /// The caller has asked for the copy, so it goes by the rule of its policy.
    @Test func policyOfTheCallHedgesEveryIdempotentMethod() async throws {
        let stage = FailoverStage { $0.servicesPerCall = 1 }
        stage.set("a", Net.hang)
        let put = FailoverStage.call(.put) { $0.policies.hedge = .after(.milliseconds(10)) }
        let handle = stage.client.dispatch(put, on: stage.pool)
        #expect(await eventually { stage.clock.deadlines.contains(.milliseconds(10)) })
        stage.clock.advance(by: .milliseconds(10))
        #expect(try await handle.value.body == Array("b".utf8))
    }

    /// Of these calls the 22 that may get a copy have saved two.
    @Test func onlyCallsThatMayGetCopiesSaveThemUp() async throws {
        let stage = FailoverStage()
        for _ in 0..<100 { _ = try await stage.client.send(FailoverStage.call(.post), on: stage.pool) }
        await warm(stage, calls: 20)
        stage.set("a", Net.hang)
        for _ in 1...2 { _ = try await outwait(stage).value }
        let third = await outwait(stage)
        #expect(await eventually { !refusals(stage, third).isEmpty })
        #expect(refusals(stage, third) == ["the share of the pool's calls that get a second copy is used up"])
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
        for _ in 0..<2 { budget.deposit(percent: .max) }
        #expect((0..<100).count { _ in budget.withdraw() } == HedgeBudget.most)
    }
}
