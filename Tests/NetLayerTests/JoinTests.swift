// Calls that share one answer: each makes of it what it would of its own.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct JoinTests {
    private let plan = Net.plan { $0.policies.duplicates = .join }

    /// The answer of the one request that both calls wait for.
    private func answer(_ transport: ScriptedTransport, _ status: Int = 200, _ body: [UInt8] = [1, 2, 3]) async {
        #expect(await eventually { !transport.inFlight.isEmpty })
        #expect(transport.requests.count == 1)
        transport.inFlight.first?.play(.answer(status, body: body))
    }

    @Test func eachDecodesByItself() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let length = client.dispatch(Endpoint<Int>(plan) { $0.body.count }, on: Net.pool)
        let status = client.dispatch(Endpoint<Int>(plan) { $0.head.status }, on: Net.pool)
        let text = client.dispatch(Endpoint<String>(plan) { "\($0.body)" }, on: Net.pool)
        await answer(transport)
        #expect(try await length.value == 3)
        #expect(try await status.value == 200)
        #expect(try await text.value == "[1, 2, 3]", "of another type")
        #expect(await client.isDrained())
    }

    @Test func eachChecksByItself() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let plain = Endpoint(plan)
        var picky = plain
        picky.behaviour.acceptsStatus = { $0 == 404 }
        var strict = plain
        strict.behaviour.checkAnswer = { _ in throw Trouble() }
        strict.behaviour.acceptsStatus = { _ in true }
        var careful = plain
        careful.behaviour.checkParameters = { _ in throw Trouble() }
        let handles = [plain, picky, strict, careful].map { client.dispatch($0, on: Net.pool) }
        await answer(transport, 404)
        #expect(await handles[0].error?.kind == .status(404))
        #expect(await handles[1].error == nil)
        #expect(await handles[2].error?.kind == .validation)
        #expect(await handles[3].error?.kind == .badParameters)
        #expect(handles.map { client.row($0.id)?.state } == [.failed, .succeeded, .failed, .failed])
        #expect(await client.isDrained())
    }

    /// A policy of the call that joined may want another answer: then it asks by itself.
    @Test func aPolicyOfWhoJoinedMayAskAgain() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        var wary = Endpoint(plan)
        wary.behaviour.policy = ResponsePolicy("wary") { outcome, _ in
            if case .success(let answer) = outcome, answer.body == [1] { return .retry(after: .zero, because: "too short") }
            return .unchanged(outcome)
        }
        let first = client.dispatch(Endpoint(plan), on: Net.pool)
        let second = client.dispatch(wary, on: Net.pool)
        await answer(transport, 200, [1])
        #expect(try await first.value.body == [1])
        #expect(await eventually { transport.requests.count == 2 && !transport.inFlight.isEmpty })
        transport.inFlight.first?.play(.answer(200, body: [2, 2]))
        #expect(try await second.value.body == [2, 2])
    }

    @Test func noAnswerIsNoAnswerForAll() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handles = (0..<3).map { _ in client.dispatch(Endpoint(plan), on: Net.pool) }
        #expect(await eventually { !transport.inFlight.isEmpty })
        transport.inFlight.first?.play([.fail(TransferFailure(.connect, "refused"))])
        for handle in handles { #expect(await handle.error?.kind == .connect) }
        #expect(await client.isDrained())
    }

    /// Who wants the network's answer does not wait for one of the cache.
    @Test func onlyCallsOfOneFetchPolicyJoin() async throws {
        let stage = FetchStage([FetchStage.text("old"), FetchStage.text("new")])
        _ = await stage.send(FetchStage.call(.cacheElseNetwork, lifetime: .fixed(.seconds(60))))
        let gate = Gate()
        var reader = FetchStage.call(.cacheElseNetwork, lifetime: .fixed(.seconds(60))) { $0.policies.duplicates = .join }
        reader.behaviour.hooks = [WaitsBefore(gate)]
        let refresh = FetchStage.call(.networkOnly(store: true)) { $0.policies.duplicates = .join }
        let first = stage.client.dispatch(reader, on: Net.pool)
        let second = stage.client.dispatch(refresh, on: Net.pool)
        #expect(try await second.value == "new")
        gate.open()
        #expect(await first.error == nil)
    }

    /// What is added to requests while they are made does not switch the policy off.
    @Test(arguments: [DuplicatePolicy.rejectNewest, .cancelOldest, .join], [Likeness?.none, .sameEndpoint, .named("n")])
    func anAdapterOfTheEndpointChangesNothing(_ policy: DuplicatePolicy, _ likeness: Likeness?) async {
        let client = NetClient(transport: Net.hanging())
        var order = Endpoint(
            Net.plan("/orders") { plan in
                plan.method = policy == .join ? .get : .post
                plan.policies.duplicates = policy
                plan.policies.likeness = likeness
            })
        order.behaviour.request.adapters = [ClosureAdapter { _, _ in }]
        _ = client.dispatch(order, on: Net.pool)
        _ = client.dispatch(order, on: Net.pool)
        #expect(client.snapshot().live.count { $0.joined == nil } == 1)
        client.cancelAll()
        #expect(await client.isDrained())
    }

    private enum Tenant { @TaskLocal static var name = "none" }

    /// Decoding, checks and policies belong to who sent the call, and so do the task-local values that they read.
    @Test func eachHasTheTaskLocalValuesOfWhoSentIt() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let endpoint = Endpoint<String>(plan) { _ in Tenant.name }
        let first = Tenant.$name.withValue("one") { client.dispatch(endpoint, on: Net.pool) }
        let second = Tenant.$name.withValue("two") { client.dispatch(endpoint, on: Net.pool) }
        let third = Tenant.$name.withValue("three") { client.dispatch(endpoint, on: Net.pool) }
        third.cancel()
        await answer(transport)
        #expect(try await first.value == "one")
        #expect(try await second.value == "two")
        #expect(await third.error?.kind == .cancelled(.user))
        #expect(await client.isDrained())
    }

    private final class Keeper: BodyTaker {
        let count = Mutex(0)
        func receive(_ piece: UnsafeRawBufferPointer) { count.withLock { $0 += piece.count } }
    }

    /// Whose body goes elsewhere has none for others, and others have none that went there.
    @Test(arguments: [true, false]) func aBodyThatIsTakenIsSharedWithNobodyElse(_ isFirst: Bool) async throws {
        let transport = Net.answering()
        let gate = Gate()
        let client = NetClient(transport: transport)
        var plain = Endpoint(plan)
        plain.behaviour.hooks = [WaitsBefore(gate)]
        var taking = plain
        taking.behaviour.takesBody = { _, _, _ in Keeper() }
        let endpoints = isFirst ? [taking, plain] : [plain, taking]
        let handles = endpoints.map { client.dispatch($0, on: Net.pool) }
        gate.open()
        for (endpoint, handle) in zip(endpoints, handles) {
            let answer = try await handle.value
            let isTaken = endpoint.behaviour.takesBody != nil
            #expect((answer.taker as? Keeper)?.count.withLock { $0 > 0 } == (isTaken ? true : nil))
            #expect(answer.body.isEmpty == isTaken)
        }
        #expect(transport.requests.count == 2)
    }
}

private struct WaitsBefore: Hooks {
    let gate: Gate
    init(_ gate: Gate) { self.gate = gate }
    func willCall(_ context: CallContext) async throws -> HookVerdict {
        await gate.wait()
        return .proceed
    }
}
