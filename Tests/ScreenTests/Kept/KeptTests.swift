// What is kept between requests: listed, let go, and used by endpoints as somebody says.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

extension CachedEntry {
    /// As the cache would list it.
    static func example(_ url: String, age: Int, lifetime: Int, tiers: CacheTiers) -> CachedEntry {
        let head = ResponseHead(
            status: 200, reason: "OK", headers: ["Content-Type": "application/json", "Cache-Control": "max-age=\(lifetime)"])
        var entry = CacheEntry(head: head, request: [:], requestTime: .seconds(1_000), responseTime: .seconds(1_000))
        entry?.body = Array("{}".utf8)
        var listed = CachedEntry(CacheKey(url: URI(url)), entry!, now: .seconds(1_000 + age))
        listed.tiers = tiers
        return listed
    }
}

@Suite struct KeptTests {
    @Test func theCacheIsAskedForListedAndEmptied() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'cache' enter")
        #expect(driver.takeEffects() == [.kept(.listCache)])
        #expect(driver.text.contains("Looking …"))
        driver.update(.kept(.cache(Vault.entries, Vault.report)))
        #expect(driver.text.contains("Cache · 3 stored") && driver.text.contains("GET /v1/items?page=2"))
        #expect(driver.text.contains("for 20s") && driver.text.contains("stale 20s"))
        driver.keys("j x")
        #expect(driver.takeEffects() == [.kept(.removeCached(Vault.entries[1].id))])
        driver.keys("E")
        #expect(driver.takeEffects() == [.kept(.clearExpired)])
        driver.keys("D")
        #expect(driver.takeEffects().isEmpty && driver.text.contains("Remove the 3 cached entries?"))
        driver.keys("n")
        #expect(driver.takeEffects() == [.kept(.listCache)] && driver.model.dialogs.open != nil)
        driver.update(.kept(.cache(Vault.entries, Vault.report)))
        _ = driver.takeEffects()
        driver.keys("D y")
        #expect(driver.takeEffects() == [.kept(.clearCache)])
        driver.keys("esc")
        #expect(driver.model.dialogs.open == nil)
    }

    /// The cursor stays on its entry when the list is looked at again.
    @Test func theSelectionStaysWithItsEntry() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'cache' enter")
        driver.update(.kept(.cache(Vault.entries, Vault.report)))
        driver.keys("j j")
        driver.update(.kept(.cache(Array(Vault.entries.dropFirst()), Vault.report)))
        driver.keys("x")
        #expect(driver.takeEffects().last == .kept(.removeCached(Vault.entries[2].id)))
        driver.update(.kept(.cache([], Vault.report)))
        driver.keys("x D")
        #expect(driver.takeEffects().isEmpty)
    }

    @Test func cookiesAreDotsUntilSomebodyAsks() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'cookies' enter")
        #expect(driver.takeEffects() == [.kept(.listCookies)])
        driver.update(.kept(.cookies(Vault.cookies, now: .seconds(1_000))))
        #expect(driver.text.contains("••••••") && !driver.text.contains("abc123") && driver.text.contains("in 1d00h"))
        driver.keys("v")
        #expect(driver.text.contains("abc123"))
        driver.keys("x")
        #expect(driver.takeEffects() == [.kept(.removeCookie(Vault.cookies[0]))])
        driver.keys("D y")
        #expect(driver.takeEffects() == [.kept(.clearCookies)])
    }

    /// A list that comes when the dialog is closed opens nothing.
    @Test func aLateListIsDropped() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'cache' enter esc")
        driver.update(.kept(.cache(Vault.entries, Vault.report)))
        driver.update(.kept(.cookies(Vault.cookies, now: .zero)))
        #expect(driver.model.dialogs.open == nil)
    }

    @Test func aPolicyIsForTheSelectedEndpointAndGoesWithItsRequests() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.keys("s")
        #expect(driver.sentPolicy == nil)
        driver.keys(": 'cache http' enter")
        #expect(driver.text.contains("http: As the server's headers say") && driver.text.contains("cache: http"))
        driver.keys("s")
        #expect(driver.sentPolicy == .http)
        driver.keys(": 'set cache network-else-cache' enter")
        driver.keys("s")
        #expect(driver.sentPolicy == .http)
        driver.select("items/{id}")
        #expect(driver.model.endpoints.selectedEndpoint.map(driver.model.sending.rules.fetch) == .networkElseCache(maxStale: nil))
        driver.keys(": 'cache httq'")
        driver.keys("enter")
        #expect(driver.text.contains("There is no cache policy “httq”: did you mean http?"))
    }

    /// Who sends once more wants to know what the server says now.
    @Test func sendingAgainAsksTheServer() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.keys(": 'cache http' enter")
        driver.exchange(.json("[]"))
        _ = driver.takeEffects()
        driver.keys("3 r")
        // By the same rules as ever, so that nothing is stored for longer than the server says.
        #expect(driver.sentPolicy == .http && driver.sentHeaders?["Cache-Control"] == "no-cache")
        driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.keys(": 'cache cache-else-network' enter")
        driver.exchange(.json("[]"))
        _ = driver.takeEffects()
        driver.keys("3 r")
        #expect(driver.sentPolicy == .networkOnly(store: true) && driver.sentHeaders?["Cache-Control"] == nil)
    }

    /// What holds for all holds for no request that may change something: it would not be sent.
    @Test func whatChangesSomethingIsAlwaysSent() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'set cache cache-else-network' enter")
        let endpoints = driver.model.description?.endpoints ?? []
        for (index, endpoint) in endpoints.enumerated() {
            #expect(driver.model.sending.rules.fetch(of: index) == (endpoint.method.isSafe ? .cacheElseNetwork : .networkOnly()))
        }
        driver.select("DELETE items")
        driver.keys(": 'cache http' enter")
        #expect(driver.text.contains("DELETE may change something: it is always sent"))
    }

    @Test func wordsOfSources() {
        #expect(ResponseSource.network.words == nil && ResponseSource.network.shortWords == nil)
        #expect(ResponseSource.memory(age: .seconds(12)).words == "from cache, 12s old")
        #expect(ResponseSource.fallback(age: .seconds(5), because: .status(503)).words?.contains("5s old: status") == true)
        for policy in FetchPolicy.choices { #expect(FetchPolicy(name: policy.name) == policy && !policy.help.isEmpty) }
    }
}

extension Driver {
    /// The newest request that was asked for.
    private var sent: RequestPlan? {
        effects.reversed().lazy.compactMap { effect in if case .engine(.send(let order)) = effect { order.sentPlan } else { nil }
        }.first
    }

    fileprivate var sentPolicy: FetchPolicy? { sent?.policies.fetch }
    fileprivate var sentHeaders: Headers? { sent?.headers }
}
