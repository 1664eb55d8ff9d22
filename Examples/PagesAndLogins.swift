// As in BaseAPIRequest and PageAPIRequest: a list that grows page by page, and a login that is renewed
// once when it expires.
import NetLayer

enum PagesAndLogins {
    static func run(_ base: URI) async throws {
        let server = ServicePool([Service(name: "demo", baseURL: base)], id: "demo")
        let client = NetClient(transport: CurlTransport())

        let pager = Pager(
            RequestPlan(id: "list", path: "/paging/offset"), style: .offset(of: 20), on: server, client: client,
            items: { page in try page.elements().map { $0["name"]?.string ?? "" } })
        try await pager.refresh()
        try await pager.loadMore()
        print("\(pager.items.count) items, the first is \(pager.items.first ?? "none")")

        // The login: a 401 renews it, once for all affected calls, and each call is repeated as a whole.
        let oauth = OAuthClient(id: "demo", secret: Secret("secret"), tokenURL: base.resolving(URI("/oauth/token")))
        client.accounts.setAuthentication(.oauth(.clientCredentials, client: oauth), family: server.id)
        let calls = (1...10).map { GroupMember.call(Endpoint(RequestPlan(id: "home \($0)", path: "/logins/oauth")), on: server) }
        let home = try await client.run(RequestGroup("home", calls), mode: .failFast).values()
        print("\(home.count) calls, all \(home.map(\.head.status).max() ?? 0)")
    }
}
