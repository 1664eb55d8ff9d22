// What a service, an endpoint and a call do to their requests: in which order, how often, and what comes of failures.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite struct RequestBehaviourTests {
    private struct Refusal: Error {}

    /// Writes its name into a header, after those that were there.
    private struct Mark: RequestAdapter {
        let name: String

        func adapt(_ request: inout WireRequest, _ context: RequestContext) async throws {
            request.headers.set(HeaderField("X-Marks", (request.headers["X-Marks"].map { $0 + " " } ?? "") + name))
        }
    }

    private static func behaviour(_ name: String) -> RequestBehaviour {
        var behaviour = RequestBehaviour(adapters: [Mark(name: name + "1"), Mark(name: name + "2")])
        behaviour.signer = Mark(name: name + "-signer")
        return behaviour
    }

    private static func request(
        _ plan: RequestPlan = Net.plan(), _ layers: [RequestBehaviour] = [], service: RequestBehaviour? = nil,
        generator: RequestGenerator = RequestGenerator(), attempt: Int = 1
    ) async throws(NetError) -> WireRequest {
        var own = Service(name: "main", baseURL: URI("http://api.test/v1"), headers: ["X-Service": "1"])
        own.behaviour = service
        let context = RequestContext(task: TaskID(7), attempt: attempt, now: .seconds(attempt)) { .seconds(1_000 + attempt) }
        return try await generator.request(
            for: plan, layers: layers, on: ServicePool([own]).pickService()?.service, context: context)
    }

    // MARK: order

    @Test(.rows("CT-R10")) func adaptersRunFromTheServiceToTheCallAndTheSignerIsLast() async throws {
        let all = try await Self.request(
            Net.plan(), [Self.behaviour("endpoint"), Self.behaviour("call")], service: Self.behaviour("service"))
        #expect(all.headers["X-Marks"] == "service1 service2 endpoint1 endpoint2 call1 call2 call-signer")
        let two = try await Self.request(
            Net.plan(), [Self.behaviour("endpoint"), RequestBehaviour(adapters: [Mark(name: "call")])],
            service: Self.behaviour("service"))
        #expect(two.headers["X-Marks"] == "service1 service2 endpoint1 endpoint2 call endpoint-signer")
        #expect(try await Self.request(Net.plan(), [], service: Self.behaviour("s")).headers["X-Marks"] == "s1 s2 s-signer")
    }

    @Test func withoutBehaviourItIsThePlansRequest() async throws {
        let plan = Net.plan("/items?a=1")
        let service = Service(name: "main", baseURL: URI("http://api.test/v1"), headers: ["X-Service": "1"])
        #expect(try await Self.request(plan) == RequestGenerator().request(for: plan, on: service))
        let elsewhere = try await RequestGenerator().request(
            for: Net.plan("http://other.test/x"), on: nil, context: RequestContext(task: TaskID(1)))
        #expect(elsewhere.url.revealed == "http://other.test/x")
    }

    @Test(.rows("HH-G2")) func aServicesBehaviourIsForTheServiceAlone() async throws {
        let away = try await Self.request(
            Net.plan("http://other.test/x"), [RequestBehaviour(adapters: [Mark(name: "endpoint")])],
            service: Self.behaviour("service"))
        #expect(away.headers["X-Marks"] == "endpoint")
    }

    @Test func theSignerSeesWhatIsSent() async throws {
        var behaviour = RequestBehaviour(adapters: [
            ClosureAdapter { request, _ in request.headers.set(HeaderField("X-Late", "1")) }
        ])
        behaviour.signer = ClosureAdapter { request, context in
            let text = "\(request.method) \(request.url.revealed) \(request.headers["X-Late"] ?? "-") \(context.attempt)"
            request.headers.set(HeaderField("X-Signature", text))
        }
        #expect(
            try await Self.request(Net.plan("/items?a=1"), [behaviour], attempt: 2).headers["X-Signature"]
                == "GET http://api.test/v1/items?a=1 1 2")
    }

    // MARK: pulled, reformed, signed

    @Test(.rows("CT-R2", "CT-P1")) func oneSourceServesManyEndpointsAndIsAskedWhenTheRequestIsMade() async throws {
        let asked = Mutex<[String]>([])
        var source = RequestBehaviour()
        source.parameters = { context in
            asked.withLock { $0.append("\(context.endpoint) \(context.attempt)") }
            return [Parameter("for", .plain(context.endpoint), in: .query), Parameter("a", "pulled", in: .query)]
        }
        let plan = RequestPlan(
            id: "one", path: "/x", parameters: [Parameter("a", "plan", in: .query), Parameter("b", "plan", in: .query)])
        #expect(asked.withLock { $0 } == [])
        #expect(try await Self.request(plan, [source]).url.query == "b=plan&for=one&a=pulled")
        let other = RequestPlan(id: "two", path: "/y")
        #expect(try await Self.request(other, [source], attempt: 2).url.query == "for=two&a=pulled")
        #expect(asked.withLock { $0 } == ["one 1", "two 2"])
    }

    @Test func whatIsPulledMayBeWhatThePathNeeds() async throws {
        var behaviour = RequestBehaviour()
        behaviour.parameters = { _ in [Parameter("id", "7", in: .path)] }
        #expect(try await Self.request(Net.plan("/items/{id}"), [behaviour]).url.path == "/v1/items/7")
        #expect(try await Self.request(Net.plan("/items/{id}"), [], service: behaviour).url.path == "/v1/items/7")
        #expect(try await Self.request(Net.plan("http://api.test/{id}"), [], service: behaviour).url.path == "/7")
        let error = await #expect(throws: NetError.self) {
            try await Self.request(Net.plan("http://other.test/{id}"), [], service: behaviour)
        }
        #expect(error?.detail == "path parameter 'id' has no value", "the service's provider is for the service")
    }

    @Test func theCallsProviderWinsOverTheEndpointsAndTheServices() async throws {
        func provider(_ name: String, _ own: String) -> RequestBehaviour {
            var behaviour = RequestBehaviour()
            behaviour.parameters = { _ in [Parameter("by", .plain(name), in: .query), Parameter(own, "1", in: .query)] }
            behaviour.body = { _ in .bytes(Array(name.utf8), contentType: "text/plain") }
            return behaviour
        }
        let plan = RequestPlan(id: "x", method: .post, path: "/x", parameters: [Parameter("by", "plan", in: .query)])
        let request = try await Self.request(
            plan, [provider("endpoint", "e"), provider("call", "c")], service: provider("service", "s"))
        #expect(request.url.query == "s=1&e=1&by=call&c=1")
        #expect(request.body == .bytes(Array("call".utf8)))
    }

    @Test(.rows("CT-P2", "YB-3")) func reformRewritesAndNilKeeps() async throws {
        let plan = RequestPlan(id: "x", path: "/x", parameters: [Parameter("a", "1", in: .query)])
        var keeps = RequestBehaviour()
        keeps.reform = { _ in nil }
        #expect(try await Self.request(plan, [keeps]).url.query == "a=1")
        var pages = RequestBehaviour()
        pages.parameters = { _ in [Parameter("pulled", "1", in: .query)] }
        pages.reform = { $0 + [Parameter("page", "1", in: .query)] }
        var drops = RequestBehaviour()
        drops.reform = { $0.filter { $0.name != "a" } }
        #expect(try await Self.request(plan, [pages, drops]).url.query == "pulled=1&page=1", "after what was pulled, in order")
        var empties = RequestBehaviour()
        empties.reform = { _ in [] }
        #expect(try await Self.request(plan, [empties]).url.query == nil)
    }

    @Test(.rows("YB-3", "YT-5")) func adaptersFilterURLs() async throws {
        let filter = ClosureAdapter { request, _ in
            request.url.path += "/filtered"
            request.url.query = (request.url.query.map { $0 + "&" } ?? "") + "version=3"
        }
        #expect(
            try await Self.request(Net.plan("/x?a=1"), [RequestBehaviour(adapters: [filter])]).url.revealed
                == "http://api.test/v1/x/filtered?a=1&version=3")
    }

    @Test(.rows("BA-4", "CT-P9")) func parametersAreSignedTogetherWithThoseOfAllLayers() async throws {
        var generator = RequestGenerator()
        generator.commonParameters = [Parameter("common", "c", in: .query)]
        var endpoint = RequestBehaviour()
        endpoint.parameters = { _ in [Parameter("pulled", "p", in: .query)] }
        endpoint.reform = { $0 + [Parameter("reformed", "r", in: .query)] }
        endpoint.signature = { parameters, context in
            let names = parameters.map { "\($0.name)=\($0.value.revealed)" }.sorted().joined(separator: ",")
            return [
                Parameter("time", .plain("\(context.wallClock().components.seconds)"), in: .query),
                Parameter("sign", .plain("<\(names)>"), in: .query),
            ]
        }
        let plan = RequestPlan(id: "x", path: "/x", parameters: [Parameter("own", "o", in: .query)])
        let request = try await Self.request(plan, [endpoint], generator: generator)
        let query = PercentCoding.decode(request.url.query ?? "")
        #expect(query == "common=c&own=o&pulled=p&reformed=r&time=1001&sign=<common=c,own=o,pulled=p,reformed=r>")
        var call = RequestBehaviour()
        call.signature = { _, _ in [Parameter("sign", "the call's", in: .query)] }
        #expect(
            try await Self.request(plan, [endpoint, call], generator: generator).url.query?.hasSuffix("sign=the%20call's") == true
        )
    }

    @Test(.rows("BA-16")) func theBodyIsPulledOnceForARequest() async throws {
        let pulls = Mutex(0)
        var behaviour = RequestBehaviour()
        behaviour.body = { _ in
            pulls.withLock { $0 += 1 }
            return .multipart(MultipartBody([.init(name: "photo", text: "bytes", isFile: true)]))
        }
        behaviour.signature = { _, _ in [Parameter("sign", "1", in: .form)] }
        let request = try await Self.request(RequestPlan(id: "x", method: .post, path: "/x"), [behaviour])
        let text = String(decoding: try request.body.collected(), as: UTF8.self)
        #expect(text.contains("name=\"photo\"; filename=\"photo\"") && text.contains("name=\"sign\"\r\n\r\n1\r\n"))
        #expect(pulls.withLock { $0 } == 1)
        behaviour.body = { _ in nil }
        let plan = RequestPlan(id: "x", method: .post, path: "/x", body: .bytes([1], contentType: "text/plain"))
        behaviour.signature = nil
        #expect(try await Self.request(plan, [behaviour]).body == .bytes([1]), "nil keeps the plan's")
    }

    // MARK: every attempt

    @Test func everyAttemptIsPulledReformedAndSignedAnew() async throws {
        let order = Mutex<[String]>([])
        var behaviour = RequestBehaviour()
        behaviour.parameters = { context in
            order.withLock { $0.append("pull \(context.attempt)") }
            return [Parameter("nonce", .plain("n\(context.attempt)"), in: .query)]
        }
        behaviour.reform = { parameters in
            order.withLock { $0.append("reform") }
            return parameters
        }
        behaviour.adapters = [ClosureAdapter { _, _ in order.withLock { $0.append("adapt") } }]
        behaviour.signer = ClosureAdapter { request, context in
            order.withLock { $0.append("sign") }
            request.headers.set(HeaderField("X-Signature", "\(request.url.query ?? "") at \(context.wallClock()) \(context.now)"))
        }
        let first = try await Self.request(Net.plan(), [behaviour], attempt: 1)
        let second = try await Self.request(Net.plan(), [behaviour], attempt: 2)
        #expect(first.headers["X-Signature"] == "nonce=n1 at 1001.0 seconds 1.0 seconds")
        #expect(second.headers["X-Signature"] == "nonce=n2 at 1002.0 seconds 2.0 seconds")
        #expect(order.withLock { $0 } == ["pull 1", "reform", "adapt", "sign", "pull 2", "reform", "adapt", "sign"])
    }

    @Test func theContextSaysWhatTheAttemptIs() async throws {
        let seen = Mutex<RequestContext?>(nil)
        let look = RequestBehaviour(adapters: [ClosureAdapter { _, context in seen.withLock { $0 = context } }])
        _ = try await Self.request(
            RequestPlan(id: "e", path: "/x", parameters: [Parameter("a", "1", in: .query)]), [look], attempt: 3)
        let context = try #require(seen.withLock { $0 })
        #expect(context.task == TaskID(7) && context.attempt == 3 && context.endpoint == "e" && context.now == .seconds(3))
        #expect(context.service?.name == "main" && context.environment == .standard)
        #expect(context.parameters.map(\.name) == ["a"])
        #expect(context.wallClock() == .seconds(1_003))
        _ = try await Self.request(Net.plan("http://other.test/x"), [look])
        #expect(seen.withLock { $0 }?.service == nil)
        let system = RequestContext(task: TaskID(1)).wallClock()
        #expect(system > .seconds(1_700_000_000) && system < .seconds(10_000_000_000))
    }

    // MARK: failures

    @Test func whatFailsSaysWhoAndNothingIsSent() async {
        func failure(_ change: (inout RequestBehaviour) -> Void) async -> NetError? {
            var behaviour = RequestBehaviour()
            change(&behaviour)
            do throws(NetError) {
                _ = try await Self.request(Net.plan(), [behaviour])
                return nil
            } catch { return error }
        }
        #expect(
            await failure { $0.parameters = { _ in throw Refusal() } }?.detail == "the parameters' provider failed: Refusal()")
        #expect(await failure { $0.body = { _ in throw Refusal() } }?.detail == "the body's provider failed: Refusal()")
        #expect(await failure { $0.reform = { _ in throw Refusal() } }?.detail == "the reform failed: Refusal()")
        #expect(await failure { $0.signature = { _, _ in throw Refusal() } }?.detail == "the signature failed: Refusal()")
        let adapter = await failure { $0.adapters = [ClosureAdapter { _, _ in throw Refusal() }] }
        #expect(adapter?.detail == "the adapter ClosureAdapter failed: Refusal()")
        #expect(adapter?.kind == .badRequest && adapter?.attempted == "GET /items")
        #expect(
            await failure { $0.signer = ClosureAdapter { _, _ in throw NetError(.tls, detail: "own") } }
                == NetError(.tls, detail: "own"))
        #expect(await failure { $0.parameters = { _ in throw CancellationError() } }?.kind == .cancelled(.scope))
    }

    @Test func whatAdaptersWriteIsChecked() async {
        func failure(_ body: @escaping @Sendable (inout WireRequest) -> Void) async -> String? {
            do throws(NetError) {
                _ = try await Self.request(
                    Net.plan(), [RequestBehaviour(adapters: [ClosureAdapter { request, _ in body(&request) }])])
                return nil
            } catch { return error.detail }
        }
        #expect(
            await failure { $0.headers.add(HeaderField("X-A", "1\r\nX-B: 2")) }
                == "the value of header X-A has a line break or NUL in it")
        #expect(await failure { $0.headers.add(HeaderField("X A", "1")) } == "'X A' is not a header name")
        #expect(
            await failure { $0.url = URI("ftp://h/") }
                == "an adapter made 'ftp://h/' of the URL, which is not an http or https URL with a host")
    }

    @Test func servicesAreEqualWhenTheirBehaviourIsTheSameObject() {
        var service = Net.service
        service.behaviour = Self.behaviour("a")
        let copy = service
        #expect(copy == service && copy.hashValue == service.hashValue)
        service.behaviour = Self.behaviour("a")
        #expect(copy != service)
        service.behaviour = nil
        #expect(service == Net.service && service.behaviour == nil)
        #expect(Service(name: "s", deployments: [], behaviour: Self.behaviour("b")).behaviour?.adapters.count == 2)
    }
}
