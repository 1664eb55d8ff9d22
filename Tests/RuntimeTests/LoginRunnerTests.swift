// The driver of logins: by what the requests of a pool prove themselves, after a login that was typed and one that is written.

import Catalog
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen

@Suite struct LoginRunnerTests {
    private let inbox = Inbox()
    /// Its token names the client that has asked for it.
    private let transport = ScriptedTransport { request -> [ScriptedTransport.Step] in
        guard request.url.path == "/token", case .bytes(let body) = request.body else {
            return ScriptedTransport.Step.answer(200)
        }
        let form = String(decoding: body, as: UTF8.self) + (request.headers.first("Authorization")?.value.revealed ?? "")
        let name = form.contains("client_id=written") ? "written" : "typed"
        return ScriptedTransport.Step.answer(
            200, headers: ["Content-Type": "application/json"],
            body: Array(#"{"access_token": "\#(name)", "token_type": "Bearer", "expires_in": 3600}"#.utf8))
    }

    private static func order(_ id: String, for pool: ServicePool) -> LoginOrder {
        let client = OAuthClient(id: id, tokenURL: URI("https://id.example/token"))
        return LoginOrder(plan: LoginPlan(client: client, grant: .clientCredentials), pool: pool)
    }

    private func sent(_ client: NetClient, _ pool: ServicePool) async throws -> String? {
        _ = try await client.send(Endpoint<RawResponse>(RequestPlan(id: "x", path: "/x")), on: pool)
        return transport.requests.last?.headers.first("Authorization")?.value.revealed
    }

    /// The workspace's word counts from the reading on that brings it; one that is taken away leaves what was typed.
    @Test func aWrittenLoginTakesThePlaceOfATypedOne() async throws {
        let client = NetClient(transport: transport)
        let runner = LoginRunner(client: client, inbox: inbox, environment: [:])
        let pool = ServicePool([Service(name: "api", baseURL: URI("https://api.example"))], id: "shop")
        runner.begin(Self.order("typed", for: pool))
        var news: [Event] = []
        #expect(
            await eventually {
                news += inbox.drain()
                return news.contains { if case .login(.loggedIn) = $0 { true } else { false } }
            })
        #expect(try await sent(client, pool) == "Bearer typed")
        runner.use(nil, for: pool)
        #expect(try await sent(client, pool) == "Bearer typed")
        runner.use(Self.order("written", for: pool), for: pool)
        #expect(try await sent(client, pool) == "Bearer written")
    }

    @Test func aKeyThatSignsTakesThePlaceOfALogin() async throws {
        let client = NetClient(transport: transport)
        let runner = LoginRunner(client: client, inbox: inbox, environment: [:])
        let pool = ServicePool([Service(name: "api", baseURL: URI("https://api.example"))], id: "shop")
        runner.perform(.use(Self.order("written", for: pool).plan, pool))
        #expect(try await sent(client, pool) == "Bearer written")
        runner.perform(.sign(.hmac(HMACSigning(keyID: "shop", key: SigningKey(Secret("k")))), pool))
        #expect(try await sent(client, pool) == nil)
        #expect(transport.requests.last?.headers["X-Key-Id"] == "shop")
        runner.perform(.use(nil, pool))
        #expect(try await sent(client, pool) == nil)
        #expect(transport.requests.last?.headers["X-Key-Id"] == nil)
    }
}
