// Once is once, through the engine: what may be repeated goes again where everybody sees it, what may not is sent once, and the row says
// whether the server may have it.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct OnceTests {
    private func pool(_ server: FaultServer) -> ServicePool {
        ServicePool([Service(name: "s", baseURL: URI(server.url("")))])
    }

    private func call(_ method: HTTPMethod, _ path: String = "/x", _ change: (inout RequestPlan) -> Void = { _ in })
        -> Endpoint<RawResponse>
    {
        Endpoint(
            Net.plan(path) {
                $0.method = method
                change(&$0)
            })
    }

    /// Closes each kept connection once it has read its second request.
    private func closing() throws -> FaultServer {
        try FaultServer { $0.number == 2 ? FaultReply([.close]) : .answer(body: "ok") }
    }

    private func warm(_ client: NetClient, _ server: FaultServer) async throws {
        _ = try await client.send(call(.get), on: pool(server))
    }

    @Test(arguments: [HTTPMethod.get, .put, .delete, .post]) func whatMayBeRepeatedGoesAgainInSight(_ method: HTTPMethod)
        async throws
    {
        let server = try closing()
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        try await warm(client, server)
        let handle = client.dispatch(
            call(method) { if method == .post { $0.headers = ["Idempotency-Key": "k"] } }, on: pool(server))
        #expect(try await handle.value.body == Array("ok".utf8))
        let row = try #require(client.row(handle.id))
        #expect(row.attempt == 2 && row.attempts == [1, 2] && row.state == .succeeded && !row.isPerhapsReceived)
        #expect(row.exchanges[0].failure?.isStale == true && row.exchanges[1].request.connection.isFresh)
        #expect(row.decisions.map(\.decision) == [.retries(attempt: 2, because: "the kept-alive connection was closed")])
        #expect(server.counts.requests.count == 3)
        #expect(await client.isDrained())
    }

    @Test(arguments: [nil, RetryPolicy(attempts: 6)]) func whatMayNotIsSentOnce(_ policy: RetryPolicy?) async throws {
        let server = try closing()
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        for method in [HTTPMethod.post, "PATCH"] {
            let before = server.counts.requests.count
            try await warm(client, server)
            let handle = client.dispatch(call(method) { $0.policies.retry = policy }, on: pool(server))
            let error = try #require(await handle.error)
            #expect(error.kind == .cut && error.isPerhapsReceived && error.attempts == 1)
            #expect("\(error)".contains("cut, perhaps received: the server closed the kept-alive connection without a response"))
            let row = try #require(client.row(handle.id))
            #expect(row.state == .failed && row.isPerhapsReceived && row.outcomeWords == "cut, perhaps received")
            #expect(row.reason.hasSuffix("not retried: \(method) is not idempotent") == (policy != nil))
            #expect(server.counts.requests.count == before + 2)
        }
    }

    /// What counts is the request, whatever made it: a header that all requests have says it too.
    @Test func theRequestSaysWhetherItMayBeRepeated() async throws {
        let server = try FaultServer { .answer($0.number == 1 ? 503 : 200, body: "ok") }
        defer { server.stop() }
        let client = NetClient(
            transport: CurlTransport(), generator: RequestGenerator(commonHeaders: ["Idempotency-Key": "k"]))
        let handle = client.dispatch(call(.post) { $0.policies.retry = RetryPolicy(attempts: 2, base: .zero) }, on: pool(server))
        #expect(try await handle.value.body == Array("ok".utf8))
        #expect(client.row(handle.id)?.attempts == [1, 2])
    }

    /// The reconnect is none of the attempts that the policy counts, and there is one only.
    @Test func aGetOfAServerThatClosesAlwaysFailsInTheEnd() async throws {
        for (policy, attempts) in [(nil, 2), (RetryPolicy.never, 2), (RetryPolicy(attempts: 2, base: .zero), 3)]
            as [(RetryPolicy?, Int)]
        {
            let server = try FaultServer { $0.connection == 1 && $0.number == 1 ? .answer(body: "ok") : FaultReply([.close]) }
            defer { server.stop() }
            let client = NetClient(transport: CurlTransport())
            try await warm(client, server)
            let handle = client.dispatch(call(.get) { $0.policies.retry = policy }, on: pool(server))
            let error = try #require(await handle.error)
            #expect(error.kind == .cut && !error.isPerhapsReceived && error.attempts == attempts)
            #expect(error.detail.contains("sent \(attempts) times"))
            #expect(client.row(handle.id)?.attempts == Array(1...attempts))
            #expect(server.counts.requests.count == 1 + attempts)
        }
    }

    @Test func aHedgedGetReconnectsToo() async throws {
        let server = try closing()
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        try await warm(client, server)
        let handle = client.dispatch(call(.get) { $0.policies.hedge = .after(.seconds(30)) }, on: pool(server))
        #expect(try await handle.value.body == Array("ok".utf8))
        #expect(client.row(handle.id)?.attempts == [1, 2])
    }

    @Test func aStreamedGetReconnectsToo() async throws {
        let server = try closing()
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        try await warm(client, server)
        let response = try await client.stream(call(.get).plan, on: pool(server)).value
        var bytes: [UInt8] = []
        for try await piece in response.body { bytes += piece }
        #expect(bytes == Array("ok".utf8) && client.row(response.id)?.attempts == [1, 2])
    }

    /// A POST whose redirect leads to a GET: that may be repeated, the POST not.
    @Test func theHopAfterAPostIsRepeatedByItself() async throws {
        let server = try FaultServer {
            $0.path == "/post" ? .redirect(303, to: "/there") : $0.number == 3 ? FaultReply([.close]) : .answer(body: "ok")
        }
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        try await warm(client, server)
        let handle = client.dispatch(call(.post, "/post"), on: pool(server))
        #expect(try await handle.value.body == Array("ok".utf8))
        #expect(server.counts.requests.map(\.target) == ["/x", "/post", "/there", "/there"])
        #expect(client.row(handle.id)?.attempts == [1, 1, 2])
    }

    @Test(arguments: [307, 308]) func aPostThatIsRedirectedReachesEachPlaceOnce(_ status: Int) async throws {
        let server = try FaultServer {
            $0.path == "/post" ? .redirect(status, to: "/there") : $0.number == 3 ? FaultReply([.close]) : .answer(body: "ok")
        }
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        try await warm(client, server)
        let handle = client.dispatch(call(.post, "/post") { $0.policies.retry = RetryPolicy(attempts: 6) }, on: pool(server))
        #expect(await handle.error?.isPerhapsReceived == true)
        #expect(server.counts.requests.map(\.target) == ["/x", "/post", "/there"])
        #expect(client.row(handle.id)?.outcomeWords == "cut, perhaps received")
    }

    // MARK: Whether it was received

    @Test func aTimeoutLeavesItOpenToo() async throws {
        let server = try FaultServer { _ in .hang }
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        for method in [HTTPMethod.post, .get] {
            let handle = client.dispatch(call(method) { $0.timeouts.total = .milliseconds(80) }, on: pool(server))
            #expect(await handle.error?.kind == .timedOut(.total))
            let row = try #require(client.row(handle.id))
            #expect(row.isPerhapsReceived == (method == .post))
            #expect(row.outcomeWords == (method == .post ? "timed_out, perhaps received" : "timed_out"))
        }
    }

    @Test(arguments: [
        ([Phase.connecting], false), ([.connecting, .sending], true), ([.sending, .waiting], true), ([], true),
    ]) func aCancelSaysWhetherItHadGoneOut(_ phases: [Phase], _ isOpen: Bool) async throws {
        let client = NetClient(transport: ScriptedTransport { _ in phases.map { .enter($0) } })
        let handle = client.dispatch(call(.post), on: Net.pool)
        #expect(await eventually { client.row(handle.id)?.flight?.phases.entered.count == phases.count })
        #expect(client.cancel(handle.id))
        #expect(await handle.error?.isPerhapsReceived == isOpen)
        #expect(client.row(handle.id)?.isPerhapsReceived == isOpen)
        let get = client.dispatch(call(.get), on: Net.pool)
        #expect(await eventually { client.row(get.id)?.flight != nil })
        #expect(client.cancel(get.id))
        #expect(client.row(get.id)?.isPerhapsReceived == false)
    }

    @Test(arguments: [
        (NetError.Kind.connect, false), (.dns, false), (.tls, false), (.timedOut(.connect), false), (.cut, true),
        (.timedOut(.idle), true), (.protocolViolation, true), (.tooLarge(.headers), true), (.badRequest, false), (.file, false),
    ]) func onlyWhatProvesNothingLeavesItOpen(_ kind: NetError.Kind, _ isOpen: Bool) async throws {
        let client = NetClient(transport: Net.failing(kind))
        let handle = client.dispatch(call(.post), on: Net.pool)
        #expect(await handle.error?.isPerhapsReceived == isOpen)
        #expect(client.row(handle.id)?.isPerhapsReceived == isOpen)
    }

    /// What came may be a server's that has done its work, or a proxy's that has passed nothing on.
    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\nthis is no HTTP\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nhello", "HTTP/1.1 200 OK\r\nX-Fill: ",
    ]) func aResponseThatCannotBeReadLeavesItOpenToo(_ response: String) async throws {
        // A head that is longer than the limit.
        let rest = response.hasSuffix(": ") ? String(repeating: "a", count: 4_000) + "\r\n\r\n" : ""
        let server = try FaultServer { _ in .raw(response + rest) }
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        for method in [HTTPMethod.post, "PATCH", .put, .get] {
            let handle = client.dispatch(call(method) { $0.limits.headers = 2 << 10 }, on: pool(server))
            let error = try #require(await handle.error)
            #expect([.protocolViolation, .tooLarge(.headers)].contains(error.kind), "\(error)")
            #expect(error.isPerhapsReceived == !method.isIdempotent, "\(method): \(error)")
            #expect(client.row(handle.id)?.isPerhapsReceived == !method.isIdempotent)
        }
        #expect(server.counts.requests.count == 4, "none is sent again by itself")
    }

    /// Half a response proves that the request arrived.
    @Test func whatWasAnsweredWasReceived() async throws {
        let transport = ScriptedTransport { _ in
            [.enter(.sending), .head(ResponseHead(status: 200)), .fail(TransferFailure(.cut, "as told"))]
        }
        let client = NetClient(transport: transport)
        let handle = client.dispatch(call(.post), on: Net.pool)
        #expect(await handle.error?.isPerhapsReceived == false)
        #expect(client.row(handle.id)?.outcomeWords == "cut")
    }
}
