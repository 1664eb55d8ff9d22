// Who is told what, and when: members' own landings, the group's one completion, progress, members that come late.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct GroupLandingTests {
    @Test(.rows("HH-T4", "B-HH-T1")) func everyMembersLandingHasReturnedBeforeTheGroups() async throws {
        let client = NetClient(transport: Net.mixed())
        let notes = Journal()
        let gate = Gate()
        let member = GroupMember.call(Net.text("a"), on: Net.pool) { result in
            notes.note("a lands")
            await gate.wait()
            notes.note("a has landed with \((try? result.get()) ?? "nothing")")
        }
        let handle = client.start(RequestGroup("g", [member, .work("b") { "b" }]), mode: .collectAll) { outcome in
            notes.note("group")
        }
        #expect(await eventually { notes.all == ["a lands"] })
        let members = client.members(of: handle.id)
        #expect(await eventually { members.allSatisfy { client.row($0.id)?.state == .succeeded } })
        #expect(client.row(handle.id)?.state.isEnded == false, "the row waits for the slow landing, however slow")
        gate.open()
        #expect(try await handle.value.words == ["a", "b"])
        #expect(await client.isDrained())
        #expect(notes.all == ["a lands", "a has landed with a", "group"])
    }

    @Test(.rows("HH-T4")) func losersLandBeforeTheGroupToo() async throws {
        let client = NetClient(transport: Net.mixed())
        let notes = Journal()
        let members = ["hang", "fail", "hang2"].map { name in
            GroupMember.call(Net.text(name), on: Net.pool) { notes.note($0.isSuccess ? "?" : name) }
        }
        _ = try await client.run(RequestGroup("g", members), mode: .failFast)
        #expect(Set(notes.all) == ["hang", "fail", "hang2"] && notes.all.count == 3)
    }

    @Test(.rows("HH-T2", "B-HH-T2")) func membersThatEndAtOnceTellOnce() async throws {
        let client = NetClient(transport: Net.mixed())
        let completions = Mutex<[Int]>([])
        let handles = (0..<200).map { number in
            client.start(
                RequestGroup<Int>("g", (0..<8).map { index in .work("w") { index } }), mode: .collectAll
            ) { _ in completions.withLock { $0.append(number) } }
        }
        for handle in handles { #expect(try await handle.value.values() == Array(0..<8)) }
        #expect(await client.isDrained())
        #expect(completions.withLock { $0.sorted() } == Array(0..<200))
    }

    @MainActor @Test(.rows("HH-T2")) func theOutcomeIsToldOnceOnTheCallersActor() async throws {
        let client = NetClient(transport: Net.mixed())
        // Changed on the main actor alone, or the compiler refuses it.
        var told: [[String]] = []
        let handle = client.start(Net.group("a", "b"), mode: .collectAll)
        let telling = handle.onCompletion { outcome in
            MainActor.assertIsolated()
            told.append(outcome.words)
        }
        #expect(told.isEmpty, "not before it returns")
        await telling.value
        #expect(told == [["a", "b"]])
        let cancelled = client.start(Net.group("hang"), mode: .collectAll)
        let silence = cancelled.onCompletion { told.append($0.words) }
        cancelled.cancel()
        await silence.value
        #expect(told.count == 1)
        #expect(await client.isDrained())
    }

    /// The closures change the actor's state without a hop: the compiler refuses that on another actor.
    @Test(.rows("HH-T2", "HH-T4", "BA-19")) func membersAndGroupLandOnTheActorThatStartsThem() async throws {
        actor Screen {
            var lines: [String] = []
            func run(_ client: NetClient) async throws {
                var group = RequestGroup<String>("g", maxConcurrent: 1)
                for name in ["a", "fail"] {
                    group.add(
                        .call(Net.text(name), on: Net.pool) { result in
                            self.assertIsolated()
                            self.lines.append(result.isSuccess ? name : "failure")
                        })
                }
                group.add(
                    .work(
                        "w",
                        onLanding: { result in
                            self.assertIsolated()
                            self.lines.append(result.isSuccess ? "w" : "failure")
                        }
                    ) { "w" })
                let handle = client.start(group, mode: .collectAll) { outcome in
                    self.assertIsolated()
                    self.lines.append("group of \(outcome.results.count)")
                }
                _ = try await handle.value
            }
        }
        let client = NetClient(transport: Net.mixed())
        let screen = Screen()
        try await screen.run(client)
        #expect(await client.isDrained())
        let lines = await screen.lines
        #expect(lines.dropLast().sorted() == ["a", "failure", "w"] && lines.last == "group of 3")
    }

    @MainActor @Test(.rows("HH-T3"), arguments: [GroupMode.collectAll, .failFast, .firstSuccess, .quorum(2)])
    func anEmptyGroupEndsAtOnceButNotBeforeTheCallReturns(_ mode: GroupMode) async throws {
        let client = NetClient(transport: Net.mixed())
        let notes = Journal()
        let handle = client.start(RequestGroup<Int>("none", []), mode: mode) { @MainActor outcome in
            notes.note("completion \(outcome.results.count)")
        }
        notes.note("returned")
        let outcome = try await handle.value
        #expect(await client.isDrained())
        #expect(notes.all == ["returned", "completion 0"])
        let isReached = mode == .collectAll || mode == .failFast
        #expect(outcome.isGoalReached == isReached)
        #expect(client.row(handle.id)?.state == (isReached ? .succeeded : .failed))
    }

    @Test(.rows("HH-T6")) func aGroupThatNobodyHoldsRunsToItsEnd() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let notes = Journal()
        func fireAndForget() {
            _ = client.start(Net.group("a", "b"), mode: .collectAll) { notes.note("\($0.words)") }
        }
        fireAndForget()
        #expect(await transport.answer("a"))
        #expect(await transport.answer("b"))
        #expect(await eventually { notes.all == [#"["a", "b"]"#] })
        #expect(await client.isDrained())
    }

    @Test func nothingIsKeptOfAGroupThatHasEnded() async throws {
        final class Token: Sendable {}
        let client = NetClient(transport: Net.mixed())
        weak var kept: Token?
        do {
            let token = Token()
            kept = token
            var group = Net.group("a", "fail", "hang", limit: 2)
            group.add(.work("w") { withExtendedLifetime(token) { "w" } })
            _ = try await client.run(group, mode: .failFast)
            let handle = client.start(group, mode: .firstSuccess)
            handle.cancel()
        }
        #expect(await client.isDrained())
        #expect(await eventually { kept == nil })
    }

    /// The members of a run refer to their list, one after another or all at once.
    @Test(arguments: [false, true]) func nothingIsKeptOfAListThatWasRead(_ isCounted: Bool) async throws {
        final class Token: Sendable {}
        let service = PagedService { query, _ in
            PagedService.page(((Int(query["page"] ?? "") ?? 9) - 1) * 10, 10, of: 25, #","total":25"#)
        }
        var style = PagingStyle.page(first: 1)
        if isCounted { style.totals = [.body("/total")] }
        let landed = Mutex(0)
        weak var kept: Token?
        do {
            let token = Token()
            kept = token
            let items: @Sendable (PageContent) throws -> [Int] = { page in
                withExtendedLifetime(token) {}
                return try PagedService.ids(page)
            }
            let pages = PageGroup(
                "all", Net.plan(), style: style, on: Net.pool, client: service.client, items: items,
                onLanding: { _ in landed.withLock { $0 += 1 } })
            _ = try await pages.start()?.value
        }
        #expect(landed.withLock { $0 } == 3 && service.transport.requests.count == 3)
        #expect(await service.client.isDrained())
        #expect(await eventually { kept == nil })
    }

    @Test(.rows("B-HH-T4")) func progressRisesToTheEnd() async throws {
        let client = NetClient(transport: Net.mixed())
        let names = (0..<40).map { "m\($0)" }
        let handle = client.start(
            RequestGroup("g", maxConcurrent: 3, names.map { .call(Net.text($0), on: Net.pool) }), mode: .collectAll)
        var seen: [MemberCounts] = []
        for await counts in handle.progress { seen.append(counts) }
        #expect(seen.last == MemberCounts(total: 40).adding(ended: 40))
        #expect(seen.map(\.ended) == Set(seen.map(\.ended)).sorted(), "it rises, and nothing is told twice")
        let cancelled = client.start(Net.group("hang", "hang2"), mode: .collectAll)
        cancelled.cancel()
        var last: MemberCounts?
        for await counts in cancelled.progress { last = counts }
        #expect(last == MemberCounts(total: 2).adding(ended: 2, failed: 2, cancelled: 2))
    }

    @Test(.rows("B-HH-T4")) func eventsCountTheMembers() async throws {
        let client = NetClient(transport: Net.mixed())
        let events = client.events()
        let handle = client.start(Net.group("a", "fail", "c", limit: 1), mode: .collectAll)
        _ = try await handle.value
        #expect(await client.isDrained())
        events.finish()
        var counts: [MemberCounts?] = []
        var last: NetEvent?
        for await case .events(let batch) in events {
            counts += batch.filter { $0.kind == .member }.map(\.row.members)
            last = batch.last
        }
        let none = MemberCounts(total: 3)
        #expect(
            counts == [none, none.adding(ended: 1), none.adding(ended: 2, failed: 1), none.adding(ended: 3, failed: 1)])
        #expect(last?.kind == .ended && last?.row.id == handle.id && last?.row.members == counts.last)
    }

    @Test(.rows("B-HH-T4")) func aMemberMayComeWhileTheGroupRuns() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let late = GroupMember.call(Net.text("late"), on: Net.pool)
        let handle = client.start(Net.group("a", limit: 1), mode: .collectAll)
        #expect(await transport.isInFlight("a"))
        #expect(try handle.add(late))
        #expect(try !handle.add(late))
        #expect(client.row(handle.id)?.members == MemberCounts(total: 2))
        #expect(client.members(of: handle.id).map(\.info.title) == ["a", "late"])
        #expect(await transport.isInFlight("a"), "the limit holds for it")
        #expect(await transport.answer("a"))
        #expect(await transport.answer("late"))
        #expect(try await handle.value.words == ["a", "late"])
        let over = #expect(throws: GroupOver.self) { try handle.add(.call(Net.text("too late"), on: Net.pool)) }
        #expect(over?.group == handle.id && "\(GroupOver(group: TaskID(7)))" == "group 7 is over; it accepts no more requests")
        #expect(transport.requests.count == 2)
        #expect(await client.isDrained())
    }
}
