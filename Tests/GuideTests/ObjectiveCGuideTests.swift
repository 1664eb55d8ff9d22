// The articles for users of Objective-C layers.

import NetLayer
import TestSupport
import Testing

@Suite struct ObjectiveCGuideTests {
    private let transport = Guide.transport()
    private let shop = Guide.shop

    @Test func fromTAFNetworking() async throws {
        let client = NetClient(transport: transport)
        var configuration = RequestPlan(id: "topicList", path: "/topics")
        configuration.parameters = [Parameter("page", "1", in: .query)]
        let topicList = Endpoint(configuration) { response in response.body.count }

        let handle = client.dispatch(topicList, on: shop)
        print(handle.id)
        let bytes = try await handle.value
        #expect(bytes == 3)

        client.cancel(handle.id)
        client.cancelAll()

        let pages = (1...5).map { page in GroupMember.call(topicList.with { $0.plan.id = "page \(page)" }, on: shop) }
        let outcome = try await client.run(RequestGroup("pages", pages), mode: .collectAll)
        print(outcome.results.count)

        configuration.policies.fetch = .cacheElseNetwork
        configuration.policies.caching.lifetime = .classic(30)
        #expect(configuration.policies.caching.lifetime == .fixed(.seconds(30)))
    }

    @Test func fromHDDNetworking() async throws {
        let cache = ResponseCache()
        var behaviour = ClientBehaviour()
        behaviour.policy = ResponsePolicy("maintenance") { outcome, _ in
            guard case .success(let response) = outcome, response.head.headers["X-Maintenance"] != nil else {
                return .unchanged(outcome)
            }
            return .retry(after: .seconds(5), because: "maintenance")
        }
        let client = NetClient(transport: transport, behaviour: behaviour, cache: cache)

        var home = RequestPlan(id: "home", path: "/home")
        home.policies.fetch = .cacheThenNetwork()

        for try await event in client.fetch(Endpoint(home), on: shop) {
            switch event {
            case .cached(let response, _, _): print("cache: \(response.head.status)")
            case .network(let response): print("success: \(response.head.status)")
            case .fallback(let response, _, let error):
                print("cache, after a failure: \(response.head.status), \(error.kind.name)")
            }
        }

        await cache.clear(.url(URI("https://shop.example/v1/home")))
        await client.forget(home, on: shop)
        #expect(await cache.usage().memory?.entries == 0)

        var special = home
        special.destination.baseURL = URI("https://special.example/v1")
        special.timeouts.total = .seconds(3)
        #expect(home.destination.baseURL == nil)
    }

    struct DetailAPI: EndpointDefinition {
        var number: Int
        var path: String { "/detail/{id}" }
        var parameters: [Parameter] { [Parameter("id", .plain("\(number)"), in: .path)] }
        var behaviour: CallBehaviour {
            var behaviour = CallBehaviour()
            behaviour.checkParameters = { parameters in if parameters.isEmpty { throw NetError(.badParameters) } }
            behaviour.shape = ["id": .number]
            return behaviour
        }
        func decode(_ response: RawResponse) throws -> RawResponse { response }
    }

    struct Tracker: Hooks {
        func willCall(_ context: CallContext) async throws -> HookVerdict { .proceed }
        func willLand(_ outcome: CallOutcome, _ context: CallContext) async throws -> HookVerdict { .proceed }
        func didLand(_ outcome: CallOutcome, _ context: CallContext) async { print("landed \(context.id)") }
    }

    @Test func fromCTNetworking() async throws {
        var behaviour = ClientBehaviour()
        behaviour.servicePolicies["shop"] = ResponsePolicy("downgrade") { outcome, _ in
            if case .failure(let error) = outcome, error.kind == .status(429) { return .stop }
            return .unchanged(outcome)
        }
        behaviour.hooks = [Tracker()]
        let transport = Guide.transport(#"{"id": 7}"#)
        let client = NetClient(transport: transport, behaviour: behaviour)
        let response = try await client.send(DetailAPI(number: 7).endpoint.keepingRawResponse, on: shop)
        let short = try response.makeView(Reformer { response in response.body.prefix(10) })
        #expect(short.count == 9)

        var launch = RequestPlan(id: "launchAd", path: "/ad")
        launch.policies.fetch = .deferred
        #expect(launch.policies.fetch?.name == "deferred")
    }

    @Test func fromYBNetwork() async throws {
        let client = NetClient(transport: transport)
        var search = RequestPlan(id: "search", path: "/search")
        search.policies.duplicates = .cancelOldest
        search.policies.likeness = .sameEndpoint

        let screen = RequestScope(client)
        let first = screen.dispatch(Endpoint(search), on: shop)
        let second = client.dispatch(Endpoint(search), on: shop)
        _ = (first, try await second.value)

        var endpoint = Endpoint(search)
        endpoint.behaviour.policy = ResponsePolicy("redirection") { outcome, _ in
            guard case .success(let response) = outcome else { return .unchanged(outcome) }
            return response.head.status == 204 ? .stop : .success(response)
        }

        search.policies.fetch = .cacheThenNetwork()
        search.policies.caching.tiers = .memory
        search.policies.caching.maxAge = .seconds(600)
        endpoint.behaviour.shouldStore = { response in response.body.count < 1_000_000 }
        #expect(try await client.send(endpoint, on: shop).head.status == 200)
    }

    @Test func fromBaseAPIRequest() async throws {
        let folder = try TemporaryFolder().path
        let transport = Guide.pagingTransport()
        var behaviour = ClientBehaviour()
        behaviour.business = .code(at: "/errcode", success: ["200"], message: "/msg")
        #expect(behaviour.business != nil)

        let client = NetClient(transport: transport, cookies: CookieJar(file: "\(folder)/cookies"))
        client.accounts.setAuthentication(
            .renewing(rule: AuthRule(businessCodes: ["11010"])) { _, context in
                let token = try await context.send(Endpoint(RequestPlan(id: "login", method: .post, path: "/login")))
                return Grant(.bearer(Secret(String(decoding: token.body, as: UTF8.self))))
            }, family: shop.id)

        var signed = RequestPlan(id: "search", method: .post, path: "/search")
        signed.parameters = [Parameter("word", json: "chair"), Parameter("onlyNew", json: true)]
        var search = Endpoint<JSONDocument>(signed)
        search.behaviour.request.signature = { parameters, _ in [Parameter("sign", json: .integer(parameters.count))] }
        let count = try await client.send(search, on: shop).root.count
        #expect(count == 20)

        var inBody = PagingStyle.page("page", size: "pageSize", of: 20, start: "page_start")
        inBody.place = .json
        #expect(
            inBody.makePlan(signed, at: .number(3)).parameters.map(\.name) == [
                "word", "onlyNew", "pageSize", "page", "page_start",
            ])

        let pager = Pager(
            RequestPlan(id: "list", path: "/list"), style: .page("page", size: "pageSize", of: 20, start: "page_start"), on: shop,
            client: client,
            items: { page in try page.elements().count > 0 ? ["item"] : [] })
        try await pager.refresh()
        try await pager.loadMore()
        print(pager.items, pager.hasMore)
        #expect(!pager.items.isEmpty)
    }
}
