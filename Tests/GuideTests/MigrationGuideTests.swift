// The articles for users of URLSession, Alamofire and AsyncHTTPClient.

import NetLayer
import NetLayerFoundation
import NetLayerTesting
import Testing

@Suite struct MigrationGuideTests {
    private let shop = Guide.shop

    struct Item: Codable, Sendable, Equatable {
        var id: Int
    }

    @Test func fromURLSession() async throws {
        let transport = Guide.transport()
        let client = NetClient(transport: transport)

        do throws(NetError) {
            let response = try await client.get("https://shop.example/v1/items")
            print("\(response.data.count) bytes")
        } catch {
            print("\(error.response?.head.status ?? 0): \(error)")
        }

        let shop = ServicePool([Service(name: "shop", baseURL: URI("https://shop.example/v1"))])
        let response = try await client.send(Endpoint(RequestPlan(id: "items", path: "/items")), on: shop)

        #expect(response.body == Array("[1]".utf8))
        #expect(transport.requests.map { "\($0.url)" } == ["https://shop.example/v1/items", "https://shop.example/v1/items"])

        let refusing = ScriptedTransport { _ in .answer(404) }
        await #expect {
            try await NetClient(transport: refusing).send(Guide.items, on: shop)
        } throws: {
            ($0 as? NetError)?.response?.head.status == 404
        }
    }

    @Test func fromAlamofire() async throws {
        let transport = Guide.transport(#"[{"id": 1}]"#)
        let client = NetClient(transport: transport)

        let list = try await client.get("https://shop.example/v1/items", as: [Item].self)

        let items = Endpoint(RequestPlan(id: "items", path: "/items"), as: [Item].self)

        var signed = items
        signed.behaviour.request.adapters = [
            ClosureAdapter { request, _ in request.headers.set(HeaderField("X-Device", "7")) }
        ]
        signed.plan.policies.retry = RetryPolicy(attempts: 2)

        #expect(list == [Item(id: 1)])
        #expect(try await client.send(signed, on: shop) == list)
        #expect(transport.requests.map { $0.headers["X-Device"] } == [nil, "7"])
    }

    @Test func fromAsyncHTTPClient() async throws {
        let transport = Guide.transport()
        let client = NetClient(transport: transport)

        var plan = RequestPlan(id: "items", path: "/items")
        plan.headers.set(HeaderField("Accept", "application/json"))
        plan.timeouts.total = .seconds(30)
        plan.limits.decodedBody = 1 << 20
        let response = try await client.send(Endpoint(plan), on: shop)

        let stream = try await client.stream(plan, on: shop).value
        for try await piece in stream.body { print("\(piece.count) bytes") }

        #expect(response.body == Array("[1]".utf8) && stream.head.status == 200)
        #expect(transport.requests.allSatisfy { $0.timeouts.total == .seconds(30) })
    }
}
