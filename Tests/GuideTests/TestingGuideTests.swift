// The article on testing.

import NetLayer
import TestSupport
import Testing

@Suite struct TestingGuideTests {
    private let shop = Guide.shop

    @Test func aScriptedTransport() async throws {
        let transport = ScriptedTransport { request in
            let body = request.url.path.hasSuffix("/items") ? #"["pear"]"# : "[]"
            return ScriptedTransport.Step.answer(200, body: Array(body.utf8))
        }
        let client = NetClient(transport: transport)
        let response = try await client.send(Endpoint(RequestPlan(id: "items", path: "/items")), on: shop)
        #expect(response.body == Array(#"["pear"]"#.utf8))
        #expect(transport.requests.map(\.url.path) == ["/v1/items"])

        let broken = ScriptedTransport { _ in [.enter(.sending), .fail(TransferFailure(.cut, "the connection was reset"))] }
        await #expect {
            try await NetClient(transport: broken).send(Guide.items, on: shop)
        } throws: {
            ($0 as? NetError)?.kind == .cut
        }
    }

    @Test func aVirtualClock() async throws {
        let clock = VirtualClock()
        let silent = ScriptedTransport { _ in [.enter(.sending), .enter(.waiting)] }
        let patient = NetClient(transport: silent, time: clock.source)
        var plan = RequestPlan(id: "slow", path: "/slow")
        plan.policies.deadline = .seconds(3)
        let call = patient.dispatch(Endpoint(plan), on: shop)
        clock.advance(by: .seconds(3))
        await #expect(throws: NetError.self) { try await call.value }
        #expect(patient.snapshot().live.isEmpty)
    }
}
