// Recorded exchanges as an archive: what HAR 1.2 asks for, bodies of all kinds, and the archive as our own reader reads it.

import Document
import Testing

@testable import NetLayer
@testable import RequestFiles

@Suite struct HARWriterTests {
    private static func exchange(
        body: RecordedExchange.Body = .bytes(Array(#"{"name":"é"}"#.utf8)),
        answer: RecordedExchange.Body = .bytes(Array("line 1\r\nline 2\u{7f}".utf8))
    ) -> RecordedExchange {
        var exchange = RecordedExchange(
            method: "POST", url: "https://x.example/items?a=b+c", headers: ["Content-Type": "application/json", "Accept": "*/*"],
            body: body,
            response: RecordedExchange.Response(
                status: 201, reason: "Created", version: "HTTP/2",
                headers: ["Content-Type": "text/plain", "Location": "/items/7"], body: answer),
            started: "2026-11-22T10:57:40.123Z")
        exchange.blocked = 1.3
        exchange.phases = [.resolving: 2, .connecting: 3, .tls: 4.5, .sending: 0.1, .waiting: 20, .receiving: 1]
        exchange.serverAddress = "127.0.0.1"
        exchange.comment = "POST /items · 2 attempts"
        return exchange
    }

    private static func archive(_ exchanges: [RecordedExchange]) -> String {
        var writer = HARWriter(version: "1")
        let entries = exchanges.flatMap { writer.append($0) }
        return String(decoding: writer.opening + entries + writer.closing, as: UTF8.self)
    }

    private static func entry(_ exchange: RecordedExchange) throws -> JSONNode {
        try #require(try JSONDocument(Array(archive([exchange]).utf8)).root.resolve(pointer: "/log/entries/0"))
    }

    /// The entries are written one by one, and the whole is laid out as if it had been printed at once.
    @Test(arguments: 0...3) func everyNumberOfEntriesIsOneArchive(_ count: Int) throws {
        let text = Self.archive((0..<count).map { _ in Self.exchange() })
        #expect(text == JSONPretty.format(text) + "\n")
        let log = try #require(try JSONDocument(Array(text.utf8)).root["log"])
        #expect(log["version"]?.string == "1.2" && log.resolve(pointer: "/creator/name")?.string == "explorer")
        #expect(log["entries"]?.kind == .array && log["entries"]?.count == count)
    }

    @Test func whatTheStandardAsksForIsThere() throws {
        let entry = try Self.entry(Self.exchange())
        for member in ["startedDateTime", "time", "request", "response", "cache", "timings"] { #expect(entry[member] != nil) }
        for member in ["method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"] {
            #expect(entry["request"]?[member] != nil, "\(member)")
        }
        for member in [
            "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize", "bodySize",
        ] {
            #expect(entry["response"]?[member] != nil, "\(member)")
        }
        #expect(entry["startedDateTime"]?.string == "2026-11-22T10:57:40.123Z")
        #expect(entry["serverIPAddress"]?.string == "127.0.0.1" && entry["comment"]?.string == "POST /items · 2 attempts")
        let values: [(String, String)] = [
            ("/request/method", "POST"), ("/request/url", "https://x.example/items?a=b+c"), ("/request/httpVersion", "HTTP/2"),
            ("/request/queryString/0/value", "b c"), ("/request/headers/1/name", "Accept"), ("/request/bodySize", "13"),
            ("/request/postData/mimeType", "application/json"), ("/request/postData/text", #"{"name":"é"}"#),
            ("/response/status", "201"), ("/response/statusText", "Created"), ("/response/redirectURL", "/items/7"),
            ("/response/content/size", "15"), ("/response/content/mimeType", "text/plain"),
            ("/response/content/text", "line 1\r\nline 2\u{7f}"),
        ]
        for (pointer, value) in values { #expect(entry.resolve(pointer: pointer)?.displayText == value, "\(pointer)") }
    }

    @Test func timesAddUp() throws {
        let entry = try Self.entry(Self.exchange())
        let times = ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"].map {
            entry["timings"]?[$0]?.double ?? .nan
        }
        // The handshake is a part of the connecting.
        #expect(times == [1.3, 2, 7.5, 4.5, 0.1, 20, 1])
        #expect(entry["time"]?.double == 31.9)
        var reused = Self.exchange()
        reused.blocked = 0
        reused.phases = [.waiting: 4, .receiving: 1]
        let timings = try #require(try Self.entry(reused)["timings"])
        #expect(["dns", "connect", "ssl"].map { timings[$0]?.int } == [-1, -1, -1])
        #expect(timings["send"]?.int == 0 && timings["wait"]?.int == 4)
    }

    @Test func bytesThatAreNoTextAreBase64() throws {
        let entry = try Self.entry(Self.exchange(body: .bytes([0xff, 0, 1]), answer: .bytes([0xfb, 0xef, 0xbe, 0x41])))
        #expect(entry.resolve(pointer: "/request/postData/text")?.string == "/wAB")
        #expect(entry.resolve(pointer: "/request/postData/encoding")?.string == "base64")
        #expect(entry.resolve(pointer: "/response/content/text")?.string == "++++QQ==")
        #expect(entry.resolve(pointer: "/response/content/encoding")?.string == "base64")
        #expect(entry.resolve(pointer: "/response/content/size")?.int == 4)
    }

    @Test func bodiesThatAreNotStoredSayWhy() throws {
        let entry = try Self.entry(Self.exchange(body: .empty, answer: .absent(size: 9_000, why: "the body was too large")))
        #expect(entry.resolve(pointer: "/request/postData") == nil && entry.resolve(pointer: "/request/bodySize")?.int == 0)
        #expect(entry.resolve(pointer: "/response/content/size")?.int == 9_000)
        #expect(entry.resolve(pointer: "/response/content/text")?.string == "")
        #expect(
            entry.resolve(pointer: "/response/content/comment")?.string
                == "The body (9000 bytes) is not in this archive: the body was too large.")
    }

    @Test func withoutAResponseTheReasonIsThere() throws {
        var exchange = Self.exchange()
        exchange.response = nil
        exchange.failure = "connection refused"
        let response = try #require(try Self.entry(exchange)["response"])
        #expect(response["status"]?.int == 0 && response["comment"]?.string == "connection refused")
        #expect(response.resolve(pointer: "/content/size")?.int == 0)
    }

    /// The maker of an exchange masks it. What a name calls a secret does not get out even if it forgets.
    @Test func secretsByNameAreDots() throws {
        var exchange = Self.exchange()
        exchange.headers.add(HeaderField("Authorization", "Bearer hunter22"))
        exchange.response?.headers.add(HeaderField("Set-Cookie", "sid=hunter22"))
        exchange.response?.headers.set(HeaderField("Location", "/?token=hunter22"))
        #expect(!Self.archive([exchange]).contains("hunter22"))
        #expect(try Self.entry(exchange).resolve(pointer: "/request/headers/2/value")?.string == Secret.mask)
        #expect(try Self.entry(exchange).resolve(pointer: "/response/redirectURL")?.string == Secret.mask)
    }

    @Test func formsHaveTheirFieldsToo() throws {
        var exchange = Self.exchange(body: .bytes(Array("a=b%20c&d".utf8)))
        exchange.headers = ["Content-Type": "application/x-www-form-urlencoded"]
        let data = try #require(try Self.entry(exchange).resolve(pointer: "/request/postData"))
        #expect(data["params"]?.elements.map { $0["name"]?.string } == ["a", "d"])
        #expect(data["params"]?.elements.map { $0["value"]?.string } == ["b c", ""])
        #expect(data["text"]?.string == "a=b%20c&d")
    }

    // MARK: Read again

    private static func read(_ exchange: RecordedExchange) throws -> CollectionRequest {
        let collection = try HARReader.readCollection(Array(archive([exchange]).utf8), file: "a.har")
        #expect(collection.format == "HAR 1.2" && collection.report.notes.isEmpty, "\(collection.report.notes)")
        return try #require(collection.requests.first)
    }

    @Test func theReaderGetsTheSameTexts() throws {
        let request = try Self.read(Self.exchange())
        #expect(request.method == "POST" && request.url == "https://x.example/items?a=b+c")
        #expect(request.body == .text(#"{"name":"é"}"#, mediaType: "application/json"))
        #expect(request.headers.contains(CollectionField("Accept", "*/*")))
        let example = try #require(request.examples.first)
        #expect(example.status == 201 && example.name == "201 Created" && example.body == "line 1\r\nline 2\u{7f}")
        #expect(example.headers == [CollectionField("Content-Type", "text/plain"), CollectionField("Location", "/items/7")])
    }

    @Test func theReaderGetsTheSameBytes() throws {
        let bytes = (0...255).map { UInt8($0) }
        #expect(try Self.read(Self.exchange(body: .bytes(bytes))).body == .bytes(bytes, mediaType: "application/json"))
    }
}
