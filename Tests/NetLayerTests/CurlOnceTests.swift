// Once is once, below the engine: libcurl sends nothing again by itself, and what it would have sent again is told as what it is.

import NetLayer
import TestSupport
import Testing

@Suite(.within(minutes: 1)) struct CurlOnceTests {
    /// Takes the second request of its first connection, and closes without a byte.
    private static let closing: FaultServer.Handler = {
        $0.connection == 1 && $0.number == 2 ? FaultReply([.close]) : .answer(body: "ok")
    }

    private func send(_ method: HTTPMethod, _ server: FaultServer, body: WireBody = .none) async -> CurlRecorder.Record {
        let transport = CurlTransport()
        #expect(await transport.get(server.url()).text == "ok")
        return await transport.exchange(WireRequest(method: method, url: URI(server.url("/second")), body: body))
    }

    @Test(arguments: [HTTPMethod.get, .put, .post, "PATCH"]) func aDeadKeptConnectionIsTold(_ method: HTTPMethod) async throws {
        let server = try FaultServer(Self.closing)
        defer { server.stop() }
        let seen = await send(method, server, body: method == .get ? .none : .bytes([1, 2, 3]))
        #expect(seen.kind == .cut && seen.ends.first?.failure?.isStale == true)
        #expect(seen.ends.first?.failure?.detail == "the server closed the kept-alive connection without a response")
        #expect(seen.ends.first?.metrics.reusedConnection == true)
        #expect(seen.phases == [.sending, .waiting])
        #expect(server.counts.requests.count == 2 && server.counts.accepted <= 2)
    }

    @Test func soItIsWithABodyThatIsReadWhileItIsSent() async throws {
        let server = try FaultServer(Self.closing)
        defer { server.stop() }
        let seen = await send(.post, server, body: .bytes([UInt8](repeating: 7, count: 400_000)))
        #expect(seen.kind == .cut && seen.ends.first?.failure?.isStale == true)
        #expect(server.counts.requests.map(\.body.count) == [0, 400_000])
    }

    /// libcurl's own second connection is refused: that is no proof that nothing was sent.
    @Test func whoStopsListeningToo() async throws {
        let server = try FaultServer { $0.number == 2 ? .hang : .answer(body: "ok") }
        let transport = CurlTransport()
        #expect(await transport.get(server.url()).text == "ok")
        let recorder = CurlRecorder()
        _ = transport.start(WireRequest(method: .post, url: URI(server.url())), observer: recorder)
        #expect(await eventually { server.counts.requests.count == 2 })
        server.stop()
        let seen = await recorder.ended()
        #expect(seen.kind == .cut && seen.ends.first?.failure?.isStale == true)
    }

    @Test func aNewConnectionThatEndsIsNoStaleOne() async throws {
        let server = try FaultServer { _ in FaultReply([.close]) }
        defer { server.stop() }
        let seen = await CurlTransport().exchange(WireRequest(method: .post, url: URI(server.url())))
        #expect(seen.kind == .cut && seen.ends.first?.failure?.isStale == false)
        #expect(server.counts.requests.count == 1)
    }

    /// One handle meets more dead connections than libcurl would retry.
    @Test func itIsToldAsOftenAsItHappens() async throws {
        let server = try FaultServer { $0.number == 2 ? FaultReply([.close]) : .answer(body: "ok") }
        defer { server.stop() }
        let transport = CurlTransport()
        for _ in 1...8 {
            #expect(await transport.get(server.url()).text == "ok")
            let seen = await transport.exchange(WireRequest(method: .post, url: URI(server.url())))
            #expect(seen.ends.first?.failure?.isStale == true)
        }
        #expect(server.counts.requests.count == 16)
    }

    /// The answer to a challenge is another request, over whichever connection.
    @Test(arguments: [false, true]) func aChallengeIsAnsweredAllTheSame(_ closes: Bool) async throws {
        let challenge = [
            ("WWW-Authenticate", #"Digest realm="a", nonce="n", qop="auth""#), ("Connection", closes ? "close" : "keep-alive"),
        ]
        let server = try FaultServer {
            if $0.value("Authorization") != nil { return .answer(body: "in") }
            let reply = FaultReply.answer(401, headers: challenge, body: "no")
            return closes ? FaultReply(reply.steps + [.close]) : reply
        }
        defer { server.stop() }
        for method in [HTTPMethod.get, .post] {
            var request = WireRequest(method: method, url: URI(server.url()))
            request.connection.authentication = .digest(user: "u", password: Secret("p"))
            let seen = await CurlTransport().exchange(request)
            #expect(seen.text == "in" && seen.kind == nil && seen.heads.map(\.status) == [200])
        }
        #expect(server.counts.requests.count == 4)
    }

    /// Nothing came of the answer to the challenge: that went out once too.
    @Test func theAnswerToAChallengeGoesOutOnce() async throws {
        let server = try FaultServer {
            $0.value("Authorization") != nil
                ? FaultReply([.close])
                : .answer(401, headers: [("WWW-Authenticate", #"Digest realm="a", nonce="n""#)], body: "no")
        }
        defer { server.stop() }
        var request = WireRequest(method: .post, url: URI(server.url()), body: .bytes([1]))
        request.connection.authentication = .digest(user: "u", password: Secret("p"))
        let seen = await CurlTransport().exchange(request)
        #expect(seen.kind == .cut)
        #expect(server.counts.requests.count { $0.value("Authorization") != nil } == 1)
    }

    /// libcurl would send it again without the field.
    @Test func aRefusedExpectationIsTheResponse() async throws {
        let server = try FaultServer { _ in .answer(417, body: "") }
        defer { server.stop() }
        let seen = await CurlTransport().exchange(
            WireRequest(method: .post, url: URI(server.url()), headers: ["Expect": "100-continue"], body: .bytes([1])))
        #expect(seen.heads.map(\.status) == [417] && seen.kind == nil)
        #expect(server.counts.requests.count == 1)
    }
}
