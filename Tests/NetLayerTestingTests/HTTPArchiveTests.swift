import NetLayer
import NetLayerTesting
import Testing

@Suite struct HTTPArchiveTests {
    static func archive(_ entries: String...) -> String {
        #"{"log":{"version":"1.2","entries":["# + entries.joined(separator: ",") + "]}}"
    }

    static func entry(
        _ url: String, _ content: String, method: String = "GET", status: Int = 200, headers: String = ""
    ) -> String {
        #"{"request":{"method":"\#(method)","url":"\#(url)"},"response":{"status":\#(status),"headers":[\#(headers)],"#
            + #""content":\#(content)}}"#
    }

    private func send(_ client: NetClient, _ url: String, method: HTTPMethod = .get) async throws(NetError) -> RawResponse {
        try await client.send(Endpoint(RequestPlan(id: "call", method: method, path: url)), on: ServicePool([]))
    }

    @Test func requestsGetTheirRecordedResponses() async throws {
        let text = Self.archive(
            Self.entry("https://api.test/a?q=1", #"{"text":"first"}"#),
            Self.entry("https://api.test/a?q=1", #"{"text":"second"}"#),
            Self.entry("https://api.test/a?q=1", #"{"text":"posted"}"#, method: "POST", status: 201))
        let client = NetClient(transport: try HTTPArchive([UInt8](text.utf8)).transport())
        var bodies: [String] = []
        for _ in 0..<3 { bodies.append(String(decoding: try await send(client, "https://api.test/a?q=1").body, as: UTF8.self)) }
        #expect(bodies == ["first", "second", "second"])
        #expect(try await send(client, "https://api.test/a?q=1", method: .post).head.status == 201)
    }

    @Test func otherRequestsFail() async throws {
        let text = Self.archive(Self.entry("https://api.test/a", "{}", status: 0))
        let client = NetClient(transport: try HTTPArchive([UInt8](text.utf8)).transport())
        for (url, detail) in [
            ("https://api.test/b", "the archive has no entry for GET https://api.test/b"),
            ("https://api.test/a", "the archive has no response to GET https://api.test/a"),
        ] {
            let error = await #expect(throws: NetError.self) { try await send(client, url) }
            #expect(error?.kind == .transport)
            #expect(error?.detail == detail)
        }
    }

    @Test func anotherHostMayBeCalled() async throws {
        let text = Self.archive(Self.entry("https://production.test/a", #"{"text":"found"}"#))
        let client = NetClient(transport: try HTTPArchive([UInt8](text.utf8)).transport(matching: .pathAndQuery))
        #expect(try await send(client, "http://127.0.0.1:1/a").body == [UInt8]("found".utf8))
    }

    @Test func aBodyIsDecodedAlready() async throws {
        let fields = """
            {"name":":status","value":"200"},{"name":"Content-Encoding","value":"br"},{"name":"content-length","value":"3"},\
            {"name":"Set-Cookie","value":"a=1"},{"name":"Set-Cookie","value":"b=2"}
            """
        let text = Self.archive(
            Self.entry("https://api.test/", #"{"text":"AP8=","encoding":"base64"}"#, headers: fields))
        let entry = try #require(try HTTPArchive([UInt8](text.utf8)).entries.first)
        #expect(entry.body == [0, 255])
        #expect(entry.headers.fields.count == 2)
        #expect(entry.headers.allValues("set-cookie") == ["a=1", "b=2"])
    }

    @Test(arguments: [
        ("[", "the archive is not JSON"), ("{}", "the text has no list at /log/entries: it is not an HTTP archive"),
        (archive("{}"), "entry 0 (line 1) has no request with a method and a URL"),
        (archive(#"{"request":{"method":"GET","url":"/"}}"#), "entry 0 (line 1) has no response with a status"),
        (archive(entry("/", #"{"text":"=","encoding":"base64"}"#)), "entry 0 (line 1) has a body that is not base64"),
    ]) func whatIsNoArchiveIsRefused(text: String, words: String) {
        let error = #expect(throws: HTTPArchive.ReadingError.self) { try HTTPArchive([UInt8](text.utf8)) }
        #expect(error?.description.hasPrefix(words) == true)
    }
}
