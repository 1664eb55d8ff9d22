// Groups from end to end: when they start, what they bring, in which order, and how their rows tell of it.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct RequestGroupTests {
    @Test(.rows("HH-T1")) func nothingRunsBeforeTheStartAndAMemberIsThereOnce() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let runs = Journal()
        let work = GroupMember<String>.work("w") {
            runs.note("work"); return "w"
        }
        var group = Net.group("a")
        let (first, second) = (group.add(work), group.add(work))
        #expect(first && !second)
        #expect(group.members.count == 2)
        #expect(client.snapshot().counters.opened == 0 && transport.requests.isEmpty && runs.all.isEmpty)
        let outcome = try await client.run(group, mode: .collectAll)
        #expect(outcome.words == ["a", "w"])
        #expect(runs.all == ["work"] && transport.requests.count == 1)
        #expect(client.snapshot().counters.opened == 3)
        #expect(await client.isDrained())
    }

    @Test(.rows("B-HH-T4", "HH-T8"), arguments: [nil, 1, 2, 5])
    func resultsAreInTheOrderOfTheMembers(_ limit: Int?) async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let pages = (1...5).map { "page\($0)" }
        let handle = client.start(
            RequestGroup("five pages", maxConcurrent: limit, pages.map { .call(Net.text($0), on: Net.pool) }), mode: .collectAll)
        for page in limit == nil || limit == 5 ? pages.reversed() : pages { #expect(await transport.answer(page)) }
        let outcome = try await handle.value
        #expect(try outcome.values() == pages)
        #expect(outcome.isGoalReached && outcome.error == nil && outcome.firstFailure == nil && outcome.failed == 0)
        #expect(client.members(of: handle.id).map(\.info.title) == pages)
        #expect(handle.members == client.members(of: handle.id).map(\.id), "also when they have ended")
        let row = try #require(client.row(handle.id))
        #expect(row.state == .succeeded && row.info.kind == .group && row.info.title == "five pages" && row.info.parent == nil)
        #expect(row.members == MemberCounts(total: 5).adding(ended: 5))
        #expect(await client.isDrained())
    }

    @Test(.rows("B-HH-T4")) func noMoreThanTheLimitRunAtOnceAndInOrder() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let names = (0..<9).map { "m\($0)" }
        let handle = client.start(
            RequestGroup("g", maxConcurrent: 3, names.map { .call(Net.text($0), on: Net.pool) }), mode: .collectAll)
        for index in names.indices {
            #expect(await eventually { transport.inFlight.count == min(3, 9 - index) })
            #expect(Set(transport.requests.map(\.url.path)) == Set(names.prefix(index + 3).map { "/v1/" + $0 }))
            #expect(await transport.answer(names[index]))
        }
        #expect(try await handle.value.isGoalReached)
    }

    @Test(.rows("HH-T2", "B-HH-T4")) func everyOutcomeIsCollected() async throws {
        let client = NetClient(transport: Net.mixed())
        let handle = client.start(Net.group("a", "fail", "b", "fail2"), mode: .collectAll)
        let outcome = try await handle.value
        #expect(outcome.words == ["a", "status", "b", "status"])
        #expect(outcome.successes.map(\.index) == [0, 2] && outcome.successes.map(\.value) == ["a", "b"])
        #expect(!outcome.isGoalReached && outcome.failed == 2)
        let row = try #require(client.row(handle.id))
        #expect(row.state == .failed && row.reason == "2 of 4 failed: the server answered 503" && row.errorKind == "status")
        #expect(row.members == MemberCounts(total: 4).adding(ended: 4, failed: 2))
        #expect(outcome.error?.kind == .status(503) && outcome.error?.attempted == "group")
        #expect(await client.isDrained())
    }

    @Test(.rows("HH-T2")) func aMemberThatSomebodyCancelsHasEnded() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let handle = client.start(Net.group("hang", "b"), mode: .collectAll)
        #expect(await transport.isInFlight("hang"))
        client.cancel(try #require(client.members(of: handle.id).first).id)
        let outcome = try await handle.value
        #expect(outcome.words == ["cancelled", "b"])
        #expect(outcome.error?.detail == "1 of 2 failed: cancelled")
        #expect(client.row(handle.id)?.state == .failed)
    }

    @Test(.rows("YT-6")) func theFirstFailureCancelsTheRest() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handle = client.start(Net.group("a", "b", "c", "d", limit: 3), mode: .failFast)
        #expect(await transport.answer("a"))
        #expect(await transport.isInFlight("b", "c", "d"))
        #expect(await transport.answer("c", 500))
        let outcome = try await handle.value
        #expect(outcome.words == ["a", "cancelled", "status", "cancelled"])
        #expect(outcome.firstFailure == 2 && outcome.failed == 1)
        let thrown = #expect(throws: NetError.self) { try outcome.values() }
        #expect(thrown?.kind == .status(500), "the first failure, not what was cancelled because of it")
        #expect(transport.inFlight.isEmpty, "their sockets are closed")
        let rows = client.members(of: handle.id)
        #expect(rows.map(\.state) == [.succeeded, .cancelled(.group), .failed, .cancelled(.group)])
        #expect(client.row(handle.id)?.reason == "1 of 4 failed: the server answered 500")
        #expect(client.row(handle.id)?.members == MemberCounts(total: 4).adding(ended: 4, failed: 3, cancelled: 2))
        #expect(await client.isDrained())
    }

    @Test func membersThatWaitForTheirTurnNeverStartAfterAFailure() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let outcome = try await client.run(Net.group("fail", "b", "c", limit: 1), mode: .failFast)
        #expect(outcome.words == ["status", "cancelled", "cancelled"])
        #expect(transport.requests.count == 1)
        #expect(await client.isDrained())
    }

    @Test func theFirstSuccessIsEnough() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let handle = client.start(Net.group("hang", "fail", "hang2", "d", limit: 3), mode: .firstSuccess)
        let outcome = try await handle.value
        #expect(outcome.words == ["cancelled", "status", "cancelled", "d"])
        #expect(outcome.isGoalReached && outcome.failed == 1 && outcome.error == nil)
        #expect(client.row(handle.id)?.state == .succeeded)
        #expect(await eventually { transport.inFlight.isEmpty })
        let lost = try await client.run(Net.group("fail", "fail2"), mode: .firstSuccess)
        #expect(!lost.isGoalReached && lost.failed == 2)
        #expect(await client.isDrained())
    }

    @Test(arguments: [(1, true), (2, true), (3, false), (4, false), (0, true)])
    func aQuorum(_ count: Int, _ isReached: Bool) async throws {
        let client = NetClient(transport: Net.mixed())
        let outcome = try await client.run(Net.group("a", "fail", "b", limit: 1), mode: .quorum(count))
        #expect(outcome.isGoalReached == isReached)
        #expect(await client.isDrained())
    }

    @Test func aQuorumThatCannotBeReachedStartsNothing() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let handle = client.start(Net.group("a", "b"), mode: .quorum(3))
        let outcome = try await handle.value
        #expect(outcome.words == ["cancelled", "cancelled"] && transport.requests.isEmpty)
        #expect(outcome.error?.kind == .badRequest)
        #expect(client.row(handle.id)?.reason == "3 must succeed, and there are 2")
        #expect(await client.isDrained())
    }

    @Test(.rows("HH-T9")) func workThatIsNoRequestIsAMemberLikeAnyOther() async throws {
        let client = NetClient(transport: Net.mixed())
        var group = Net.group("a")
        group.add(.work("socket") { "message" })
        group.add(.work("broken") { throw Trouble() })
        group.add(.work("known") { throw NetError(.tls, detail: "as it is") })
        let handle = client.start(group, mode: .collectAll)
        let outcome = try await handle.value
        #expect(outcome.words == ["a", "message", "work", "tls"])
        let rows = client.members(of: handle.id)
        #expect(rows.map(\.info.kind) == [.call, .work, .work, .work])
        #expect(rows.map(\.info.title) == ["a", "socket", "broken", "known"])
        #expect(rows.map(\.state) == [.succeeded, .succeeded, .failed, .failed])
        #expect(rows[2].reason == "Trouble()" && rows[2].errorKind == "work")
        #expect(rows.allSatisfy { $0.startedAt != nil && $0.info.parent == handle.id })
        #expect(await client.isDrained())
    }

    @Test(.rows("HH-T9")) func runningWorkSaysSoAndIsCancelledWithTheGroup() async {
        let client = NetClient(transport: Net.mixed())
        let notes = Journal()
        let handle = client.start(
            RequestGroup<String>(
                "g",
                [
                    .work("w") {
                        await withTaskCancellationHandler {
                            await Gate.untilCancelled()
                        } onCancel: {
                            notes.note("cancelled")
                        }
                        return "late"
                    }
                ]), mode: .collectAll)
        #expect(await eventually { client.members(of: handle.id).first?.state == .running(.waiting) })
        #expect(client.row(handle.id)?.state == .running(.waiting))
        #expect(handle.cancel())
        #expect(await client.isDrained())
        #expect(notes.all == ["cancelled"])
        #expect(client.snapshot().counters.late == 1, "what the work brought came too late; the group brought nothing")
    }

    @Test(.rows("B-HH-D2", "B-HH-D11")) func membersGoThroughTheOneDoor() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 2))
        let events = client.events()
        _ = client.start(Net.group("a", "b", "c"), mode: .collectAll)
        #expect(await eventually { transport.inFlight.count == 2 })
        #expect(client.snapshot().counters.opened == 4 && client.snapshot().live.count == 4, "each is in the table")
        #expect(transport.requests.count == 2, "the client's limits hold")
        #expect(client.cancelAll().count == 4, "and one cancel reaches all")
        #expect(await client.isDrained())
        try await client.checkEnds(events)
    }

    @Test(.rows("B-HH-T5")) func aMemberThatWasOverBeforeTheStartCounts() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let landed = client.dispatch(Net.text("early"), on: Net.pool)
        _ = try await landed.value
        let cancelled = client.dispatch(Net.text("hang"), on: Net.pool)
        cancelled.cancel()
        var group = Net.group("a", limit: 1)
        group.add(.running(landed))
        group.add(.running(cancelled))
        let handle = client.start(group, mode: .collectAll)
        let outcome = try await handle.value
        #expect(outcome.words == ["a", "early", "cancelled"])
        #expect(client.row(handle.id)?.members == MemberCounts(total: 3).adding(ended: 3, failed: 1, cancelled: 1))
        let only = try await client.run(RequestGroup("g", [.running(landed)]), mode: .failFast)
        #expect(try only.values() == ["early"])
        #expect(await client.isDrained())
    }

    @Test func aCallThatRanBeforeIsWatchedAndCancelledWithTheGroup() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let call = client.dispatch(Net.text("early"), on: Net.pool)
        var group = Net.group("a", limit: 1)
        group.add(.running(call))
        let handle = client.start(group, mode: .failFast)
        #expect(await transport.isInFlight("early", "a"))
        #expect(handle.cancel())
        #expect(await call.error?.kind == .cancelled(.group))
        #expect(await client.isDrained())
        let other = client.dispatch(Net.text("other"), on: Net.pool)
        let second = client.start(RequestGroup("g", [.running(other), .work("w") { throw Trouble() }]), mode: .failFast)
        #expect(try await second.value.words == ["cancelled", "work"])
        #expect(client.row(other.id)?.state == .cancelled(.group))
        #expect(await client.isDrained())
    }

    @Test(.rows("B-YT-6")) func aGroupRunsAnyNumberOfTimes() async throws {
        let client = NetClient(transport: Net.mixed())
        let group = Net.group("a", "b")
        let first = client.start(group, mode: .collectAll)
        let second = client.start(group, mode: .collectAll)
        #expect(try await first.value.words == ["a", "b"])
        #expect(try await second.value.words == ["a", "b"])
        #expect(try await client.run(group, mode: .collectAll).words == ["a", "b"])
        #expect(client.snapshot().counters.opened == 9)
        #expect(client.members(of: first.id).count == 2 && client.members(of: second.id).count == 2)
        #expect(await client.isDrained())
    }

    @Test func valuesOfAnyKindStandInOneGroup() async throws {
        let client = NetClient(transport: Net.mixed())
        let group = RequestGroup<Int>("g", [.call(Net.text("four"), on: Net.pool, as: \.count), .work("w") { 7 }])
        #expect(try await client.run(group, mode: .failFast).values() == [4, 7])
    }
}

extension Gate {
    /// Returns once the Swift task is cancelled.
    static func untilCancelled() async {
        let gate = Gate()
        await withTaskCancellationHandler {
            await gate.wait()
        } onCancel: {
            gate.open()
        }
    }
}
