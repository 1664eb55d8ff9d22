// Stored answers and logins: whoever is in sees what was stored for him, and for nobody else.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct CacheIdentityTests {
    /// Answers with what it was asked with, fresh for a day.
    private func client(_ accounts: Accounts = Accounts(), _ cookies: CookieJar? = nil, _ cache: ResponseCache = ResponseCache())
        -> NetClient
    {
        let transport = ScriptedTransport { request in
            let who = request.headers["Authorization"] ?? request.headers["Cookie"] ?? "nobody"
            return .answer(200, headers: ["Cache-Control": "max-age=86400"], body: Array(who.utf8))
        }
        return NetClient(transport: transport, accounts: accounts, cookies: cookies, cache: cache)
    }

    private let pool = ServicePool([Service(name: "main", baseURL: URI("https://api.test/v1"))], id: "shop")

    private func ask(_ client: NetClient) async throws -> (text: String, isStored: Bool) {
        var plan = RequestPlan(id: "me", path: "/me")
        plan.policies.fetch = .cacheElseNetwork
        let answer = try await client.send(Endpoint(plan), on: pool)
        return (String(decoding: answer.body, as: UTF8.self), answer.source.isFromCache)
    }

    @Test(.rows("B-HH-K3")) func accountsDoNotSeeEachOthersAnswers() async throws {
        let accounts = Accounts()
        accounts.setAuthentication(.fixed(.bearer(Secret("a"))), family: pool.id, account: "alice")
        accounts.setAuthentication(.fixed(.bearer(Secret("b"))), family: pool.id, account: "bob")
        let client = client(accounts)
        for name in ["alice", "bob", "alice", "bob"] {
            accounts.selectAccount(name, in: pool.id)
            #expect(try await ask(client).text == (name == "alice" ? "Bearer a" : "Bearer b"))
        }
        #expect(try await ask(client).isStored)
        accounts.selectAccount("", in: pool.id)
        #expect(try await ask(client) == ("nobody", false))
    }

    @Test func anotherCredentialOfTheSameAccountIsAnother() async throws {
        let accounts = Accounts()
        let client = client(accounts)
        for token in ["a", "b"] {
            accounts.setAuthentication(.fixed(.bearer(Secret(token))), family: pool.id)
            #expect(try await ask(client).isStored == false)
            #expect(try await ask(client) == ("Bearer \(token)", true))
        }
    }

    @Test func aLoginAndALogoutLeaveNothingOfTheOneBefore() async throws {
        let accounts = Accounts()
        let cache = ResponseCache()
        let client = client(accounts, nil, cache)
        let numbers = Counter()
        accounts.setAuthentication(.renewing { _, _ in Grant(.bearer(Secret("t\(numbers.next())"))) }, family: pool.id)
        _ = try await client.login(on: pool)
        #expect(try await ask(client) == ("Bearer t1", false))
        #expect(try await ask(client) == ("Bearer t1", true))
        _ = try await client.login(on: pool)
        #expect(try await ask(client) == ("Bearer t2", false))
        client.logout(on: pool)
        #expect(try await ask(client) == ("nobody", false))
    }

    /// A renewed token is the same login.
    @Test func aRenewalKeepsWhatIsStored() async throws {
        let accounts = Accounts()
        let numbers = Counter()
        let cache = ResponseCache()
        let transport = ScriptedTransport { request in
            let isOld = request.headers["Authorization"] == "Bearer t1" && request.url.path == "/v1/other"
            return .answer(isOld ? 401 : 200, headers: ["Cache-Control": "max-age=60"], body: [1])
        }
        let client = NetClient(transport: transport, accounts: accounts, cache: cache)
        accounts.setAuthentication(.renewing { _, _ in Grant(.bearer(Secret("t\(numbers.next())"))) }, family: pool.id)
        _ = try await ask(client)
        _ = try await client.send(Endpoint(RequestPlan(id: "other", path: "/other")), on: pool)
        #expect(client.authStatus(of: pool)?.version == 2)
        #expect(try await ask(client).isStored)
    }

    @Test func othersCookiesAreOthersAnswers() async throws {
        let jar = CookieJar()
        let client = client(Accounts(), jar)
        #expect(try await ask(client) == ("nobody", false))
        jar.store(["session=1"], from: URI("https://api.test/v1/"), in: client.scope(of: pool))
        #expect(try await ask(client) == ("session=1", false))
        #expect(try await ask(client) == ("session=1", true))
        jar.store(["session=2"], from: URI("https://api.test/v1/"), in: client.scope(of: pool))
        #expect(try await ask(client) == ("session=2", false))
        jar.removeAll()
        #expect(try await ask(client) == ("nobody", true))
    }

    /// A client's own headers are part of what it asks.
    @Test func clientsThatShareACacheShareNoSubjects() async throws {
        let cache = ResponseCache()
        func client(_ token: String) -> NetClient {
            let transport = ScriptedTransport { request in
                .answer(200, headers: ["Cache-Control": "max-age=60"], body: Array((request.headers["Authorization"] ?? "").utf8))
            }
            let generator = RequestGenerator(commonHeaders: ["Authorization": "Bearer \(token)"])
            return NetClient(transport: transport, generator: generator, cache: cache)
        }
        var plan = RequestPlan(id: "me", path: "/me")
        plan.policies.fetch = .cacheElseNetwork
        let call = Endpoint(plan)
        for token in ["a", "b"] {
            let answer = try await client(token).send(call, on: pool)
            #expect(String(decoding: answer.body, as: UTF8.self) == "Bearer \(token)" && !answer.source.isFromCache)
        }
    }

    /// A credential that the program brings may be another person's in the next run.
    @Test func anotherRunsLoginIsAnother() async throws {
        let cache = ResponseCache()
        for token in ["a", "b"] {
            let accounts = Accounts()
            accounts.setAuthentication(.renewing { _, _ in Grant(.bearer(Secret(token))) }, family: pool.id)
            #expect(try await ask(client(accounts, nil, cache)) == ("Bearer \(token)", false))
        }
    }

    /// But tokens that were kept are the login that they were.
    @Test func keptTokensAreTheSameLogin() async throws {
        let (cache, tokens) = (ResponseCache(), MemoryTokenStore())
        for isStored in [false, true] {
            let accounts = Accounts(tokens: tokens)
            accounts.setAuthentication(.renewing { _, _ in Grant(TokenSet(access: Secret("a"))) }, family: pool.id)
            #expect(try await ask(client(accounts, nil, cache)) == ("Bearer a", isStored))
        }
    }

    /// A call stays who it was when it began, whatever account is used meanwhile.
    @Test func whatOneWasAnsweredIsNotStoredForTheNext() async throws {
        let accounts = Accounts()
        for name in ["alice", "bob"] { accounts.setAuthentication(.fixed(.bearer(Secret(name))), family: pool.id, account: name) }
        accounts.selectAccount("alice", in: pool.id)
        let client = client(accounts)
        var plan = RequestPlan(id: "me", path: "/me")
        plan.policies.fetch = .cacheElseNetwork
        var call = Endpoint(plan)
        call.behaviour.hooks = [Switch { accounts.selectAccount("bob", in: "shop") }]
        let answer = try await client.send(call, on: pool)
        #expect(String(decoding: answer.body, as: UTF8.self) == "Bearer alice")
        #expect(try await ask(client) == ("Bearer bob", false))
        accounts.selectAccount("alice", in: pool.id)
        #expect(try await ask(client) == ("Bearer alice", true))
    }

    /// Accounts may be nothing but a name and its cookies.
    @Test func accountsWithoutCredentialsAreApart() async throws {
        let accounts = Accounts()
        let client = client(accounts, CookieJar())
        accounts.selectAccount("alice", in: pool.id)
        #expect(try await ask(client) == ("nobody", false))
        accounts.selectAccount("bob", in: pool.id)
        #expect(try await ask(client) == ("nobody", false))
    }

    @Test func whatCameByCookiesOfARedirectIsNotStoredForWhoHasNone() async throws {
        let transport = ScriptedTransport { request in
            if request.url.path == "/v1/me" {
                return .answer(302, headers: ["Location": "/v1/home", "Set-Cookie": "session=1"])
            }
            return .answer(200, headers: ["Cache-Control": "max-age=60"], body: Array((request.headers["Cookie"] ?? "-").utf8))
        }
        let jar = CookieJar()
        let client = NetClient(transport: transport, cookies: jar, cache: ResponseCache())
        #expect(try await ask(client) == ("session=1", false))
        jar.removeAll()
        #expect(try await ask(client) == ("session=1", false))
    }

    @Test func whatALoginAsksForIsNotStored() async throws {
        let numbers = Counter()
        let transport = ScriptedTransport { request in
            let isToken = request.url.path == "/v1/token"
            return .answer(200, body: Array((isToken ? "t\(numbers.next())" : "fine").utf8))
        }
        let accounts = Accounts()
        var policies = CallPolicies()
        policies.fetch = .cacheElseNetwork
        let cache = ResponseCache()
        let client = NetClient(transport: transport, policies: policies, accounts: accounts, cache: cache)
        let pool = pool
        accounts.setAuthentication(
            .renewing { [weak client] _, context in
                let answer = try await #require(client).send(Endpoint(RequestPlan(id: "token", path: "/token")), on: pool)
                return Grant(.bearer(Secret(String(decoding: answer.body, as: UTF8.self))))
            }, family: pool.id)
        _ = try await client.login(on: pool)
        #expect(await cache.usage().memory?.entries == 0, "a login clears what was stored before it, so it is looked for at once")
        _ = try await client.login(on: pool)
        #expect(numbers.next() == 3, "each login has asked")
    }

    @Test func anotherWayToAServerMayLeadToAnother() async throws {
        let client = client()
        #expect(try await ask(client).isStored == false)
        for change: @Sendable (inout ConnectionOptions) -> Void in [
            { $0.insecure = true }, { $0.connectTo = ["api.test:443:other.test:443"] }, { $0.unixSocket = "/run/api.sock" },
        ] {
            var service = Service(name: "main", baseURL: URI("https://api.test/v1"))
            change(&service.connection)
            var plan = RequestPlan(id: "me", path: "/me")
            plan.policies.fetch = .cacheElseNetwork
            let answer = try await client.send(Endpoint(plan), on: ServicePool([service], id: "shop"))
            #expect(!answer.source.isFromCache)
        }
    }

    /// Who joins gets another's answer: only of the same login.
    @Test func nobodyJoinsAnothersCall() async throws {
        let accounts = Accounts()
        for name in ["alice", "bob"] { accounts.setAuthentication(.fixed(.bearer(Secret(name))), family: pool.id, account: name) }
        let client = NetClient(transport: Net.hanging(), accounts: accounts)
        for likeness in [Likeness.named("me"), .sameRequest] {
            var plan = RequestPlan(id: "me", path: "/me")
            plan.policies.duplicates = .join
            plan.policies.likeness = likeness
            let joined = ["alice", "alice", "bob"].map { name in
                accounts.selectAccount(name, in: pool.id)
                return client.row(client.dispatch(Endpoint(plan), on: pool).id)?.joined != nil
            }
            #expect(joined == [false, true, false])
            client.cancelAll()
        }
        #expect(await client.isDrained())
    }
}

/// Does something when a call begins.
private struct Switch: Hooks {
    let act: @Sendable () -> Void
    init(_ act: @escaping @Sendable () -> Void) { self.act = act }
    func willCall(_ context: CallContext) async throws -> HookVerdict {
        act()
        return .proceed
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    /// 1, 2, 3 …
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
