// What a call has of the Swift task that makes it, and of the one that waits for it.

import TestSupport
import Testing

@testable import NetLayer

private enum Trace { @TaskLocal static var id = "none" }

@Suite(.within(minutes: 1)) struct CallerTests {
    /// The same on each way: by the caller's own task, by one of the engine's, in a group and in a chain.
    @Test func taskLocalValuesAreSeenWhereAnAnswerIsDecoded() async throws {
        let client = NetClient(transport: Net.answering())
        let plain = Endpoint<String>(Net.plan()) { _ in Trace.id }
        var ruled = plain
        ruled.plan.policies.retry = .standard
        try await Trace.$id.withValue("t") { [ruled] in
            #expect(try await client.send(plain, on: Net.pool) == "t")
            #expect(try await client.send(ruled, on: Net.pool) == "t")
            #expect(try await client.dispatch(plain, on: Net.pool).value == "t")
            let members = (0..<3).map { _ in GroupMember.call(plain, on: Net.pool) }
            let group = try await client.run(RequestGroup("g", maxConcurrent: 1, members), mode: .collectAll).values()
            #expect(group == ["t", "t", "t"])
            let chain = Step<Void, String>.call(on: Net.pool) { plain }.then(.call(on: Net.pool) { _ in plain })
            #expect(try await client.run(RequestChain("c", chain), ()) == "t")
        }
    }

    @Test func aCallHasThePriorityOfWhoMakesIt() async throws {
        let client = NetClient(transport: Net.answering())
        let endpoint = Endpoint<TaskPriority>(Net.plan { $0.policies.retry = .standard }) { _ in Task.currentPriority }
        for priority in [TaskPriority.background, .high] {
            let seen = await Task.detached(priority: priority) { client.dispatch(endpoint, on: Net.pool) }.value
            // Who waits lends it his own: nobody does before it has ended.
            #expect(await eventually { client.row(seen.id)?.state.isEnded == true })
            #expect(try await seen.value == priority)
        }
    }

    private static func failure<E: Error>(of wait: () async throws(E) -> Void) async -> E? {
        do throws(E) {
            try await wait()
            return nil
        } catch { return error }
    }

    @Test func whoeverIsCancelledWaitsNoLonger() async throws {
        let client = NetClient(transport: Net.hanging())
        let handle = client.dispatch(Net.call(), on: Net.pool)
        let group = client.start(RequestGroup("g", [GroupMember.call(Net.call("/a"), on: Net.pool)]), mode: .failFast)
        let chain = client.start(RequestChain("c", Step<Void, RawResponse>.call(on: Net.pool) { Net.call("/b") }), ())
        let waits = [
            Task { (await Self.failure(of: { () throws(NetError) in _ = try await handle.value }))?.isCancellation },
            Task { (await Self.failure(of: { () throws(NetError) in _ = try await group.value }))?.isCancellation },
            Task { (await Self.failure(of: { () throws(ChainFailure) in _ = try await chain.value }))?.error.isCancellation },
        ]
        waits.forEach { $0.cancel() }
        for wait in waits { #expect(await wait.value == true) }
        #expect([handle.id, group.id, chain.id].allSatisfy { client.row($0)?.state.isEnded == false }, "the work goes on")
        client.cancelAll()
        #expect(await client.isDrained())
        #expect(await handle.error?.kind == .cancelled(.user))
    }

    /// A landing that is there is taken, whoever is cancelled.
    @Test func whatHasLandedIsGivenToWhoeverIsCancelledToo() async throws {
        let client = NetClient(transport: Net.answering())
        let handle = client.dispatch(Net.call(), on: Net.pool)
        _ = await handle.outcome
        let status = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try? await handle.value.head.status
        }.value
        #expect(status == 200)
    }

    @Test func clientsHaveOneClock() {
        let one = NetClient(transport: Net.answering())
        let two = NetClient(transport: Net.answering())
        let (before, between, after) = (one.now, two.now, one.now)
        #expect(before <= between && between <= after, "what they share keeps moments of both")
    }

    @Test func aStreamHasNoLimitInAll() async throws {
        let transport = ScriptedTransport { _ in [.head(ResponseHead(status: 200))] }
        let client = NetClient(transport: transport)
        let stream = try await client.stream(Net.plan(), on: Net.pool).value
        let strict = try await client.stream(
            Net.plan {
                $0.timeouts.total = .seconds(5)
                $0.limits.body = 10
            }, on: Net.pool
        ).value
        let (free, limited) = (try #require(transport.requests.first), try #require(transport.requests.last))
        #expect(free.timeouts.total == nil && free.timeouts.idle == .seconds(60))
        #expect(free.limits.body == .max && free.limits.decodedBody == .max)
        #expect(limited.timeouts.total == .seconds(5) && limited.limits.body == 10, "its own word counts")
        client.cancel([stream.id, strict.id])
    }

    @Test func progressTakesAnyLengthThatAServerAnnounces() {
        var progress = Progress()
        (progress.toSend, progress.sent) = (3, 3)
        (progress.toReceive, progress.received) = (.max, 1)
        #expect(progress.fraction >= 0 && progress.fraction < 0.01)
        (progress.toSend, progress.sent) = (.max, .max)
        #expect(progress.fraction > 0.49 && progress.fraction <= 1)
    }

    @Test func newsThatNobodyReadsAreBounded() async {
        let broadcast = Broadcast<Int>()
        let stream = broadcast.listen()
        for number in 1...5_000 {
            broadcast.enqueue([number])
            broadcast.deliver()
        }
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == 5_000 - Broadcast<Int>.longest + 1, "the oldest are gone")
    }
}
