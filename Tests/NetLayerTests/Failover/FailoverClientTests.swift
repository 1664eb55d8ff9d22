import Synchronization
import TestSupport
import Testing

@testable import NetLayer

/// Calls on a pool that fails over: what is sent where, what counts, and what the row says.
struct FailoverClientTests {
    @Test func aDeadServiceIsTriedOnceForEachCallAndThenNotAtAll() async throws {
        let stage = FailoverStage()
        stage.set("a", Net.fail(.connect))
        for number in 1...7 {
            let handle = stage.client.dispatch(Net.retrying(), on: stage.pool)
            #expect(try await handle.value.body == Array("b".utf8))
            let row = try #require(stage.client.row(handle.id))
            // The fifth failure breaks it.
            #expect(row.exchanges.map(\.service) == (number <= 5 ? ["a", "b"] : ["b"]))
            #expect(row.service == "b" && row.state == .succeeded)
        }
        #expect(stage.clock.now == .zero, "nobody waits before another service is asked")
        #expect(stage.status.active == 1 && stage.status.services[0].state.name == "open")
    }

    @Test func onePostIsSentOnceAndItsFailureCounts() async {
        let stage = FailoverStage()
        stage.set("a", .answer(500))
        for _ in 1...5 {
            let handle = stage.client.dispatch(FailoverStage.call(.post) { $0.policies.retry = .standard }, on: stage.pool)
            #expect(await handle.error?.kind == .status(500))
            #expect(stage.client.row(handle.id)?.exchanges.count == 1)
        }
        #expect(stage.status.active == 1)
    }

    @Test func whatHangsOnABrokenServiceGoesToTheNextAtOnce() async throws {
        let stage = FailoverStage()
        stage.set("a", Net.hang)
        let hanging = (0..<3).map { _ in
            stage.client.dispatch(FailoverStage.call { $0.policies.deadline = .seconds(60) }, on: stage.pool)
        }
        let post = stage.client.dispatch(FailoverStage.call(.post), on: stage.pool)
        #expect(await eventually { stage.transport.inFlight.count == 4 })
        stage.clock.advance(by: .seconds(2))
        stage.set("a", Net.fail(.connect))
        for _ in 1...5 { _ = await stage.client.dispatch(FailoverStage.call(.post), on: stage.pool).outcome }
        for handle in hanging {
            #expect(try await handle.value.body == Array("b".utf8))
            let row = try #require(stage.client.row(handle.id))
            #expect(row.exchanges.map(\.service) == ["a", "b"])
            #expect(row.exchanges[0].failure?.kind == .cancelled(.redispatch))
            #expect(row.decisions.contains { $0.decision == .leaves(service: "a", because: "it is down") })
            // Its time goes on from where it was.
            #expect(row.exchanges[1].request.timeouts.total == .seconds(58))
        }
        #expect(stage.client.row(post.id)?.state.isEnded == false && stage.client.row(post.id)?.service == "a")
        #expect(stage.status.services[0].inFlight == 1)
        stage.client.cancelAll()
        #expect(await eventually { stage.status.services.allSatisfy { $0.inFlight == 0 } })
        let redispatched = stage.pool.failover?.recentEvents().count {
            if case .redispatched(_, from: 0) = $0.kind { true } else { false }
        }
        #expect(redispatched == 3)
    }

    @Test func nothingLeavesWhereThatIsNotWanted() async {
        let stage = FailoverStage { $0.inFlight = .leave }
        stage.set("a", Net.hang)
        let hanging = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        #expect(await eventually { stage.transport.inFlight.count == 1 })
        stage.set("a", .answer(500))
        for _ in 1...5 { _ = await stage.client.dispatch(FailoverStage.call(.post), on: stage.pool).outcome }
        #expect(stage.status.active == 1)
        #expect(stage.client.row(hanging.id)?.state.isEnded == false)
        stage.client.cancelAll()
    }

    @Test func withoutTokensNothingLeaves() async {
        let stage = FailoverStage(budget: RetryBudgetRule(percent: 0, perSecond: 0))
        stage.set("a", Net.hang)
        let hanging = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        #expect(await eventually { stage.transport.inFlight.count == 1 })
        stage.set("a", Net.fail(.connect))
        for _ in 1...5 { _ = await stage.client.dispatch(FailoverStage.call(.post), on: stage.pool).outcome }
        #expect(stage.client.row(hanging.id)?.state.isEnded == false)
        stage.client.cancelAll()
    }

