// Cancelling: at every moment of a task's life, one, many and all, with the reason that was given.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct NetClientCancelTests {
    @Test(.rows("CT-P11", "B-YB-2")) func cancelRightAfterDispatchLandsAndDrains() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        for _ in 0..<200 {
            let handle = client.dispatch(Net.call(), on: Net.pool)
            #expect(handle.cancel())
            #expect(client.row(handle.id)?.state == .cancelled(.user))
            #expect(await handle.error?.kind == .cancelled(.user))
        }
        #expect(await client.isDrained())
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(client.snapshot().counters.late == 0)
    }

    @Test(arguments: CancelReason.allCases)
    func cancelWhileQueuedLandsTheReasonAndSendsNothing(_ reason: CancelReason) async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 1))
        let running = client.dispatch(Net.call("/running"), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let queued = client.dispatch(Net.call("/queued"), on: Net.pool)
        #expect(client.cancel(queued.id, because: reason))
        #expect(await queued.error?.kind == .cancelled(reason))
        #expect(client.row(queued.id)?.state == TaskState(NetError(.cancelled(reason))))
        transport.inFlight.first?.play(.answer(200))
        _ = try await running.value
        #expect(await client.isDrained())
        #expect(transport.requests.map(\.url.path) == ["/v1/running"])
    }

    @Test(arguments: CancelReason.allCases)
    func aStreamThatIsCancelledWhileQueuedLandsTheReason(_ reason: CancelReason) async throws {
        let client = NetClient(transport: Net.hanging(), limits: DispatchLimits(total: 1))
        for _ in 0..<50 {
            let first = client.dispatch(Net.call(), on: Net.pool)
            let stream = Task {
                await client.failure { (client: NetClient) throws(NetError) in
                    _ = try await client.stream(Net.plan(), on: Net.pool).value
                }
            }
            #expect(await eventually { client.snapshot().live.count == 2 })
            let id = try #require(client.snapshot().live.last?.id)
            #expect(client.cancel(id, because: reason))
            #expect(await stream.value == NetError(.cancelled(reason)))
            first.cancel()
            #expect(await client.isDrained())
        }
    }

    @Test func cancelInFlightEndsTheTransfer() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handle = client.dispatch(Net.call(), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        #expect(handle.cancel())
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(await handle.error?.kind == .cancelled(.user))
        #expect(await client.isDrained())
        #expect(client.snapshot().counters.late == 0)
    }

    /// Between the start of a transfer and the moment the client has it in hand.
    @Test func aCancelFromInsideTheStartReachesTheTransfer() async {
        let canceller = Mutex<(@Sendable () -> Void)?>(nil)
        let transport = ScriptedTransport { _ in
            canceller.withLock { $0 }?()
            return [.enter(.waiting)]
        }
        let client = NetClient(transport: transport)
        canceller.withLock { $0 = { [weak client] in client?.cancelAll(because: .quit) } }
        let handle = client.dispatch(Net.call(), on: Net.pool)
        #expect(await handle.error?.kind == .cancelled(.quit))
        #expect(await client.isDrained())
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(transport.requests.count == 1)
    }

    @Test func cancelAfterTheEndChangesNothing() async throws {
        let client = NetClient(transport: Net.answering())
        let handle = client.dispatch(Net.call(), on: Net.pool)
        _ = try await handle.value
        #expect(!handle.cancel())
        #expect(!client.cancel(TaskID(999)))
        #expect(client.cancelAll().isEmpty)
        #expect(client.row(handle.id)?.state == .succeeded)
        #expect(try await handle.value.head.status == 200)
        #expect(await client.isDrained())
        for _ in 0..<100 { client.cancel(handle.id) }
        #expect(client.liveCount == 0)
    }

    @Test(.rows("HH-D4")) func cancelOfManyEndsThoseThatLiveOnce() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 3))
        let handles = (0..<10).map { client.dispatch(Net.call("/\($0)"), on: Net.pool) }
        let chosen = handles.prefix(6).map(\.id)
        #expect(Set(client.cancel(chosen + chosen, because: .group)) == Set(chosen))
        for handle in handles.prefix(6) { #expect(await handle.error?.kind == .cancelled(.group)) }
        #expect(client.snapshot().live.map(\.id) == handles.dropFirst(6).map(\.id))
        #expect(client.cancelAll(because: .quit).count == 4)
        #expect(await client.isDrained())
        #expect(await eventually { transport.inFlight.isEmpty })
    }

    @Test func aLazyChoiceOfTasksMayAskTheClient() async {
        let client = NetClient(transport: Net.hanging())
        let handles = (0..<4).map { client.dispatch(Net.call("/\($0)"), on: Net.pool) }
        let chosen = handles.map(\.id).lazy.filter { client.row($0)?.state.isEnded == false }
        #expect(client.cancel(chosen).count == 4)
        #expect(await client.isDrained())
    }

    @Test(.rows("HH-D4", "HD-16", "B-YB-4", "B-HD-7")) func cancelAllFreesEverySlotAndSocket() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handles = (0..<2_000).map { client.dispatch(Net.call("http://h\($0 % 9).test/"), on: Net.pool) }
        #expect(await eventually { transport.inFlight.count == 64 })
        #expect(client.cancelAll().count == 2_000)
        #expect(await eventually { transport.inFlight.isEmpty })
        for handle in handles { #expect(await handle.error?.kind == .cancelled(.user)) }
        #expect(await client.isDrained())
        #expect(client.snapshot().counters.cancelled == 2_000)
        #expect(client.snapshot().live.isEmpty)
    }

    @Test(.rows("YB-12")) func aStructuredCallDiesWithItsSwiftTask() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let task = Task {
            await client.failure { (client: NetClient) throws(NetError) in _ = try await client.send(Net.call(), on: Net.pool) }
        }
        #expect(await eventually { transport.inFlight.count == 1 })
        task.cancel()
        #expect(await task.value == NetError(.cancelled(.scope)))
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(await client.isDrained())
        #expect(client.snapshot().ended.map(\.state) == [.cancelled(.scope)])
    }

    @Test func aStructuredCallOfACancelledSwiftTaskSendsNothingThatStays() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await client.failure { (client: NetClient) throws(NetError) in
                _ = try await client.send(Net.call(), on: Net.pool)
            }
        }
        task.cancel()
        #expect(await task.value?.kind == .cancelled(.scope))
        #expect(await client.isDrained())
        #expect(await eventually { transport.inFlight.isEmpty })
    }

    @Test func waitingForAHandleDoesNotTieTheCallToTheWaiter() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handle = client.dispatch(Net.call(), on: Net.pool)
        let waiter = Task { try await handle.value.head.status }
        #expect(await eventually { transport.inFlight.count == 1 })
        waiter.cancel()
        #expect(client.row(handle.id)?.state.isEnded == false)
        await #expect(throws: NetError.self, "the wait is over") { try await waiter.value }
        transport.inFlight.first?.play(.answer(204))
        #expect(try await handle.value.head.status == 204)
    }

    @Test(.rows("BA-13")) func aResultAfterTheCancelIsDroppedAndCounted() async throws {
        let transport = StubbornTransport()
        let client = NetClient(transport: transport)
        let heard = Mutex(0)
        let handle = client.dispatch(
            Endpoint<RawResponse>(Net.plan { $0.policies.cancelNotice = .silent }), on: Net.pool)
        let landing = handle.onLanding { _, _ in heard.withLock { $0 += 1 } }
        #expect(await eventually { transport.exchanges.count == 1 })
        let exchange = try #require(transport.exchanges.first)
        #expect(handle.cancel())
        #expect(exchange.cancelCount == 1)
        #expect(await handle.error?.kind == .cancelled(.user))
        #expect(client.liveCount > 0, "its socket may still be open")
        let seq = client.snapshot().seq
        exchange.observer.transferEntered(.waiting)
        exchange.observer.transferReceived(head: ResponseHead(status: 200))
        exchange.observer.transferProgressed(sent: 1, received: 2)
        exchange.observer.transferFinished(TransferEnd())
        exchange.observer.transferFinished(TransferEnd())
        #expect(await client.isDrained())
        #expect(client.snapshot().seq == seq, "nothing is told of a task that has ended")
        #expect(client.snapshot().counters.late == 1)
        #expect(client.snapshot().counters.succeeded == 0)
        #expect(client.row(handle.id)?.state == .cancelled(.user))
        #expect(client.row(handle.id)?.status == nil)
        await landing.value
        #expect(heard.withLock { $0 } == 0, "no callback")
    }

    @Test func aDecoderThatHangsDoesNotHoldACancelledTaskOpen() async throws {
        let entered = Mutex(false)
        let gate = DispatchSemaphore(value: 0)
        let client = NetClient(transport: Net.answering(), limits: DispatchLimits(total: 1))
        let endpoint = Endpoint<Int>(Net.plan()) { _ in
            entered.withLock { $0 = true }
            gate.wait()
            return 1
        }
        let handle = client.dispatch(endpoint, on: Net.pool)
        #expect(await eventually { entered.withLock { $0 } })
        #expect(handle.cancel())
        #expect(await handle.error?.kind == .cancelled(.user))
        #expect(client.row(handle.id)?.state == .cancelled(.user))
        #expect(client.liveCount > 0)
        // Its slot was free as soon as its answer was there.
        gate.signal()
        #expect(await client.isDrained())
        #expect(client.snapshot().counters.late == 1)
    }

    /// A plain call that is sent and waited for runs in its caller's Swift task: its row ends at once, and it returns when its socket is free.
    @Test func aPlainSendReturnsWhenItsTransportHasLetGo() async throws {
        let transport = StubbornTransport()
        let client = NetClient(transport: transport)
        let hasReturned = Mutex(false)
        let task = Task {
            let error = await client.failure { (client: NetClient) throws(NetError) in
                _ = try await client.send(Net.call(), on: Net.pool)
            }
            hasReturned.withLock { $0 = true }
            return error
        }
        #expect(await eventually { transport.exchanges.count == 1 })
        task.cancel()
        #expect(client.snapshot().ended.map(\.state) == [.cancelled(.scope)])
        #expect(await eventually { transport.exchanges[0].cancelCount == 1 })
        #expect(client.liveCount > 0 && !hasReturned.withLock { $0 })
        transport.exchanges[0].observer.transferFinished(TransferEnd(failure: TransferFailure(.cancelled(.user))))
        #expect(await task.value == NetError(.cancelled(.scope)))
        #expect(await client.isDrained())
    }

    @Test(.rows("B-HH-D4", "B-YB-3", "B-CT-5")) func cancelsAndAnswersThatRaceLeaveNothingAndEndEachTaskOnce() async throws {
        let transport = ScriptedTransport { _ in [.enter(.waiting)] }
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 4, perHost: 2))
        let events = client.events(capacity: 1_000_000)
        let stop = Mutex(false)
        let answerer = Task.detached {
            while !stop.withLock({ $0 }) {
                transport.inFlight.forEach { $0.play(.answer(200)) }
                await Task.yield()
            }
        }
        let outcomes = await withTaskGroup(of: [Bool].self) { group in
            for lane in 0..<4 {
                group.addTask {
                    var random = SplitMix64(seed: UInt64(lane))
                    var succeeded: [Bool] = []
                    for round in 0..<250 {
                        let handle = client.dispatch(Net.call("http://h\(round % 3).test/"), on: Net.pool)
                        if Bool.random(using: &random) { await Task.yield() }
                        let wasCancelled = Int.random(in: 0..<3, using: &random) > 0 && handle.cancel()
                        let error = await handle.error
                        #expect((error?.kind == .cancelled(.user)) == wasCancelled)
                        succeeded.append(error == nil)
                    }
                    return succeeded
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(await client.isDrained())
        stop.withLock { $0 = true }
        await answerer.value
        let counters = client.snapshot().counters
        #expect(counters.opened == 1_000)
        #expect(counters.succeeded == outcomes.count { $0 })
        #expect(counters.succeeded + counters.cancelled == 1_000)
        try await client.checkEnds(events)
        #expect(await eventually { transport.inFlight.isEmpty })
    }

    @Test(.rows("B-HD-6")) func afterCancelAllTheClientGoesOn() async throws {
        let client = NetClient(transport: Net.answering())
        for _ in 0..<10 {
            _ = client.dispatch(Net.call(), on: Net.pool)
            client.cancelAll()
            #expect(try await client.send(Net.call(), on: Net.pool).head.status == 200)
        }
        #expect(await client.isDrained())
    }

    @Test(.rows("B-HH-D7")) func aCallThatStartsDuringACancelOfAllIsEitherCancelledOrStillThere() async {
        let client = NetClient(transport: Net.hanging())
        let (ids, cancelled) = await withTaskGroup(of: (started: [TaskID], ended: [TaskID]).self) { group in
            for _ in 0..<3 {
                group.addTask { ((0..<300).map { _ in client.dispatch(Net.call(), on: Net.pool).id }, []) }
            }
            group.addTask { ([], (0..<100).flatMap { _ in client.cancelAll() }) }
            return await group.reduce(into: (Set<TaskID>(), [TaskID]())) { sum, part in
                sum.0.formUnion(part.started)
                sum.1 += part.ended
            }
        }
        #expect(ids.count == 900)
        #expect(Set(cancelled).count == cancelled.count, "nobody is ended twice")
        let live = client.snapshot().live.map(\.id)
        #expect(Set(live).isDisjoint(with: cancelled))
        #expect(Set(live).union(cancelled) == ids, "nobody is forgotten")
        client.cancelAll()
        #expect(await client.isDrained())
    }

    @Test(.rows("YB-20")) func whoKeptTheHandleAloneCanCancelAndSendAgain() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let endpoint = Net.call()
        let handles = (0..<3).map { _ in client.dispatch(endpoint, on: Net.pool) }
        #expect(handles[1].cancel())
        #expect(client.snapshot().live.map(\.id) == [handles[0].id, handles[2].id], "of three starts of one endpoint, one")
        client.cancelAll()
        #expect(await client.isDrained())
    }

    @Test(arguments: CancelReason.allCases) func aCancelledRowAlwaysHasAReason(_ reason: CancelReason) throws {
        let client = NetClient(transport: ScriptedTransport { _ in [] })
        let id = client.taskRegistry.openTask(TaskInfo(endpoint: "e", title: "/", method: .get)) { _ in }
        _ = client.taskRegistry.endTask(id, Result<Int, NetError>.failure(NetError(.cancelled(reason))))
        #expect(client.row(of: id)?.reason == reason.words)
    }

    @Test func aDeadlineEndsTheMembersBeforeTheirGroup() throws {
        let client = NetClient(transport: ScriptedTransport { _ in [] })
        let registry = client.taskRegistry
        let parent = registry.openTask(TaskInfo(kind: .chain, parent: nil, title: "log in")) { _ in }
        registry.update { $0.setMembers(parent, MemberCounts(total: 1), at: $1) }
        let landing = Landing<NetError>()
        let member = registry.openTask(TaskInfo(kind: .work, parent: parent, title: "token")) { landing.land($0) }
        registry.expire(parent, NetError(.timedOut(.deadline), detail: "the deadline passed"))
        #expect(client.row(of: member)?.state == .cancelled(.group))
        let row = try #require(client.row(of: parent))
        #expect(row.state == .timedOut(.deadline) && row.members?.ended == 1)
    }
}
