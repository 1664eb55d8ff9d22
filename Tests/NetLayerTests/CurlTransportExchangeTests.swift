// What goes out and what comes back over a healthy connection.

import NetLayer
import TestSupport
import Testing

@Suite struct CurlTransportExchangeTests {
    @Test func aGetGoesThroughItsPhasesAndBringsHeadAndBody() async throws {
        let server = try FaultServer { _ in .answer(headers: [("X-One", "1"), ("x-one", " two ")], body: "hello") }
        defer { server.stop() }
        let seen = await CurlTransport().get(server.url("/a?b=c#part"))
        #expect(seen.phases == [.resolving, .connecting, .sending, .waiting, .receiving])
        #expect(seen.heads.count == 1)
        let head = try #require(seen.heads.first)
        #expect(head.status == 200 && head.reason == "OK" && head.version == "HTTP/1.1")
        #expect(head.headers.allValues("X-ONE") == ["1", "two"])
        #expect(head.headers.fields.map(\.name) == ["X-One", "x-one", "Content-Length"])
        #expect(seen.text == "hello")
        #expect(seen.ends.count == 1 && seen.ends[0].failure == nil)
        #expect(server.counts.requests.map(\.target) == ["/a?b=c"])
    }

    @Test func metricsCountBytesTimesAndThePeer() async throws {
        let server = try FaultServer { _ in .answer(body: "hello") }
        defer { server.stop() }
        let transport = CurlTransport()
        let first = try #require(await transport.get(server.url()).ends.first).metrics
        let sent = try #require(server.counts.requests.first)
        #expect(first.bytesSent == sent.head.utf8.count)
        #expect(first.bytesReceived == FaultReply.answer(body: "hello").bytes.count)
        #expect(first.version == "HTTP/1.1")
        #expect(first.remoteAddress == "127.0.0.1:\(server.port)")
        #expect(!first.reusedConnection)
        #expect(first.secured == nil)
        let times = [first.resolved, first.connected, first.sendingBegan, first.firstByte].compactMap(\.self) + [first.total]
        #expect(times.count == 5 && times == times.sorted() && times.allSatisfy { $0 > .zero })
    }

    @Test func aKeptConnectionIsUsedAgainAndSkipsTheEarlyPhases() async throws {
        let server = try FaultServer { _ in .answer(body: "hello") }
        defer { server.stop() }
        let transport = CurlTransport()
        _ = await transport.get(server.url())
        let second = await transport.get(server.url())
        #expect(second.phases == [.sending, .waiting, .receiving])
        let metrics = try #require(second.ends.first).metrics
        #expect(metrics.reusedConnection && metrics.resolved == nil && metrics.connected == nil)
        #expect(server.counts.accepted == 1)
    }

    /// The transport does not send it again by itself: whoever called decides, and counts the attempts.
    @Test func aKeptConnectionThatThePeerClosedEndsTheExchange() async throws {
        let server = try FaultServer { $0.number == 2 ? FaultReply([.close]) : .answer(body: "\($0.connection)") }
        defer { server.stop() }
        let transport = CurlTransport()
        #expect(await transport.get(server.url()).text == "1")
        let second = await transport.get(server.url())
        #expect(second.kind == .cut && second.ends[0].failure?.isStale == true)
        #expect(second.ends[0].metrics.reusedConnection && server.counts.requests.count == 2)
        #expect(await transport.get(server.url()).text == "2", "the next one has a new connection")
    }

    @Test func headersGoOutInOrderUnderTheirOwnNamesEmptyOnesToo() async throws {
        let server = try FaultServer { .echo($0) }
        defer { server.stop() }
        let headers = Headers(
            [
                HeaderField("X-B", "1"), HeaderField("x-a", ""), HeaderField("X-b", "two; three"), HeaderField("Ünï", "x"),
            ].dropLast() + [HeaderField("X-Blank", "  "), HeaderField("X-Umlaut", "ü")])
        _ = await CurlTransport().exchange(WireRequest(url: URI(server.url()), headers: headers))
        let request = try #require(server.counts.requests.first)
        let own = request.fields.filter { $0.name.lowercased().hasPrefix("x-") }
        #expect(own.map(\.name) == ["X-B", "x-a", "X-b", "X-Blank", "X-Umlaut"])
        #expect(own.map(\.value) == ["1", "", "two; three", "", "ü"])
    }

