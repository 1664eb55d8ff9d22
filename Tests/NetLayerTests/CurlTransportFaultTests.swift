// Bad input from the network: each fault is one clear kind of failure, never a hang, a crash or half an answer that looks whole.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct CurlTransportFaultTests {
    private func kind(_ reply: FaultReply, limits: ResponseLimits = ResponseLimits()) async throws -> CurlRecorder.Record {
        let server = try FaultServer { _ in reply }
        defer { server.stop() }
        let seen = await CurlTransport().exchange(WireRequest(url: URI(server.url()), limits: limits))
        #expect(seen.ends.count == 1 && seen.late == 0)
        return seen
    }

    @Test(arguments: [
        FaultReply.answer(headers: [("X-A", "1")], body: "hello, world"),
        FaultReply.chunked(["hello,", " world"]),
        FaultReply.answer(headers: [("Content-Encoding", "gzip")], body: Gzip.stored(Array("hello, world".utf8))),
    ])
    func aConnectionCutAtAnyByteIsNoAnswer(_ whole: FaultReply) async throws {
        let count = whole.bytes.count
        let server = try FaultServer { whole.cut(at: Int($0.path.dropFirst()) ?? 0) }
        defer { server.stop() }
        let transport = CurlTransport()
        // libcurl takes a last chunk without its final line feed for whole, which it is but for that byte.
        let isChunked = String(decoding: whole.bytes, as: UTF8.self).contains("chunked")
        for place in 0..<(isChunked ? count - 1 : count) {
            let seen = await transport.get(server.url("/\(place)"))
            #expect(seen.kind == .cut, "cut at byte \(place) of \(count): \(String(describing: seen.ends.first?.failure))")
        }
        let seen = await transport.get(server.url("/\(count)"))
        #expect(seen.kind == nil && seen.text == "hello, world")
    }

    @Test func aResetConnectionIsCut() async throws {
        #expect(try await kind(FaultReply([.send(FaultReply.head(200, [("Content-Length", "9")])), .reset])).kind == .cut)
    }

    @Test func aBodyShorterThanAnnouncedIsCutAndALongerOneEndsInTime() async throws {
        #expect(try await kind(.wrongLength(announced: 10, body: "hello")).kind == .cut)
        let longer = try await kind(.wrongLength(announced: 3, body: "hello"))
        #expect(longer.kind == nil && longer.text == "hel")
    }

    @Test func anEmptyReplyIsCut() async throws {
        #expect(try await kind(.raw("")).kind == .cut)
    }

    @Test func brokenFramingAndCodingAreProtocolViolations() async throws {
        #expect(try await kind(.brokenChunks).kind == .protocolViolation)
        var damaged = CodedBytes.encode(CodedBytes.text(100_000), .gzip)
        damaged[30_000] ^= 0xff
        #expect(try await kind(.answer(headers: [("Content-Encoding", "gzip")], body: damaged)).kind == .protocolViolation)
        #expect(try await kind(.garbage).kind == .protocolViolation)
        #expect(try await kind(.raw("HTTP/1.1 abc\r\n\r\n")).kind == .protocolViolation)
        #expect(try await kind(.raw("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nhello")).kind == .protocolViolation)
    }

    /// RFC 9112 §6.3: who cannot say where the body ends has sent no response. libcurl takes what it can read of the first.
    @Test(arguments: [
        "1e3", "0x2", "2, 3", "+5", "-1", "", "5 5", "5,", "99999999999999999999", "5\r\nContent-Length: 6",
        "5\r\nTransfer-Encoding: chunked",
    ]) func aLengthThatIsNoneIsAProtocolViolation(_ length: String) async throws {
        let seen = try await kind(.raw("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n5\r\nhello\r\n0\r\n\r\n"))
        #expect(seen.kind == .protocolViolation && seen.heads.isEmpty, "\(seen.ends)")
    }

    @Test(arguments: ["5, 5", "5\r\nContent-Length: 5", "5\r\ncontent-length:  5 ", "05"])
    func theSameLengthTwiceIsOne(_ length: String) async throws {
        let seen = try await kind(.raw("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nhello"))
        #expect(seen.kind == nil && seen.text == "hello", "\(seen.ends)")
    }

    /// They have no body whose end anybody would have to find.
    @Test(arguments: [204, 304]) func withoutABodyNoLengthIsWrong(_ status: Int) async throws {
        let fields = status == 204 ? "" : "Content-Length: 5\r\nContent-Length: 6\r\n"
        #expect(try await kind(.raw("HTTP/1.1 \(status) OK\r\n\(fields)\r\n")).kind == nil)
    }

    /// libcurl before 8.1.1 read a field of the transfer before, which it had freed.
    @Test func aFoldedFirstFieldCrashesNothing() async throws {
        let server = try FaultServer {
            $0.path == "/ok"
                ? .answer(headers: [("X-Last", "a")], body: "ok")
                : .raw("HTTP/1.1 200 OK\r\n folded: x\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let transport = CurlTransport()
        for _ in 1...20 {
            #expect(await transport.get(server.url("/ok")).text == "ok")
            #expect(await transport.get(server.url("/folded")).kind == .protocolViolation)
        }
    }

    @Test func malformedFieldsAndTrailersAreTheResponsesFault() async throws {
        let chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"
        let replies = [
            "HTTP/1.1 200 OK\r\n folded: first\r\nContent-Length: 0\r\n\r\n", chunks + "no colon\r\n\r\n",
        ]
        for text in replies {
            let seen = try await kind(.raw(text))
            #expect(seen.kind == .protocolViolation, "\(seen.ends)")
            #expect(seen.ends.first?.failure?.detail.contains("is not a name, a colon and a value") == true, "\(seen.ends)")
        }
        let long = try await kind(.raw(chunks + "X-Long: " + String(repeating: "a", count: 8_192) + "\r\n\r\n"))
        #expect(long.kind == .tooLarge(.headers), "\(long.ends)")
        #expect(long.ends.first?.failure?.detail == "a trailer field of the response is longer than libcurl reads (4 KB)")
    }

    @Test(arguments: [1 << 20, 250_000, 90_000]) func aHugeHeaderIsTooLarge(_ size: Int) async throws {
        #expect(try await kind(.hugeHeader(size), limits: ResponseLimits(headers: 64 << 10)).kind == .tooLarge(.headers))
    }

    @Test func aHugeHeaderIsTooLargeEvenForLibcurlItself() async throws {
        let seen = try await kind(.hugeHeader(1 << 20), limits: ResponseLimits(headers: 8 << 20))
        #expect(seen.kind == .tooLarge(.headers))
        #expect(seen.ends.first?.failure?.detail == "a header field of the response is longer than libcurl reads (100 KB)")
    }

    @Test func manySmallHeadersAreTooLargeTogether() async throws {
        let fields = (0..<2000).map { ("X-Field-\($0)", String(repeating: "v", count: 100)) }
        #expect(try await kind(.answer(headers: fields), limits: ResponseLimits(headers: 128 << 10)).kind == .tooLarge(.headers))
        let seen = try await kind(.answer(headers: fields))
        #expect(seen.kind == nil && seen.heads.first?.headers.fields.count == 2001)
    }

    @Test func headersThatAreNoUTF8AreReadAsLatin1() async throws {
        let seen = try await kind(.badUTF8)
        #expect(seen.heads.first?.reason == "Très bien")
        #expect(seen.heads.first?.headers["X-Name"] == "café")
        #expect(seen.body == Array("caf".utf8) + [0xe9])
    }

    @Test func anAnnouncedBodyOverTheLimitFailsAtItsHead() async throws {
        let limits = ResponseLimits(body: 1000)
        let seen = try await kind(.answer(body: String(repeating: "x", count: 1001)), limits: limits)
        #expect(seen.kind == .tooLarge(.body) && seen.heads.count == 1 && seen.body.isEmpty)
        #expect(try await kind(.answer(body: String(repeating: "x", count: 1000)), limits: limits).kind == nil)
    }

    @Test func aBodyOfUnknownLengthFailsWhenItPassesTheLimit() async throws {
        let endless = FaultReply([.send(FaultReply.head(200, [("Connection", "close")])), .fill(0x78, count: 100 << 20), .close])
        let seen = try await kind(endless, limits: ResponseLimits(body: 1 << 20))
        #expect(seen.kind == .tooLarge(.body) && seen.body.count <= 1 << 20)
    }

    @Test func aGzipBombFailsAtTheDecodedLimit() async throws {
        let bomb = FaultReply.gzipBomb(decoded: 300 << 20)
        #expect(bomb.bytes.count < 400_000)
        let seen = try await kind(bomb, limits: ResponseLimits(decodedBody: 4 << 20))
        #expect(seen.kind == .tooLarge(.decodedBody) && seen.body.count <= 4 << 20)
    }

    @Test func codedBytesOnTheWireHaveTheirOwnLimit() async throws {
        let body = Gzip.stored([UInt8](repeating: 0x61, count: 60_000))
        let reply = FaultReply([
            .send(FaultReply.head(200, [("Content-Encoding", "gzip"), ("Connection", "close")]) + body), .close,
        ])
        #expect(try await kind(reply, limits: ResponseLimits(body: 10_000)).kind == .tooLarge(.body))
        #expect(try await kind(reply, limits: ResponseLimits(body: 100_000)).kind == nil)
    }

    @Test func aPortThatNobodyListensOnIsAConnectFailure() async throws {
        let server = try FaultServer { _ in .answer() }
        server.stop()
        let seen = await CurlTransport().get(server.url())
        #expect(seen.kind == .connect)
        #expect(seen.ends.first?.failure?.detail.contains("refused") == true)
        // There was somebody to refuse it.
        #expect(seen.ends.first?.failure?.isLocal == false)
    }

    @Test func aNameWithoutAddressIsADNSFailure() async {
        let seen = await CurlTransport().get("http://no-such-host.invalid/")
        #expect(seen.kind == .dns && seen.phases == [.resolving])
        #expect(seen.ends.first?.failure?.isLocal == true)
    }

    @Test func aPlainServerBehindHTTPSIsATLSFailure() async throws {
        let server = try FaultServer { _ in .garbage }
        defer { server.stop() }
        let cut = try FaultServer { _ in FaultReply([.close]) }
        defer { cut.stop() }
        for port in [server.port, cut.port] {
            let seen = await CurlTransport().get("https://127.0.0.1:\(port)/")
            #expect(seen.kind == .tls && seen.phases == [.resolving, .connecting, .tls])
        }
    }

    @Test func secretsOfTheURLAndTheProxyStayOutOfTheDetail() async throws {
        let transport = CurlTransport()
        for proxy in ["nonsense://user:hunter2@127.0.0.1:1", "http://user:hunter2@127.0.0.1:1", "http://user:hunter2@[bad"] {
            var request = WireRequest(url: URI("http://me:hunter2@127.0.0.1:1/"))
            request.connection.proxy = Secret(proxy)
            let seen = await transport.exchange(request)
            #expect(seen.ends.first?.failure != nil)
            #expect(!"\(seen.ends)".contains("hunter2"), "\(seen.ends)")
        }
    }
}
