// The overview, and the articles on first requests, JSON, errors and cancellation.

import Foundation
import NetLayer
import NetLayerFoundation
import NetLayerTesting
import TestSupport
import Testing

@Suite struct FirstStepsGuideTests {
    private let shop = Guide.shop
    private let items = Guide.items

    // MARK: FirstRequest

    func listItems(_ client: NetClient, _ shop: ServicePool) async throws(NetError) -> String {
        var plan = RequestPlan(id: "listItems", path: "/items")
        plan.parameters = [Parameter("limit", "20", in: .query)]
        let items = Endpoint(plan) { response in String(decoding: response.body, as: UTF8.self) }
        return try await client.send(items, on: shop)
    }

    struct ItemText: EndpointDefinition {
        var number: Int
        var path: String { "/items/{id}" }
        var parameters: [Parameter] { [Parameter("id", .plain("\(number)"), in: .path)] }
        func decode(_ response: RawResponse) throws -> String { String(decoding: response.body, as: UTF8.self) }
    }

    @Test func theOverviewMakesAClient() {
        let client = NetClient(transport: CurlTransport())
        let shop = ServicePool([Service(name: "shop", baseURL: URI("https://shop.example/v1"))])
        #expect(client.snapshot().live.isEmpty && shop.services.count == 1)
    }

