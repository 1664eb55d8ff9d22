// Stored answers and logins: whoever is in sees what was stored for him, and for nobody else.

import Synchronization
import Testing

@testable import NetLayer

@Suite(.timeLimit(.minutes(1))) struct CacheIdentityTests {
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
        accounts.set(.fixed(.bearer(Secret("a"))), family: pool.id, account: "alice")
        accounts.set(.fixed(.bearer(Secret("b"))), family: pool.id, account: "bob")
        let client = client(accounts)
        for name in ["alice", "bob", "alice", "bob"] {
            accounts.use(name, in: pool.id)
            #expect(try await ask(client).text == (name == "alice" ? "Bearer a" : "Bearer b"))
        }
        #expect(try await ask(client).isStored)
        accounts.use("", in: pool.id)
        #expect(try await ask(client) == ("nobody", false))
    }

    @Test func anotherCredentialOfTheSameAccountIsAnother() async throws {
        let accounts = Accounts()
        let client = client(accounts)
        for token in ["a", "b"] {
            accounts.set(.fixed(.bearer(Secret(token))), family: pool.id)
            #expect(try await ask(client).isStored == false)
            #expect(try await ask(client) == ("Bearer \(token)", true))
        }
    }

    @Test func aLoginAndALogoutLeaveNothingOfTheOneBefore() async throws {
        let accounts = Accounts()
        let cache = ResponseCache()
        let client = client(accounts, nil, cache)
        let numbers = Counter()
        accounts.set(.renewing { _, _ in Grant(.bearer(Secret("t\(numbers.next())"))) }, family: pool.id)
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
        accounts.set(.renewing { _, _ in Grant(.bearer(Secret("t\(numbers.next())"))) }, family: pool.id)
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
