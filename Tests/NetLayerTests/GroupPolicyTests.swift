// Members and the rest of the engine: duplicate policies, prepared calls, handles of what runs already.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct GroupPolicyTests {
    private static func text(_ path: String, _ policy: DuplicatePolicy) -> Endpoint<String> {
        var endpoint = Net.text(path)
        endpoint.plan.policies.duplicates = policy
        return endpoint
    }

    @Test(.rows("B-HH-D11")) func membersThatAreTheSameShareOneRequest() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let events = client.events()
        let same = (0..<3).map { _ in GroupMember.call(Self.text("a", .join), on: Net.pool) }
        let handle = client.start(RequestGroup("g", maxConcurrent: 1, same), mode: .failFast)
        #expect(await transport.answer("a"))
        #expect(try await handle.value.values() == ["a", "a", "a"])
        #expect(transport.requests.count == 1)
        #expect(client.row(handle.id)?.members == MemberCounts(total: 3).adding(ended: 3))
        #expect(await client.isDrained())
        try await client.checkEnds(events)
    }

    @Test(.rows("B-HH-D11")) func membersReadTheCacheAndFillIt() async throws {
        let stage = FetchStage([FetchStage.text("one", "max-age=60"), FetchStage.text("two", "max-age=60")])
        let stored = FetchStage.call(.cacheElseNetwork)
        #expect(await stage.send(stored) == "one")
        let other = FetchStage.call(.cacheElseNetwork, "/other")
        let group = RequestGroup("g", [GroupMember.call(stored, on: Net.pool), .call(other, on: Net.pool)])
        #expect(try await stage.client.run(group, mode: .collectAll).values() == ["one", "two"])
        #expect(await stage.client.isDrained())
        #expect(await stage.send(other) == "two")
        #expect(stage.sent == 2)
    }

    @Test func workThatOthersHaveJoinedGoesOnWithoutTheGroup() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let landings = Journal()
        var group = Net.group("hang")
        group.add(.call(Self.text("a", .join), on: Net.pool) { landings.note($0.isSuccess ? "success" : "cancelled") })
        let handle = client.start(group, mode: .collectAll)
        #expect(await transport.isInFlight("hang", "a"))
        let other = client.dispatch(Self.text("a", .join), on: Net.pool)
        handle.cancel()
        #expect(await transport.answer("a"))
        #expect(try await other.value == "a")
        #expect(await client.isDrained())
        #expect(transport.requests.count == 2)
        #expect(landings.all == ["cancelled"], "once")
        #expect(client.members(of: handle.id).map(\.state) == [.cancelled(.group), .cancelled(.group)])
    }

    /// The member that waits begins when this one has ended: who joined it would wait for itself.
    @Test func aMemberThatWaitsForItsTurnIsNotJoinedByTheOneBeforeIt() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        var group = RequestGroup<String>("g", maxConcurrent: 1)
        group.add(.work("asks the same") { try await client.send(Self.text("a", .join), on: Net.pool) })
        group.add(.call(Self.text("a", .join), on: Net.pool))
        let handle = client.start(group, mode: .failFast)
        #expect(await transport.answer("a"))
        #expect(await transport.answer("a"))
        #expect(try await handle.value.values() == ["a", "a"])
        #expect(transport.requests.count == 2)
        #expect(await client.isDrained())
    }

    @Test func aMemberThatIsOneTooManyFails() async throws {
        let client = NetClient(transport: Net.mixed())
        let group = RequestGroup(
            "g", ["a", "a"].map { GroupMember.call(Self.text($0, .rejectNewest), on: Net.pool) })
        let handle = client.start(group, mode: .collectAll)
        let outcome = try await handle.value
        #expect(outcome.words == ["a", "duplicate"])
        #expect(client.row(handle.id)?.members == MemberCounts(total: 2).adding(ended: 2, failed: 1))
        let oldest = RequestGroup(
            "g", ["hang", "hang", "a"].map { GroupMember.call(Self.text($0, .cancelOldest), on: Net.pool) })
        let second = client.start(oldest, mode: .firstSuccess)
        #expect(try await second.value.words == ["cancelled", "cancelled", "a"])
        #expect(client.members(of: second.id).map(\.state) == [.superseded, .cancelled(.group), .succeeded])
        #expect(await client.isDrained())
    }

    @Test func aMemberOfWhatHasEndedIsOverUnderAnyPolicy() async throws {
        let client = NetClient(transport: Net.mixed())
        let handle = client.start(Net.group("a"), mode: .collectAll)
        _ = try await handle.value
        let running = client.dispatch(Self.text("hang", .join), on: Net.pool)
        let older = client.dispatch(Self.text("hang2", .cancelOldest), on: Net.pool)
        let landings = Journal()
        for policy in DuplicatePolicy.allCases {
            let path = policy == .join || policy == .rejectNewest ? "hang" : "hang2"
            let seat = client.makePendingTask(Self.text(path, policy), on: Net.pool, parent: handle.id) { result in
                if case .failure(let error) = result { landings.note(error.kind.name) }
            }
            #expect(client.row(seat.id)?.state == .cancelled(.group))
            seat.begin()
        }
        #expect(landings.all == ["cancelled", "cancelled", "cancelled", "cancelled"])
        #expect(client.row(running.id)?.state.isEnded == false)
        #expect(client.row(older.id)?.state.isEnded == false, "it takes nobody's place")
        client.cancelAll()
        #expect(await client.isDrained())
    }

    /// A prepared call that was started before, a handle, and a call that has joined another's work.
    @Test func whoRunsAnywayTakesNoPlaceAndWhoWaitsForOneSaysSo() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let prepared = client.prepare(Net.text("p"), on: Net.pool)
        prepared.start()
        let running = client.dispatch(Net.text("r"), on: Net.pool)
        _ = client.dispatch(Self.text("j", .join), on: Net.pool)
        #expect(await transport.isInFlight("p", "r", "j"))
        let group = RequestGroup<String>(
            "g", maxConcurrent: 1,
            [
                .prepared(prepared), .running(running), .call(Self.text("j", .join), on: Net.pool),
                .call(Net.text("a"), on: Net.pool), .call(Net.text("b"), on: Net.pool),
            ])
        let handle = client.start(group, mode: .failFast)
        #expect(await transport.isInFlight("p", "r", "j", "a"))
        let waits = client.members(of: handle.id).map { $0.decisions.map(\.decision).contains(.waitsForTurn(limit: 1)) }
        #expect(waits == [false, false, true])
        #expect(client.members(of: handle.id).last?.state == .queued)
        for path in ["j", "p", "r", "a", "b"] { #expect(await transport.answer(path)) }
        #expect(try await handle.value.values() == ["p", "r", "j", "a", "b"])
        #expect(await client.isDrained())
    }

    /// A full group does not keep a running member's second copy from going out; what it allows is counted in members.
    @Test func aMembersSecondCopyIsNoFurtherMember() async throws {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        var hedged = Net.text("a")
        hedged.plan.policies.hedge = .after(.milliseconds(100))
        let group = RequestGroup<String>(
            "g", maxConcurrent: 1, [.call(hedged, on: Net.pair), .call(Net.text("b"), on: Net.pool)])
        let handle = stage.client.start(group, mode: .failFast)
        #expect(await stage.sleeps(until: .milliseconds(100)))
        stage.clock.advance(by: .milliseconds(100))
        #expect(await eventually { transport.inFlight.count == 2 })
        #expect(transport.requests.map { "\($0.url)" } == ["http://api.test/v1/a", "http://backup.test/v1/a"])
        #expect(await transport.answer("a"))
        #expect(await transport.answer("b"))
        #expect(try await handle.value.values() == ["a", "b"])
        #expect(await stage.client.isDrained())
    }

    @Test(.rows("HH-T1", "HH-D11")) func aPreparedCallStartsWithItsGroup() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let prepared = client.prepare(Net.text("p"), on: Net.pool)
        var group = Net.group("a", limit: 1)
        group.add(.prepared(prepared))
        let isNew = group.add(.prepared(prepared))
        #expect(!isNew && group.members.count == 2, "the same call in a member of its own")
        #expect(client.snapshot().counters.opened == 0)
        let handle = client.start(group, mode: .collectAll)
        #expect(try !handle.add(.prepared(prepared)), "and in the group that runs")
        #expect(client.row(prepared.id)?.info.parent == handle.id)
        #expect(await transport.isInFlight("a"), "it waits for its turn")
        #expect(await transport.answer("a"))
        #expect(await transport.answer("p"))
        #expect(try await handle.value.words == ["a", "p"])
        #expect(try await prepared.start().value == "p", "its own handle has the result, too")
        #expect(try await client.run(RequestGroup("again", [.prepared(prepared)]), mode: .failFast).values() == ["p"])
        #expect(transport.requests.count == 2)
        #expect(await client.isDrained())
    }

    /// The numbers of two clients may be equal: these are two calls all the same.
    @Test(.rows("HH-T1")) func aCallIsInAGroupOnceHoweverItIsAdded() async throws {
        let client = NetClient(transport: Net.mixed())
        let other = NetClient(transport: Net.mixed())
        let prepared = client.prepare(Net.text("p"), on: Net.pool)
        let running = other.dispatch(Net.text("r"), on: Net.pool)
        #expect(prepared.id == running.id)
        var group = RequestGroup<String>("g", [.prepared(prepared), .running(running), .running(running)])
        let isNew = [group.add(.prepared(prepared)), group.add(.running(prepared.start())), group.add(.running(running))]
        #expect(isNew == [false, false, false] && group.members.count == 2)
        #expect(try await client.run(group, mode: .collectAll).values() == ["p", "r"])
        #expect(await client.isDrained())
        #expect(await other.isDrained())
    }

    @Test func aPreparedCallThatWasCancelledOrStartedCounts() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let cancelled = client.prepare(Net.text("p"), on: Net.pool)
        cancelled.cancel()
        let started = client.prepare(Net.text("q"), on: Net.pool)
        started.start()
        let handle = client.start(RequestGroup("g", [.prepared(cancelled), .prepared(started)]), mode: .collectAll)
        #expect(try await handle.value.words == ["cancelled", "q"])
        #expect(client.row(handle.id)?.members == MemberCounts(total: 2).adding(ended: 2, failed: 1, cancelled: 1))
        #expect(transport.requests.count == 1)
        #expect(await client.isDrained())
    }

    @Test func whatRunsAlreadyLandsAlsoInAGroupThatNeverBegins() async throws {
        let client = NetClient(transport: Net.mixed())
        let call = client.dispatch(Net.text("hang"), on: Net.pool)
        let handle = client.start(RequestGroup("g", [.running(call)]), mode: .quorum(2))
        #expect(try await handle.value.words == ["cancelled"])
        #expect(client.row(call.id)?.state == .cancelled(.group))
        let landed = client.dispatch(Net.text("a"), on: Net.pool)
        _ = try await landed.value
        let second = client.start(RequestGroup("g", [.running(landed)]), mode: .quorum(2))
        #expect(try await second.value.words == ["a"])
        #expect(await client.isDrained())
    }

    @Test func aMemberIsCountedBeforeItsEndEndsOthers() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let call = client.dispatch(Net.text("hang/first"), on: Net.pool)
        let handle = client.start(
            RequestGroup("g", [.running(call), .call(Net.text("hang/second"), on: Net.pool)]), mode: .firstSuccess)
        let events = client.events()
        #expect(await transport.isInFlight("hang/first", "hang/second"))
        #expect(await transport.answer("hang/first"))
        _ = try await handle.value
        events.finish()
        var failed: [Int] = []
        for await case .events(let batch) in events {
            for event in batch where event.kind == .member { failed.append(event.row.members?.failed ?? -1) }
        }
        #expect(failed == [0, 1], "the one that won, and then the one that was cancelled")
    }

    @Test(arguments: 0..<40) func anyMemberAtAnyMoment(_ seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let client = NetClient(transport: Net.mixed(), limits: DispatchLimits(total: 3))
        let events = client.events()
        var group = RequestGroup<String>("g", maxConcurrent: Int.random(in: 1...3, using: &random))
        let count = Int.random(in: 1...8, using: &random)
        for _ in 0..<count {
            let endpoint = Self.text(
                ["a", "fail", "hang"].randomElement(using: &random) ?? "a",
                [.allowAll, .join, .rejectNewest, .cancelOldest].randomElement(using: &random) ?? .allowAll)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: group.add(.running(client.dispatch(endpoint, on: Net.pool)))
            case 1: group.add(.prepared(client.prepare(endpoint, on: Net.pool)))
            default: group.add(.call(endpoint, on: Net.pool))
            }
        }
        let modes = [GroupMode.collectAll, .failFast, .firstSuccess, .quorum(2)]
        let handle = client.start(group, mode: modes.randomElement(using: &random) ?? .collectAll)
        for _ in 0..<Int.random(in: 0..<60, using: &random) { await Task.yield() }
        let isCancelled = handle.cancel()
        let result = await handle.landing.value()
        #expect(result.isSuccess == !isCancelled)
        // What ran before may go on where others have joined it.
        client.cancelAll()
        #expect(await client.isDrained())
        try await client.checkEnds(events)
    }
}
