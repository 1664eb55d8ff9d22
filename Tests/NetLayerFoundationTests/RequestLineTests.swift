// The requests of one line.

import FoundationEssentials
import NetLayer
import NetLayerFoundation
import NetLayerTesting
import Testing

@Suite struct RequestLineTests {
    struct Item: Codable, Sendable, Hashable { var itemNumber: Int }

    let transport = ScriptedTransport { _ in .answer(200, json: #"{"data":{"itemNumber":3}}"#) }

    @Test func aURLInAnyFormIsEnough() async throws {
        let client = NetClient(transport: transport)
        let url = try #require(URL(string: "http://api.test/c"))
        _ = try await client.get("http://api.test/a?q=%7Bx%7D", parameters: [Parameter("page", "2", in: .query)])
        _ = try await client.get(URI("http://api.test/b"))
        _ = try await client.delete(url)
        #expect(
            transport.requests.map { "\($0.method) \($0.url.revealed)" } == [
                "GET http://api.test/a?q=%7Bx%7D&page=2", "GET http://api.test/b", "DELETE http://api.test/c",
            ])
    }

    @Test func aRelativeURLGoesToItsBase() async throws {
        let base = try #require(URL(string: "http://api.test/v1/"))
        let url = try #require(URL(string: "items?page=2", relativeTo: base))
        _ = try await NetClient(transport: transport).get(url)
        #expect(transport.requests.map(\.url.revealed) == ["http://api.test/v1/items?page=2"])
        #expect(URI(url).revealed == "items?page=2", "a reference stays one")
    }

    @Test func aResponseIsDecoded() async throws {
        let item = try await NetClient(transport: transport).get("http://api.test/", as: Item.self, at: "/data")
        #expect(item == Item(itemNumber: 3))
    }

    @Test func aValueIsSentByTheClientsEncoder() async throws {
        var behaviour = ClientBehaviour()
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        behaviour.coding = JSONCoding(encoder: encoder)
        let client = NetClient(transport: transport, behaviour: behaviour)
        let url = "http://api.test/"
        #expect(try await client.post(url, json: Item(itemNumber: 4), as: Item.self, at: "/data") == Item(itemNumber: 3))
        _ = try await client.post(url, json: Item(itemNumber: 5), method: .put)
        #expect(transport.requests.map(\.method) == [.post, .put])
        #expect(
            transport.requests.map(\.body) == [4, 5].map { .bytes([UInt8](#"{"item_number":\#($0)}"#.utf8)) })
    }

    @Test func aValueThatCannotBeEncodedIsNotSent() async {
        let error = await #expect(throws: NetError.self) {
            try await NetClient(transport: transport).post("http://api.test/", json: ["a": Double.infinity])
        }
        #expect(error?.kind == .badRequest)
        #expect(transport.requests.isEmpty)
    }

    /// The password of the URL is sent and stays hidden.
    @Test func theRowShowsNoSecret() async throws {
        let client = NetClient(transport: transport)
        _ = try await client.get("http://user:word@api.test/?token=t0p")
        let row = try #require(client.snapshot().ended.first)
        #expect(!row.info.title.contains("word") && !row.info.title.contains("t0p"))
        #expect(row.info.endpoint == "GET api.test")
    }
}
