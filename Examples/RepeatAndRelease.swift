// As in YBNetwork: a request that starts again while it runs, a request that ends with its owner, a
// redirection in between.
import NetLayer

enum RepeatAndRelease {
    static func run(_ base: URI) async throws {
        let server = ServicePool([Service(name: "demo", baseURL: base)])
        let client = NetClient(transport: CurlTransport())

        var search = RequestPlan(id: "search", path: "/slow", parameters: [Parameter("seconds", "0.2", in: .query)])
        search.policies.duplicates = .cancelOldest  // the repeat strategy
        search.policies.likeness = .sameEndpoint

        var request = Endpoint(search) { response in response.head.status }
        request.behaviour.policy = ResponsePolicy("redirection") { outcome, _ in
            // Success, failure, stop, or retry; the decision may take its time.
            if case .success(let response) = outcome, response.head.status == 204 { return .stop }
            return .unchanged(outcome)
        }

        let typed = ["s", "sh", "sho", "shop"].map { _ in client.dispatch(request, on: server) }
        for (index, handle) in typed.enumerated() {
            do { print("search \(index + 1):", try await handle.value) } catch { print("search \(index + 1):", error.kind.name) }
        }

        // The release strategy: a scope ends its calls when it is released. Calls without an owner run on, and land.
        do {
            let screen = RequestScope(client)
            _ = screen.dispatch(request, on: server)
        }
        print("in the air after the screen is gone:", client.count(of: .all))
    }
}
