import NetLayer
import NetLayerTesting
import TestSupport
import Testing

@Suite(.within(minutes: 1)) struct WaitingTests {
    static let pool = ServicePool([Service(name: "api", baseURL: URI("http://api.test"))])

    /// A retry after a pause of 20 s, in no time.
    @Test func aTestWaitsForARowAndMovesTheClock() async throws {
        let clock = VirtualClock()
        let transport = ScriptedTransport(inOrder: .answer(503, headers: ["Retry-After": "20"]), .answer(200))
        let client = NetClient(transport: transport, time: clock.source)
        var plan = RequestPlan(id: "call", path: "/a")
        plan.policies.retry = RetryPolicy(attempts: 2)
        let handle = client.dispatch(Endpoint(plan), on: Self.pool)
        let waiting = try #require(await client.firstRow { $0.state == .retrying })
        clock.advance(by: try #require(waiting.retry).due - clock.now)
        #expect(try await handle.value.head.status == 200)
    }

    @Test func anEndIsFoundAfterIt() async throws {
        let client = NetClient(transport: ScriptedTransport { _ in .silence })
        let handle = client.dispatch(Endpoint(RequestPlan(id: "call", path: "/a")), on: Self.pool)
        _ = await client.firstRow { $0.state == .running(.waiting) }
        handle.cancel()
        #expect(await client.end(of: handle.id)?.state == .cancelled(.user))
        #expect(await client.end(of: handle.id)?.state == .cancelled(.user))
    }

    @Test func aCancelledTestStopsWaiting() async {
        let client = NetClient(transport: ScriptedTransport { _ in .silence })
        let waiting = Task { await client.firstRow { _ in false } }
        waiting.cancel()
        #expect(await waiting.value?.id == nil)
    }
}