    @Test(.rows("HD-1")) func firstRequest() async throws {
        let transport = Guide.transport()
        let client = NetClient(transport: transport)
        let listed: String = try await listItems(client, shop)
        #expect(listed == "[1]")
        let text = try await client.send(ItemText(number: 7).endpoint, on: shop)
        #expect(text == "[1]")
        #expect(
            transport.requests.map { "\($0.url)" } == [
                "https://shop.example/v1/items?limit=20", "https://shop.example/v1/items/7",
            ])
    }

    // MARK: JSON

    struct Item: Codable, Sendable, Equatable {
        var id: Int
        var name: String
    }

    func listItems(_ client: NetClient, _ shop: ServicePool) async throws(NetError) -> [Item] {
        let items = Endpoint(RequestPlan(id: "listItems", path: "/items"), as: [Item].self, at: "/data")
        return try await client.send(items, on: shop)
    }

    func addItem(_ item: Item, _ client: NetClient, _ shop: ServicePool) async throws -> Item {
        var plan = RequestPlan(id: "addItem", method: .post, path: "/items")
        plan.body = try .json(encoding: item, with: client.coding.encoder)
        return try await client.send(Endpoint(plan, as: Item.self), on: shop)
    }

    struct Filter: Encodable {
        var page: Int
        var tags: [String]
    }

    func order(_ id: Int, _ client: NetClient, _ shop: ServicePool) async throws(NetError) {
        var plan = RequestPlan(id: "order", method: .post, path: "/orders")
        plan.body = .json(["item": .integer(id), "gift": false])
        _ = try await client.send(Endpoint(plan), on: shop)
    }

    @Test func jsonGoesBothWays() async throws {
        let transport = ScriptedTransport { request in
            let item = #"{"id": 8, "name": "plum"}"#
            return .answer(200, json: request.method == .post ? item : #"{"code": 0, "data": [\#(item)]}"#)
        }
        let client = NetClient(transport: transport)
        let plum = Item(id: 8, name: "plum")

        let items = try await client.get("https://shop.example/v1/items", as: [Item].self, at: "/data")
        _ = try await client.post("https://shop.example/v1/items", json: Item(id: 8, name: "plum"))

        #expect(items == [plum])
        let list: [Item] = try await listItems(client, shop)
        #expect(list == [plum])
        let added = try await addItem(plum, client, shop)
        #expect(added == plum)
        try await order(7, client, shop)
        let bodies = transport.requests.map { request -> [UInt8] in
            if case .bytes(let bytes) = request.body { bytes } else { [] }
        }
        for body in [bodies[1], bodies[3]] { #expect(try JSONDecoder().decode(Item.self, from: Data(body)) == plum) }
        #expect(bodies[4] == Array(#"{"item":7,"gift":false}"#.utf8))
    }

    @Test func aClientHasItsCodersAndAValueItsParameters() async throws {
        struct Stock: Decodable, Sendable {
            var itemNumber: Int
        }
        let transport = Guide.transport(#"{"item_number": 7}"#)
        var plan = RequestPlan(id: "stock", path: "/stock")

        plan.parameters = try [Parameter](encoding: Filter(page: 2, tags: ["fruit", "new"]))

        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        var behaviour = ClientBehaviour()
        behaviour.coding = JSONCoding(decoder: decoder)

        let client = NetClient(transport: transport, behaviour: behaviour)
        let stock = try await client.send(Endpoint(plan, as: Stock.self), on: shop)
        #expect(stock.itemNumber == 7)
        let query = transport.requests.first?.url.query ?? ""
        #expect(Set(query.split(separator: "&").map(String.init)) == ["page=2", "tags=fruit", "tags=new"])
    }

    @Test func jsonThatDoesNotDecodeAndACodeInTheBody() async {
        var behaviour = ClientBehaviour()
        behaviour.business = .code(at: "/code", success: ["0"], message: "/message")
        let client = NetClient(transport: Guide.transport(#"{"code": 0}"#), behaviour: behaviour)
        await #expect { let _: [Item] = try await listItems(client, shop) } throws: { ($0 as? NetError)?.kind == .decode }
        let refusing = NetClient(transport: Guide.transport(#"{"code": 9, "message": "no"}"#), behaviour: behaviour)
        await #expect { let _: [Item] = try await listItems(refusing, shop) } throws: {
            ($0 as? NetError)?.kind == .business("9")
        }
    }

    // MARK: Errors

    func itemText(_ items: Endpoint<String>, _ client: NetClient, _ shop: ServicePool) async -> String {
        do throws(NetError) {
            return try await client.send(items, on: shop)
        } catch {
            switch error.kind {
            case .status(404): return "There is no such list."
            case .timedOut, .connect, .dns, .cut: return "Try again later: \(error.userText.message)"
            case .cancelled: return ""
            default:
                print("\(error)")
                return error.userText.message
            }
        }
    }

    @Test func errorsHaveTextsForUsers() async {
        var behaviour = ClientBehaviour()
        behaviour.texts = ErrorTexts { error, _ in
            error.kind == .status(503) ? UserText(code: "closed", message: "The shop is closed.") : nil
        }
        let cut = NetClient(transport: Guide.failingTransport(.cut))
        #expect(await itemText(items, cut, shop) == "Try again later: The connection was lost.")
        let closed = ScriptedTransport { _ in .answer(503) }
        #expect(await itemText(items, NetClient(transport: closed, behaviour: behaviour), shop) == "The shop is closed.")
    }

    @Test func aRetryIsOneLine() async throws {
        let transport = ScriptedTransport(inOrder: .answer(503), .answer(200))
        // Draws waits of no length.
        let client = NetClient(transport: transport, random: RandomSource { 0 })
        var plan = RequestPlan(id: "listItems", path: "/items")
        plan.policies.retry = .standard
        #expect(try await client.send(Endpoint(plan), on: shop).head.status == 200)
        #expect(transport.requests.count == 2)
    }

    // MARK: Cancellation

    func showNews(_ client: NetClient, _ shop: ServicePool) async throws(NetError) -> Int {
        let screen = RequestScope(client)
        _ = screen.dispatch(Endpoint(RequestPlan(id: "banner", path: "/banner")), on: shop)
        return try await screen.dispatch(Endpoint(RequestPlan(id: "news", path: "/news")), on: shop).value.body.count
    }

    @Test func callsAreCancelled() async throws {
        let transport = Guide.silentTransport()
        let (client, items, shop) = (NetClient(transport: transport), self.items, self.shop)

        let waiting = Task { try await client.send(items, on: shop) }
        waiting.cancel()

        await #expect { try await waiting.value } throws: { ($0 as? NetError)?.isCancellation == true }

        let handle = client.dispatch(items, on: shop)
        handle.cancel()

        await #expect { try await handle.value } throws: { ($0 as? NetError)?.kind == .cancelled(.user) }

        var plan = RequestPlan(id: "search", path: "/search")
        plan.policies.tag = CallTag("search", message: "Searching…")
        let search = client.dispatch(Endpoint(plan), on: shop)

        client.cancel(.tag("search"))
        client.cancel(.endpoint("listItems"))
        client.cancelAll()

        await #expect { try await search.value } throws: { ($0 as? NetError)?.kind == .cancelled(.user) }
        #expect(client.snapshot().live.isEmpty)
    }

    @Test func aScopeEndsItsCalls() async throws {
        let transport = ScriptedTransport { request in
            request.url.path.hasSuffix("/news") ? .answer(200, body: [1, 2, 3]) : .silence
        }
        let client = NetClient(transport: transport)
        #expect(try await showNews(client, shop) == 3)
        let banner = client.snapshot().ended.first { $0.info.endpoint == "banner" }
        #expect(banner?.state == .cancelled(.scope))
    }
}
