// One deadline over all that a call does: its attempts, the waits between them, the queue.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct NetClientDeadlineTests {
    private func call(_ deadline: Duration, _ change: (inout RequestPlan) -> Void = { _ in }) -> Endpoint<RawResponse> {
        Net.retrying { plan in
            plan.policies.deadline = deadline
            change(&plan)
        }
    }

    /// Kinds of timeouts stay apart, and a timeout is never "no network".
    @Test(.rows("CT-E1", "B-CT-9"), arguments: [NetError.Timeout.connect, .idle, .total, .deadline])
    func everyLimitHasItsOwnTimeout(_ limit: NetError.Timeout) async throws {
        let client = NetClient(transport: Net.failing(.timedOut(limit)))
        let handle = client.dispatch(Net.call(), on: Net.pool)
        #expect(await handle.error?.kind == .timedOut(limit))
        #expect(client.row(handle.id)?.state == .timedOut(limit))
        #expect(client.row(handle.id)?.errorKind == "timed_out")
        #expect(client.snapshot().counters.timedOut == 1)
        #expect(client.snapshot().counters.failed == 0)
    }

    @Test func eachAttemptIsCutToWhatIsLeft() async throws {
        let transport = Net.inTurn([Net.hang, Net.hang, .answer(200)])
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(call(.seconds(10)) { $0.timeouts.total = .seconds(6) }, on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        stage.clock.advance(by: .seconds(6))
        transport.inFlight.first?.play(Net.fail(.timedOut(.total)))
        #expect(await stage.sleeps(until: .milliseconds(6_050), .seconds(10)))
        #expect(stage.client.row(handle.id)?.retry?.reason == "timed out (total)")
        stage.clock.advance(by: .milliseconds(50))
        #expect(await eventually { transport.inFlight.count == 1 })
        #expect(transport.requests.map(\.timeouts.total) == [.seconds(6), .milliseconds(3_950)])
        // The limit that runs out now is the deadline, whatever the transport calls it.
        transport.inFlight.first?.play(Net.fail(.timedOut(.total)))
        let error = try #require(await handle.error)
        #expect(error.kind == .timedOut(.deadline))
        #expect(error.detail == "as told; sent 2 times, to main, main")
        #expect(await stage.client.isDrained())
        #expect(stage.clock.deadlines.isEmpty)
    }

    @Test func withoutALimitOfItsOwnAnAttemptHasTheDeadlines() async throws {
        let transport = Net.answering()
        let stage = RetryStage(transport)
        _ = try await stage.client.send(call(.seconds(10)) { $0.timeouts.total = nil }, on: Net.pool)
        _ = try await stage.client.send(call(.seconds(10)) { $0.timeouts.total = .seconds(10) }, on: Net.pool)
        _ = try await stage.client.send(call(.seconds(10)) { $0.timeouts.total = .seconds(9) }, on: Net.pool)
        #expect(transport.requests.map(\.timeouts.total) == [.seconds(10), .seconds(10), .seconds(9)])
        #expect(await stage.client.isDrained())
    }

    /// What runs out first names the timeout; at the same time the deadline does, because nothing can follow it.
    @Test(arguments: [(9, NetError.Timeout.total), (10, .deadline), (11, .deadline)])
    func theShorterLimitNamesTheTimeout(_ total: Int, _ limit: NetError.Timeout) async {
        let stage = RetryStage(Net.failing(.timedOut(.total)))
        let handle = stage.client.dispatch(
            call(.seconds(10)) { plan in
                plan.policies.retry = .never
                plan.timeouts.total = .seconds(total)
            }, on: Net.pool)
        #expect(await handle.error?.kind == .timedOut(limit))
        let idle = RetryStage(Net.failing(.timedOut(.idle)))
        let other = idle.client.dispatch(call(.seconds(10)) { $0.policies.retry = .never }, on: Net.pool)
        #expect(await other.error?.kind == .timedOut(.idle))
        #expect(await stage.client.isDrained())
    }

    @Test func inTheAirItEndsTheCallAtItsMoment() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handle = stage.client.dispatch(call(.seconds(5)), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 && stage.clock.deadlines == [.seconds(5)] })
        stage.clock.advance(by: .milliseconds(4_999))
        #expect(stage.state(handle.id) == .running(.waiting))
        stage.clock.advance(by: .milliseconds(1))
        let error = try #require(await handle.error)
        #expect(error.kind == .timedOut(.deadline))
        #expect(error.attempted == "GET http://api.test/v1/items")
        #expect(error.detail == "the deadline of 5.0 seconds passed in try 1")
        #expect(stage.state(handle.id) == .timedOut(.deadline))
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(await stage.client.isDrained())
        #expect(stage.client.snapshot().counters.timedOut == 1)
        #expect(stage.client.snapshot().counters.late == 0)
    }

    @Test func inTheQueueItEndsTheCallAtItsMoment() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport, limits: DispatchLimits(total: 1))
        let blocker = stage.client.dispatch(Net.call("/blocker"), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let handle = stage.client.dispatch(call(.seconds(5)), on: Net.pool)
        #expect(await stage.sleeps(until: .seconds(5)))
        stage.clock.advance(by: .seconds(5))
        let error = try #require(await handle.error)
        #expect(error.kind == .timedOut(.deadline))
        #expect(error.attempted == "GET call")
        #expect(error.detail == "the deadline of 5.0 seconds passed before anything was sent")
        blocker.cancel()
        #expect(await stage.client.isDrained())
        #expect(transport.requests.count == 1)
    }

    /// The wait for a slot counts, and so does all time since the call was made.
    @Test func theQueueTakesItsPartOfTheTime() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport, limits: DispatchLimits(total: 1))
        let blocker = stage.client.dispatch(Net.call("/blocker"), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let handle = stage.client.dispatch(call(.seconds(5)), on: Net.pool)
        #expect(await stage.sleeps(until: .seconds(5)))
        stage.clock.advance(by: .seconds(2))
        blocker.cancel()
        #expect(await eventually { transport.requests.count == 2 })
        #expect(transport.requests.last?.timeouts.total == .seconds(3))
        handle.cancel()
        #expect(await stage.client.isDrained())
    }

    @Test func aRetryThatWouldStartTooLateIsNotWaitedFor() async throws {
        let transport = Net.inTurn([.answer(503, headers: ["Retry-After": "5"])])
        let stage = RetryStage(transport)
        let error = try #require(await stage.client.dispatch(call(.seconds(5)), on: Net.pool).error)
        #expect(error.kind == .status(503))
        #expect(error.detail == "the server answered 503; not retried: the deadline of 5.0 seconds leaves no time")
        #expect(transport.requests.count == 1)
        #expect(stage.clock.now == .zero)
        #expect(await stage.client.isDrained())
        let handle = stage.client.dispatch(call(.milliseconds(5_001)), on: Net.pool)
        #expect(await stage.sleeps(until: .seconds(5), .milliseconds(5_001)))
        handle.cancel()
        #expect(await stage.client.isDrained())
    }

    /// Of those who wait for one work until the same moment, the one that began it is named.
    @Test func ofDeadlinesThatEndAtOnceTheFirstIsNamed() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let first = stage.client.dispatch(call(.seconds(10)) { $0.policies.duplicates = .join }, on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        stage.clock.advance(by: .seconds(4))
        let second = stage.client.dispatch(call(.seconds(6)) { $0.policies.duplicates = .join }, on: Net.pool)
        transport.inFlight.first?.play(.answer(503, headers: ["Retry-After": "30"]))
        let words = "the server answered 503; not retried: the deadline of 10.0 seconds leaves no time"
        #expect(await first.error?.detail == words)
        #expect(await second.error?.detail == words)
        #expect(await stage.client.isDrained() && transport.requests.count == 1)
    }

    @Test func aDeadlineOfNothingSendsNothing() async throws {
        let transport = Net.answering()
        let stage = RetryStage(transport)
        for deadline in [Duration.zero, .seconds(-1)] {
            let handle = stage.client.dispatch(call(deadline), on: Net.pool)
            #expect(await handle.error?.kind == .timedOut(.deadline))
            #expect(stage.state(handle.id) == .timedOut(.deadline))
        }
        #expect(await stage.client.isDrained())
        #expect(transport.requests.isEmpty)
    }

    @Test func theClientsDeadlineHoldsForPlansWithoutOne() async throws {
        let transport = Net.answering()
        let stage = RetryStage(transport, policies: CallPolicies(deadline: .seconds(3)))
        _ = try await stage.client.send(Net.call(), on: Net.pool)
        _ = try await stage.client.send(call(.seconds(4)), on: Net.pool)
        #expect(transport.requests.map(\.timeouts.total) == [.seconds(3), .seconds(4)])
    }

    @Test func aStreamsDeadlineEndsItsBody() async throws {
        let transport = ScriptedTransport { _ in [.head(ResponseHead(status: 200)), .body([1])] }
        let stage = RetryStage(transport)
        let response = try await stage.client.stream(Net.plan { $0.policies.deadline = .seconds(5) }, on: Net.pool).value
        var pieces = response.body.makeAsyncIterator()
        #expect(try await pieces.next() == [1])
        #expect(await stage.sleeps(until: .seconds(5)))
        stage.clock.advance(by: .seconds(5))
        let error = await #expect(throws: NetError.self) { _ = try await pieces.next() }
        #expect(error?.kind == .timedOut(.deadline))
        #expect(await stage.client.isDrained())
    }
}
