// A login by a request that the workspace describes: when it is sent, what it sends, and what its token is sent as.

import Catalog
import NetLayer
import Synchronization
import TestSupport
import Testing

@testable import Workbench

@Suite(.within(minutes: 1)) struct RequestLoginTests {
    /// A service that takes the newest token alone.
    private final class Shop: Sendable {
        private struct State {
            var newest = 0
            var asked: [String] = []
        }

        private let state = Mutex(State())
        /// The response to a path of the login, by the number of the token.
        private let reply: @Sendable (_ path: String, _ number: Int) -> (Int, String)
        private let type: String

        init(
            type: String = "application/json",
            _ reply: @escaping @Sendable (String, Int) -> (Int, String) = { _, number in
                (200, #"{"access_token": "t\#(number)", "refresh_token": "r\#(number)"}"#)
            }
        ) { (self.reply, self.type) = (reply, type) }

        /// No token is good any more.
        func expire() { state.withLock { $0.newest += 1 } }

        /// The login's requests: path and body.
        var asked: [String] { state.withLock { $0.asked } }

        func answer(_ request: WireRequest) -> [ScriptedTransport.Step] {
            let path = request.url.path
            guard path == "/login" || path == "/refresh" else {
                let token = "t\(state.withLock { $0.newest })"
                let isGood =
                    ["Bearer \(token)", nil].contains(request.headers["Authorization"])
                    && ["Token \(token)", nil].contains(request.headers["X-Token"])
                    && (request.headers["Authorization"] ?? request.headers["X-Token"]) != nil
                return ScriptedTransport.Step.answer(isGood ? 200 : 401, body: Array(#"{"code": 0}"#.utf8))
            }
            var text = ""
            if case .bytes(let bytes) = request.body { text = String(decoding: bytes, as: UTF8.self) }
            let number = state.withLock { state in
                state.asked.append("\(path) \(text)")
                state.newest += 1
                return state.newest
            }
            let (status, body) = reply(path, number)
            return ScriptedTransport.Step.answer(
                status, headers: ["Content-Type": type], body: Array(body.utf8))
        }
    }

    private static let pool = ServicePool([Service(name: "api", baseURL: URI("https://api.example"))], id: "shop")

    private static func login(_ change: (inout LoginRequest) throws -> Void = { _ in }) throws -> LoginRequest {
        var request = WorkspaceRequest(name: "login", target: .address(.post, try WorkspaceText("/login")))
        request.body = .json(try WorkspaceText(#"{"user":"${user}","password":"${env:PASS}"}"#))
        let values = LoginRequest.Values(
            variables: ["user": .plain("ada")], external: [ExternalReference(.env, "PASS"): Secret("geheim-1")])
        var login = LoginRequest(request, values: [.standard: values])
        try change(&login)
        return login
    }

    private static func client(
        _ shop: Shop, _ login: LoginRequest, codes: LoginPlan.EndingCodes? = nil,
        tokens: MemoryTokenStore = MemoryTokenStore()
    ) -> (client: NetClient, transport: ScriptedTransport) {
        let transport = ScriptedTransport { shop.answer($0) }
        let client = NetClient(transport: transport, accounts: Accounts(tokens: tokens))
        var plan = LoginPlan(.request(login))
        plan.endingCodes = codes
        client.accounts.setAuthentication(plan.authentication(), family: "shop")
        return (client, transport)
    }

    private static func call(_ client: NetClient, _ path: String = "/items") -> Handle<RawResponse> {
        client.dispatch(Endpoint<RawResponse>(RequestPlan(id: "x", path: path)), on: pool)
    }

    private static let body = #"/login {"user":"ada","password":"geheim-1"}"#

    @Test func twentyCallsWithADeadTokenLogInOnce() async throws {
        let shop = Shop()
        let (client, transport) = Self.client(shop, try Self.login())
        #expect(try await Self.call(client).value.head.status == 200)
        #expect(shop.asked == [Self.body])
        shop.expire()
        let handles = (0..<20).map { Self.call(client, "/\($0)") }
        for handle in handles { #expect(try await handle.value.head.status == 200) }
        #expect(shop.asked == [Self.body, Self.body])
        // The login itself carries no token, and no row shows its password.
        let logins = transport.requests.filter { $0.url.path == "/login" }
        #expect(logins.allSatisfy { $0.headers["Authorization"] == nil && $0.isBodySecret })
        let rows = client.snapshot().ended
        #expect(!"\(rows)".contains("geheim-1") && !"\(rows)".contains("Bearer t"))
    }

    @Test func theTokenGoesWhereTheWorkspaceSays() async throws {
        let shop = Shop { _, number in (200, #"{"data": {"token": "t\#(number)", "expires_in": "3600"}}"#) }
        let (client, transport) = Self.client(
            shop, try Self.login { $0.carrier = .init("X-Token", in: .header, prefix: "Token ") })
        #expect(try await Self.call(client).value.head.status == 200)
        let sent = try #require(transport.requests.last?.headers.first("X-Token"))
        #expect(sent.value == .secret(Secret("Token t1")) && transport.requests.last?.headers["Authorization"] == nil)
        #expect(client.authStatus(of: Self.pool)?.expiresAt != nil)
    }

    @Test func aRefreshTokenRenewsAndARefusedOneLogsInAnew() async throws {
        let refuses = Mutex(false)
        let shop = Shop { path, number in
            if path == "/refresh", refuses.withLock({ $0 }) { return (400, "{}") }
            return (200, #"{"access_token": "t\#(number)", "refresh_token": "r\#(number)"}"#)
        }
        let (client, _) = Self.client(
            shop,
            try Self.login { login in
                var refresh = WorkspaceRequest(name: "refresh", target: .address(.post, try WorkspaceText("/refresh")))
                refresh.body = .json(try WorkspaceText(#"{"again":"${refresh_token}"}"#))
                login.refresh = refresh
            })
        #expect(try await Self.call(client).value.head.status == 200)
        shop.expire()
        #expect(try await Self.call(client).value.head.status == 200)
        #expect(shop.asked == [Self.body, #"/refresh {"again":"r1"}"#])
        refuses.withLock { $0 = true }
        shop.expire()
        #expect(try await Self.call(client).value.head.status == 200)
        #expect(shop.asked.suffix(2) == [#"/refresh {"again":"r3"}"#, Self.body])
    }

    @Test func storedTokensBelongToTheUserOfTheLogin() async throws {
        let (shop, tokens) = (Shop(), MemoryTokenStore())
        for _ in 1...2 {
            let (client, _) = Self.client(shop, try Self.login(), tokens: tokens)
            #expect(try await Self.call(client).value.head.status == 200)
        }
        #expect(shop.asked.count == 1)
        let (client, _) = Self.client(
            shop, try Self.login { $0.values[.standard]?.variables["user"] = .plain("bob") }, tokens: tokens)
        #expect(try await Self.call(client).value.head.status == 200)
        #expect(shop.asked.count == 2)
    }

    /// A wrong password is sent once, whatever says that it is wrong: servers lock accounts.
    @Test(arguments: [
        (200, #"{"code": 7, "msg": "who are you?"}"#, "7: who are you?"),
        (401, #"{"code": 7, "msg": "who are you?"}"#, "7: who are you?"),
        (200, #"{"code": 0}"#, "the response has no token at /access_token, /accessToken, /token"),
    ])
    func aRefusedLoginIsNotTriedAgain(_ status: Int, _ body: String, _ words: String) async throws {
        let shop = Shop { _, _ in (status, body) }
        let (client, _) = Self.client(shop, try Self.login { $0.business = BusinessCode(code: "/code", success: ["0"]) })
        for _ in 1...3 {
            let error = await #expect(throws: NetError.self) { try await Self.call(client).value }
            #expect(error?.kind == .authentication(.loginRequired))
        }
        #expect(shop.asked.count == 1)
        let row = try #require(client.snapshot().ended.first { $0.info.kind == .chain })
        #expect(row.reason.contains(words), "\(row.reason)")
    }

    @Test func aTokenMayComeAsAForm() async throws {
        let shop = Shop(type: "application/x-www-form-urlencoded") { _, number in (200, "access_token=t\(number)&expires_in=60") }
        let (client, _) = Self.client(shop, try Self.login())
        #expect(try await Self.call(client).value.head.status == 200)
        #expect(client.authStatus(of: Self.pool)?.expiresAt != nil)
    }

    /// A page of a proxy says nothing about the password: the next call tries again.
    @Test func aResponseThatIsNotJSONKeepsTheLogin() async throws {
        let shop = Shop { _, number in (200, number == 1 ? "<html>" : #"{"token": "t\#(number)"}"#) }
        let (client, _) = Self.client(shop, try Self.login())
        let error = await #expect(throws: NetError.self) { try await Self.call(client).value }
        #expect(error?.kind == .authentication(.refreshFailed))
        #expect(try await Self.call(client).value.head.status == 200)
    }
}
