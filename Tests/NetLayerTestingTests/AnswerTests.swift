import NetLayer
import NetLayerTesting
import Testing

@Suite struct AnswerTests {
    static let pool = ServicePool([Service(name: "api", baseURL: URI("http://api.test"))])
    static let call = Endpoint(RequestPlan(id: "call", path: "/a"))

    @Test func anAnswerIsAWholeResponse() async throws {
        let client = NetClient(transport: ScriptedTransport { _ in .answer(200, body: [UInt8]("hello".utf8)) })
        #expect(try await client.send(Self.call, on: Self.pool).body == [UInt8]("hello".utf8))
    }

    @Test func aTextHasAContentType() async throws {
        let client = NetClient(
            transport: ScriptedTransport(
                inOrder: .answer(200, json: "{}"), .answer(200, text: "a"),
                .answer(200, headers: ["content-type": "text/csv"], text: "b")))
        var types: [String?] = []
        for _ in 0..<3 { types.append(try await client.send(Self.call, on: Self.pool).head.headers["Content-Type"]) }
        #expect(types == ["application/json", "text/plain; charset=utf-8", "text/csv"])
    }

    @Test func scriptsComeInOrder() async throws {
        let client = NetClient(transport: ScriptedTransport(inOrder: .answer(503), .redirect(to: "/b"), .answer(201)))
        #expect(await #expect(throws: NetError.self) { try await client.send(Self.call, on: Self.pool) }?.kind == .status(503))
        #expect(try await client.send(Self.call, on: Self.pool).url.revealed == "http://api.test/b")
        let error = await #expect(throws: NetError.self) { try await client.send(Self.call, on: Self.pool) }
        #expect(error?.kind == .transport)
        #expect(error?.detail == "request 4 has no script: there are 3")
    }

    @Test func aFailureHasItsKind() async {
        let client = NetClient(transport: ScriptedTransport { _ in .failure(.dns) })
        #expect(await #expect(throws: NetError.self) { try await client.send(Self.call, on: Self.pool) }?.kind == .dns)
    }
}
