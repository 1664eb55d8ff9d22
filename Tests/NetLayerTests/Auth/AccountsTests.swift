// Accounts: who asks, what is kept of a login, and what a logout clears.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct AccountsTests {
    private let scope = AccountScope(family: "shop", account: "alice")

    @Test func eachAccountHasItsOwnCredential() async throws {
        let stage = AuthStage { request in .answer(200, body: Array((request.headers["Authorization"] ?? "").utf8)) }
        stage.accounts.setAuthentication(.fixed(.bearer(Secret("a"))), family: "shop", account: "alice")
        stage.accounts.setAuthentication(.fixed(.bearer(Secret("b"))), family: "shop", account: "bob")
        stage.accounts.setAuthentication(.fixed(.bearer(Secret("bt"))), family: "shop", account: "bob", environment: .test)
        #expect(await stage.dispatch().text == "")
        stage.accounts.selectAccount("alice", in: "shop")
        #expect(await stage.dispatch().text == "Bearer a")
        stage.accounts.selectAccount("bob", in: "shop")
        #expect(await stage.dispatch().text == "Bearer b")
        #expect(stage.client.scope(of: AuthStage.pool) == AccountScope(family: "shop", account: "bob"))
        #expect(stage.accounts.names(in: "shop") == ["alice", "bob"])
        let test = ServicePool(
            [Service(name: "main", deployments: [Deployment(.test, baseURL: URI("http://t"))])], id: "shop", environment: .test)
        #expect(await stage.client.dispatch(Net.call(), on: test).text == "Bearer bt")
        stage.accounts.setAuthentication(nil, family: "shop", account: "bob")
        #expect(await stage.dispatch().text == "")
    }

    /// Another way to log in ends the sessions that it is for, and no others.
    @Test func anotherAuthenticationEndsItsOwnSessionsAlone() throws {
        let accounts = Accounts()
        for account in ["alice", "bob"] {
            accounts.setAuthentication(.fixed(.bearer(Secret("a"))), family: "shop", account: account)
        }
        let scopes = [
            scope, AccountScope(family: "shop", environment: .test, account: "alice"),
            AccountScope(family: "shop", account: "bob"),
        ]
        func sessions() throws -> [AuthSession] { try scopes.map { try #require(accounts.session(for: $0, at: .zero)) } }
        let before = try sessions()
        accounts.setAuthentication(.fixed(.bearer(Secret("t"))), family: "shop", account: "alice", environment: .test)
        #expect(zip(before, try sessions()).map { $0 === $1 } == [true, false, true])
    }

    @Test func callsOfTwoAccountsAreNeverOneCall() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let pool = AuthStage.pool
        var endpoint = Net.call()
        endpoint.plan.policies.duplicates = .join
        client.accounts.selectAccount("alice", in: "shop")
        let alice = client.dispatch(endpoint, on: pool)
        let again = client.dispatch(endpoint, on: pool)
        client.accounts.selectAccount("bob", in: "shop")
        let bob = client.dispatch(endpoint, on: pool)
        #expect(client.row(again.id)?.joined == alice.id)
        #expect(client.row(bob.id)?.joined == nil)
        client.cancelAll()
    }

    @Test func aLogoutClearsCredentialTokensAndCookiesOfThatAccountAlone() async throws {
        let store = MemoryTokenStore()
        let jar = CookieJar(wallClock: { .seconds(1_000) })
        let stage = AuthStage(tokens: store, cookies: jar)
        let other = AccountScope(family: "shop", account: "bob")
        store.store(TokenSet(access: Secret("t1")), for: scope)
        store.store(TokenSet(access: Secret("b")), for: other)
        for scope in [scope, other] { jar.store(["a=1"], from: URI("http://api.test/"), in: scope) }
        stage.account(first: nil, name: "alice")
        stage.accounts.selectAccount("alice", in: "shop")
        #expect(await stage.dispatch().text == "/v1/items")
        #expect(stage.transport.requests.first?.headers["Cookie"] == "a=1")
        stage.client.logout(on: AuthStage.pool)
        #expect(store.tokens(for: scope) == nil && store.tokens(for: other) != nil)
        #expect(jar.cookies(in: scope).isEmpty && jar.cookies(in: other).count == 1)
        #expect(stage.events == [.loggedOut])
        #expect(stage.told.withLock { $0.first?.scope } == scope)
        #expect(stage.client.authStatus(of: AuthStage.pool)?.state == .loggedOut)
        // Until somebody logs in again nothing is sent that proves anything, and nobody is logged in by itself.
        #expect(await stage.dispatch().error?.kind == .authentication(.loginRequired))
        #expect(stage.renewalCount == 0)
        let status = try await stage.client.login(on: AuthStage.pool)
        #expect(status.state == .ready && stage.renewalCount == 1)
        #expect(await stage.dispatch().text == "/v1/items")
        #expect(stage.events.count == 3)
    }

    @Test func whoWaitsWhenSomebodyLogsOutHearsOfIt() async throws {
        let stage = AuthStage()
        let gate = Landing<Void>()
        defer { gate.land(()) }
        stage.account(gate: gate)
        stage.service.expire()
        let handle = stage.dispatch()
        #expect(await eventually { stage.refreshRows.count == 1 && stage.renewalCount == 1 })
        stage.client.logout(on: AuthStage.pool)
        #expect(await handle.error?.detail.contains("the user has logged out") == true)
        #expect(stage.refreshRows.first?.state == .cancelled(.user))
    }

    @Test func aLoginIsARowThatCanBeCancelled() async throws {
        let stage = AuthStage()
        let gate = Landing<Void>()
        defer { gate.land(()) }
        stage.account(first: nil, name: "alice", gate: gate)
        stage.accounts.selectAccount("alice", in: "shop")
        let login = Task { await stage.client.failure { client throws(NetError) in try await client.login(on: AuthStage.pool) } }
        #expect(await eventually { stage.renewalCount == 1 })
        let row = try #require(stage.refreshRows.first)
        #expect(row.info.title == "log in as alice")
        stage.client.cancel(row.id)
        #expect(await login.value?.kind == .cancelled(.user))
        #expect(stage.client.authStatus(of: AuthStage.pool)?.state == .pending)
    }

    @Test func nobodyLogsInWhereNobodySaidHow() async {
        let stage = AuthStage()
        let none = await stage.client.failure { client throws(NetError) in try await client.login(on: AuthStage.pool) }
        #expect(none?.kind == .unsupported)
        stage.accounts.setAuthentication(.fixed(.bearer(Secret("t"))), family: "shop")
        let fixed = await stage.client.failure { client throws(NetError) in try await client.login(on: AuthStage.pool) }
        #expect(fixed?.kind == .unsupported)
    }

    @Test func eventsComeToWhoeverListens() async throws {
        let stage = AuthStage()
        stage.account(name: "alice")
        let stream = stage.accounts.events()
        stage.client.logout(on: AuthStage.pool, as: "alice")
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next()?.kind == .loggedOut)
    }

    // MARK: Kept tokens

    @Test func tokensSurviveInAFileOfTheirOwnersAlone() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("tokens")
        let full = TokenSet(
            access: Secret("a\"\n"), refresh: Secret("r"), type: "Bearer", expiresAt: .seconds(42), scopes: ["x", "y"])
        let other = AccountScope(family: "shop", environment: .test, account: "alice")
        let store = FileTokenStore(path: path)
        #expect(try store.tokens(for: scope) == nil)
        try store.store(full, for: scope)
        try store.store(TokenSet(access: Secret("t")), for: other)
        let again = FileTokenStore(path: path)
        #expect(try again.tokens(for: scope) == full)
        #expect(try again.tokens(for: other) == TokenSet(access: Secret("t")))
        #expect(try folder.mode("tokens") == 0o600)
        try store.store(nil, for: scope)
        #expect(try again.tokens(for: scope) == nil && again.tokens(for: other) != nil)
        #expect(try folder.names().sorted() == ["tokens", "tokens.lock"] && folder.mode("tokens.lock") == 0o600)
        // What is no file of tokens says so, and is replaced by the next login.
        try folder.file("tokens", Array("no".utf8))
        #expect(throws: FileTokenStore.Problem.self) { try again.tokens(for: scope) }
        try store.store(full, for: scope)
        #expect(try again.tokens(for: scope) == full)
        #expect(throws: FileTokenStore.Problem.self) { try FileTokenStore(path: folder.path("none/x")).store(full, for: scope) }
    }

    @Test func aStoreThatFailsCostsNobodyTheLogin() async throws {
        struct Broken: TokenStore {
            func tokens(for scope: AccountScope) throws -> TokenSet? { throw FileTokenStore.Problem(description: "no") }
            func store(_ tokens: TokenSet?, for scope: AccountScope) throws {
                throw FileTokenStore.Problem(description: "disk full")
            }
        }
        let stage = AuthStage(tokens: Broken())
        stage.account { Grant(TokenSet(access: Secret("t\($0)"))) }
        stage.service.expire()
        stage.clock.advance(by: .seconds(5))
        #expect(await stage.dispatch().text == "/v1/items")
        #expect(stage.events.prefix(2) == [.readFailed("no"), .storeFailed("disk full")])
        let times = stage.told.withLock { $0.map(\.time) }
        #expect(times.first == Duration.seconds(5))
    }

    /// The session that was made from what had been replaced is not kept.
    @Test(arguments: [true, false]) func anAuthenticationThatIsReplacedWhileTheStoreIsReadStaysReplaced(
        _ isReplaced: Bool
    ) async throws {
        let store = InterruptedStore()
        let accounts = Accounts(tokens: store)
        let transport = Net.answering()
        let client = NetClient(transport: transport, accounts: accounts)
        accounts.setAuthentication(
            .renewing(Grant(.bearer(Secret("old")))) { _, _ in Grant(.bearer(Secret("old"))) }, family: "shop")
        store.interruptReading {
            let next: Authentication? = isReplaced ? Authentication.fixed(.bearer(Secret("new"))) : nil
            accounts.setAuthentication(next, family: "shop")
        }
        for path in ["/1", "/2"] { _ = try await client.dispatch(Net.call(path), on: AuthStage.pool).value }
        let expected: String? = isReplaced ? "Bearer new" : nil
        #expect(transport.requests.map { $0.headers["Authorization"] } == [expected, expected])
    }

    /// The thread that writes finds the logout when its write has failed, and removes what was there before.
    @Test func aLogoutDuringAWriteThatFailsIsWritten() async throws {
        let store = InterruptedStore()
        let stage = AuthStage(tokens: store)
        stage.account(first: nil) { Grant(TokenSet(access: Secret("t\($0)"), refresh: Secret("r\($0)"))) }
        try await stage.client.login(on: AuthStage.pool)
        #expect(store.stored?.access == Secret("t1"))
        stage.service.expire()
        store.failWriting { [client = stage.client] in client.logout(on: AuthStage.pool) }
        _ = await stage.client.failure { client throws(NetError) in try await client.login(on: AuthStage.pool) }
        #expect(stage.events.contains(.storeFailed("disk full")) && stage.events.contains(.loggedOut))
        #expect(await eventually { store.stored == nil })
    }

    @Test func whatAnotherProcessHasRenewedIsTaken() async throws {
        let store = MemoryTokenStore()
        let stage = AuthStage(tokens: store)
        store.store(TokenSet(access: Secret("t1"), refresh: Secret("r1")), for: AccountScope(family: "shop"))
        stage.account(first: nil)
        #expect(await stage.dispatch().text == "/v1/items")
        stage.service.expire()
        store.store(TokenSet(access: Secret("t2"), refresh: Secret("r2")), for: AccountScope(family: "shop"))
        #expect(await stage.dispatch().text == "/v1/items")
        #expect(stage.renewalCount == 0)
    }
}

/// A store that is interrupted: it lets happen what another thread may do during a read, or during a write that fails.
private final class InterruptedStore: TokenStore {
    private struct State {
        var stored: TokenSet?
        var whileReading: (@Sendable () -> Void)?
        var whileFailing: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var stored: TokenSet? { state.withLock { $0.stored } }

    func interruptReading(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whileReading = body } }

    /// The next write fails.
    func failWriting(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whileFailing = body } }

    func tokens(for scope: AccountScope) -> TokenSet? {
        let meanwhile = state.withLock { $0.whileReading.take() }
        meanwhile?()
        return stored
    }

    func store(_ tokens: TokenSet?, for scope: AccountScope) throws {
        if let meanwhile = state.withLock({ $0.whileFailing.take() }) {
            meanwhile()
            throw FileTokenStore.Problem(description: "disk full")
        }
        state.withLock { $0.stored = tokens }
    }
}