    @Test func aTrialThatFailsCostsItsUserNothing() async throws {
        let stage = FailoverStage()
        stage.set("a", .answer(503))
        for _ in 1...5 { _ = await stage.client.dispatch(FailoverStage.call(), on: stage.pool).outcome }
        stage.clock.advance(by: .seconds(5))
        // No policy of retries: the trial's replay is the pool's affair.
        let handle = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        #expect(try await handle.value.body == Array("b".utf8))
        #expect(stage.client.row(handle.id)?.exchanges.map(\.service) == ["a", "b"])
        // It heals: three trials bring it back, after ten seconds on the other.
        stage.set("a", nil)
        stage.clock.advance(by: .seconds(10))
        for _ in 1...3 { #expect(await stage.body(FailoverStage.call()) == "a") }
        #expect(await stage.body(FailoverStage.call()) == "a")
        #expect(stage.status.active == 0)
    }

    /// A trial may fail, and then its request is sent once more.
    @Test func noPostAndNoStreamIsATrial() async throws {
        let stage = FailoverStage()
        stage.set("a", .answer(503))
        for _ in 1...5 { _ = await stage.client.dispatch(FailoverStage.call(), on: stage.pool).outcome }
        stage.clock.advance(by: .seconds(5))
        let post = stage.client.dispatch(FailoverStage.call(.post), on: stage.pool)
        #expect(try await post.value.body == Array("b".utf8))
        let stream = stage.client.stream(FailoverStage.call().plan, on: stage.pool)
        for try await _ in try await stream.value.body {}
        let get = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        #expect(try await get.value.body == Array("b".utf8))
        let services = [post.id, stream.id, get.id].map { stage.client.row($0)?.exchanges.map(\.service) }
        #expect(services == [["b"], ["b"], ["a", "b"]])
    }

    @Test(.rows("B-HH-F11", "HH-G2"))
    func absoluteAddressesCountForNobody() async {
        let stage = FailoverStage()
        stage.set("x", .answer(500))
        for path in ["http://x.test/", "http://a.test/items"] {
            for _ in 1...20 {
                _ = await stage.client.dispatch(FailoverStage.call { $0 = RequestPlan(id: "call", path: path) }, on: stage.pool)
                    .outcome
            }
        }
        for _ in 1...20 {
            _ = await stage.client.dispatch(FailoverStage.call { $0.destination.baseURL = URI("http://x.test") }, on: stage.pool)
                .outcome
        }
        #expect(stage.status.services.allSatisfy { $0.leases == 0 && $0.counts == OutcomeCounts() })
        #expect(stage.transport.requests.count == 60, "each is sent once")
    }

    @Test(.rows("B-HH-F8"))
    func uploadsAndMembersCountLikeAllOthers() async throws {
        let stage = FailoverStage()
        stage.set("a", .answer(502))
        let upload = FailoverStage.call(.put) { $0.body = .bytes([1, 2, 3], contentType: "application/octet-stream") }
        for _ in 1...2 { _ = await stage.client.dispatch(upload, on: stage.pool).outcome }
        let three = RequestGroup("three", (1...3).map { _ in .call(FailoverStage.call(), on: stage.pool) })
        _ = try await stage.client.run(three, mode: .collectAll)
        #expect(stage.status.services[0].state.name == "open")
    }

    @Test func whatWaitsForASlotGoesToTheOneThatWorks() async throws {
        let stage = FailoverStage(limits: DispatchLimits(perHost: 2))
        stage.set("a", Net.hang)
        let handles = (0..<10).map { _ in stage.client.dispatch(FailoverStage.call(.post), on: stage.pool) }
        #expect(await eventually { stage.status.services[0].leases == 10 })
        try stage.client.isolate(0, in: stage.pool)
        // The two in the air end; the others have not been sent and need not go there.
        stage.client.cancel(
            stage.transport.inFlight.isEmpty ? [] : handles.map(\.id).filter { stage.client.row($0)?.flight != nil })
        #expect(await eventually { stage.client.liveCount == 0 })
        #expect(stage.transport.requests.count { $0.url.host == "a.test" } == 2)
        #expect(stage.transport.requests.count { $0.url.host == "b.test" } == 8)
        #expect(stage.status.services.allSatisfy { $0.inFlight == 0 })
    }

    @Test func whatIsCancelledCountsForNothing() async {
        let stage = FailoverStage()
        stage.set("a", Net.hang)
        let handles = (0..<20).map { _ in stage.client.dispatch(FailoverStage.call(), on: stage.pool) }
        #expect(await eventually { stage.status.services[0].leases == 20 })
        stage.client.cancel(handles.map(\.id))
        #expect(await eventually { stage.status.services[0].inFlight == 0 })
        #expect(stage.status.services[0].counts == OutcomeCounts() && stage.status.services[0].leases == 20)
    }

    @Test func cancelledInABackoffItEndsAtOnce() async {
        let stage = FailoverStage()
        for name in ["a", "b", "c"] { stage.set(name, .answer(503)) }
        let handle = stage.client.dispatch(
            FailoverStage.call { $0.policies.retry = RetryPolicy(attempts: 10, base: .seconds(10), cap: .seconds(10)) },
            on: stage.pool)
        // Three services at once, then it waits.
        #expect(await eventually { stage.clock.deadlines.count == 1 })
        #expect(stage.client.row(handle.id)?.exchanges.map(\.service) == ["a", "b", "c"])
        stage.client.cancel(handle.id)
        #expect(await handle.error?.kind == .cancelled(.user))
        #expect(stage.status.services.map(\.leases) == [1, 1, 1])
    }

    @Test(.rows("HH-S6"))
    func aSwitchOfEnvironmentLeavesWhatIsInTheAir() async throws {
        let stage = FailoverStage()
        stage.set("a", Net.hang)
        let old = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        #expect(await eventually { stage.transport.inFlight.count == 1 })
        var pool = stage.pool
        pool.selectEnvironment(.test)
        stage.set("a", nil)
        #expect(try await stage.client.send(FailoverStage.call(), on: pool).url.host == "a.stage.test")
        #expect(stage.client.row(old.id)?.flight?.launch.request.url.host == "a.test")
        // Each environment has a breaker of its own.
        #expect(stage.client.status(of: pool)?.services[0].leases == 1)
        #expect(stage.status.services[0].leases == 1)
        stage.client.cancelAll()
    }

    @Test func aCallMayNameItsServiceAndStaysThere() async {
        let stage = FailoverStage()
        stage.set("c", .answer(500))
        for _ in 1...6 {
            let handle = stage.client.dispatch(
                FailoverStage.call {
                    $0.policies.retry = RetryPolicy(attempts: 1)
                    $0.destination.service = "c"
                }, on: stage.pool)
            #expect(await handle.error?.kind == .status(500))
        }
        #expect(stage.status.services[2].state.name == "open" && stage.status.active == 0)
        let unknown = stage.client.dispatch(FailoverStage.call { $0.destination.service = "z" }, on: stage.pool)
        #expect(await unknown.error?.kind == .badRequest)
    }

    @Test func checksBringAServiceBackWithoutAUser() async throws {
        let stage = FailoverStage { $0.health = HealthCheck(path: "/health") }
        stage.set("a", .answer(500))
        // Nobody sends anything after it broke.
        for _ in 1...5 { _ = await stage.client.dispatch(FailoverStage.call(), on: stage.pool).outcome }
        stage.set("a", nil)
        // The check is due when the time of being open is over, and then every two seconds.
        for moment in [5, 7, 9] {
            #expect(await eventually { stage.clock.deadlines == [.seconds(moment)] })
            stage.clock.advance(by: .seconds(moment) - stage.clock.now)
        }
        #expect(await eventually { stage.status.services[0].state == .closed })
        stage.clock.advance(by: .seconds(1))
        #expect(await stage.body(FailoverStage.call()) == "a")
        // No user has tried it meanwhile.
        #expect(stage.status.services[0].leases == 6)
        #expect(stage.transport.requests.count { $0.url.path == "/health" } == 3)
        #expect(stage.pool.failover?.recentEvents().contains { if case .reclosed(0) = $0.kind { true } else { false } } == true)
    }

    @Test func ofAHundredAtOnceOneSwitches() async {
        let stage = FailoverStage()
        stage.set("a", .answer(500))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { _ = await stage.client.dispatch(FailoverStage.call(.post), on: stage.pool).outcome }
            }
        }
        #expect(stage.status.active == 1 && stage.status.generation == 1)
        #expect(stage.status.services.reduce(0) { $0 + $1.inFlight } == 0)
    }

    @Test(.rows("B-HH-S2"))
    func ofManyWhoSawTheSameOneSwitches() async {
        let stage = FailoverStage()
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    do throws(ServiceError) {
                        try stage.client.switchToNext(in: stage.pool, ifStill: 0)
                        return false
                    } catch {
                        return error == .stale(current: 1)
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 49 && stage.status.active == 1)
    }

    @Test func decisionsAreHeardInOrder() async {
        let stage = FailoverStage()
        let events = stage.pool.failover!.events()
        stage.set("a", .answer(500))
        for _ in 1...5 { _ = await stage.client.dispatch(FailoverStage.call(), on: stage.pool).outcome }
        var heard: [FailoverEvent.Kind] = []
        for await event in events.prefix(2) { heard.append(event.kind) }
        #expect(heard[0].isTrip && heard[1].isSwitch(to: 1, .automatic))
        #expect(stage.pool.failover?.recentEvents().map(\.kind) == heard)
    }
}
