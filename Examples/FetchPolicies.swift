// As in HDDNetworking: each call chooses how it uses the cache, and receives stored and network
// responses separately.
import NetLayer

enum FetchPolicies {
    static func run(_ base: URI) async throws {
        let shop = ServicePool([Service(name: "demo", baseURL: base)])
        let client = NetClient(transport: CurlTransport(), cache: ResponseCache())

        func news(_ policy: FetchPolicy) -> Endpoint<String> {
            var plan = RequestPlan(id: "news", path: "/caching/fresh")
            plan.policies.fetch = policy
            plan.policies.caching.lifetime = .fixed(.seconds(60))
            return Endpoint(plan) { response in String(decoding: response.body.prefix(11), as: UTF8.self) }
        }

        // A home page: ask the server, and keep the response for a day without a network.
        print("home:", try await client.send(news(.networkElseCache()), on: shop))
        // Nearly constant data: use the fresh stored response, and send nothing.
        print("constants:", try await client.send(news(.cacheOnly), on: shop))
        // A payment: ask the server, and store nothing.
        print("payment:", try await client.send(news(.networkOnly()), on: shop))

        // A product page: first the stored response, then the new one.
        for try await event in client.fetch(news(.cacheThenNetwork()), on: shop) {
            switch event {
            case .cached(let text, let age, _): print("stored:", text, age < .seconds(60))
            case .network(let text): print("new:", text)
            case .fallback(let text, _, let error): print("stored, because of \(error.kind.name):", text)
            }
        }
    }
}
