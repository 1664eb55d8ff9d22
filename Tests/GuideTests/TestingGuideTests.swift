// The article on testing.

import NetLayer
import NetLayerTesting
import TestSupport
import Testing

@Suite(.within(minutes: 1)) struct TestingGuideTests {
    private let shop = Guide.shop

    @Test func aScriptedTransport() async throws {
        let transport = ScriptedTransport { request in
            request.url.path.hasSuffix("/items") ? .answer(200, json: #"["pear"]"#) : .answer(404)
        }
        let client = NetClient(transport: transport)
        let response = try await client.send(Endpoint(RequestPlan(id: "items", path: "/items")), on: shop)
        #expect(response.body == Array(#"["pear"]"#.utf8))
        #expect(transport.requests.map(\.url.path) == ["/v1/items"])
    }

    @Test func responsesInOrder() async throws {
        let ordered = ScriptedTransport(inOrder: .failure(.cut, "reset"), .redirect(to: "/pears"), .answer(200))

        let client = NetClient(transport: ordered)
        await #expect {
            try await client.send(Guide.items, on: shop)
        } throws: {
            ($0 as? NetError)?.kind == .cut
        }
        _ = try await client.send(Guide.items, on: shop)
        #expect(ordered.requests.map(\.url.path) == ["/v1/items", "/v1/items", "/pears"])
    }

    @Test func aVirtualClock() async throws {
        let clock = VirtualClock()
        let busy = ScriptedTransport(inOrder: .answer(503, headers: ["Retry-After": "20"]), .answer(200, text: "pear"))
        let patient = NetClient(transport: busy, policies: CallPolicies(retry: RetryPolicy(attempts: 2)), time: clock.source)
        let call = patient.dispatch(Endpoint(RequestPlan(id: "items", path: "/items")), on: shop)
        _ = await patient.firstRow { $0.state == .retrying }
        clock.advance(by: .seconds(20))
        #expect(try await call.value.body == Array("pear".utf8))

        let silent = NetClient(transport: ScriptedTransport { _ in .silence }, time: clock.source)
        var plan = RequestPlan(id: "slow", path: "/slow")
        plan.policies.deadline = .seconds(3)
        let slow = silent.dispatch(Endpoint(plan), on: shop)
        clock.advance(by: .seconds(3))
        await #expect(throws: NetError.self) { try await slow.value }

        #expect(silent.snapshot().live.isEmpty)
    }

    @Test func aRecording() async throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        try temporary.file(
            "shop.har",
            """
            {"log": {"version": "1.2", "entries": [{
              "request": {"method": "GET", "url": "https://production.example/v1/items"},
              "response": {"status": 200, "headers": [], "content": {"text": "pear"}}
            }]}}
            """)

        let archive = try HTTPArchive(contentsOf: "\(folder)/shop.har")
        let replay = NetClient(transport: archive.transport(matching: .pathAndQuery))

        #expect(try await replay.send(Guide.items, on: shop) == "pear")
    }
}
