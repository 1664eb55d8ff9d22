// The articles on failover, caching and logins.

import NetLayer
import NetLayerTesting
import TestSupport
import Testing

@Suite struct ServicesGuideTests {
    private let items = Guide.items

    // MARK: Failover

    @Test func failover() async throws {
        let services = [
            Service(name: "first", baseURL: URI("https://a.example/v1")),
            Service(name: "second", baseURL: URI("https://b.example/v1")),
        ]
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/health")
        let shop = ServicePool(services, id: "shop", failover: options)

        let transport = ScriptedTransport { request in
            request.url.host == "a.example"
                ? .failure(.connect, "refused") : .answer(200, body: Array("b".utf8))
        }
        let (client, items) = (NetClient(transport: transport), self.items)

        let text = try await client.send(items, on: shop)
        if let status = client.status(of: shop) { print("active: \(status.services[status.active].name)") }

        #expect(text == "b")

        try client.switchTo(1, in: shop)
        try client.isolate(0, in: shop)
        try client.release(0, in: shop)

        #expect(client.status(of: shop)?.active == 1)
    }

    // MARK: Caching

    @Test func foldersOfACache() async throws {
        let temporary = try TemporaryFolder()
        let (folder, transport) = (temporary.path, Guide.transport())
        var plan = RequestPlan(id: "picture", path: "/picture")
        plan.policies.fetch = .cacheElseNetwork

        let images = DiskCache(folder: "\(folder)/images", capacity: 200 << 20)
        let cache = ResponseCache(disk: DiskCache(folder: "\(folder)/main"), folders: ["images": images])
        plan.policies.caching.folder = "images"

        _ = try await NetClient(transport: transport, cache: cache).send(Endpoint(plan), on: Guide.shop)
        await cache.flush()
        #expect(await images.usage().usage.entries == 1)
    }

    @Test func caching() async throws {
        let temporary = try TemporaryFolder()
        let (folder, shop) = (temporary.path, Guide.shop)
        let transport = ScriptedTransport { request in
            .answer(
                request.headers["If-None-Match"] == nil ? 200 : 304, headers: ["ETag": "\"1\"", "Cache-Control": "no-cache"],
                body: request.headers["If-None-Match"] == nil ? [1, 2] : [])
        }

        let cache = ResponseCache(disk: DiskCache(folder: folder))
        let client = NetClient(transport: transport, cache: cache)

        var plan = RequestPlan(id: "news", path: "/news")
        plan.policies.fetch = .http
        let news = try await client.send(Endpoint(plan), on: shop)

        #expect(news.body == [1, 2])
        #expect(try await client.send(Endpoint(plan), on: shop).body == [1, 2])
        #expect(transport.requests.last?.headers["If-None-Match"] == "\"1\"")

        plan.policies.fetch = .cacheThenNetwork()

        for try await event in client.fetch(Endpoint(plan), on: shop) {
            switch event {
            case .cached(let response, let age, _): print("stored \(age) ago: \(response.body.count) bytes")
            case .network(let response): print("new: \(response.body.count) bytes")
            case .fallback(let response, _, let error):
                print("stored, because of \(error.kind.name): \(response.body.count) bytes")
            }
        }
        await cache.flush()

        #expect(await cache.usage().memory?.entries == 1)
    }

    // MARK: LoggingIn

    @Test func logins() async throws {
        let (transport, shop) = (Guide.transport("token-1"), ServicePool(Guide.shop.services, id: "shop"))
        let client = NetClient(transport: transport)
        client.accounts.setAuthentication(.fixed(.bearer(Secret("abc"))), family: shop.id)

        _ = try await client.send(items, on: shop)
        #expect(transport.requests.last?.headers["Authorization"] == "Bearer abc")

        client.accounts.setAuthentication(
            .renewing { _, context in
                let token = try await context.send(Endpoint(RequestPlan(id: "token", method: .post, path: "/token")))
                return Grant(.bearer(Secret(String(decoding: token.body, as: UTF8.self))))
            }, family: shop.id)

        _ = try await client.send(items, on: shop)
        #expect(transport.requests.last?.headers["Authorization"] == "Bearer token-1")

        let oauth = OAuthClient(
            id: "my-program", tokenURL: URI("https://id.example/token"), authorizationURL: URI("https://id.example/authorize"),
            scopes: ["read"])
        let browser = AuthorizationCodeFlow { url in print("agree at \(url)") }
        client.accounts.setAuthentication(.oauth(.authorizationCode(browser), client: oauth), family: shop.id)

        #expect(client.authStatus(of: shop)?.state == .loggedOut)
    }
}
