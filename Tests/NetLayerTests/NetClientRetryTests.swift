// Retries as a call goes through them: order, exact delays, what the row tells, and cancel in each state.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct NetClientRetryTests {
    @Test func anAttemptFollowsAnotherAfterItsDelayUntilOneSucceeds() async throws {
        let transport = Net.inTurn([.answer(503, body: [1]), Net.fail(.cut), .answer(200, body: [3])])
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(Net.retrying(), on: Net.pool)
        // Half of 100 ms.
        #expect(await stage.sleeps(until: .milliseconds(50)))
        let waiting = try #require(stage.client.row(handle.id))
        #expect(waiting.state == .retrying)
        #expect(waiting.retry == RetryNotice(due: .milliseconds(50), attempt: 2, limit: 3, reason: "503"))
        #expect(waiting.status == nil)
        stage.clock.advance(by: .milliseconds(49))
        #expect(transport.requests.count == 1)
        stage.clock.advance(by: .milliseconds(1))
        // Half of 200 ms on top.
        #expect(await stage.sleeps(until: .milliseconds(150)))
        #expect(stage.client.row(handle.id)?.retry == RetryNotice(due: .milliseconds(150), attempt: 3, limit: 3, reason: "cut"))
        #expect(transport.requests.count == 2)
        stage.clock.advance(by: .milliseconds(100))
        #expect(try await handle.value.body == [3])
        let row = try #require(stage.client.row(handle.id))
        #expect(row.state == .succeeded)
        #expect(row.attempt == 3)
        #expect(row.retry == nil)
        #expect(row.attempts == [1, 2, 3])
        #expect(row.statuses == [503, nil, 200])
        #expect(row.exchanges.map(\.startedAt) == [.zero, .milliseconds(50), .milliseconds(150)])
        #expect(row.bytesReceived == 2)
        #expect(await stage.client.isDrained())
        #expect(stage.clock.deadlines.isEmpty)
    }

    @Test func observersAreToldOfEachStepInOrder() async throws {
        let stage = RetryStage(Net.inTurn([.answer(503), .answer(200)]))
        let events = stage.client.events()
        let handle = stage.client.dispatch(Net.retrying(), on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        stage.clock.advance(by: .milliseconds(50))
        _ = try await handle.value
        #expect(await stage.client.isDrained())
        events.finish()
        var told: [NetEvent] = []
        for await case .events(let batch) in events { told += batch }
        let kinds = told.map(\.kind).filter { $0 != .phase && $0 != .progress }
        #expect(kinds == [.queued, .attempt, .retry, .attempt, .ended])
        #expect(told.first { $0.kind == .retry }?.row.state == .retrying)
        #expect(told.filter { $0.kind == .attempt }.map(\.row.attempt) == [1, 2])
        #expect(told.filter { $0.kind == .attempt }.allSatisfy { $0.row.retry == nil })
    }

    @Test func whenAllTriesAreSpentTheErrorSaysWhatWasAttempted() async throws {
        let transport = Net.inTurn([.answer(503), .answer(502), .answer(500, body: [9])])
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(Net.retrying(), on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        stage.clock.advance(by: .milliseconds(50))
        #expect(await stage.sleeps(until: .milliseconds(150)))
        stage.clock.advance(by: .milliseconds(100))
        let error = try #require(await handle.error)
        #expect(error.kind == .status(500))
        #expect(error.response?.body == [9])
        #expect(
            error.detail == "the server answered 500; sent 3 times, to main, main, main; not retried: all 3 tries are used")
        #expect(stage.client.row(handle.id)?.reason == error.detail)
        #expect(transport.requests.count == 3)
        #expect(await stage.client.isDrained())
    }

    @Test func aFailureThatWasNotTriedAgainSaysWhy() async throws {
        let stage = RetryStage(Net.failing(.cut))
        let error = try #require(await stage.client.dispatch(Net.retrying { $0.method = .post }, on: Net.pool).error)
        #expect(error.kind == .cut)
        #expect(error.detail == "as told; not retried: POST is not idempotent")
        let refused = try #require(await stage.client.dispatch(Net.retrying("/{x}"), on: Net.pool).error)
        #expect(refused.kind == .badRequest)
        #expect(!refused.detail.contains("again"))
    }

    @Test(arguments: [NetError.Kind.dns, .connect, .tls])
    func aPostThatWasNeverSentIsSentAgain(_ kind: NetError.Kind) async throws {
        let transport = Net.inTurn([Net.fail(kind), .answer(201)])
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(
            Net.retrying {
                $0.method = .post
                $0.body = .bytes([1, 2], contentType: "text/plain")
            }, on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        stage.clock.advance(by: .milliseconds(50))
        #expect(try await handle.value.head.status == 201)
        #expect(transport.requests.map(\.body) == [.bytes([1, 2]), .bytes([1, 2])])
    }

    @Test func aPostWhoseRedirectCouldNotBeFollowedWasSent() async throws {
        let stage = RetryStage(Net.inTurn([.redirect(307, to: "/there"), Net.fail(.connect)]))
        let error = try #require(await stage.client.dispatch(Net.retrying { $0.method = .post }, on: Net.pool).error)
        #expect(error.kind == .connect)
        #expect(error.detail.hasSuffix("POST is not idempotent"))
    }

    @Test func redirectsBelongToTheirAttempt() async throws {
        let transport = Net.inTurn([.redirect(302, to: "/there"), .answer(503), .redirect(302, to: "/there"), .answer(200)])
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(Net.retrying(), on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        stage.clock.advance(by: .milliseconds(50))
        #expect(try await handle.value.redirects.count == 1)
        let row = try #require(stage.client.row(handle.id))
        #expect(row.attempts == [1, 1, 2, 2])
        #expect(transport.requests.map(\.url.path) == ["/v1/items", "/there", "/v1/items", "/there"])
        let facts = TaskTrace(row).entries.map(\.fact)
        #expect(facts.count { if case .redirected = $0 { true } else { false } } == 2)
        #expect(facts.compactMap { if case .attempt(let number, _) = $0 { number } else { nil } } == [1, 2])
    }

    // MARK: Policies

    @Test func aPlansOwnPolicyWinsOverTheClients() async throws {
        let stage = RetryStage(Net.failing(.connect), policies: CallPolicies(retry: .standard))
        let once = try #require(
            await stage.client.dispatch(Endpoint(Net.plan { $0.policies.retry = .never }), on: Net.pool).error)
        #expect(once.detail == "as told", "a policy of one try needs no word")
        let handle = stage.client.dispatch(Net.call(), on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        handle.cancel()
        let plain = RetryStage(Net.failing(.connect))
        #expect(await plain.client.dispatch(Net.call(), on: Net.pool).error?.detail == "as told")
        #expect(await stage.client.isDrained())
    }

    @Test func theBudgetOfThePoolEndsRetries() async throws {
        let stage = RetryStage(Net.failing(.connect), budget: RetryBudgetRule(percent: 50, perSecond: 0))
        let first = try #require(await stage.client.dispatch(Net.retrying(), on: Net.pool).error)
        #expect(first.detail == "as told; not retried: the retry budget is empty")
        let handle = stage.client.dispatch(Net.retrying(), on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        stage.clock.advance(by: .milliseconds(50))
        let second = try #require(await handle.error)
        #expect(second.detail == "as told; sent 2 times, to main, main; not retried: the retry budget is empty")
        // A call that may not be sent again brings nothing.
        _ = await stage.client.dispatch(Net.call(), on: Net.pool).outcome
        _ = await stage.client.dispatch(Net.call(), on: Net.pool).outcome
        _ = await stage.client.dispatch(Endpoint(Net.plan { $0.policies.retry = .never }), on: Net.pool).outcome
        _ = await stage.client.dispatch(Endpoint(Net.plan { $0.policies.retry = .never }), on: Net.pool).outcome
        let third = try #require(await stage.client.dispatch(Net.retrying(), on: Net.pool).error)
        #expect(third.detail == "as told; not retried: the retry budget is empty")
    }

    @Test func aServersDateIsReadByTheWallClock() async throws {
        let date: Headers = ["Retry-After": "Sun, 06 Nov 1994 08:49:40 GMT"]
        let stage = RetryStage(Net.inTurn([.answer(503, headers: date), .answer(200)]), wallClock: .seconds(784_111_777))
        let handle = stage.client.dispatch(Net.retrying(), on: Net.pool)
        #expect(await stage.sleeps(until: .seconds(3)))
        #expect(stage.client.row(handle.id)?.retry?.reason == "503, Retry-After")
        stage.clock.advance(by: .seconds(3))
        #expect(try await handle.value.head.status == 200)
    }

    /// A switch reaches calls that come after it; those on their way keep their URL, in all their attempts.
    @Test(.rows("HH-S6")) func aSwitchLeavesCallsOnTheirWayAlone() async throws {
        let transport = Net.inTurn([.answer(503), Net.hang, .answer(200), .answer(200)])
        let stage = RetryStage(transport)
        var pool = Net.pair
        let waiting = stage.client.dispatch(Net.retrying("/a"), on: pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        let flying = stage.client.dispatch(Net.call("/b"), on: pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        pool = ServicePool(Net.pair.services, active: 1)
        _ = try await stage.client.send(Net.call("/c"), on: pool)
        stage.clock.advance(by: .milliseconds(50))
        _ = try await waiting.value
        transport.inFlight.first?.play(.answer(200))
        #expect(try await flying.value.url.host == "api.test")
        #expect(
            transport.requests.map { "\($0.url)" } == [
                "http://api.test/v1/a", "http://api.test/v1/b", "http://backup.test/v1/c", "http://api.test/v1/a",
            ])
    }

    // MARK: Slots

    @Test func whoWaitsForARetryHoldsNoSlot() async throws {
        let transport = Net.inTurn([.answer(503), .answer(200)])
        let stage = RetryStage(transport, limits: DispatchLimits(total: 1))
        let handle = stage.client.dispatch(Net.retrying("/first"), on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        #expect(try await stage.client.send(Net.call("/second"), on: Net.pool).head.status == 200)
        stage.clock.advance(by: .milliseconds(50))
        _ = try await handle.value
        #expect(transport.requests.map(\.url.path) == ["/v1/first", "/v1/second", "/v1/first"])
        #expect(await stage.client.isDrained())
    }

    @Test func aRetryStandsInTheQueueLikeAnybody() async throws {
        let transport = ScriptedTransport { $0.url.path == "/v1/first" ? .answer(503) : Net.hang }
        let stage = RetryStage(transport, limits: DispatchLimits(total: 1))
        let handle = stage.client.dispatch(Net.retrying("/first"), on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        let blocker = stage.client.dispatch(Net.call("/blocker"), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        stage.clock.advance(by: .milliseconds(50))
        #expect(await eventually { stage.state(handle.id) == .queued })
        #expect(transport.requests.count == 2)
        handle.cancel()
        blocker.cancel()
        #expect(await stage.client.isDrained())
        #expect(transport.requests.count == 2)
    }

    @Test func redirectsThatTakeAllTheTimeGiveTheirSlotBack() async throws {
        let clock = VirtualClock()
        let transport = ScriptedTransport { request in
            clock.advance(by: .seconds(4))
            return request.url.path == "/there" ? .redirect(302, to: "/further") : .redirect(302, to: "/there")
        }
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 1), time: clock.source, random: Net.half)
        let handle = client.dispatch(Net.retrying { $0.timeouts.total = .seconds(7) }, on: Net.pool)
        #expect(await eventually { clock.deadlines == [.milliseconds(8_050)] })
        let row = try #require(client.row(handle.id))
        #expect(row.retry?.reason == "timed out (total)")
        #expect(row.attempts == [1, 1])
        #expect(try await client.send(Endpoint(Net.plan("/x") { $0.followsRedirects = false }), on: Net.pool).head.status == 302)
        handle.cancel()
        #expect(await client.isDrained())
    }

    // MARK: Cancel

    @Test func aCancelDuringTheWaitLandsAtOnceAndSendsNothing() async throws {
        let transport = Net.inTurn([.answer(503)])
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(Net.retrying(), on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        #expect(stage.client.cancel(handle.id, because: .group))
        #expect(stage.state(handle.id) == .cancelled(.group))
        #expect(await handle.error == NetError(.cancelled(.group)))
        #expect(await stage.client.isDrained())
        #expect(stage.clock.deadlines.isEmpty)
        stage.clock.advance(by: .seconds(10))
        #expect(transport.requests.count == 1)
        #expect(stage.client.row(handle.id)?.exchanges.count == 1)
        #expect(stage.client.snapshot().counters.late == 0)
    }

    @Test func aCancelInTheSecondAttemptEndsItsExchange() async throws {
        let transport = Net.inTurn([.answer(503), Net.hang])
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(Net.retrying(), on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        stage.clock.advance(by: .milliseconds(50))
        #expect(await eventually { transport.inFlight.count == 1 })
        handle.cancel()
        #expect(transport.inFlight.isEmpty)
        #expect(await handle.error?.kind == .cancelled(.user))
        #expect(await stage.client.isDrained())
        #expect(transport.requests.count == 2)
        #expect(stage.clock.deadlines.isEmpty)
    }

    @Test func cancelAllFindsThoseWhoWait() async throws {
        let transport = Net.inTurn([.answer(503)])
        let stage = RetryStage(transport)
        let handles = (0..<20).map { _ in stage.client.dispatch(Net.retrying(), on: Net.pool) }
        #expect(await eventually { stage.clock.deadlines.count == 20 })
        #expect(stage.client.cancelAll(because: .quit).count == 20)
        for handle in handles { #expect(await handle.error?.kind == .cancelled(.quit)) }
        #expect(await stage.client.isDrained())
        #expect(transport.requests.count == 20)
    }

    /// The caller's own task is cancelled while its call waits.
    @Test func aStructuredCallIsCancelledWhileItWaits() async {
        let stage = RetryStage(Net.inTurn([.answer(503)]))
        let sender = Task { try await stage.client.send(Net.retrying(), on: Net.pool) }
        #expect(await stage.sleeps(until: .milliseconds(50)))
        sender.cancel()
        let error = await #expect(throws: NetError.self) { try await sender.value }
        #expect(error?.kind == .cancelled(.scope))
        #expect(await stage.client.isDrained())
    }

    // MARK: Wishes

    /// What a response policy asks for, asynchronously, of an answer that is a success to everybody else.
    @Test(.rows("B-HD-12")) func aPolicyTurnsASuccessIntoARetry() async throws {
        let transport = Net.inTurn([.answer(503), .answer(200, body: [1]), .answer(200, body: [2])])
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(busyAware { $0.policies.retry = .standard }, on: Net.pool)
        #expect(await stage.sleeps(until: .milliseconds(50)))
        stage.clock.advance(by: .milliseconds(50))
        #expect(await stage.sleeps(until: .milliseconds(9_050)))
        // One attempt was the retry policy's; of the five that a response policy may ask for, this is the first.
        #expect(
            stage.client.row(handle.id)?.retry
                == RetryNotice(due: .milliseconds(9_050), attempt: 3, limit: 7, reason: "busy"))
        stage.clock.advance(by: .seconds(9))
        #expect(try await handle.value.body == [2])
        #expect(stage.client.row(handle.id)?.attempts == [1, 2, 3])
        #expect(await stage.client.isDrained())
    }

    @Test func aPolicysWishSpendsTheBudgetAndKeepsToTheDeadline() async throws {
        let poor = RetryStage(Net.inTurn([.answer(200, body: [1])]), budget: RetryBudgetRule(percent: 100, perSecond: 0))
        let refused = try #require(await poor.client.dispatch(busyAware(), on: Net.pool).error)
        #expect(refused.detail == "a response policy asked for a retry: busy; but the retry budget is empty")
        #expect(refused.attempts == 1)
        let hasty = RetryStage(Net.inTurn([.answer(200, body: [1])]))
        let late = try #require(
            await hasty.client.dispatch(busyAware { $0.policies.deadline = .seconds(9) }, on: Net.pool).error)
        #expect(late.detail.hasSuffix("but the deadline of 9.0 seconds leaves no time"))
        let handle = hasty.client.dispatch(busyAware { $0.policies.deadline = .seconds(10) }, on: Net.pool)
        #expect(await hasty.sleeps(until: .seconds(9), .seconds(10)))
        handle.cancel()
        #expect(await hasty.client.isDrained())
        #expect(await poor.client.isDrained())
    }

    /// A POST whose 200 may say that the server was busy.
    private func busyAware(_ change: (inout RequestPlan) -> Void = { _ in }) -> Endpoint<RawResponse> {
        var endpoint = Net.call()
        endpoint.plan.method = .put
        change(&endpoint.plan)
        endpoint.behaviour.policy = ResponsePolicy("load") { outcome, _ in
            await Task.yield()
            guard case .success(let response) = outcome, response.body == [1] else { return .unchanged(outcome) }
            return .retry(after: .seconds(9), because: "busy")
        }
        return endpoint
    }
}
