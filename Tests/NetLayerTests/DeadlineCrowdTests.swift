// Deadlines of calls that have no work of their own, or none yet: each counts from its own opening, and ends its own call alone.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct DeadlineCrowdTests {
    private func call(_ deadline: Duration?, _ change: (inout RequestPlan) -> Void = { _ in }) -> Endpoint<RawResponse> {
        Endpoint(
            Net.plan { plan in
                plan.policies.duplicates = .join
                plan.policies.deadline = deadline
                change(&plan)
            })
    }

    /// Joined to work without a deadline, or with a later one.
    @Test(arguments: [nil, Duration.seconds(9)]) func whoHasJoinedIsTimedOutAlone(_ deadline: Duration?) async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let first = stage.client.dispatch(call(deadline), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        stage.clock.advance(by: .seconds(2))
        let hasty = stage.client.dispatch(call(.seconds(5)), on: Net.pool)
        let patient = stage.client.dispatch(call(nil), on: Net.pool)
        #expect(stage.client.row(hasty.id)?.joined == first.id)
        #expect(await eventually { stage.clock.deadlines == [.seconds(7)] + (deadline.map { [$0] } ?? []) })
        stage.clock.advance(by: .seconds(5))
        let error = try #require(await hasty.error)
        #expect(error.kind == .timedOut(.deadline))
        #expect(error.detail == "the deadline of 5.0 seconds passed in try 1")
        #expect(stage.state(hasty.id) == .timedOut(.deadline))
        #expect(stage.client.row(hasty.id)?.errorKind == "timed_out")
        #expect(stage.state(first.id) == .running(.waiting), "the work goes on for the others")
        transport.inFlight.first?.play(.answer(200))
        #expect(try await first.value.head.status == 200)
        #expect(try await patient.value.head.status == 200)
        #expect(await stage.client.isDrained())
        #expect(stage.clock.deadlines.isEmpty)
        #expect(stage.client.snapshot().counters.timedOut == 1)
    }

    @Test(arguments: [nil, Duration.seconds(20)]) func theWorksDeadlineLeavesThoseWhoAllowedMore(_ more: Duration?) async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let first = stage.client.dispatch(call(.seconds(5)) { $0.timeouts.total = nil }, on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let second = stage.client.dispatch(call(more) { $0.timeouts.total = nil }, on: Net.pool)
        #expect(transport.requests.map(\.timeouts.total) == [nil], "an exchange that was cut to 5 s would end for both")
        #expect(await eventually { stage.clock.deadlines == [.seconds(5)] + (more.map { [$0] } ?? []) })
        stage.clock.advance(by: .seconds(5))
        #expect(await first.error?.kind == .timedOut(.deadline))
        #expect(transport.inFlight.count == 1)
        transport.inFlight.first?.play(.answer(200))
        #expect(try await second.value.head.status == 200)
        #expect(transport.requests.count == 1)
        #expect(await stage.client.isDrained())
        #expect(stage.client.snapshot().counters.late == 0)
    }

    @Test func theLastDeadlineEndsTheWork() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handles = [5, 8].map { stage.client.dispatch(call(.seconds($0)), on: Net.pool) }
        #expect(await eventually { transport.inFlight.count == 1 && stage.clock.deadlines == [.seconds(5), .seconds(8)] })
        for (handle, seconds) in zip(handles, [5, 3]) {
            #expect(transport.inFlight.count == 1)
            stage.clock.advance(by: .seconds(seconds))
            #expect(await handle.error?.kind == .timedOut(.deadline))
        }
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(await stage.client.isDrained())
        #expect(stage.client.snapshot().counters.timedOut == 2)
        #expect(stage.client.snapshot().counters.late == 0)
    }

    /// Whether another attempt comes in time is asked for the one who waits longest.
    @Test func aRetryIsMadeForTheOneWhoWaitsLongest() async throws {
        for more in [Duration.seconds(6), .seconds(5)] {
            let transport = Net.inTurn([Net.hang, .answer(200)])
            let stage = RetryStage(transport)
            let first = stage.client.dispatch(call(.seconds(2)) { $0.policies.retry = .standard }, on: Net.pool)
            let second = stage.client.dispatch(call(more), on: Net.pool)
            #expect(await eventually { transport.inFlight.count == 1 && stage.clock.deadlines == [.seconds(2), more] })
            transport.inFlight.first?.play(.answer(503, headers: ["Retry-After": "5"]))
            guard more > .seconds(5) else {
                #expect(
                    await second.error?.detail
                        == "the server answered 503; not retried: the deadline of 5.0 seconds leaves no time")
                #expect(await first.error?.kind == .status(503))
                #expect(await stage.client.isDrained())
                continue
            }
            #expect(await stage.sleeps(until: .seconds(2), .seconds(5), more))
            stage.clock.advance(by: .seconds(2))
            #expect(await first.error?.kind == .timedOut(.deadline))
            stage.clock.advance(by: .seconds(3))
            #expect(try await second.value.head.status == 200)
            #expect(await stage.client.isDrained())
        }
    }

    @Test func whoHasNoTimeAtAllJoinsNobodysWork() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let first = stage.client.dispatch(call(nil), on: Net.pool)
        let late = stage.client.dispatch(call(.zero), on: Net.pool)
        #expect(stage.state(late.id) == .timedOut(.deadline), "it is over as it returns")
        #expect(await late.error?.kind == .timedOut(.deadline))
        first.cancel()
        #expect(await stage.client.isDrained())
    }

    @Test func theTimeOfAMemberThatWaitsForItsTurnPasses() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        var slow = Net.text("slow")
        slow.plan.policies.deadline = .seconds(5)
        let group = RequestGroup("g", maxConcurrent: 1, [.call(Net.text("a"), on: Net.pool), .call(slow, on: Net.pool)])
        let handle = stage.client.start(group, mode: .collectAll)
        #expect(await transport.isInFlight("a"))
        #expect(await stage.sleeps(until: .seconds(5)))
        stage.clock.advance(by: .seconds(5))
        #expect(await eventually { stage.client.members(of: handle.id).last?.state == .timedOut(.deadline) })
        #expect(
            stage.client.members(of: handle.id).last?.reason == "the deadline of 5.0 seconds passed before anything was sent")
        #expect(await transport.answer("a"))
        #expect(try await handle.value.words == ["a", "timed_out"])
        #expect(transport.requests.count == 1)
        #expect(await stage.client.isDrained())
    }

    /// The turn comes late; what is left of the time is counted from the opening.
    @Test func aMembersTimeHasBegunWhenItsTurnComes() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        var slow = Net.text("slow")
        slow.plan.policies.deadline = .seconds(5)
        let group = RequestGroup("g", maxConcurrent: 1, [.call(Net.text("a"), on: Net.pool), .call(slow, on: Net.pool)])
        let handle = stage.client.start(group, mode: .collectAll)
        #expect(await transport.isInFlight("a"))
        stage.clock.advance(by: .seconds(3))
        #expect(await transport.answer("a"))
        #expect(await transport.isInFlight("slow"))
        #expect(transport.requests.last?.timeouts.total == .seconds(2))
        #expect(await stage.sleeps(until: .seconds(5)))
        stage.clock.advance(by: .seconds(2))
        #expect(try await handle.value.words == ["a", "timed_out"])
        #expect(await stage.client.isDrained())
    }

    /// The caller whose call the work was has gone; others were given its answer, and so the hooks hear of that.
    @Test func theHooksOfWorkHearWhatItBroughtToThoseWhoJoined() async throws {
        let diary = Diary()
        let transport = Net.hanging()
        var behaviour = ClientBehaviour()
        behaviour.hooks = [DiaryHook(name: "hook", diary: diary)]
        let client = NetClient(transport: transport, behaviour: behaviour)
        let first = client.dispatch(call(nil), on: Net.pool)
        let second = client.dispatch(call(nil), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        first.cancel()
        transport.inFlight.first?.play(.answer(200))
        #expect(try await second.value.head.status == 200)
        #expect(await first.error?.kind == .cancelled(.user))
        #expect(await client.isDrained())
        #expect(diary.lines.last == "hook didLand 200")
    }

    @Test func aCallWithoutADeadlineIsNotWatched() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let handles = [call(nil), call(nil), Net.call()].map { stage.client.dispatch($0, on: Net.pool) }
        #expect(await eventually { transport.inFlight.count == 2 })
        #expect(stage.clock.deadlines.isEmpty)
        for handle in handles { handle.cancel() }
        #expect(await stage.client.isDrained())
    }

    /// Its row has ended, its error is about to land: what the work brings meanwhile is for the others.
    @Test func anAnswerThatComesRightAfterADeadlineIsNotTheCallers() throws {
        let client = NetClient(transport: Net.hanging())
        let plan = Net.plan { $0.policies.duplicates = .join }
        let claim = try #require(DuplicateClaim(plan, on: Net.pool))
        let brought = Mutex<[Int]>([])
        let ids = (1...2).map { number in
            client.taskRegistry.open(TaskInfo(plan), claim, abandon: { _ in }) { _, _ in brought.withLock { $0.append(number) } }
                .id
        }
        client.taskRegistry.expire(ids[0], NetError(.timedOut(.deadline)))
        let outcome = CallOutcome.failure(NetError(.connect))
        #expect(client.taskRegistry.endTask(ids[0], Result<Int, NetError>.success(1), sharing: outcome) == .othersOnly)
        #expect(brought.withLock { $0 } == [2])
        #expect(client.taskRegistry.endTask(ids[1], Result<Int, NetError>.success(2)) == .caller, "it goes on by itself")
        #expect(ids.map { client.row($0)?.state } == [.timedOut(.deadline), .succeeded])
        #expect(client.taskRegistry.endTask(ids[0], Result<Int, NetError>.success(1)) == .nobody)
    }

    /// The work has brought its answer, and those who joined are about to be given it, when they are cancelled.
    @Test func aCancelThatOvertakesTheSharedAnswerLeavesNothingBehind() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        for round in 0..<40 {
            let first = stage.client.dispatch(call(nil), on: Net.pool)
            let joined = (0..<200).map { _ in stage.client.dispatch(call(nil), on: Net.pool) }
            #expect(await eventually { transport.inFlight.count == 1 })
            let (open, client) = (Array(joined.map(\.id).reversed()), stage.client)
            // A thread of its own sees the answer sooner than a task, which would wait behind those that it resumes.
            let cancelling = Landing<Bool>()
            Thread.detachNewThread {
                while client.row(first.id)?.state.isEnded == false {}
                for id in open { client.cancel(id) }
                cancelling.land(true)
            }
            transport.inFlight.first?.play(.answer(200))
            #expect(await cancelling.value())
            try #require(await client.isDrained(), "round \(round) left \(client.liveCount) entries")
        }
    }

    @Test func deadlinesAnswersCancelsAndJoinsThatRaceEndEachRowOnce() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport, limits: DispatchLimits(total: 3))
        let client = stage.client
        let events = client.events(capacity: 1_000_000)
        let stop = Mutex(false)
        let world = Task.detached {
            while !stop.withLock({ $0 }) {
                stage.clock.advance(by: .milliseconds(1))
                transport.inFlight.first?.play(.answer(200))
                await Task.yield()
            }
        }
        await withTaskGroup { group in
            for lane in 0..<4 {
                group.addTask {
                    var random = SplitMix64(seed: UInt64(lane))
                    for _ in 0..<200 {
                        let deadline: Duration? = .milliseconds(Int.random(in: 0...4, using: &random))
                        let endpoint = call(Bool.random(using: &random) ? deadline : nil) {
                            $0.policies.likeness = .named("\(Int.random(in: 0..<3, using: &random))")
                        }
                        let handle = client.dispatch(endpoint, on: Net.pool)
                        if Int.random(in: 0..<4, using: &random) == 0 { handle.cancel() }
                        let error = await handle.error
                        let state = client.row(handle.id)?.state
                        switch error?.kind {
                        case nil: #expect(state == .succeeded)
                        case .timedOut: #expect(state == .timedOut(.deadline))
                        default: #expect(state == .cancelled(.user))
                        }
                    }
                }
            }
        }
        #expect(await client.isDrained())
        stop.withLock { $0 = true }
        await world.value
        #expect(stage.clock.deadlines.isEmpty)
        #expect(client.snapshot().counters.opened == 800)
        try await client.checkEnds(events)
    }
}
