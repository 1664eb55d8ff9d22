import FoundationEssentials
import NetLayer
import NetLayerFoundation
import NetLayerTesting
import Testing

@Suite struct JSONCodingTests {
    struct Item: Codable, Hashable { var itemNumber: Int }

    static let pool = ServicePool([Service(name: "api", baseURL: URI("http://api.test"))])

    private func client(_ body: String, _ change: (inout ClientBehaviour) -> Void = { _ in }) -> NetClient {
        var behaviour = ClientBehaviour()
        change(&behaviour)
        return NetClient(transport: ScriptedTransport { _ in .answer(200, json: body) }, behaviour: behaviour)
    }

    private func endpoint(at pointer: String = "", decoder: JSONDecoder? = nil) -> Endpoint<Item> {
        Endpoint(RequestPlan(id: "item", path: "/item"), as: Item.self, at: pointer, decoder: decoder)
    }

    private static var snake: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    @Test func aResponseIsDecoded() async throws {
        #expect(try await client(#"{"itemNumber":1}"#).send(endpoint(), on: Self.pool) == Item(itemNumber: 1))
    }

    @Test func theClientsDecoderIsTheDefault() async throws {
        let client = client(#"{"item_number":1}"#) { $0.coding = JSONCoding(decoder: Self.snake) }
        #expect(try await client.send(endpoint(), on: Self.pool) == Item(itemNumber: 1))
        #expect(try await client.dispatch(endpoint(), on: Self.pool).value == Item(itemNumber: 1))
    }

    @Test func theEndpointsDecoderGoesFirst() async throws {
        let client = client(#"{"itemNumber":1}"#) { $0.coding = JSONCoding(decoder: Self.snake) }
        #expect(try await client.send(endpoint(decoder: JSONDecoder()), on: Self.pool) == Item(itemNumber: 1))
    }

    /// Only the value at the pointer has the type; the members around it are not read.
    @Test(arguments: [
        ("/data", #"{"errcode":0,"data":{"itemNumber":2}}"#), ("/a~1b/1", #"{"a/b":[null,{"itemNumber":2}]}"#),
    ]) func aPointerSelectsTheValue(pointer: String, body: String) async throws {
        #expect(try await client(body).send(endpoint(at: pointer), on: Self.pool) == Item(itemNumber: 2))
    }

    @Test func aMissingValueIsADecodingFailure() async throws {
        let error = await #expect(throws: NetError.self) { try await client("{}").send(endpoint(at: "/data"), on: Self.pool) }
        #expect(error?.kind == .decode)
        #expect(error?.detail == #"the body has no value at "/data""#)
    }

    @Test func anOptionalMayBeNull() async throws {
        let endpoint = Endpoint(RequestPlan(id: "item", path: "/item"), as: Item?.self, at: "/data")
        #expect(try await client(#"{"data":null}"#).send(endpoint, on: Self.pool) == nil)
    }
}
