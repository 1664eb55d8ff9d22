import Synchronization
import TestSupport
import Testing

@testable import NetLayer

/// Requests in the air whose service is given up, and what wakes those who look after a pool.
struct FailoverFlightTests {
    private func kinds(_ stage: FailoverStage) -> [FailoverEvent.Kind] { stage.pool.failover?.recentEvents().map(\.kind) ?? [] }

    @Test func whoIsIsolatedByHandIsLeft() async throws {
        let stage = FailoverStage()
        stage.set("a", Net.hang)
        let get = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        let post = stage.client.dispatch(FailoverStage.call(.post), on: stage.pool)
        #expect(await eventually { stage.transport.inFlight.count == 2 })
        try stage.client.isolate(0, in: stage.pool)
        #expect(try await get.value.body == Array("b".utf8))
        #expect(stage.client.row(post.id)?.state.isEnded == false)
        stage.client.cancelAll()
    }

    @Test func aSwitchByHandLeavesThemWhereTheyAre() async throws {
        let stage = FailoverStage()
        stage.set("a", Net.hang)
        let get = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        #expect(await eventually { stage.transport.inFlight.count == 1 })
        try stage.client.switchTo(1, in: stage.pool)
        #expect(await stage.body(FailoverStage.call()) == "b")
        #expect(stage.client.row(get.id)?.exchanges.count == 0 && stage.client.row(get.id)?.service == "a")
        stage.client.cancelAll()
    }

    /// A service may break between the pick and the moment at which the request can be called back.
    @Test func whatTakesOffFromABrokenServiceLeavesAtOnce() throws {
        let stage = FailoverStage()
        let controller = try #require(stage.pool.failover)
        let late = try #require(controller.pickService(PickRequest(), in: .standard, at: .zero))
        for _ in 1...5 {
            let pick = try #require(controller.pickService(PickRequest(), in: .standard, at: .zero))
            controller.record(pick, in: .standard, .status(500), latency: .zero, at: .zero)
        }
        let left = Mutex<[UInt64]>([])
        controller.registerInFlight(late, in: .standard) { left.withLock { $0.append(late.number) } }
        let fine = try #require(controller.pickService(PickRequest(), in: .standard, at: .zero))
        controller.registerInFlight(fine, in: .standard) { left.withLock { $0.append(fine.number) } }
        #expect(left.withLock { $0 } == [late.number])
    }

    /// With all services broken they hang on one of those; the first that heals takes them over.
    @Test func whoHealsInAPanicTakesOver() async throws {
        let stage = FailoverStage()
        let controller = try #require(stage.pool.failover)
        for _ in 1...15 { _ = await stage.client.dispatch(FailoverStage.call(.post), on: stage.pool).outcome }
        for name in ["a", "b", "c"] { stage.set(name, .answer(500)) }
        for _ in 1...15 { _ = await stage.client.dispatch(FailoverStage.call(.post), on: stage.pool).outcome }
        #expect(stage.status.isPanicking)
        stage.set("a", Net.hang)
        let hanging = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        #expect(await eventually { stage.transport.inFlight.count == 1 })
        stage.set("b", nil)
        stage.set("c", nil)
        try stage.client.release(1, in: stage.pool)
        #expect(try await hanging.value.body == Array("b".utf8))
        #expect(controller.status(at: stage.clock.now).services.allSatisfy { $0.inFlight == 0 })
    }

    /// Each that leaves is told of, and calls nobody else: else they would stand on each other's shoulders.
    @Test func manyLeaveOneAfterTheOther() throws {
        let stage = FailoverStage()
        let controller = try #require(stage.pool.failover)
        let calls = Mutex(0)
        let depth = Mutex((now: 0, most: 0))
        for number in 1...300 {
            let pick = try #require(controller.pickService(PickRequest(), in: .standard, at: .zero))
            let hasLeft = Mutex(false)
            // The controller holds the closure, which must not hold the controller.
            controller.registerInFlight(pick, in: .standard) { [weak controller] in
                calls.withLock { $0 += 1 }
                depth.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                let isFirst = hasLeft.withLock { hasLeft in
                    defer { hasLeft = true }
                    return !hasLeft
                }
                if isFirst { controller?.redispatched(TaskID(UInt64(number)), from: 0, in: .standard, at: .zero) }
                depth.withLock { $0.now -= 1 }
            }
        }
        try stage.client.isolate(0, in: stage.pool)
        #expect(calls.withLock { $0 } == 300 && depth.withLock { $0.most } == 1)
    }

