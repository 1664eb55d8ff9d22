// A cancel of a group: at every moment, from every side, and nothing comes after it.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct GroupCancelTests {
    @Test(.rows("HH-T5")) func aCancelEndsEveryUnfinishedMemberAndNoCompletionComes() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let notes = Journal()
        let handle = client.start(Net.group("a", "b", "c", limit: 2), mode: .collectAll) { _ in notes.note("completion") }
        #expect(await transport.answer("a"))
        #expect(await transport.isInFlight("b", "c"))
        #expect(handle.cancel())
        #expect(!handle.cancel())
        // One that was only just being started ends as soon as it has.
        #expect(await transport.isInFlight())
        #expect(client.members(of: handle.id).map(\.state) == [.succeeded, .cancelled(.group), .cancelled(.group)])
        #expect(client.row(handle.id)?.state == .cancelled(.user))
        #expect(client.row(handle.id)?.members == MemberCounts(total: 3).adding(ended: 3, failed: 2, cancelled: 2))
        let error = await #expect(throws: NetError.self) { try await handle.value }
        #expect(error?.kind == .cancelled(.user))
        #expect(await client.isDrained())
        #expect(notes.all.isEmpty)
        #expect(client.snapshot().counters.late == 0)
    }

    @Test(.rows("B-HH-T3")) func aCancelBetweenTheLastMemberAndTheCompletionStillCounts() async throws {
        let client = NetClient(transport: Net.mixed())
        let notes = Journal()
        let gate = Gate()
        let member = GroupMember.call(Net.text("a"), on: Net.pool) { _ in
            await gate.wait()
            notes.note("a")
        }
        let handle = client.start(RequestGroup("g", [member]), mode: .collectAll) { _ in notes.note("completion") }
        #expect(await eventually { client.members(of: handle.id).first?.state == .succeeded })
        #expect(handle.cancel())
        gate.open()
        let error = await #expect(throws: NetError.self) { try await handle.value }
        #expect(error?.kind == .cancelled(.user))
        #expect(await client.isDrained())
        #expect(notes.all == ["a"])
    }

    @Test func membersThatHaveNotStartedNeverDo() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let notes = Journal()
        var group = Net.group("a", limit: 1)
        for _ in 0..<100 {
            group.add(
                .work("w") {
                    notes.note("ran"); return "w"
                })
        }
        let handle = client.start(group, mode: .failFast)
        #expect(await transport.isInFlight("a"))
        handle.cancel()
        #expect(await client.isDrained())
        #expect(notes.all.isEmpty && transport.requests.count == 1)
    }

    @Test func theSwiftTaskThatWaitsTakesTheGroupAlong() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let waiting = Task { try await client.run(Net.group("a", "b"), mode: .collectAll) }
        #expect(await transport.isInFlight("a", "b"))
        waiting.cancel()
        let error = await #expect(throws: NetError.self) { try await waiting.value }
        #expect(error?.kind == .cancelled(.scope))
        let group = try #require(client.snapshot().ended.first { $0.info.kind == .group })
        #expect(group.state == .cancelled(.scope))
        #expect(client.members(of: group.id).allSatisfy { $0.state == .cancelled(.group) })
        #expect(await client.isDrained())
    }

    @Test(arguments: CancelReason.allCases) func whoLeavesTheProgramTakesTheMembersAlong(_ reason: CancelReason) async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handle = client.start(Net.group("a"), mode: .collectAll)
        #expect(await transport.isInFlight("a"))
        client.cancel(handle.id, because: reason)
        #expect(client.row(handle.id)?.state == TaskState(NetError(.cancelled(reason))))
        #expect(client.members(of: handle.id).first?.state == .cancelled(reason == .quit ? .quit : .group))
        #expect(await client.isDrained())
    }

    @Test func aCancelReachesGroupsInGroupsAndChainsInThem() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let events = client.events()
        let chain = RequestChain<String, String>("chain", .call(on: Net.pool) { Net.text($0) })
        let inner = RequestGroup<String>("inner", [.call(Net.text("deep"), on: Net.pool), .chain(chain, "step")])
        var outer = Net.group("flat")
        outer.add(.group(inner, mode: .failFast, as: { $0.words.joined() }))
        let other = client.dispatch(Net.text("other"), on: Net.pool)
        let handle = client.start(outer, mode: .collectAll)
        #expect(await transport.isInFlight("flat", "deep", "step", "other"))
        let ended = client.cancel([handle.id])
        #expect(ended.count == 6 && ended.last == handle.id)
        // One that was only just being started ends as soon as it has.
        #expect(await transport.isInFlight("other"), "nothing else")
        other.cancel()
        #expect(await client.isDrained())
        try await client.checkEnds(events)
        let snapshot = client.snapshot()
        let order = snapshot.ended.map(\.info.title)
        #expect(order == ["flat", "deep", "step", "chain", "inner", "group", "other"], "members before what they belong to")
        #expect(snapshot.ended.prefix(5).allSatisfy { $0.state == .cancelled(.group) })
    }

    @Test func aCancelOfAllEndsMembersBeforeTheirGroups() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handle = client.start(Net.group("a", "b"), mode: .collectAll)
        #expect(await transport.isInFlight("a", "b"))
        #expect(client.cancelAll().map(\.number) == [2, 3, 1])
        #expect(client.row(handle.id)?.members == MemberCounts(total: 2).adding(ended: 2, failed: 2, cancelled: 2))
        #expect(client.members(of: handle.id).map(\.state) == [.cancelled(.user), .cancelled(.user)])
        #expect(await client.isDrained())
    }

    @Test func whoBelongsToWhatHasEndedIsOverBeforeItBegan() async throws {
        let client = NetClient(transport: Net.mixed())
        let notes = Journal()
        let handle = client.start(Net.group("a"), mode: .collectAll)
        _ = try await handle.value
        let seat: PendingTask = client.seat(
            work: "orphan", parent: handle.id,
            land: { (result: Result<Int, NetError>) in
                notes.note(result.isSuccess ? "success" : "cancelled")
            }
        ) {
            notes.note("ran"); return 1
        }
        #expect(client.row(seat.id)?.state == .cancelled(.group))
        seat.begin()
        #expect(await client.isDrained())
        #expect(notes.all == ["cancelled"])
    }

    @Test(arguments: 0..<60) func aCancelAtAnyMomentLeavesNothing(_ seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let client = NetClient(transport: Net.mixed(), limits: DispatchLimits(total: 3))
        let events = client.events()
        let landings = Journal()
        var group = RequestGroup<String>("g", maxConcurrent: Int.random(in: 1...4, using: &random))
        let count = Int.random(in: 0...8, using: &random)
        for index in 0..<count {
            let landed: GroupMember<String>.Landed = { _ in landings.note("\(index)") }
            switch Int.random(in: 0..<5, using: &random) {
            case 0: group.add(.call(Net.text("hang"), on: Net.pool, onLanding: landed))
            case 1: group.add(.call(Net.text("fail"), on: Net.pool, onLanding: landed))
            case 2:
                group.add(
                    .work("w", onLanding: landed) {
                        await Task.yield(); return "w"
                    })
            case 3:
                group.add(.group(Net.group("a", "fail", "hang"), mode: .failFast, as: { _ in "inner" }, onLanding: landed))
            default: group.add(.call(Net.text("a"), on: Net.pool, onLanding: landed))
            }
        }
        let modes = [GroupMode.collectAll, .failFast, .firstSuccess, .quorum(2)]
        let completions = Journal()
        let handle = client.start(group, mode: modes.randomElement(using: &random) ?? .collectAll) { outcome in
            completions.note(landings.all.count == count && outcome.results.count == count ? "in order" : "too early")
        }
        let wait = Int.random(in: 0..<40, using: &random)
        for _ in 0..<wait { await Task.yield() }
        let isCancelled = handle.cancel()
        let result = await handle.landing.value()
        #expect(await client.isDrained())
        #expect(result.isSuccess == !isCancelled)
        #expect(completions.all == (isCancelled ? [] : ["in order"]))
        #expect(await eventually { landings.all.count == count }, "each member lands, once")
        #expect(Set(landings.all).count == count)
        try await client.checkEnds(events)
    }
}
