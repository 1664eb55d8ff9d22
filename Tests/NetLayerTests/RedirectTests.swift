// Following redirects (RFC 9110 §15.4): method and body, credentials, targets, limits.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct RedirectTests {
    /// Redirects `/start`, answers everything else.
    private func redirecting(_ status: Int, to location: String) -> ScriptedTransport {
        ScriptedTransport {
            $0.url.path == "/start" ? .redirect(status, to: location) : .answer(200, body: Array($0.url.revealed.utf8))
        }
    }

    private func send(_ transport: ScriptedTransport, _ change: (inout RequestPlan) -> Void = { _ in }) async throws(NetError)
        -> RawResponse
    {
        try await NetClient(transport: transport).send(Endpoint(Net.plan("http://a.test/start", change)), on: ServicePool([]))
    }

    @Test(arguments: [
        (301, "GET", "GET", true), (302, "GET", "GET", true), (303, "GET", "GET", false), (307, "GET", "GET", true),
        (308, "GET", "GET", true),
        (301, "POST", "GET", false), (302, "POST", "GET", false), (303, "POST", "GET", false), (307, "POST", "POST", true),
        (308, "POST", "POST", true), (301, "PUT", "PUT", true), (302, "DELETE", "DELETE", true), (303, "PUT", "GET", false),
        (303, "HEAD", "HEAD", true),
    ])
    func methodAndBodyFollowTheStatus(_ status: Int, _ before: String, _ after: String, _ keepsBody: Bool) async throws {
        let transport = redirecting(status, to: "/there")
        let response = try await send(transport) {
            $0.method = HTTPMethod(rawValue: before)
            $0.body = .bytes([1, 2], contentType: "text/plain")
        }
        #expect(response.head.status == 200)
        let second = try #require(transport.requests.last)
        #expect(transport.requests.count == 2)
        #expect(second.method.rawValue == after)
        #expect(second.body == (keepsBody ? .bytes([1, 2]) : .none))
        #expect(second.headers["Content-Type"] == (keepsBody ? "text/plain" : nil))
        #expect(response.redirects == [.init(status: status, from: URI("http://a.test/start"), to: URI("http://a.test/there"))])
        #expect(response.url == URI("http://a.test/there"))
    }

    @Test(arguments: [
        ("there", "http://a.test/there"), ("/x/../y", "http://a.test/y"), ("//b.test/x", "http://b.test/x"),
        ("?page=2", "http://a.test/start?page=2"),
        ("https://b.test", "https://b.test/"), ("/ä b", "http://a.test/%C3%A4%20b"), ("HTTP://B.test/x", "http://B.test/x"),
        ("./", "http://a.test/"),
    ])
    func locationsAreResolved(_ location: String, _ target: String) async throws {
        let transport = ScriptedTransport {
            $0.url.revealed == "http://a.test/start" ? .redirect(302, to: location) : .answer(200)
        }
        #expect(try await send(transport).url.revealed == target)
    }

    @Test func anotherOriginGetsNoCredentials() async throws {
        for target in ["http://b.test/x", "http://a.test:81/x", "https://a.test/x"] {
            let transport = redirecting(307, to: target)
            _ = try await NetClient(transport: transport).send(
                Endpoint(
                    Net.plan("http://user:pw@a.test/start") {
                        $0.headers = [
                            "Authorization": "Bearer abc", "X-API-Key": "k", "Accept": "text/plain", "Host": "front.test",
                        ]
                        $0.headers.add(HeaderField("X-Mine", .secret(Secret("s"))))
                        $0.parameters = [Parameter("sid", "1", in: .cookie)]
                    }), on: ServicePool([]))
            let second = try #require(transport.requests.last)
            #expect(second.url.revealed == target)
            #expect(second.headers.fields.map(\.name) == ["Accept"])
            #expect(transport.requests.first?.headers.fields.count == 6)
        }
    }

    /// What is trusted of one server, and shown to it, is not trusted of the next, nor shown to it.
    @Test func anotherOriginIsReachedInThePlainWay() async throws {
        var options = ConnectionOptions()
        options.insecure = true
        options.caFile = "/ca.pem"
        options.clientCertificateFile = "/me.pem"
        options.clientKeyFile = "/me.key"
        options.unixSocket = "/run/api.sock"
        options.proxy = Secret("http://me:pw@proxy.test:3128")
        var service = Service(name: "main", baseURL: URI("http://a.test"))
        service.connection = options
        var plain = ConnectionOptions()
        plain.proxy = options.proxy
        // The authorities were given for this host, which goes over to https in this way.
        var secured = plain
        secured.caFile = options.caFile
        let cases = [("/x", options), ("http://a.test:80/x", options), ("https://a.test/x", secured), ("http://b.test/x", plain)]
        for ofPlan in [false, true] {
            for (target, expected) in cases {
                let transport = redirecting(302, to: target)
                let plan = Net.plan(ofPlan ? "http://a.test/start" : "/start") { if ofPlan { $0.connection = options } }
                let pool = ServicePool(ofPlan ? [] : [service])
                _ = try await NetClient(transport: transport).send(Endpoint(plan), on: pool)
                #expect(transport.requests.map(\.connection) == [options, expected], "\(target)")
            }
        }
    }

    private static func part(_ name: String, _ text: String) -> RequestBody {
        .multipart(MultipartBody([MultipartBody.Part(name: name, text: text)]))
    }

    private static let secrets: [(String, @Sendable (inout RequestPlan) -> Void)] = [
        ("a form field that is secret", { $0.parameters = [Parameter("a", .secret(Secret("s")), in: .form)] }),
        ("a form field with the name of one", { $0.parameters = [Parameter("password", "s", in: .form)] }),
        ("a member with the name of one", { $0.body = .json(["deep": ["token": "s"]]) }),
        ("a part with the name of one", { $0.body = part("password", "s") }),
        (
            "a body said to be secret",
            {
                $0.body = .bytes([1], contentType: "text/plain"); $0.isBodySecret = true
            }
        ),
    ]

    @Test(arguments: [307, 308]) func aBodyWithSecretsGoesToNoOtherOrigin(_ status: Int) async throws {
        for (what, change) in Self.secrets {
            for target in ["https://a.test/x", "http://b.test/x"] {
                let transport = redirecting(status, to: target)
                let error = await #expect(throws: NetError.self) {
                    try await send(transport) {
                        $0.method = .post
                        change(&$0)
                    }
                }
                #expect(error?.kind == .redirectRefused && error?.detail.contains(target) == true, "\(what)")
                #expect(error?.response?.head.status == status && transport.requests.count == 1)
            }
            let same = redirecting(status, to: "/x")
            _ = try await send(same) {
                $0.method = .post
                change(&$0)
            }
            #expect(same.requests.count == 2 && same.requests[0].body == same.requests[1].body, "\(what)")
            // What becomes GET has no body any more.
            let other = redirecting(303, to: "http://b.test/x")
            _ = try await send(other) {
                $0.method = .post
                change(&$0)
            }
            #expect(other.requests.last?.body == WireBody.none)
        }
    }

    @Test func theBuiltInSecretsGoToNoOtherOrigin() async throws {
        var generator = RequestGenerator()
        generator.builtinBody = [Parameter("device", .secret(Secret("s")), in: .form)]
        for body in [RequestBody.none, .json(["a": 1]), Self.part("a", "1")] {
            let transport = ScriptedTransport {
                $0.url.path == "/v1/start" ? .redirect(307, to: "http://b.test/x") : .answer(200)
            }
            let client = NetClient(transport: transport, generator: generator)
            let plan = Net.plan("/start") {
                $0.method = .post
                $0.body = body
            }
            let error = await client.failure { (client: NetClient) throws(NetError) in
                _ = try await client.send(Endpoint(plan), on: Net.pool)
            }
            #expect(error?.kind == .redirectRefused && transport.requests.count == 1)
        }
    }

    @Test func aBodyWithoutSecretsFollows() async throws {
        for body in [RequestBody.json(["a": ["b": "c"]]), Self.part("a", "1"), .bytes([], contentType: "text/plain")] {
            let transport = redirecting(307, to: "http://b.test/x")
            _ = try await send(transport) {
                $0.method = .post
                $0.body = body
            }
            #expect(transport.requests.count == 2 && transport.requests[0].body == transport.requests[1].body)
        }
    }

    @Test func theSameOriginKeepsCredentials() async throws {
        for target in ["/x", "http://a.test/x", "http://A.TEST:80/x"] {
            let transport = redirecting(302, to: target)
            _ = try await NetClient(transport: transport).send(
                Endpoint(Net.plan("http://user:pw@a.test/start") { $0.headers = ["Authorization": "Bearer abc"] }),
                on: ServicePool([]))
            let second = try #require(transport.requests.last)
            #expect(second.headers["authorization"] == "Bearer abc")
            #expect(second.url.authority?.hasPrefix("user:pw@") == true)
        }
    }

    @Test func aUserThatTheLocationNamesIsTaken() async throws {
        let transport = redirecting(302, to: "http://other:x@a.test/x")
        _ = try await NetClient(transport: transport).send(Net.call("http://user:pw@a.test/start"), on: ServicePool([]))
        #expect(transport.requests.last?.url.authority == "other:x@a.test")
    }

    @Test func aLoopEndsAtTheCap() async throws {
        let transport = ScriptedTransport { _ in .redirect(302, to: "/start") }
        let client = NetClient(transport: transport)
        let handle = client.dispatch(Endpoint(Net.plan("http://a.test/start") { $0.limits.redirects = 4 }), on: ServicePool([]))
        let error = try #require(await handle.error)
        #expect(error.kind == .redirect)
        #expect(error.response?.head.status == 302)
        #expect(error.response?.redirects.count == 4)
        #expect(transport.requests.count == 5)
        #expect(client.row(handle.id)?.exchanges.count == 5)
        #expect(client.row(handle.id)?.state == .failed)
        #expect(await client.isDrained())
    }

    @Test(arguments: [
        "ftp://a.test/x", "javascript:alert(1)", "file:///etc/passwd", "http:///x", "http://a.test:0/", "http://a.test:x/",
    ])
    func aTargetThatCannotBeFollowedIsAnErrorWithTheAnswer(_ location: String) async throws {
        let transport = redirecting(302, to: location)
        let error = await #expect(throws: NetError.self) { try await send(transport) }
        #expect(error?.kind == .redirect)
        #expect(error?.response?.body == Array("moved".utf8))
        #expect(transport.requests.count == 1)
    }

    @Test func redirectsAreAnswersWhenTheyAreNotFollowed() async throws {
        let response = try await send(redirecting(302, to: "/there")) { $0.followsRedirects = false }
        #expect(response.head.status == 302)
        #expect(response.body == Array("moved".utf8))
    }

    @Test func aRedirectWithoutLocationIsAnAnswer() async throws {
        #expect(try await send(ScriptedTransport { _ in .answer(302) }).head.status == 302)
        #expect(try await send(ScriptedTransport { _ in .answer(300, headers: ["Location": "/x"]) }).head.status == 300)
        #expect(try await send(ScriptedTransport { _ in .redirect(302, to: "") }).head.status == 302)
    }

    @Test func theTimeLimitHoldsForAllRedirectsTogether() async throws {
        let clock = VirtualClock()
        let transport = ScriptedTransport { request in
            clock.advance(by: .seconds(4))
            return request.url.path == "/3" ? .answer(200) : .redirect(302, to: request.url.path == "/start" ? "/1" : "/2")
        }
        let client = NetClient(transport: transport, time: clock.source)
        let handle = client.dispatch(
            Endpoint(Net.plan("http://a.test/start") { $0.timeouts.total = .seconds(7) }), on: ServicePool([]))
        #expect(await handle.error?.kind == .timedOut(.total))
        #expect(transport.requests.map(\.timeouts.total) == [.seconds(7), .seconds(3)])
        #expect(client.row(handle.id)?.state == .timedOut(.total))
        #expect(await client.isDrained())
    }

    @Test func withoutATimeLimitNoneAppears() async throws {
        let transport = redirecting(302, to: "/there")
        _ = try await send(transport) { $0.timeouts.total = nil }
        #expect(transport.requests.map(\.timeouts.total) == [nil, nil])
    }

    @Test func everyHopNeedsASlotAndIsToldOf() async throws {
        let transport = ScriptedTransport { $0.url.path == "/start" ? .redirect(302, to: "http://b.test/x") : [.enter(.waiting)] }
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 2, perHost: 1))
        let blocker = client.dispatch(Net.call("http://b.test/blocker"), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let handle = client.dispatch(Net.call("http://a.test/start"), on: Net.pool)
        #expect(await eventually { client.row(handle.id)?.exchanges.count == 1 && client.row(handle.id)?.state == .queued })
        #expect(transport.requests.count == 2)
        blocker.cancel()
        #expect(await eventually { transport.requests.count == 3 && transport.inFlight.count == 1 })
        transport.inFlight.first?.play(.answer(200))
        #expect(try await handle.value.redirects.count == 1)
        #expect(client.row(handle.id)?.exchanges.map(\.request.url.host) == ["a.test", "b.test"])
        #expect(await client.isDrained())
    }

    @Test func cancelBetweenHopsSendsNothingMore() async {
        let transport = ScriptedTransport { $0.url.path == "/start" ? .redirect(302, to: "http://b.test/x") : [.enter(.waiting)] }
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 2, perHost: 1))
        let blocker = client.dispatch(Net.call("http://b.test/blocker"), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let handle = client.dispatch(Net.call("http://a.test/start"), on: Net.pool)
        #expect(await eventually { client.row(handle.id)?.exchanges.count == 1 && client.row(handle.id)?.state == .queued })
        client.cancel(handle.id, because: .group)
        #expect(await handle.error?.kind == .cancelled(.group))
        blocker.cancel()
        #expect(await client.isDrained())
        #expect(transport.requests.count == 2)
    }
}