    @Test func anAnswerThatHasBegunStaysAndCostsNothing() async throws {
        let stage = FailoverStage(budget: RetryBudgetRule(percent: 0, perSecond: 1))
        stage.set("a", [.head(ResponseHead(status: 200))])
        let handle = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        #expect(await eventually { stage.client.row(handle.id)?.state == .running(.receiving) })
        try stage.client.isolate(0, in: stage.pool)
        #expect(!kinds(stage).contains { if case .redispatched = $0 { true } else { false } })
        #expect(
            (1...10).allSatisfy { _ in stage.client.budgets.withdraw(stage.pool, at: stage.clock.now) }, "ten seconds' tokens")
        stage.transport.inFlight.first?.play([.body(Array("late".utf8)), .finish(TransferMetrics())])
        #expect(try await handle.value.body == Array("late".utf8))
    }

    @Test func aHedgeThatNeverGoesOutHoldsNobodyBack() async throws {
        let stage = FailoverStage()
        stage.set("a", Net.hang)
        // There are no figures yet: no second copy.
        let get = stage.client.dispatch(
            FailoverStage.call { $0.policies.hedge = .afterP95(atLeast: .milliseconds(10)) }, on: stage.pool)
        #expect(await eventually { stage.transport.inFlight.count == 1 })
        try stage.client.isolate(0, in: stage.pool)
        #expect(try await get.value.body == Array("b".utf8))
    }

    @Test func aStreamTriesNobody() async throws {
        let stage = FailoverStage()
        stage.set("a", .answer(503))
        for _ in 1...5 { _ = await stage.client.dispatch(FailoverStage.call(), on: stage.pool).outcome }
        stage.clock.advance(by: .seconds(6))
        let stream = try await stage.client.stream(FailoverStage.call().plan, on: stage.pool).value
        #expect(stream.head.status == 200)
        #expect(stage.transport.requests.last?.url.host == "b.test")
        for try await _ in stream.body {}
    }

    // MARK: Checks

    @Test func whoIsAskedForNowIsAskedNow() async throws {
        let stage = FailoverStage {
            $0.health = HealthCheck(path: "/health")
            $0.health?.interval = .seconds(30)
        }
        _ = await stage.body(FailoverStage.call())
        #expect(await eventually { stage.clock.deadlines.count == 1 })
        try stage.client.probe(2, in: stage.pool)
        #expect(await eventually { stage.transport.requests.contains { $0.url.revealed == "http://c.test/health" } })
        let check = try #require(stage.transport.requests.first { $0.url.path == "/health" })
        #expect(!check.connection.isFresh && stage.clock.now == .zero)
    }

    @Test func whereTheNetworkIsGoneNobodyIsAskedAndNobodyBlamed() async throws {
        let stage = FailoverStage { $0.health = HealthCheck(path: "/health") }
        for name in ["a", "b", "c"] { stage.set(name, Net.fail(.connect)) }
        stage.client.network.report(.notReachable)
        for _ in 1...10 {
            #expect(await stage.client.dispatch(FailoverStage.call(), on: stage.pool).error?.kind == .noNetwork)
        }
        #expect(stage.status.isOffline)
        #expect(await eventually { stage.clock.deadlines.count == 1 })
        stage.clock.advance(by: .seconds(2))
        #expect(await eventually { kinds(stage).contains { if case .probed(_, false, _, _) = $0 { true } else { false } } })
        #expect(stage.transport.requests.isEmpty && stage.status.generation == 0)
        for name in ["a", "b", "c"] { stage.set(name, nil) }
        stage.client.network.report(.reachable)
        #expect(await stage.body(FailoverStage.call()) == "a")
        #expect(!stage.status.isOffline)
    }

    /// A good result moves no check, and so it wakes no thread.
    @Test func goodResultsLeaveTheTaskThatChecksAsleep() throws {
        let stage = FailoverStage {
            $0.health = HealthCheck(path: "/health")
            $0.health?.interval = .seconds(5)
        }
        let controller = try #require(stage.pool.failover)
        try controller.command(.probe(nil), in: .standard, ifStill: nil, at: .seconds(1))
        var now = Duration.seconds(1)
        for outcome in [ServiceOutcome.answered, .answered, .failed(.status)] {
            let (due, next) = try #require(controller.probes(in: .standard, at: now))
            try #require(due.count == stage.pool.services.count && next > now && next < now + FailoverMachine.idle)
            let clock = stage.clock.source
            let sleeper = Task { _ = try? await clock.sleep(.seconds(1_000_000)) }
            controller.sleep(sleeper, in: .standard)
            for order in due {
                controller.probed(order, in: .standard, outcome, latency: .zero, detail: "", at: now + .milliseconds(5))
            }
            #expect(sleeper.isCancelled == (outcome != .answered))
            sleeper.cancel()
            now = next
        }
    }

    @Test func checksNeverPushDecisionsOutOfTheLog() throws {
        let stage = FailoverStage { $0.health = HealthCheck(path: "/health") }
        let controller = try #require(stage.pool.failover)
        try stage.client.switchTo(1, in: stage.pool)
        for second in 1...1_000 {
            try controller.command(.probe(nil), in: .standard, ifStill: nil, at: .seconds(second))
            for order in controller.probes(in: .standard, at: .seconds(second))?.due ?? [] {
                controller.probed(order, in: .standard, .failed(.status), latency: .zero, detail: "500", at: .seconds(second))
            }
        }
        #expect(kinds(stage).count == FailoverController.logged)
        #expect(kinds(stage).contains { $0.isSwitch(to: 1, .manual) })
    }

    @Test func aReleaseTakesBackWhatADirectiveForced() throws {
        var driver = PoolDriver()
        #expect(driver.follow(Directive(pool: "", target: .index(1), epoch: 1)) == nil)
        #expect(driver.active == 1)
        try driver.command(.release(1))
        #expect(driver.count { if case .directiveEnded(1, _) = $0 { true } else { false } } == 1)
        // And a switch by hand holds when another service is released.
        try driver.command(.switchTo(2))
        try driver.command(.release(1))
        driver.advance(60)
        #expect(driver.pick().service == 2)
        try driver.command(.release(2))
        driver.advance(60)
        #expect(driver.pick().service == 0)
    }

    @Test func whatNeverConnectedMayBeTheNetworks() async {
        let stage = FailoverStage()
        stage.set("a", [.enter(.connecting), .fail(TransferFailure(.timedOut(.total), "in vain"))])
        for _ in 1...5 { _ = await stage.client.dispatch(FailoverStage.call(.post), on: stage.pool).outcome }
        #expect(stage.status.active == 0, "another is asked first")
        stage.set("b", nil)
        _ = await stage.body(FailoverStage.call())
        #expect(stage.status.active == 1)
    }
}
