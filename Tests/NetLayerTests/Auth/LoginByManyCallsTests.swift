// Logins that are more than one call, and renewals that never come back: nobody waits for himself, and nobody waits for ever.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct LoginByManyCallsTests {
    enum Way: CaseIterable, Sendable { case send, contextSend, dispatch, chain, groupWork, detached }

    /// Each call of the login waits for the credential that it is to bring, if it is taken for any other call.
    private func login(_ way: Way, _ context: LoginContext) async throws {
        let (client, pool, call) = (context.client, AuthStage.pool, Net.call("/login"))
        switch way {
        case .send: _ = try await client.send(call, on: pool)
        case .contextSend: _ = try await context.send(call)
        case .dispatch: _ = try await client.dispatch(call, on: pool).value
        case .detached: _ = try await Task.detached { try await client.send(call, on: pool) }.value
        case .chain:
            let steps = Step<Void, RawResponse>.call(on: pool) { Net.call("/login/nonce") }
                .then(.call(on: pool) { _ in Net.call("/login/token") })
            _ = try await client.run(RequestChain("login", steps), ())
        case .groupWork:
            let work = GroupMember<Int>.work("login") { try await client.send(call, on: pool).head.status }
            _ = try await client.run(RequestGroup("login", [work]), mode: .failFast)
        }
    }

    private func stage() -> AuthStage { AuthStage(script: { $0.url.path.hasPrefix("/v1/login") ? .answer(200) : nil }) }

    @Test(arguments: Way.allCases) func aRenewalMayBeAnyCalls(_ way: Way) async throws {
        let stage = stage()
        stage.accounts.setAuthentication(
            .renewing(Grant(.bearer(Secret("t1")))) { [service = stage.service] _, context in
                try await login(way, context)
                return Grant(.bearer(Secret("t\(service.good)")))
            }, family: "shop")
        stage.service.expire()
        #expect(await stage.dispatch().error == nil)
        #expect(await stage.client.isDrained())
        let asked = stage.transport.requests.filter { $0.url.path.hasPrefix("/v1/login") }
        #expect(!asked.isEmpty && asked.allSatisfy { $0.headers["Authorization"] == nil })
    }

    @Test(arguments: Way.allCases) func aLoginMayBeAnyCalls(_ way: Way) async throws {
        let stage = stage()
        stage.accounts.setAuthentication(
            .renewing(
                Grant(.bearer(Secret("old"))),
                login: { [service = stage.service] context in
                    try await login(way, context)
                    return Grant(.bearer(Secret("t\(service.good)")))
                }
            ) { _, _ in throw NetError(.authentication(.loginRequired)) }, family: "shop")
        #expect(await stage.client.failure { client throws(NetError) in try await client.login(on: AuthStage.pool) } == nil)
        #expect(await stage.dispatch().error == nil)
    }

    /// By a client of before, in a task that knows nothing of the login: it waits for the renewal that waits for it.
    @Test func aRenewalThatNeverEndsFailsItsCalls() async throws {
        let stage = stage()
        let client = stage.client
        stage.accounts.setAuthentication(
            .renewing(Grant(.bearer(Secret("t1")))) { [weak client, service = stage.service] _, _ in
                _ = try await Task.detached { try await client?.send(Net.call("/login"), on: AuthStage.pool) }.value
                return Grant(.bearer(Secret("t\(service.good)")))
            }, family: "shop")
        stage.service.expire()
        let handle = stage.dispatch()
        #expect(await eventually { stage.clock.deadlines.contains(.seconds(300)) })
        stage.clock.advance(by: .seconds(300))
        #expect(await handle.error?.kind == .authentication(.refreshFailed))
        #expect(await stage.client.isDrained())
    }

    /// What a login is answered is a credential: a cache that keeps everything keeps none of it.
    @Test(arguments: [false, true]) func eachRenewalAsksAnew(_ byContext: Bool) async throws {
        let numbers = Mutex(0)
        let good = Mutex(1)
        let transport = ScriptedTransport { request in
            guard request.url.path == "/v1/token" else {
                return .answer(request.headers["Authorization"] == "Bearer t\(good.withLock { $0 })" ? 200 : 401)
            }
            let number = numbers.withLock { number in
                number += 1
                return number
            }
            return .answer(200, body: Array("t\(number)".utf8))
        }
        let (accounts, cache) = (Accounts(), ResponseCache())
        var policies = CallPolicies()
        policies.fetch = .cacheElseNetwork
        let client = NetClient(transport: transport, policies: policies, accounts: accounts, cache: cache)
        let pool = ServicePool([Net.service], id: "shop")
        accounts.setAuthentication(
            .renewing { _, context in
                let call = Net.call("/token")
                let answer = byContext ? try await context.send(call) : try await context.client.send(call, on: pool)
                return Grant(.bearer(Secret(String(decoding: answer.body, as: UTF8.self))))
            }, family: pool.id)
        _ = try await client.send(Net.call("/a"), on: pool)
        good.withLock { $0 = 2 }
        _ = try await client.send(Net.call("/b"), on: pool)
        #expect(numbers.withLock { $0 } == 2)
        let kept = await cache.entries().map { "\($0.url)" }
        #expect(kept.contains { $0.hasSuffix("/b") } && !kept.contains { $0.contains("/token") })
    }

    /// Two programs with one store: the second waits, and takes what the first was given.
    @Test func aRefreshTokenIsUsedByOneProgram() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("tokens")
        try FileTokenStore(path: path).store(
            TokenSet(access: Secret("a"), refresh: Secret("r1"), expiresAt: .seconds(1_000)), for: AccountScope(family: "shop"))
        let transport = ScriptedTransport { $0.url.host == "login.test" ? Net.hang : .answer(200) }
        let oauth = OAuthClient(id: "me", tokenURL: URI("https://login.test/token"))
        let programs = (0..<2).map { _ in
            let accounts = Accounts(tokens: FileTokenStore(path: path))
            accounts.setAuthentication(.oauth(.refreshOnly, client: oauth), family: "shop")
            return NetClient(transport: transport, accounts: accounts, wallClock: { .seconds(2_000) })
        }
        let handles = programs.map { $0.dispatch(Net.call(), on: AuthStage.pool) }
        #expect(await eventually { transport.inFlight.count == 1 })
        let token = #"{"access_token": "new", "token_type": "bearer", "refresh_token": "r2", "expires_in": 3600}"#
        transport.inFlight.first?.play(.answer(200, body: Array(token.utf8)))
        for handle in handles { #expect(await handle.error == nil) }
        #expect(transport.requests.count { $0.url.host == "login.test" } == 1)
        #expect(transport.requests.suffix(2).allSatisfy { $0.headers["Authorization"] == "Bearer new" })
    }

    /// A store whose turn is another program's until it is given free.
    private final class SharedStore: TokenStore {
        private let kept = MemoryTokenStore()
        let isTaken = Mutex(true)
        let turns = Mutex(0)

        func tokens(for scope: AccountScope) -> TokenSet? { kept.tokens(for: scope) }
        func store(_ tokens: TokenSet?, for scope: AccountScope) { kept.store(tokens, for: scope) }
        func renewalTurn(for scope: AccountScope) -> RenewalTurn? {
            guard
                isTaken.withLock({ isTaken in
                    defer { isTaken = true }
                    return !isTaken
                })
            else { return nil }
            turns.withLock { $0 += 1 }
            return RenewalTurn { [weak self] in self?.isTaken.withLock { $0 = false } }
        }
    }

    /// Who is logged out while another program renews does not renew afterwards, without the turn.
    @Test func aRenewalThatIsCancelledInItsQueueDoesNothing() async throws {
        let store = SharedStore()
        let stage = AuthStage(tokens: store)
        let renewed = Mutex(0)
        stage.accounts.setAuthentication(
            .renewing(Grant(.bearer(Secret("t1")))) { _, _ in
                renewed.withLock { $0 += 1 }
                return Grant(.bearer(Secret("t2")))
            }, family: "shop")
        stage.service.expire()
        let handle = stage.dispatch()
        #expect(await eventually { !stage.clock.deadlines.isEmpty })
        stage.client.logout(on: AuthStage.pool)
        #expect(await handle.error?.kind == .authentication(.loginRequired))
        store.isTaken.withLock { $0 = false }
        stage.clock.advance(by: .seconds(1))
        #expect(await stage.client.isDrained())
        #expect(renewed.withLock { $0 } == 0 && store.turns.withLock { $0 } == 0)
    }

    /// A renewal that heeds no end does not keep the turn from others.
    @Test func aRenewalThatHangsGivesItsTurnBack() async throws {
        let store = SharedStore()
        store.isTaken.withLock { $0 = false }
        let stage = AuthStage(tokens: store)
        let gate = Gate()
        stage.accounts.setAuthentication(
            .renewing(Grant(.bearer(Secret("t1")))) { _, _ in
                await gate.wait()
                return Grant(.bearer(Secret("t2")))
            }, family: "shop")
        stage.service.expire()
        let handle = stage.dispatch()
        #expect(await eventually { store.turns.withLock { $0 } == 1 && stage.clock.deadlines.contains(.seconds(300)) })
        stage.clock.advance(by: .seconds(300))
        #expect(await handle.error?.kind == .authentication(.refreshFailed))
        #expect(await eventually { !store.isTaken.withLock { $0 } })
        gate.open()
        #expect(await stage.client.isDrained())
    }

    /// Nothing of a login's answer is kept for the log, whichever way it is sent.
    @Test func aPlainCallOfALoginIsOne() async throws {
        let stage = stage()
        let login = NetClient(loginOf: stage.client)
        #expect(!login.canSendInCallerTask(Net.call("/login"), on: ServicePool([Net.service], id: "other")))
        #expect(stage.client.canSendInCallerTask(Net.call("/login"), on: ServicePool([Net.service], id: "other")))
    }

    /// Tokens that another client of the same services was given are not used: it may do other things.
    @Test func tokensOfAnotherClientAreNotUsed() async throws {
        let folder = try TemporaryFolder()
        let transport = ScriptedTransport { request in
            guard request.url.host == "login.test" else { return .answer(200) }
            return .answer(200, body: Array(#"{"access_token": "t", "token_type": "bearer", "expires_in": 3600}"#.utf8))
        }
        func ask(_ id: String) async throws -> Int {
            let accounts = Accounts(tokens: FileTokenStore(path: folder.path("tokens")))
            accounts.setAuthentication(
                .oauth(.clientCredentials, client: OAuthClient(id: id, tokenURL: URI("https://login.test/token"))), family: "shop"
            )
            let client = NetClient(transport: transport, accounts: accounts, wallClock: { .seconds(1_000) })
            _ = try await client.send(Net.call(), on: AuthStage.pool)
            return transport.requests.count { $0.url.host == "login.test" }
        }
        #expect(try await ask("admin") == 1)
        #expect(try await ask("admin") == 1, "they were kept")
        #expect(try await ask("readonly") == 2)
    }
}
