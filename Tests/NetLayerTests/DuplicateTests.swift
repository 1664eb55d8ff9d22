// Calls that are made while others like them are executing: each policy, with who hears what, and that nothing is left.

import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct DuplicateTests {
    private func call(
        _ policy: DuplicatePolicy, _ path: String = "/items", _ change: (inout RequestPlan) -> Void = { _ in }
    ) -> Endpoint<RawResponse> {
        Endpoint(
            Net.plan(path) { plan in
                plan.policies.duplicates = policy
                change(&plan)
            })
    }

    // MARK: Three policies of two calls each (YB-11)

    @Test(.rows("YB-11", "B-YT-1")) func bothRunWhereAllAreAllowed() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        // Which one the transport gets first is anybody's guess, unless the other comes later.
        let first = client.dispatch(call(.allowAll), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let handles = [first, client.dispatch(call(.allowAll), on: Net.pool)]
        #expect(await eventually { transport.inFlight.count == 2 })
        #expect(client.snapshot().live.map(\.id) == handles.map(\.id), "the older one is still in hand")
        transport.inFlight.first?.play(.answer(200))
        _ = try await handles[0].value
        #expect(handles[1].cancel())
        #expect(await client.isDrained())
    }

    @Test(.rows("YB-11", "B-YB-1")) func theNewestTakesThePlaceOfTheOlderOnes() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let first = client.dispatch(call(.cancelOldest), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let second = client.dispatch(call(.cancelOldest), on: Net.pool)
        #expect(client.row(first.id)?.state == .superseded)
        #expect(client.row(first.id)?.reason == "\(second.id) replaced it")
        #expect(client.row(first.id)?.decisions.map(\.decision) == [.superseded(by: second.id)])
        #expect(await first.error?.kind == .cancelled(.superseded))
        #expect(await eventually { transport.inFlight.count == 1 && transport.requests.count == 2 })
        transport.inFlight.first?.play(.answer(201))
        #expect(try await second.value.head.status == 201, "the new call lands where its caller waits")
        #expect(await client.isDrained())
        #expect(client.snapshot().counters.superseded == 1)
        #expect(client.snapshot().counters.late == 0)
    }

    @Test(.rows("YB-11", "BA-4", "B-BA-1")) func theNewestTakesThePlaceOfAllOlderOnesThatCameWithoutAPolicy() async {
        let client = NetClient(transport: Net.hanging())
        let name = Likeness.named("page")
        let older = (0..<3).map { _ in client.dispatch(call(.allowAll) { $0.policies.likeness = name }, on: Net.pool) }
        let newest = client.dispatch(call(.cancelOldest) { $0.policies.likeness = name }, on: Net.pool)
        for handle in older { #expect(await handle.error?.kind == .cancelled(.superseded)) }
        #expect(client.snapshot().live.map(\.id) == [newest.id])
        newest.cancel()
        #expect(await client.isDrained())
    }

    @Test(.rows("YB-11", "B-YB-5")) func theNewestIsRefusedWhileOneIsExecutingWhateverItsWorkDoes() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        // Not even begun: executing is what has been called.
        let first = client.dispatch(call(.rejectNewest), on: Net.pool)
        let second = client.dispatch(call(.rejectNewest), on: Net.pool)
        #expect(client.row(second.id)?.state == .superseded)
        #expect(client.row(second.id)?.reason == "\(first.id) is executing")
        #expect(client.row(second.id)?.errorKind == "duplicate")
        #expect(client.row(second.id)?.decisions.map(\.decision) == [.refused(for: first.id)])
        let error = await second.error
        #expect(error?.kind == .duplicate)
        #expect(error?.attempted == "GET /items")
        #expect(error?.detail == "\(first.id) is executing")
        #expect(await eventually { transport.inFlight.count == 1 })
        transport.inFlight.first?.play(.answer(200))
        _ = try await first.value
        #expect(transport.requests.count == 1)
        // The first is over: the next one runs.
        let third = client.dispatch(call(.rejectNewest), on: Net.pool)
        #expect(client.row(third.id)?.state.isEnded == false)
        third.cancel()
        #expect(await client.isDrained())
    }

    @Test(.rows("B-YB-5")) func theNewestIsRefusedWhileTheCacheIsRead() async throws {
        let folder = try TemporaryFolder()
        let body = String(repeating: "x", count: 3 << 10)
        // The cache asks for the time when it reads, and the clock answers after the second call has ended.
        let turn = DispatchSemaphore(value: 1)
        let disk = DiskCache(
            folder: folder.path("answers"),
            wallClock: {
                turn.wait()
                turn.signal()
                return FetchStage.start
            })
        let before = FetchStage([FetchStage.text(body, "max-age=600")], disk: disk)
        #expect(await before.send(FetchStage.call(.cacheElseNetwork)).count == body.count)
        await disk.flush()
        let hold = { turn.wait() }
        hold()
        let after = FetchStage([Net.hang], disk: disk)
        let call = FetchStage.call(.cacheElseNetwork) { $0.policies.duplicates = .rejectNewest }
        let first = after.client.dispatch(call, on: Net.pool)
        let second = after.client.dispatch(call, on: Net.pool)
        #expect(await second.error?.detail == "\(first.id) is executing")
        turn.signal()
        #expect(try await first.value.count == body.count)
        #expect(await after.client.isDrained())
        #expect(after.sent == 0)
    }

    // MARK: What is alike

    @Test func callsThatSendSomethingElseAreNotAlike() async {
        let client = NetClient(transport: Net.hanging())
        let other = ServicePool([Service(name: "other", baseURL: URI("http://other.test"))])
        let calls: [(Endpoint<RawResponse>, ServicePool)] = [
            (call(.rejectNewest), Net.pool),
            (call(.rejectNewest) { $0.id = "another" }, Net.pool),
            (call(.rejectNewest) { $0.method = .delete }, Net.pool),
            (call(.rejectNewest) { $0.parameters = [Parameter("q", "a", in: .query)] }, Net.pool),
            (call(.rejectNewest) { $0.parameters = [Parameter("q", "b", in: .query)] }, Net.pool),
            (call(.rejectNewest) { $0.headers = ["A": "b"] }, Net.pool),
            (call(.rejectNewest) { $0.body = .bytes([1], contentType: "a/b") }, Net.pool),
            (call(.rejectNewest), other),
        ]
        for (call, pool) in calls { _ = client.dispatch(call, on: pool) }
        #expect(client.snapshot().live.count == calls.count)
        // Its title and its rank change nothing of what is asked.
        let again = call(.rejectNewest) {
            $0.title = "Another title"
            $0.policies.priority = .high
        }
        #expect(await client.dispatch(again, on: Net.pool).error?.kind == .duplicate)
        client.cancelAll()
        #expect(await client.isDrained())
    }

    @Test func anEndpointsCallsAreAlikeWhereThatIsSaid() async {
        let client = NetClient(transport: Net.hanging())
        let words = ["a", "ab", "abc"].map { word in
            client.dispatch(
                call(.cancelOldest) {
                    $0.parameters = [Parameter("q", .plain(word), in: .query)]
                    $0.policies.likeness = .sameEndpoint
                }, on: Net.pool)
        }
        #expect(client.snapshot().live.map(\.id) == [words[2].id])
        _ = client.dispatch(
            call(.cancelOldest) {
                $0.method = .post
                $0.policies.likeness = .sameEndpoint
            }, on: Net.pool)
        #expect(client.snapshot().live.count == 2)
        client.cancelAll()
        #expect(await client.isDrained())
    }

    // MARK: Joining

    @Test func aJoinedCallHasARowOfItsOwnAndTheSameValue() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handles = (0..<5).map { _ in client.dispatch(call(.join), on: Net.pool) }
        #expect(Set(handles.map(\.id)).count == 5)
        let rows = client.snapshot().live
        #expect(rows.last?.decisions.map(\.decision) == [.joins(handles[0].id)])
        #expect(rows.map(\.joined) == [nil] + Array(repeating: handles[0].id, count: 4))
        #expect(await eventually { transport.inFlight.count == 1 })
        #expect(await eventually { client.snapshot().live.allSatisfy { $0.state == .running(.waiting) } })
        transport.inFlight.first?.play(.answer(200, body: Array("one".utf8)))
        for handle in handles { #expect(try await handle.value.body == Array("one".utf8)) }
        #expect(transport.requests.count == 1)
        #expect(client.snapshot().counters.succeeded == 5)
        #expect(client.snapshot().ended.allSatisfy { $0.status == 200 && $0.exchanges.count == 1 })
        #expect(await client.isDrained())
        // It is over: the next one goes out itself.
        let next = client.dispatch(call(.join), on: Net.pool)
        #expect(client.row(next.id)?.joined == nil)
        next.cancel()
        #expect(await client.isDrained())
    }

    @Test func aFailureIsEverybodys() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handles = (0..<3).map { _ in client.dispatch(call(.join), on: Net.pool) }
        #expect(await eventually { transport.inFlight.count == 1 })
        transport.inFlight.first?.play(.answer(500))
        for handle in handles { #expect(await handle.error?.kind == .status(500)) }
        #expect(client.snapshot().ended.map(\.state) == [.failed, .failed, .failed])
        #expect(await client.isDrained())
    }

    /// Whoever cancels, in whatever order: the others get their answer, and the last one's cancel ends the work.
    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func theLastCancelEndsTheWork(_ order: [Int]) async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handles = (0..<3).map { _ in client.dispatch(call(.join), on: Net.pool) }
        #expect(await eventually { transport.inFlight.count == 1 })
        for (count, index) in order.enumerated() {
            #expect(transport.inFlight.count == 1)
            #expect(handles[index].cancel())
            #expect(!handles[index].cancel())
            #expect(await handles[index].error?.kind == .cancelled(.user))
            #expect(client.row(handles[index].id)?.state == .cancelled(.user))
            #expect(client.snapshot().live.count == 2 - count)
        }
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(await client.isDrained())
        #expect(client.snapshot().counters.cancelled == 3)
        #expect(client.snapshot().counters.late == 0)
    }

    @Test(arguments: [0, 1]) func theOtherGetsTheAnswerAfterACancel(_ index: Int) async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handles = (0..<2).map { _ in client.dispatch(call(.join), on: Net.pool) }
        #expect(await eventually { client.row(handles[1].id)?.state == .running(.waiting) })
        #expect(handles[index].cancel())
        // One that comes now joins work whose first caller may have gone.
        let late = client.dispatch(call(.join), on: Net.pool)
        #expect(client.row(late.id)?.joined == handles[0].id)
        #expect(client.row(late.id)?.state == .running(.waiting))
        transport.inFlight.first?.play(.answer(200))
        #expect(try await handles[1 - index].value.head.status == 200)
        #expect(try await late.value.head.status == 200)
        #expect(await handles[index].error?.kind == .cancelled(.user))
        #expect(transport.requests.count == 1)
        #expect(client.snapshot().counters.late == 0)
        #expect(await client.isDrained())
    }

    @Test func workInTheQueueOutlivesItsFirstCallerToo() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 1))
        let blocker = client.dispatch(Net.call("/blocker"), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let first = client.dispatch(call(.join), on: Net.pool)
        let second = client.dispatch(call(.join), on: Net.pool)
        first.cancel()
        blocker.cancel()
        #expect(await eventually { transport.inFlight.count == 1 && transport.requests.count == 2 })
        transport.inFlight.first?.play(.answer(200))
        #expect(try await second.value.head.status == 200)
        #expect(await client.isDrained())
    }

    @Test func aStructuredCallersEndLeavesTheOthers() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let structured = Task { [join = call(.join)] in try await client.send(join, on: Net.pool) }
        #expect(await eventually { transport.inFlight.count == 1 })
        let other = client.dispatch(call(.join), on: Net.pool)
        structured.cancel()
        await #expect(throws: NetError(.cancelled(.scope))) { try await structured.value }
        transport.inFlight.first?.play(.answer(200))
        #expect(try await other.value.head.status == 200)
        #expect(await client.isDrained())
    }

    @Test func onlySafeMethodsAreJoined() async {
        let client = NetClient(transport: Net.hanging())
        for method: HTTPMethod in [.post, .put, .delete, .patch] {
            for _ in 0..<2 { _ = client.dispatch(call(.join) { $0.method = method }, on: Net.pool) }
        }
        #expect(client.snapshot().live.count == 8)
        #expect(client.snapshot().live.allSatisfy { $0.joined == nil })
        client.cancelAll()
        for method: HTTPMethod in [.get, .head, .options, .trace, .query] {
            for _ in 0..<2 { _ = client.dispatch(call(.join) { $0.method = method }, on: Net.pool) }
        }
        #expect(client.snapshot().live.count { $0.joined != nil } == 5)
        client.cancelAll()
        #expect(await client.isDrained())
    }

    @Test func aNamedUnsafeCallIsNotJoined() async {
        let client = NetClient(transport: Net.hanging())
        let name = Likeness.named("order")
        _ = client.dispatch(
            call(.allowAll) {
                $0.policies.likeness = name
                $0.method = .post
            }, on: Net.pool)
        let reader = client.dispatch(call(.join) { $0.policies.likeness = name }, on: Net.pool)
        #expect(client.row(reader.id)?.joined == nil)
        client.cancelAll()
        #expect(await client.isDrained())
    }

    @Test func oneThatIsTooOldIsNotJoined() async {
        let clock = VirtualClock()
        let client = NetClient(transport: Net.hanging(), time: clock.source)
        let join = call(.join) { $0.policies.maxJoinAge = .seconds(3) }
        let first = client.dispatch(join, on: Net.pool)
        clock.advance(by: .seconds(3))
        let second = client.dispatch(join, on: Net.pool)
        #expect(client.row(second.id)?.joined == first.id)
        clock.advance(by: .nanoseconds(1))
        // Who joined made the work no younger.
        let third = client.dispatch(join, on: Net.pool)
        #expect(client.row(third.id)?.joined == nil)
        let fourth = client.dispatch(join, on: Net.pool)
        #expect(client.row(fourth.id)?.joined == third.id)
        client.cancelAll()
        #expect(await client.isDrained())
    }

    @Test func everyoneWhoJoinsIsSupersededTogether() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let joined = (0..<3).map { _ in client.dispatch(call(.join), on: Net.pool) }
        #expect(await eventually { transport.inFlight.count == 1 })
        let newest = client.dispatch(call(.cancelOldest), on: Net.pool)
        for handle in joined { #expect(await handle.error?.kind == .cancelled(.superseded)) }
        #expect(client.snapshot().live.map(\.id) == [newest.id])
        #expect(await eventually { transport.inFlight.count == 1 && transport.requests.count == 2 })
        newest.cancel()
        #expect(await client.isDrained())
    }

    @Test func cancelsAnswersAndJoinsThatRaceEndEachRowOnce() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 4, perHost: 4))
        let stop = Mutex(false)
        let answerer = Task.detached {
            while !stop.withLock({ $0 }) {
                transport.inFlight.forEach { $0.play(.answer(200)) }
                await Task.yield()
            }
        }
        let policies = DuplicatePolicy.allCases
        await withTaskGroup { group in
            for lane in 0..<4 {
                group.addTask {
                    var random = SplitMix64(seed: UInt64(lane))
                    for _ in 0..<200 {
                        let policy = policies.randomElement(using: &random) ?? .join
                        let handle = client.dispatch(
                            call(policy) { $0.policies.likeness = .named("\(Int.random(in: 0..<3, using: &random))") },
                            on: Net.pool)
                        if Bool.random(using: &random) { await Task.yield() }
                        if Int.random(in: 0..<3, using: &random) == 0 { handle.cancel() }
                        _ = await handle.outcome
                    }
                }
            }
        }
        #expect(await client.isDrained())
        stop.withLock { $0 = true }
        await answerer.value
        #expect(client.snapshot().counters.opened == 800)
        #expect(client.snapshot().counters.ended == 800)
        #expect(await eventually { transport.inFlight.isEmpty })
    }
}
