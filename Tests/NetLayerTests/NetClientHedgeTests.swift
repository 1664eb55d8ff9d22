// Two copies of one request: when the second goes out, who wins, and what becomes of the other.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct NetClientHedgeTests {
    private func call(_ hedge: HedgePolicy = .after(.milliseconds(100)), _ change: (inout RequestPlan) -> Void = { _ in })
        -> Endpoint<RawResponse>
    {
        Endpoint(
            Net.plan { plan in
                plan.policies.hedge = hedge
                change(&plan)
            })
    }

    /// Dispatches, and lets the second copy out.
    private func hedged(
        _ transport: ScriptedTransport, _ stage: RetryStage, _ change: (inout RequestPlan) -> Void = { _ in }
    ) async -> Handle<RawResponse> {
        let handle = stage.client.dispatch(call(.after(.milliseconds(100)), change), on: Net.pair)
        #expect(await eventually { transport.inFlight.count == 1 && stage.clock.deadlines == [.milliseconds(100)] })
        stage.clock.advance(by: .milliseconds(99))
        #expect(transport.requests.count == 1)
        stage.clock.advance(by: .milliseconds(1))
        #expect(await eventually { transport.inFlight.count == 2 })
        return handle
    }

    private func decisions(_ stage: RetryStage, _ handle: Handle<RawResponse>) -> [Decision] {
        stage.client.row(handle.id)?.decisions.map(\.decision) ?? []
    }

    /// mapping.md 2.8, hedging: the second copy, to another service; the first answer wins, the other is cancelled at once.
    @Test func theSecondCopyGoesToAnotherServiceAndMayWin() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handle = await hedged(transport, stage)
        #expect(transport.requests.map { "\($0.url)" } == ["http://api.test/v1/items", "http://backup.test/v1/items"])
        let racing = try #require(stage.client.row(handle.id))
        #expect(racing.flight?.launch.service == "main")
        #expect(racing.hedge?.service == "backup" && racing.hedge?.attempt == 2)
        #expect(racing.hedge?.startedAt == .milliseconds(100))
        #expect(decisions(stage, handle) == [.hedges(attempt: 2, service: "backup")])
        stage.clock.advance(by: .milliseconds(50))
        transport.inFlight.last?.play(.answer(200, body: [2]))
        #expect(try await handle.value.body == [2])
        #expect(await eventually { transport.inFlight.isEmpty })
        let row = try #require(stage.client.row(handle.id))
        #expect(row.state == .succeeded && row.service == "backup" && row.attempt == 2 && row.status == 200)
        // The answer stands last.
        #expect(row.attempts == [1, 2] && row.services == ["main", "backup"])
        let lost = try #require(row.exchanges.first)
        #expect(lost.failure == TransferFailure(.cancelled(.hedge), "the other copy got a response first"))
        #expect(lost.metrics.total == .milliseconds(150))
        #expect(row.exchanges.last?.phases[.receiving] == .milliseconds(50))
        #expect(row.hedge == nil && row.flight == nil && row.errorKind == nil)
        #expect(await stage.client.isDrained())
        #expect(stage.clock.deadlines.isEmpty)
        #expect(stage.client.snapshot().counters.late == 0)
    }

    @Test func theFirstCopyMayWinToo() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handle = await hedged(transport, stage)
        transport.inFlight.first?.play(.answer(200, body: [1]))
        #expect(try await handle.value.body == [1])
        #expect(await eventually { transport.inFlight.isEmpty })
        let row = try #require(stage.client.row(handle.id))
        #expect(row.service == "main" && row.attempt == 1 && row.status == 200)
        #expect(row.attempts == [2, 1] && row.services == ["backup", "main"])
        #expect(row.exchanges.first?.failure?.kind == .cancelled(.hedge))
        #expect(row.exchanges.last?.failure == nil)
        #expect(await stage.client.isDrained())
    }

    @Test func bytesThatWereToldAreNotTakenBack() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handle = await hedged(transport, stage)
        let transfers = transport.inFlight
        transfers[0].play([.progress(sent: 10, received: 1_000)])
        transfers[1].play([.progress(sent: 20, received: 5_000)])
        #expect(stage.client.row(handle.id)?.bytesReceived == 1_000)
        #expect(stage.client.row(handle.id)?.bytesSent == 10)
        transfers[1].play(.answer(200, body: [1, 2, 3]))
        _ = try await handle.value
        #expect(stage.client.row(handle.id)?.bytesReceived == 1_000)
        #expect(stage.client.row(handle.id)?.bytesSent == 10)
    }

    @Test func anAnswerInTimeNeedsNoSecondCopy() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(call(), on: Net.pair)
        #expect(await eventually { transport.inFlight.count == 1 && stage.clock.deadlines == [.milliseconds(100)] })
        stage.clock.advance(by: .milliseconds(99))
        transport.inFlight.first?.play(.answer(404))
        #expect(await handle.error?.detail == "the server answered 404")
        #expect(await stage.client.isDrained())
        #expect(stage.clock.deadlines.isEmpty)
        #expect(transport.requests.count == 1)
        #expect(stage.client.row(handle.id)?.attempts == [1])
    }

    @Test func theDelayCountsFromTheSendingNotFromTheQueue() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport, limits: DispatchLimits(total: 2, perHost: 1))
        let blocker = stage.client.dispatch(Net.call("/blocker"), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let handle = stage.client.dispatch(call(), on: Net.pair)
        #expect(await eventually { stage.client.liveCount > 5 })
        stage.clock.advance(by: .seconds(3))
        #expect(stage.clock.deadlines.isEmpty)
        blocker.cancel()
        #expect(await stage.sleeps(until: .milliseconds(3_100)))
        handle.cancel()
        #expect(await stage.client.isDrained())
    }

    // MARK: Who is not hedged

    @Test(arguments: [HTTPMethod.post, .patch])
    func methodsThatAreNotIdempotentAreNot(_ method: HTTPMethod) async {
        await isNotHedged { $0.method = method }
        await isNotHedged {
            $0.method = method
            $0.headers = ["Idempotency-Key": "k"]
        }
    }

    @Test func aBodyThatCanBeHadOnceIsNot() async { await isNotHedged { $0.policies.isBodyOneShot = true } }

    @Test func aCallThatSaysNeverIsNot() async { await isNotHedged { $0.policies.hedge = .never } }

    private func isNotHedged(_ change: (inout RequestPlan) -> Void) async {
        let transport = Net.hanging()
        let stage = RetryStage(transport, policies: CallPolicies(hedge: .after(.milliseconds(100))))
        let handle = stage.client.dispatch(call(.after(.milliseconds(100)), change), on: Net.pair)
        #expect(await eventually { transport.inFlight.count == 1 })
        #expect(stage.clock.deadlines.isEmpty)
        handle.cancel()
        #expect(await stage.client.isDrained())
    }

    @Test func aStreamIsNot() async throws {
        let transport = Net.answering()
        let stage = RetryStage(transport)
        let response = try await stage.client.stream(call(.after(.zero)).plan, on: Net.pair).value
        #expect(response.head.status == 200)
        for try await _ in response.body {}
        #expect(await stage.client.isDrained())
        #expect(transport.requests.count == 1)
    }

    @Test func onlyTheFirstAttemptIs() async {
        let transport = Net.inTurn([.answer(503), Net.hang])
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(call { $0.policies.retry = .standard }, on: Net.pair)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        stage.clock.advance(by: .milliseconds(50))
        #expect(await eventually { transport.inFlight.count == 1 })
        #expect(stage.clock.deadlines.isEmpty)
        handle.cancel()
        #expect(await stage.client.isDrained())
    }

    @Test func theClientsPolicyHoldsForPlansWithoutOne() async {
        let stage = RetryStage(Net.hanging(), policies: CallPolicies(hedge: .after(.milliseconds(70))))
        let handle = stage.client.dispatch(Net.call(), on: Net.pair)
        #expect(await stage.sleeps(until: .milliseconds(70)))
        handle.cancel()
        #expect(await stage.client.isDrained())
    }

    // MARK: What it may cost

    @Test func withoutAFreeSlotThereIsNoSecondCopy() async {
        for limits in [DispatchLimits(total: 1), DispatchLimits(total: 2)] {
            let transport = Net.hanging()
            let stage = RetryStage(transport, limits: limits)
            let blocker = limits.total == 2 ? stage.client.dispatch(Net.call("http://backup.test/"), on: Net.pool) : nil
            #expect(await eventually { transport.inFlight.count == limits.total - 1 })
            let handle = stage.client.dispatch(call(), on: Net.pair)
            #expect(await stage.sleeps(until: .milliseconds(100)))
            #expect(await eventually { transport.requests.count == limits.total }, "the first copy is on its way")
            stage.clock.advance(by: .milliseconds(100))
            #expect(await eventually { decisions(stage, handle).last == .notHedged(because: "no slot is free") })
            handle.cancel()
            blocker?.cancel()
            #expect(await stage.client.isDrained())
            #expect(transport.requests.count == limits.total)
        }
    }

    @Test func aHostAtItsLimitGetsNoSecondCopyAndOneBelowItDoes() async throws {
        for blockers in [1, 2] {
            let transport = Net.hanging()
            let stage = RetryStage(transport, limits: DispatchLimits(total: 10, perHost: 2))
            for _ in 0..<blockers { _ = stage.client.dispatch(Net.call("http://backup.test/"), on: Net.pool) }
            #expect(await eventually { transport.inFlight.count == blockers })
            _ = stage.client.dispatch(call(), on: Net.pair)
            #expect(await stage.sleeps(until: .milliseconds(100)))
            stage.clock.advance(by: .milliseconds(100))
            #expect(await eventually { transport.requests.count == 3 })
            // Both copies hold a slot: the next one to that host waits.
            let next = stage.client.dispatch(Net.call("http://backup.test/next"), on: Net.pool)
            #expect(await eventually { stage.client.row(next.id).map { $0.state == .queued } ?? false })
            stage.client.cancelAll()
            #expect(await stage.client.isDrained())
            #expect(transport.requests.count == 3)
        }
    }

    @Test func theSecondCopysSlotIsHandedOn() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport, limits: DispatchLimits(total: 2))
        let handle = await hedged(transport, stage)
        let waiting = stage.client.dispatch(Net.call("/next"), on: Net.pool)
        let other = stage.client.dispatch(Net.call("/other"), on: Net.pool)
        #expect(await eventually { stage.client.snapshot().live.count { $0.state == .queued } == 2 })
        #expect(transport.requests.count == 2)
        transport.inFlight.last?.play(.answer(200))
        #expect(try await handle.value.head.status == 200)
        #expect(await eventually { transport.inFlight.count == 2 })
        // Both slots are free at about the same time.
        #expect(Set(transport.requests.suffix(2).map(\.url.path)) == ["/v1/next", "/v1/other"])
        waiting.cancel()
        other.cancel()
        #expect(await stage.client.isDrained())
    }

    @Test func aSecondCopyTakesATokenOfTheBudget() async throws {
        let transport = Net.hanging()
        // Each call brings half a token.
        let stage = RetryStage(transport, budget: RetryBudgetRule(percent: 50, perSecond: 0))
        let poor = stage.client.dispatch(call(), on: Net.pair)
        #expect(await stage.sleeps(until: .milliseconds(100)))
        stage.clock.advance(by: .milliseconds(100))
        #expect(await eventually { decisions(stage, poor).last == .notHedged(because: "the retry budget is empty") })
        transport.inFlight.first?.play(.answer(200))
        _ = try await poor.value
        #expect(transport.requests.count == 1)
        #expect(await stage.client.isDrained())
        let rich = stage.client.dispatch(call(), on: Net.pair)
        #expect(await stage.sleeps(until: .milliseconds(200)))
        stage.clock.advance(by: .milliseconds(100))
        #expect(await eventually { transport.inFlight.count == 2 })
        rich.cancel()
        #expect(await stage.client.isDrained())
    }

    /// The adapter of the other service takes its time, and does not hear that it is too late.
    @Test func theWinnerDoesNotWaitForTheOthersAdapters() async throws {
        let entered = Gate(), gate = Gate()
        var slow = Net.backup
        slow.behaviour = RequestBehaviour(adapters: [
            ClosureAdapter { _, _ in
                entered.open()
                await gate.wait()
            }
        ])
        let transport = Net.hanging()
        // One token: the copy that comes too late must not take it.
        let stage = RetryStage(transport, budget: RetryBudgetRule(percent: 100, perSecond: 0))
        let pool = ServicePool([Net.service, slow])
        let handle = stage.client.dispatch(call(), on: pool)
        #expect(await stage.sleeps(until: .milliseconds(100)))
        stage.clock.advance(by: .milliseconds(100))
        await entered.wait()
        transport.inFlight.first?.play(.answer(200, body: [1]))
        #expect(try await handle.value.body == [1])
        #expect(await stage.client.isDrained())
        let row = try #require(stage.client.row(handle.id))
        #expect(row.attempt == 1 && row.attempts == [1])
        #expect(row.decisions.map(\.decision) == [.notHedged(because: "the first copy got a response meanwhile")])
        gate.open()
        #expect(transport.requests.count == 1)
        #expect(stage.client.budgets.withdraw(pool, at: stage.clock.now))
    }

    // MARK: Failures

    @Test(arguments: [true, false]) func aFailureWaitsForTheOtherCopy(_ firstFails: Bool) async throws {
        for failure in [ScriptedTransport.Step.answer(503), Net.fail(.cut), Net.fail(.protocolViolation)] {
            let transport = Net.hanging()
            let stage = RetryStage(transport)
            let handle = await hedged(transport, stage)
            let (failing, other) = firstFails ? (0, 1) : (1, 0)
            let transfers = transport.inFlight
            transfers[failing].play(failure)
            #expect(await eventually { stage.client.row(handle.id)?.exchanges.count == 1 })
            #expect(stage.client.row(handle.id)?.state.isEnded == false)
            #expect(transport.inFlight.count == 1)
            transfers[other].play(.answer(200, body: [7]))
            #expect(try await handle.value.body == [7])
            let row = try #require(stage.client.row(handle.id))
            #expect(row.attempts == [failing + 1, other + 1])
            #expect(row.attempt == other + 1 && row.status == 200)
            #expect(await stage.client.isDrained())
        }
    }

    @Test func whenBothFailTheLaterFailureIsTheCallsAndBothAreNamed() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handle = await hedged(transport, stage)
        let transfers = transport.inFlight
        transfers[1].play(Net.fail(.connect))
        #expect(await eventually { stage.client.row(handle.id)?.exchanges.count == 1 })
        transfers[0].play(Net.fail(.cut))
        let error = try #require(await handle.error)
        #expect(error.kind == .cut)
        #expect(error.detail == "as told; sent 2 times, to main, backup")
        #expect(stage.client.row(handle.id)?.service == "main")
        #expect(await stage.client.isDrained())
    }

    @Test func aRetryFollowsBothAsTheThird() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handle = await hedged(transport, stage) { $0.policies.retry = .standard }
        for transfer in transport.inFlight { transfer.play(.answer(503)) }
        // The second retry's ceiling is 200 ms.
        #expect(await stage.sleeps(until: .milliseconds(200)))
        #expect(stage.client.row(handle.id)?.retry == RetryNotice(due: .milliseconds(200), attempt: 3, limit: 3, reason: "503"))
        stage.clock.advance(by: .milliseconds(100))
        #expect(await eventually { transport.inFlight.count == 1 })
        transport.inFlight.first?.play(.answer(200))
        _ = try await handle.value
        #expect(stage.client.row(handle.id)?.attempts.sorted() == [1, 2, 3])
        #expect(await stage.client.isDrained())
    }

    @Test func aSecondCopyThatCannotBeMadeIsLeftOut() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let broken = ServicePool([Net.service, Service(name: "broken", baseURL: URI("nonsense"))])
        let handle = stage.client.dispatch(call(), on: broken)
        #expect(await stage.sleeps(until: .milliseconds(100)))
        stage.clock.advance(by: .milliseconds(100))
        #expect(await eventually { stage.clock.deadlines.isEmpty })
        transport.inFlight.first?.play(Net.fail(.cut))
        #expect(await handle.error?.kind == .cut)
        #expect(await stage.client.isDrained())
        #expect(transport.requests.count == 1)
    }

    @Test func aPoolOfOneGetsBothCopies() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(call(), on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(100)))
        stage.clock.advance(by: .milliseconds(100))
        #expect(await eventually { transport.inFlight.count == 2 })
        #expect(Set(transport.requests.map(\.url.host)) == ["api.test"])
        handle.cancel()
        #expect(await stage.client.isDrained())
    }

    @Test func theOtherServiceIsTheNextInOrder() {
        let services = ["a", "b", "c"].map { Service(name: $0, baseURL: URI("http://\($0).test")) }
        for (active, next) in [(0, "b"), (1, "c"), (2, "a")] {
            let pool = ServicePool(services, active: active)
            #expect(pool.pickService().flatMap(pool.pickService(besides:))?.service.name == next)
        }
        let one = ServicePool([services[0]])
        #expect(one.pickService().flatMap(one.pickService(besides:)) == nil)
        #expect(ServicePool(services).pickService().flatMap(one.pickService(besides:)) == nil)
        var staged = ServicePool(services)
        staged.selectEnvironment(Environment("staging"))
        #expect(staged.pickService().flatMap(staged.pickService(besides:))?.service.environment == Environment("staging"))
        #expect(staged.pickService().flatMap(staged.pickService(besides:))?.index == 1)
    }

    // MARK: Cancel, and transports that are slow to let go

    @Test func aCancelEndsBothCopiesAndTheRowKeepsBoth() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handle = await hedged(transport, stage)
        handle.cancel()
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(await handle.error?.kind == .cancelled(.user))
        #expect(await stage.client.isDrained())
        let row = try #require(stage.client.row(handle.id))
        let attempts = TaskTrace(row).entries.compactMap { entry in
            if case .attempt(let number, let service) = entry.fact { "\(number) \(service) \(entry.at)" } else { nil }
        }
        #expect(attempts == ["1 main 0.0 seconds", "2 backup 0.1 seconds"])
        var bare = row
        bare.dropTrace()
        #expect(bare.hedge == nil)
    }

    @Test func theDeadlineEndsBothCopies() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(call { $0.policies.deadline = .seconds(1) }, on: Net.pair)
        #expect(await stage.sleeps(until: .milliseconds(100), .seconds(1)))
        stage.clock.advance(by: .milliseconds(100))
        #expect(await eventually { transport.inFlight.count == 2 })
        #expect(transport.requests.map(\.timeouts.total) == [.seconds(1), .milliseconds(900)])
        stage.clock.advance(by: .milliseconds(900))
        #expect(await handle.error?.kind == .timedOut(.deadline))
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(await stage.client.isDrained())
    }

    @Test func theAnswerDoesNotWaitForTheOthersTransport() async throws {
        let transport = StubbornTransport()
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(call(), on: Net.pair)
        #expect(await stage.sleeps(until: .milliseconds(100)))
        stage.clock.advance(by: .milliseconds(100))
        #expect(await eventually { transport.exchanges.count == 2 })
        transport.exchanges[1].observer.transferReceived(head: ResponseHead(status: 200))
        transport.exchanges[1].observer.transferFinished(TransferEnd())
        #expect(try await handle.value.head.status == 200)
        #expect(transport.exchanges[0].cancelCount > 0)
        #expect(await stage.client.isDrained())
        // What it says later is heard by nobody.
        transport.exchanges[0].observer.transferFinished(TransferEnd(failure: TransferFailure(.cut)))
        #expect(stage.client.row(handle.id)?.exchanges.count == 2)
    }

    @Test func whoWaitsForASlotBetweenHopsIsOutrunToo() async throws {
        let transport = ScriptedTransport { $0.url.host == "api.test" ? .redirect(302, to: "http://busy.test/") : Net.hang }
        let stage = RetryStage(transport, limits: DispatchLimits(total: 10, perHost: 1))
        let blocker = stage.client.dispatch(Net.call("http://busy.test/blocker"), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let handle = stage.client.dispatch(call(), on: Net.pair)
        #expect(await eventually { stage.state(handle.id) == .queued && stage.client.row(handle.id)?.exchanges.count == 1 })
        #expect(await stage.sleeps(until: .milliseconds(100)))
        stage.clock.advance(by: .milliseconds(100))
        #expect(await eventually { transport.inFlight.count == 2 })
        transport.inFlight.last?.play(.answer(200, body: [2]))
        #expect(try await handle.value.body == [2])
        blocker.cancel()
        #expect(await stage.client.isDrained())
        #expect(transport.requests.count == 3)
    }

    // MARK: p95

    @Test func theDelayIsTheEndpointsP95OnceItIsKnown() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let hedge = HedgePolicy.afterP95(atLeast: .milliseconds(5))
        for round in 0..<20 {
            let handle = stage.client.dispatch(call(hedge), on: Net.pair)
            #expect(await eventually { transport.inFlight.count == 1 })
            #expect(stage.clock.deadlines.isEmpty, "round \(round)")
            stage.clock.advance(by: .milliseconds(10))
            transport.inFlight.first?.play(.answer(200))
            _ = try await handle.value
        }
        let now = stage.clock.now
        // 10 ms lie in the step that ends at 11.
        let known = stage.client.dispatch(call(hedge), on: Net.pair)
        // The timer may be set before the transport has the request: a cancel between the two sends nothing.
        #expect(await eventually { transport.requests.count == 21 })
        #expect(await stage.sleeps(until: now + .milliseconds(11)))
        known.cancel()
        #expect(await stage.client.isDrained())
        let atLeast = stage.client.dispatch(call(.afterP95(atLeast: .milliseconds(30))), on: Net.pair)
        #expect(await eventually { transport.requests.count == 22 })
        #expect(await stage.sleeps(until: now + .milliseconds(30)))
        atLeast.cancel()
        let other = stage.client.dispatch(call(hedge) { $0.id = "other" }, on: Net.pair)
        #expect(await eventually { transport.requests.count == 23 })
        #expect(stage.clock.deadlines.isEmpty)
        other.cancel()
        #expect(await stage.client.isDrained())
    }

    @Test func failuresAreNotMeasured() async throws {
        let stage = RetryStage(Net.inTurn([.answer(503)]))
        for _ in 0..<30 {
            _ = await stage.client.dispatch(call(.afterP95(atLeast: .zero)), on: Net.pair).outcome
        }
        #expect(stage.client.latencies.percentile95(endpoint: "call", at: .zero) == nil)
        #expect(stage.client.latencies.count == 0)
    }
}
