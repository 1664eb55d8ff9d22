// Secrets belong to the origin that they were given for: what goes along, what is left out, what is refused, and what the row says of it.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct CredentialScopeTests {
    private static let home = "http://api.test:80"
    private static let foreign = "https://other.test:443"
    private static let generator = RequestGenerator(commonHeaders: ["Authorization": "Bearer common", "User-Agent": "me"])

    /// A service that an operation of the API names.
    private static func named(_ base: String, home: Set<String> = [home]) -> Service {
        var service = Service(name: "own", baseURL: URI(base))
        service.credentialHome = home
        return service
    }

    /// A plan with a secret in each place that one can be left out of.
    private static func plan(_ path: String = "/x", _ change: (inout RequestPlan) -> Void = { _ in }) -> RequestPlan {
        var plan = RequestPlan(id: "call", path: path)
        plan.headers = ["X-Api-Key": "k1", "X-Plain": "1"]
        plan.parameters = [
            Parameter("key", "k2", in: .query), Parameter("hidden", .secret(Secret("k3")), in: .query),
            Parameter("page", "2", in: .query), Parameter("sid", "k4", in: .cookie),
            Parameter("X-Own", .secret(Secret("k5")), in: .header),
        ]
        plan.connection.clientCertificateFile = "/me.pem"
        plan.connection.clientKeyFile = "/me.key"
        change(&plan)
        return plan
    }

    private static let all = [
        "Authorization", "X-Api-Key", "X-Own", "Cookie", "query key", "query hidden", "client certificate",
    ]

    private static func secrets(_ request: WireRequest) -> Set<String> {
        let text =
            "\(request.url.revealed)\n"
            + request.headers.fields.map { "\($0.name): \($0.value.revealed)" }.joined(separator: "\n")
        let found = ["k1", "k2", "k3", "k4", "k5", "Bearer common"].filter { text.contains($0) }
        return Set(found + (request.connection.clientCertificateFile.map { [$0] } ?? []))
    }

    private static let every: Set<String> = ["k1", "k2", "k3", "k4", "k5", "Bearer common", "/me.pem"]

    @Test func whatGoesWhere() throws {
        let foreign = URI(Self.foreign).origin
        let cases: [(String, Service?, RequestPlan, sent: Set<String>, named: [String])] = [
            ("the API's own service", Service(name: "s", baseURL: URI("https://other.test")), Self.plan(), Self.every, []),
            ("by hand", nil, Self.plan("https://other.test/x"), Self.every, []),
            ("an operation's server", Self.named("https://other.test"), Self.plan(), [], Self.all),
            (
                "an operation's server of the API's origin", Self.named("https://other.test/v2", home: [foreign]), Self.plan(),
                Self.every, []
            ),
            ("another port", Self.named("http://api.test:8080"), Self.plan(), [], Array(Self.all.dropLast())),
            ("another scheme", Self.named("https://api.test:80"), Self.plan(), [], Self.all),
            (
                "agreed", Self.named("https://other.test"), Self.plan { $0.credentialScope.agreed = [foreign] }, Self.every, []
            ),
            (
                "another one agreed", Self.named("https://other.test"),
                Self.plan { $0.credentialScope.agreed = ["https://third.test:443"] }, [], Self.all
            ),
            (
                "an address from a response", Service(name: "s", baseURL: URI("http://api.test")),
                Self.plan("https://other.test/x") { $0.credentialScope.home = [] }, [],
                ["X-Api-Key", "X-Own", "Cookie", "Authorization", "query key", "query hidden", "client certificate"]
            ),
            (
                "an address from a response that is the service's", Service(name: "s", baseURL: URI("https://other.test")),
                Self.plan("https://other.test/x") { $0.credentialScope.home = [] }, Self.every, []
            ),
            (
                "an absolute URL elsewhere: what is common stays", Service(name: "s", baseURL: URI("http://api.test")),
                Self.plan("https://other.test/x"), Self.every.subtracting(["Bearer common"]), ["Authorization"]
            ),
            (
                "the same, agreed", Service(name: "s", baseURL: URI("http://api.test")),
                Self.plan("https://other.test/x") { $0.credentialScope.agreed = [foreign] }, Self.every, []
            ),
        ]
        for (what, service, plan, sent, named) in cases {
            let request = try Self.generator.request(for: plan, on: service)
            #expect(Self.secrets(request) == sent, "\(what)")
            #expect(Set(request.withheld?.names ?? []) == Set(named), "\(what): \(request.withheld?.names ?? [])")
            #expect(request.withheld.map { $0.origin == request.url.origin } ?? named.isEmpty, "\(what)")
            #expect(request.headers["X-Plain"] == "1" && request.headers["User-Agent"] == "me", "\(what)")
            #expect(request.url.query?.contains("page=2") == true, "\(what)")
        }
    }

    @Test func whatCannotBeLeftOutIsNotSent() throws {
        let plans: [(String, RequestPlan)] = [
            ("path id", RequestPlan(id: "c", path: "/{id}", parameters: [Parameter("id", .secret(Secret("s3cret")), in: .path)])),
            ("body", RequestPlan(id: "c", method: .post, path: "/", parameters: [Parameter("password", "s3cret", in: .form)])),
            (
                "body",
                RequestPlan(
                    id: "c", method: .post, path: "/",
                    body: .bytes(Array(#"{"password":"s3cret"}"#.utf8), contentType: "application/json"))
            ),
        ]
        for (part, plan) in plans {
            let pool = ServicePool([Self.named("https://other.test")])
            let foreign = Self.generator.foreignCredentials(of: plan, on: pool)
            #expect(foreign.map(\.fixed) == [[part]] && foreign.map(\.origin) == [URI(Self.foreign).origin])
            do throws(NetError) {
                _ = try Self.generator.request(for: plan, on: pool.services[0])
                Issue.record("\(part) was sent")
            } catch {
                #expect(error.kind == .badRequest && error.detail.contains("other.test:443") && error.detail.contains(part))
                #expect(!"\(error)".contains("s3cret"))
            }
            var agreed = plan
            agreed.credentialScope.agreed = [URI(Self.foreign).origin]
            #expect(try Self.generator.request(for: agreed, on: pool.services[0]).withheld == nil)
            #expect(Self.generator.foreignCredentials(of: agreed, on: pool).isEmpty)
        }
    }

    @Test func aServiceThatIsOnlyInReserveIsNotAskedFor() {
        let plan = Self.plan()
        let two = [Self.named("http://api.test"), Self.named("https://other.test")]
        #expect(Self.generator.foreignCredentials(of: plan, on: ServicePool(two)).isEmpty)
        #expect(Self.generator.foreignCredentials(of: plan, on: ServicePool(two, active: 1)).map(\.origin) == [Self.foreign])
        let failover = ServicePool(two, failover: FailoverOptions())
        #expect(Self.generator.foreignCredentials(of: plan, on: failover).map(\.origin) == [Self.foreign])
        var second = plan
        second.destination.service = "own"
        #expect(Self.generator.foreignCredentials(of: second, on: ServicePool([two[1]])).map(\.origin) == [Self.foreign])
    }

    /// Whoever forgets to ask sends without it, and the row says so; a stored response of the one is none of the other.
    @Test func theEngineLeavesItOutAndTheRowSaysSo() async throws {
        let transport = Net.answering()
        let client = NetClient(transport: transport, generator: Self.generator)
        let pool = ServicePool([Self.named("https://other.test")])
        let handle = client.dispatch(Endpoint(Self.plan()), on: pool)
        _ = try await handle.value
        #expect(transport.requests.map(Self.secrets) == [[]])
        let decisions = client.row(handle.id)?.decisions.map(\.decision) ?? []
        #expect(
            decisions.map(\.description) == [
                "sent without Authorization, X-Api-Key, X-Own, Cookie, query key, query hidden and client certificate: not meant for https://other.test:443"
            ])
        let agreed = client.dispatch(Endpoint(Self.plan { $0.credentialScope.agreed = [Self.foreign] }), on: pool)
        _ = try await agreed.value
        #expect(transport.requests.map(Self.secrets) == [[], Self.every])
        #expect(client.row(agreed.id)?.decisions.isEmpty == true)
    }

    /// The jar and an account are kept apart by the pool's family; adapters come after what was left out, and add nothing of the user's.
    @Test func aRedirectFromHomeToTheOperationsServerCarriesNothing() async throws {
        let transport = ScriptedTransport { request in
            request.url.host == "api.test" ? .redirect(307, to: "https://other.test/x") : .answer(200)
        }
        let client = NetClient(transport: transport, generator: Self.generator)
        _ = try await client.send(Endpoint(Self.plan { $0.parameters.removeAll { $0.place == .query } }), on: Net.pool)
        #expect(transport.requests.map(\.url.host) == ["api.test", "other.test"])
        #expect(Self.secrets(transport.requests[1]) == [] && Self.secrets(transport.requests[0]).count == 5)
    }
}