    @Test func libcurlAddsOnlyHostAcceptAndAcceptEncoding() async throws {
        let server = try FaultServer { .echo($0) }
        defer { server.stop() }
        let transport = CurlTransport()
        _ = await transport.get(server.url())
        _ = await transport.exchange(WireRequest(method: .post, url: URI(server.url()), body: .bytes([1, 2, 3])))
        let names = server.counts.requests.map { $0.fields.map(\.name) }
        #expect(names == [["Host", "Accept", "Accept-Encoding"], ["Host", "Accept", "Accept-Encoding", "Content-Length"]])
        #expect(server.counts.requests[0].value("Accept") == "*/*")
    }

    @Test func aHeaderThatWouldBreakTheHeadIsRefused() async throws {
        let server = try FaultServer { .echo($0) }
        defer { server.stop() }
        let transport = CurlTransport()
        for field in [
            HeaderField("X-A", "1\r\nX-Injected: 2"), HeaderField("X A", "1"), HeaderField("", "1"), HeaderField("X-A", "1\u{0}"),
        ] {
            let seen = await transport.exchange(WireRequest(url: URI(server.url()), headers: Headers([field])))
            #expect(seen.kind == .badRequest)
        }
        #expect(server.counts.requests.isEmpty)
    }

    @Test(arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "PURGE"])
    func everyMethodGoesOutWithoutABody(_ name: String) async throws {
        let server = try FaultServer {
            $0.method == "HEAD" ? FaultReply([.send(FaultReply.head(200, [("Content-Length", "99")]))]) : .answer(body: "ok")
        }
        defer { server.stop() }
        let seen = await CurlTransport().exchange(WireRequest(method: HTTPMethod(rawValue: name), url: URI(server.url())))
        #expect(seen.kind == nil && seen.text == (name == "HEAD" ? "" : "ok"))
        let request = try #require(server.counts.requests.first)
        #expect(request.method == name)
        #expect(request.value("Content-Length") == (["POST", "PUT", "PATCH", "QUERY"].contains(name) ? "0" : nil))
    }

    @Test(arguments: ["GET", "POST", "PUT", "DELETE", "QUERY"], [1, 1000, 12 << 10, 64 << 10, 3_000_000])
    func aBodyArrivesWhole(_ name: String, size: Int) async throws {
        let server = try FaultServer { .answer(body: "\($0.body.count)") }
        defer { server.stop() }
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let request = WireRequest(method: HTTPMethod(rawValue: name), url: URI(server.url()), body: .bytes(body))
        let seen = await CurlTransport().exchange(request)
        #expect(seen.text == "\(size)")
        let received = try #require(server.counts.requests.first)
        #expect(received.method == name && received.body == body)
        #expect(seen.phases == [.resolving, .connecting, .sending, .waiting, .receiving])
        #expect(seen.ends.first?.metrics.bytesSent == Int64(received.head.utf8.count + size))
    }

    @Test func optionsOfOneRequestDoNotReachTheNext() async throws {
        let server = try FaultServer { .answer(body: "\($0.method) \($0.body.count) \($0.value("Accept-Encoding") ?? "")") }
        defer { server.stop() }
        let transport = CurlTransport()
        let plain = await transport.get(server.url()).text
        let own: Headers = ["Accept-Encoding": "identity"]
        #expect(
            await transport.exchange(WireRequest(method: "PURGE", url: URI(server.url()), headers: own, body: .bytes([1]))).text
                == "PURGE 1 identity")
        #expect(await transport.exchange(WireRequest(method: .head, url: URI(server.url()))).kind == nil)
        var proxied = WireRequest(url: URI("http://elsewhere.invalid/"))
        proxied.connection.proxy = Secret(server.url())
        #expect(await transport.exchange(proxied).kind == nil)
        #expect(await transport.get(server.url()).text == plain)
        #expect(server.counts.requests.map(\.target) == ["/", "/", "/", "http://elsewhere.invalid/", "/"])
    }

    @Test func userinfoBecomesBasicAuthentication() async throws {
        let server = try FaultServer { .echo($0) }
        defer { server.stop() }
        _ = await CurlTransport().get(server.url().replacing("http://", with: "http://user:p%40ss@"))
        #expect(server.counts.requests.first?.value("Authorization") == "Basic dXNlcjpwQHNz")
    }

    @Test func pathsGoOutAsWritten() async throws {
        let server = try FaultServer { .echo($0) }
        defer { server.stop() }
        _ = await CurlTransport().get(server.url("/a/../b/./%2e%2E/c//d"))
        #expect(server.counts.requests.first?.target == "/a/../b/./%2e%2E/c//d")
    }

    @Test func redirectsAreAnswersLikeOthers() async throws {
        let server = try FaultServer { _ in .redirect(to: "/elsewhere") }
        defer { server.stop() }
        let seen = await CurlTransport().get(server.url())
        #expect(seen.heads.first?.status == 302 && seen.kind == nil)
        #expect(server.counts.requests.count == 1)
    }

    @Test func chunkedBodiesAreJoinedAndTrailersLeftOut() async throws {
        let trailers = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n"
        let server = try FaultServer { $0.path == "/t" ? .raw(trailers) : .chunked(["hel", "lo"]) }
        defer { server.stop() }
        let transport = CurlTransport()
        #expect(await transport.get(server.url()).text == "hello")
        let seen = await transport.get(server.url("/t"))
        #expect(seen.text == "hello" && seen.heads.count == 1 && seen.heads[0].headers["X-Trailer"] == nil)
    }

    @Test func contentCodingsAreUnpackedUnlessTheRequestAskedForOneItself() async throws {
        let packed = Gzip.stored(Array("hello".utf8))
        let server = try FaultServer { _ in .answer(headers: [("Content-Encoding", "gzip")], body: packed) }
        defer { server.stop() }
        let transport = CurlTransport()
        let decoded = await transport.get(server.url())
        #expect(decoded.text == "hello")
        #expect(await eventually { decoded.ends[0].metrics.bytesReceived == server.counts.sent })
        #expect(
            await transport.exchange(WireRequest(url: URI(server.url()), headers: ["accept-encoding": "gzip"])).body == packed)
    }

    @Test func interimAnswersAreSkipped() async throws {
        let server = try FaultServer { _ in
            FaultReply([
                .send(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n".utf8)),
                .wait(.milliseconds(20)),
                .send(FaultReply.answer(headers: [("X-A", "1")], body: "hello").bytes),
            ])
        }
        defer { server.stop() }
        let seen = await CurlTransport().get(server.url())
        #expect(seen.heads.map(\.status) == [200])
        #expect(seen.heads[0].headers.fields.map(\.name) == ["X-A", "Content-Length"])
        #expect(seen.phases.suffix(2) == [.waiting, .receiving])
    }

    @Test func ipv6PeersAreNamedInBrackets() async throws {
        let server: FaultServer
        do {
            server = try FaultServer(ipv6: true) { _ in .answer() }
        } catch {
            try Test.cancel("no IPv6 on this machine: \(error)")
        }
        defer { server.stop() }
        let seen = await CurlTransport().get(server.url())
        #expect(seen.ends.first?.metrics.remoteAddress == "[::1]:\(server.port)")
    }

    @Test func aURLThatIsNotHTTPIsRefused() async {
        for url in ["ftp://127.0.0.1/", "file:///etc/passwd", "/relative", "http://", "http://127.0.0.1:99999/"] {
            #expect(await CurlTransport().get(url).kind == .badRequest, "\(url)")
        }
    }

    @Test func theVersionNamesLibcurlAndItsFeatures() {
        #expect(CurlTransport.version.version.split(separator: ".").count == 3)
        #expect("\(CurlTransport.version)".hasPrefix("libcurl \(CurlTransport.version.version) ("))
        #expect(CurlTransport.version.tls != nil)
    }

    @Test func theOpenFileLimitIsRaisedToTheHardOne() {
        let raised = CurlTransport.raiseOpenFileLimit()
        #expect(raised > 0 && CurlTransport.raiseOpenFileLimit() == raised)
    }

    /// Swift takes two spellings of a character for equal; the next request must not go out with the header lines of the one before.
    @Test func eachRequestHasItsOwnSpellingOfAHeader() async throws {
        let server = try FaultServer { _ in .answer(body: "hello") }
        defer { server.stop() }
        let transport = CurlTransport()
        let spellings = ["\u{e9}", "e\u{301}", "e\u{301}", "\u{e9}"]
        for text in spellings {
            _ = await transport.exchange(WireRequest(url: URI(server.url()), headers: ["X-Word": text]))
        }
        let sent = server.counts.requests.map { $0.fields.first { $0.name == "X-Word" }?.value ?? "" }
        #expect(sent.map { Array($0.utf8) } == spellings.map { Array($0.utf8) })
    }
}
