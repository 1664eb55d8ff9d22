// The entries of archives with their responses: our own read back, and what browsers and proxies write.

import Testing

@testable import NetLayer
@testable import RequestFiles

@Suite struct HARExchangesTests {
    // MARK: Our own

    private static func exchange(_ body: RecordedExchange.Body, _ response: RecordedExchange.Response?) -> RecordedExchange {
        var exchange = RecordedExchange(
            method: "POST", url: "https://x.example/items?a=b+c", headers: ["Content-Type": "application/json", "Accept": "*/*"],
            body: body, response: response, started: "2026-11-22T10:57:40.123Z")
        exchange.blocked = 1.3
        exchange.phases = [.resolving: 2, .connecting: 3, .tls: 4.5, .sending: 0.1, .waiting: 20, .receiving: 1]
        exchange.serverAddress = "127.0.0.1"
        exchange.comment = "POST /items"
        return exchange
    }

    private static func written(_ exchanges: RecordedExchange...) throws -> HARExchanges {
        var writer = HARWriter(version: "1")
        let entries = exchanges.flatMap { writer.append($0) }
        return try HARExchanges(writer.opening + entries + writer.closing, file: "a.har")
    }

    static let bodies: [RecordedExchange.Body] = [
        .empty, .bytes(Array("line 1\r\nline 2 é\u{7f}".utf8)), .bytes((0...255).map { UInt8($0) }),
        .bytes(Array(#"{"id": 7, "big": 1e400, "text": "\"é\u0000"}"#.utf8)),
    ]

    @Test(arguments: bodies) func whatWasWrittenIsRead(_ body: RecordedExchange.Body) throws {
        let exchange = Self.exchange(
            body,
            RecordedExchange.Response(
                status: 201, reason: "Created", version: "HTTP/2", headers: ["Content-Type": "text/plain"], body: body))
        var expected = exchange
        // Only the size of the request's body is written.
        if case .bytes(let bytes) = body { expected.bytesSent = Int64(bytes.count) } else { expected.bytesSent = 0 }
        let read = try Self.written(exchange)
        #expect(read.count == 1 && read.exchange(0) == expected)
    }

    /// Bytes of Latin-1 as text, when the size says it; a size in characters of a text in UTF-8 changes nothing.
    @Test(arguments: [
        ("application/octet-stream", "caf\u{e9}", 4, [UInt8]([0x63, 0x61, 0x66, 0xe9])),
        ("application/octet-stream", "caf\u{e9}", 5, Array("caf\u{e9}".utf8)),
        ("application/json", "caf\u{e9}", 4, Array("caf\u{e9}".utf8)),
        ("text/plain; charset=UTF-8", "caf\u{e9}", 4, Array("caf\u{e9}".utf8)),
        ("text/plain", "Za\u{17c}", 3, Array("Za\u{17c}".utf8)),
        ("text/plain", "cafe", 4, Array("cafe".utf8)),
    ])
    func theSizeTellsLatin1(_ type: String, _ text: String, _ size: Int, _ expected: [UInt8]) throws {
        let archive = """
            {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [{"startedDateTime": "2026-11-22T10:57:40Z",
            "time": 1, "request": {"method": "POST", "url": "https://x.example/", "httpVersion": "HTTP/1.1", "headers": [],
            "bodySize": \(size), "postData": {"mimeType": "\(type)", "text": "\(text)"}}, "response": {"status": 200, "statusText": "OK",
            "httpVersion": "HTTP/1.1", "headers": [], "content": {"size": \(size), "mimeType": "\(type)", "text": "\(text)"}}}]}}
            """
        let exchange = try #require(try HARExchanges(Array(archive.utf8), file: "a.har").exchange(0))
        #expect(exchange.body == .bytes(expected))
        #expect(exchange.response?.body == .bytes(expected))
    }

    @Test func aFailureIsReadWithItsKind() throws {
        var refused = Self.exchange(.empty, nil)
        (refused.failure, refused.errorKind) = ("connection refused", "connect")
        var cut = Self.exchange(.empty, RecordedExchange.Response(status: 200))
        (cut.failure, cut.errorKind) = ("the connection ended early", "cut")
        var missing = Self.exchange(.empty, RecordedExchange.Response(status: 404))
        (missing.failure, missing.errorKind) = ("the server answered 404", "status")
        let read = try Self.written(refused, cut, missing)
        #expect((0..<3).map { read.exchange($0)?.errorKind } == ["connect", "cut", "status"])
        #expect(
            (0..<3).map { read.exchange($0)?.failure } == [
                "connection refused", "the connection ended early", "the server answered 404",
            ])
        #expect((0..<3).map { read.exchange($0)?.response?.status } == [nil, 200, 404])
    }

    @Test func aStatusThatWasExpectedIsNoFailure() throws {
        let read = try Self.written(Self.exchange(.empty, RecordedExchange.Response(status: 404)))
        #expect(read.exchange(0)?.errorKind == nil && read.exchange(0)?.failure == "")
    }

    @Test func aRequestThatWasExportedUnsentIsNoExchange() throws {
        let request = WireRequest(url: URI("https://x.example/"))
        let text = HARText.makeArchive(request, date: "2026-11-22T10:57:40.123Z", version: "1")
        let read = try HARExchanges(Array(text.utf8), file: "a.har")
        #expect(read.count == 1 && read.exchange(0) == nil)
    }

    @Test func aBodyThatWasNotStoredIsAbsent() throws {
        let absent = RecordedExchange.Body.absent(size: 9_000, why: "the body was too large")
        let read = try Self.written(Self.exchange(.empty, RecordedExchange.Response(status: 200, body: absent)))
        #expect(read.exchange(0)?.response?.body == .absent(size: 9_000, why: "the archive was saved without it"))
    }

    // MARK: Those of others

    private func read(_ entries: String...) throws -> HARExchanges {
        let list = entries.joined(separator: ",")
        let text = #"{"log": {"version": "1.2", "creator": {"name": "WebInspector"}, "entries": [\#(list)]}}"#
        return try HARExchanges(Array(text.utf8), file: "a.har")
    }

    private func entry(_ response: String, _ more: String = "", url: String = "https://a.test/x") -> String {
        #"{"request": {"method": "GET", "url": "\#(url)"}, "response": {\#(response)} \#(more)}"#
    }

    @Test func aBrowsersEntry() throws {
        let read = try read(
            #"""
            {"startedDateTime": "2026-11-22T11:57:40.5+01:00", "time": 31.5, "serverIPAddress": "[::1]",
             "request": {"method": "POST", "url": "https://a.test/x?q=1", "headersSize": 100, "bodySize": 7,
              "headers": [{"name": ":authority", "value": "a.test"}, {"name": "authorization", "value": "Bearer hunter22"}],
              "cookies": [{"name": "sid", "value": "1"}, {"name": "b", "value": "2"}],
              "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a b", "value": "&"}]}},
             "response": {"status": 200, "statusText": "", "httpVersion": "h2", "headersSize": 50, "bodySize": 40,
              "headers": [{"name": "content-type", "value": "image/png"}],
              "content": {"size": 3, "mimeType": "image/png", "text": "/wAB", "encoding": "base64"}, "_transferSize": 93},
             "timings": {"blocked": 1.5, "dns": -1, "connect": 10, "ssl": 6, "send": 0.5, "wait": 17, "receive": 2.5}}
            """#)
        let exchange = try #require(read.exchange(0))
        #expect(read.started(0) == "2026-11-22T11:57:40.5+01:00")
        #expect(exchange.headers.fields.map(\.name) == ["authorization", "Cookie"])
        #expect(exchange.headers["Cookie"] == "sid=1; b=2" && exchange.headers.fields.allSatisfy(\.value.isSecret))
        #expect(exchange.body == .bytes(Array("a%20b=%26".utf8)))
        #expect(exchange.response?.version == "HTTP/2" && exchange.response?.body == .bytes([0xff, 0, 1]))
        #expect(exchange.blocked == 1.5 && exchange.bytesSent == 107 && exchange.bytesReceived == 93)
        #expect(exchange.phases == [.connecting: 4, .tls: 6, .sending: 0.5, .waiting: 17, .receiving: 2.5])
        #expect(exchange.errorKind == nil && exchange.failure.isEmpty)
    }

    @Test func failuresOfOthers() throws {
        let failures: [(response: String, status: Int?, kind: String?, failure: String)] = [
            (#""status": 0, "_error": "net::ERR_BLOCKED_BY_CLIENT""#, nil, "transport", "net::ERR_BLOCKED_BY_CLIENT"),
            (#""status": 0, "statusText": "", "_error": null"#, nil, "transport", "the archive has no response"),
            (#""status": 0, "comment": "blocked by CORS""#, nil, "transport", "blocked by CORS"),
            (#""status": 200, "_error": "net::ERR_ABORTED""#, 200, "cut", "net::ERR_ABORTED"),
            (#""status": 503"#, 503, "status", "the server answered 503"),
            (#""status": 304, "comment": "from the cache""#, 304, nil, ""),
        ]
        for failure in failures {
            let exchange = try #require(try read(entry(failure.response)).exchange(0))
            #expect(exchange.response?.status == failure.status, "\(failure.response)")
            #expect(exchange.errorKind == failure.kind && exchange.failure == failure.failure, "\(failure.response)")
        }
    }

    @Test func bodiesOfOthers() throws {
        let bodies: [(String, RecordedExchange.Body)] = [
            (#""content": {"size": 0}"#, .empty), (#""content": {}"#, .empty), (#""bodySize": 3"#, .empty),
            (#""content": {"size": 5}"#, .absent(size: 5, why: "the archive was saved without it")),
            (#""content": {"size": 2, "text": "%%", "encoding": "base64"}"#, .bytes(Array("%%".utf8))),
        ]
        for (text, body) in bodies {
            let exchange = try read(entry(#""status": 200, \#(text)"#)).exchange(0)
            #expect(exchange?.response?.body == body, "\(text)")
        }
    }

    @Test(arguments: [
        ("h2", "HTTP/2"), ("HTTP/2.0", "HTTP/2"), ("h3-29", "HTTP/3"), ("http/1.0", "HTTP/1.0"), ("unknown", "HTTP/1.1"),
    ])
    func versionsHaveOneName(_ written: String, _ version: String) throws {
        let exchange = try read(entry(#""status": 200, "httpVersion": "\#(written)""#)).exchange(0)
        #expect(exchange?.response?.version == version)
    }

    @Test func timesThatAreNoneAreLeftOut() throws {
        let read = try read(
            entry(#""status": 200"#, #", "time": 12, "timings": {"blocked": 2, "dns": -1, "send": 0, "wait": 0, "receive": -1}"#),
            entry(#""status": 200"#, #", "time": 8, "timings": {"connect": 2, "ssl": 5, "wait": 1}"#))
        #expect(read.exchange(0)?.phases == [.waiting: 10] && read.exchange(0)?.blocked == 2)
        #expect(read.exchange(1)?.phases == [.connecting: 2, .tls: 5, .waiting: 1], "mitmproxy counts them apart")
    }

    @Test func sizesThatAreNoneAreHarmless() throws {
        let sizes = #""status": 200, "headersSize": 9223372036854775807, "bodySize": 9223372036854775807"#
        #expect(try read(entry(sizes)).exchange(0)?.bytesReceived == 2_251_799_813_685_248)
        #expect(try read(entry(#""status": 200, "headersSize": 9, "bodySize": -1"#)).exchange(0)?.bytesReceived == nil)
    }

    @Test func webSocketsAreKnown() throws {
        let read = try read(
            entry(#""status": 101"#), entry(#""status": 200"#, #", "_webSocketMessages": []"#),
            entry(#""status": 200"#, #", "_resourceType": "websocket""#), entry(#""status": 0"#, url: "wss://a.test/"),
            entry(#""status": 200"#, #", "_resourceType": "fetch""#))
        #expect((0..<read.count).map(read.isWebSocket) == [true, true, true, true, false])
    }

    @Test func whatHasNoRequestIsNoExchange() throws {
        #expect(try read(#"{"response": {"status": 200}}"#).exchange(0) == nil)
        #expect(throws: ImportError.self) { try HARExchanges(Array("{}".utf8), file: "a.har") }
        #expect(try HARExchanges(Array(#"{"method": "GET", "url": "http://a.test/"}"#.utf8), file: "a.har").count == 0)
    }

    /// The description's endpoints have pointers; a number leads from one to the entry.
    @Test func pointersLeadToEntries() throws {
        let text = #"{"log": {"entries": [{"x": 1}, {"request": {"method": "GET", "url": "http://a.test/"}}]}}"#
        let collection = try HARReader.readCollection(Array(text.utf8), file: "a.har")
        #expect(collection.requests.map { HARReader.entryNumber(at: $0.place.pointer ?? "") } == [1])
        for pointer in ["", "/paths/~1items/get", "/log/entries/x/request", "/log/entries/1", "/log/entries/1/request/url"] {
            #expect(HARReader.entryNumber(at: pointer) == nil, "\(pointer)")
        }
    }
}
