// The façade: memory over disk, who shares what, keys of all kinds, and what a person sees and clears.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct ResponseCacheTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func disk() -> DiskCache { DiskCache(folder: folder.path("c"), wallClock: { FetchStage.start }) }

    private static func call(_ tiers: CacheTiers?, _ policy: FetchPolicy = .cacheElseNetwork) -> Endpoint<String> {
        FetchStage.call(policy) { $0.policies.caching.tiers = tiers }
    }

    // MARK: tiers

    @Test(.rows("YB-5", "CT-E2")) func anAnswerIsKeptWhereTheCallSaysAndNowhereElse() async {
        for (tiers, memory, disk) in [
            (CacheTiers?.none, 1, 1), (.both, 1, 1), (.memory, 1, 0), (.disk, 0, 1), (CacheTiers(rawValue: 0), 0, 0),
        ] {
            let stage = FetchStage([FetchStage.text("one")], disk: self.disk())
            await stage.cache.clear(.all)
            _ = await stage.send(Self.call(tiers))
            let usage = await stage.cache.usage()
            #expect(usage.memory?.entries == memory && usage.disk?.usage.entries == disk, "\(tiers?.name ?? "wherever it can")")
            #expect(
                stage.notes.last == (tiers == CacheTiers.none ? "not stored: the call stores nothing" : stage.notes.last))
        }
    }

    @Test(.rows("B-YB-7", "B-CT-2")) func aHitOnTheDiskGoesToMemoryOnlyWhereTheCallKeepsItThere() async {
        let first = FetchStage([FetchStage.text("one")], disk: disk())
        _ = await first.send(Self.call(.both))
        let second = FetchStage([FetchStage.text("two")], disk: disk())
        #expect(await second.send(Self.call(.disk)) == "one")
        #expect(second.row?.source == .disk(age: .zero) && second.cache.memory?.usage.entries == 0)
        #expect(await second.send(Self.call(.both)) == "one" && second.cache.memory?.usage.entries == 1)
        #expect(await second.send(Self.call(.both)) == "one" && second.row?.source == .memory(age: .zero))
        // A miss on the disk takes nothing away.
        await second.cache.clearDisk()
        #expect(await second.send(Self.call(.both)) == "one" && second.sent == 0)
        #expect(await second.send(Self.call(.memory)) == "one")
    }

    @Test func anOlderAnswerInAnotherPlaceIsNotFoundAgain() async {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two"), FetchStage.text("three")], disk: disk())
        _ = await stage.send(Self.call(.both))
        _ = await stage.send(Self.call(.memory, .networkOnly(store: true)))
        stage.cache.clearMemory()
        #expect(await stage.send(Self.call(.both)) == "three", "what is on the disk was outdated by what memory got")
    }

    @Test(.rows("CT-E2")) func memoryAndDiskMayHaveLifetimesOfTheirOwn() async {
        var options = ResponseCache.Options()
        (options.lifetime, options.diskLifetime) = (.seconds(10), .seconds(180))
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")], options: options, disk: disk())
        _ = await stage.send(Self.call(.both))
        stage.clock.advance(by: .seconds(179))
        #expect(await stage.send(Self.call(.disk)) == "one")
        stage.clock.advance(by: .seconds(1))
        #expect(await stage.send(Self.call(.disk)) == "two")
    }

    @Test func aDiskWithSeveralNamesIsCountedOnce() async throws {
        let disk = disk()
        let stage = FetchStage(
            [FetchStage.text("1")], disk: disk, folders: ["images": disk, "texts": disk])
        #expect(await stage.send(Self.call(.both)) == "1")
        let usage = try #require(await stage.cache.usage().disk).usage
        #expect(usage.entries == 1 && usage.capacity == disk.capacity)
    }

    /// Each folder has a size, a scan and a clearing of its own; what concerns the cache concerns all of them.
    @Test(.rows("YT-5")) func aCallChoosesTheFolderOfItsResponse() async throws {
        func names(_ folder: String) -> [String] { EntryFolder(self.folder.path(folder)).files().map(\.name) }
        let images = DiskCache(folder: folder.path("images"), capacity: 64 << 10, wallClock: { FetchStage.start })
        let main = DiskCache(folder: folder.path("main"), wallClock: { FetchStage.start })
        func stage(_ first: Int) -> FetchStage {
            FetchStage((first...9).map { FetchStage.text("\($0)") }, disk: main, folders: ["images": images])
        }
        func call(_ name: String?, _ path: String = "/items") -> Endpoint<String> {
            FetchStage.call(.cacheElseNetwork, path) { $0.policies.caching.folder = name }
        }
        let before = stage(1)
        #expect(await before.send(call(nil)) == "1")
        #expect(await before.send(call("images")) == "2", "calls with different folders share nothing, in memory either")
        #expect(await before.send(call("nowhere")) == "3")
        #expect(names("main").count == 1 && names("images").count == 1)
        let entries = await before.cache.entries()
        #expect(Set(entries.map(\.tiers)) == [.both, .memory])
        let usage = try #require(await before.cache.usage().disk).usage
        #expect(usage.entries == 2 && usage.capacity == main.capacity + images.capacity)

        let after = stage(4)
        #expect(await after.send(call(nil)) == "1" && after.sent == 0)
        #expect(await after.send(call("images")) == "2" && after.sent == 0)
        #expect(await after.send(call("nowhere")) == "4", "only memory had it")
        await images.clear(.all)
        after.cache.clearMemory()
        #expect(await after.send(call(nil)) == "1")
        #expect(await after.send(call("images")) == "5")
        await after.cache.clear(.url(URI("http://api.test/v1/items")))
        #expect(names("main").isEmpty && names("images").isEmpty)
        #expect(await after.send(call("images")) == "6" && names("images").count == 1)
        await after.cache.clearDisk()
        #expect(names("images").isEmpty)
    }

    @Test(.rows("YT-5")) func aClientNamesTheFolderOfAllItsCalls() {
        var common = CacheOptions()
        common.folder = "images"
        #expect(CacheOptions().withDefaults(common).folder == "images")
        var own = CacheOptions()
        own.folder = "other"
        #expect(own.withDefaults(common).folder == "other" && CacheOptions().folder == nil)
    }

    // MARK: who shares what

    /// Whatever two calls differ in that may not be shared, neither sees the other's answer: on the way with a task, on the one without, and from
    /// the disk.
    @Test(.rows("B-HH-K3", "B-YT-5")) func noAnswerCrossesAccountEnvironmentOrService() async throws {
        struct Who: Hashable {
            var account: Int
            var environment: Environment
            var pool: Int
            var named: Bool
        }
        let hosts = ["one", "two", "three"].map { host in
            Service(
                name: host,
                deployments: [
                    Deployment(.test, baseURL: URI("http://test.\(host).test")),
                    Deployment(.release, baseURL: URI("http://\(host).test")),
                ])
        }
        // Those that share their first service are others all the same.
        let pools = [
            ServicePool([hosts[0]], environment: .test), ServicePool([hosts[1]], environment: .test),
            ServicePool([hosts[0], hosts[1]], environment: .test), ServicePool([hosts[0], hosts[2]], environment: .test),
        ]
        var random = SplitMix64(seed: 3)
        let answers = ScriptedTransport { request in
            .answer(200, body: Array("\(request.headers["X-Who"] ?? "")".utf8))
        }
        let disk = disk()
        for policy in [FetchPolicy.cacheElseNetwork, .http, .deferred, .networkElseCache()] {
            let cache = ResponseCache(disk: disk, wallClock: { FetchStage.start })
            await cache.clear(.all)
            let client = NetClient(transport: answers, cache: cache)
            for _ in 0..<150 {
                let who = Who(
                    account: Int.random(in: 0..<3, using: &random), environment: Bool.random(using: &random) ? .test : .release,
                    pool: Int.random(in: 0..<4, using: &random), named: Bool.random(using: &random))
                let name = "\(who.account) \(who.environment) \(who.pool) \(who.named)"
                let endpoint = FetchStage.call(policy) { plan in
                    plan.headers = ["X-Who": name]
                    if who.named {
                        plan.policies.caching.account = Secret("account \(who.account)")
                    } else if who.account > 0 {
                        plan.headers.add(HeaderField("Authorization", "Bearer \(who.account)"))
                    }
                    plan.destination.environment = who.environment
                    plan.policies.caching.lifetime = .fixed(.seconds(60))
                }
                #expect(try await client.send(endpoint, on: pools[who.pool]) == name, "\(policy.name)")
                if Int.random(in: 0..<10, using: &random) == 0 {
                    await cache.flush()
                    cache.clearMemory()
                }
            }
            #expect(await client.isDrained())
        }
    }

    /// What another service of the pool has answered in its place is not that service's.
    @Test func anAnswerOfAServiceThatStoodInIsNotStoredWhereServicesAreKeptApart() async {
        let cache = ResponseCache(wallClock: { FetchStage.start })
        let client = NetClient(
            transport: ScriptedTransport { request in
                request.url.host == "api.test" ? Net.fail(.connect) : FetchStage.text("backup")
            }, time: VirtualClock().source, random: Net.half, cache: cache)
        let pool = ServicePool([Net.service, Net.backup], failover: FailoverOptions())
        for isApart in [true, false] {
            let call = FetchStage.call(.cacheElseNetwork, isApart ? "/a" : "/b") { plan in
                plan.policies.caching.keepsServicesApart = isApart
                plan.policies.retry = .standard
            }
            #expect((try? await client.send(call, on: pool)) == "backup")
            #expect(await client.isDrained())
            let active = client.status(of: pool)?.active
            #expect(cache.memory?.usage.entries == (isApart && active == 0 ? 0 : 1), "active: \(active ?? -1)")
            cache.clearMemory()
        }
    }

    @Test func whoIsNamedKeepsAnswersOverAChangeOfToken() async {
        let account = Mutex(Secret("her"))
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")]) { _, _ in account.withLock { $0 } }
        func call(_ token: String) -> Endpoint<String> {
            FetchStage.call(.cacheElseNetwork) { $0.headers = ["Authorization": "Bearer \(token)"] }
        }
        #expect(await stage.send(call("a")) == "one")
        #expect(await stage.send(call("b")) == "one")
        account.withLock { $0 = Secret("him") }
        #expect(await stage.send(call("b")) == "two")
    }

    /// What adapters add is asked for, so that nobody is shown another's; what they change each time is not stored at all.
    @Test func whatAdaptersAddTellsAccountsApart() async {
        let token = Mutex("a")
        func call(_ change: @escaping @Sendable (inout WireRequest) -> Void, account: Secret? = nil) -> Endpoint<String> {
            FetchStage.call(.cacheElseNetwork) { $0.policies.caching.account = account }.with { endpoint in
                endpoint.behaviour.request.signer = ClosureAdapter { request, _ in change(&request) }
            }
        }
        let bearer = call { request in
            request.headers.set(HeaderField("Authorization", "Bearer \(token.withLock { $0 })"))
        }
        let stage = FetchStage([FetchStage.text("hers"), FetchStage.text("his"), FetchStage.text("nobody's")])
        #expect(await stage.send(bearer) == "hers")
        #expect(await stage.send(bearer) == "hers" && stage.sent == 1)
        token.withLock { $0 = "b" }
        #expect(await stage.send(bearer) == "his" && stage.sent == 2)
        let counter = Mutex(0)
        let nonce: @Sendable (inout WireRequest) -> Void = { request in
            let number = counter.withLock {
                $0 += 1; return $0
            }
            request.headers.set(HeaderField("Authorization", "Nonce \(number)"))
        }
        #expect(await stage.send(call(nonce)) == "nobody's")
        #expect(stage.notes.last == "not stored: its credentials change with every request, and no account is named")
        let named = call(nonce, account: Secret("her"))
        #expect(await stage.send(named) == "nobody's" && stage.notes.last == "stored in memory for 60 s")
        let before = counter.withLock { $0 }
        #expect(await stage.send(named) == "nobody's" && stage.sent == 4)
        #expect(counter.withLock { $0 } == before, "who knows the account asks no signer")
    }

    @Test(.rows("B-CT-3", "HH-K1")) func whatIsPulledAndReformedStandsInTheKeyAndIsAskedForOnce() async {
        let page = Mutex(1)
        let asked = Mutex(0)
        let call = FetchStage.call(.cacheElseNetwork).with { endpoint in
            endpoint.behaviour.request.parameters = { _ in
                asked.withLock { $0 += 1 }
                return [Parameter("page", .plain("\(page.withLock { $0 })"), in: .query)]
            }
            endpoint.behaviour.request.reform = { $0 + [Parameter("size", "10", in: .query)] }
        }
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")])
        #expect(await stage.send(call) == "one" && asked.withLock { $0 } == 1)
        #expect(stage.origin.requests[0].url.query == "page=1&size=10")
        #expect(await stage.send(call) == "one" && stage.sent == 1)
        page.withLock { $0 = 2 }
        #expect(await stage.send(call) == "two")
        page.withLock { $0 = 1 }
        #expect(await stage.send(call) == "one")
    }

    // MARK: keys

    @Test(.rows("HH-K1", "B-HH-K1")) func theSourcesKeyIsTheMD5OfPathAndParameters() async {
        // printf '/list&a=1&b=2' | md5sum
        let key = CacheKey.classic(path: "/list", parameters: [Parameter("b", "2", in: .query), Parameter("a", "1", in: .query)])
        #expect(
            key
                == CacheKey.classic(
                    path: "/list", parameters: [Parameter("a", "1", in: .query), Parameter("b", "2", in: .query)]))
        #expect(key == "e6f4a93cd50be92b47f495f613cb2326")
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")])
        let call = FetchStage.call(.cacheElseNetwork) { plan in
            plan.policies.caching.keyStyle = .classic
            plan.parameters = [Parameter("a", "1", in: .query)]
        }
        _ = await stage.send(call)
        #expect(
            await stage.cache.entries().first?.name
                == CacheKey.classic(path: "/items", parameters: [Parameter("a", "1", in: .query)]))
        #expect(await stage.send(call) == "one")
        #expect(
            await stage.send(call.with { $0.plan.policies.caching.account = Secret("b") }) == "two",
            "the partition stands beside it")
    }

    @Test(.rows("YB-8", "YT-2", "HD-12")) func aKeyHasVersionMethodURLAndParametersOrIsOnesOwn() async {
        let stage = FetchStage((1...9).map { FetchStage.text("\($0)") })
        func send(_ change: (inout RequestPlan) -> Void) async -> String {
            await stage.send(FetchStage.call(.cacheElseNetwork, "/items", change))
        }
        #expect(await send { _ in } == "1")
        #expect(await send { $0.policies.caching.version = "2" } == "2")
        #expect(await send { $0.parameters = [Parameter("a", "1", in: .query), Parameter("b", "2", in: .query)] } == "3")
        #expect(await send { $0.parameters = [Parameter("b", "2", in: .query), Parameter("a", "1", in: .query)] } == "3")
        #expect(await send { $0.parameters = [Parameter("a", "1&b=2", in: .query)] } == "4")
        #expect(await send { $0.policies.caching.key = "mine" } == "5")
        #expect(await send { ($0.policies.caching.key, $0.path) = ("mine", "/other") } == "5")
        #expect(
            await send {
                $0.policies.caching.keyHeaders = ["X-Tenant"]; $0.headers = ["X-Tenant": "a"]
            } == "6")
        #expect(
            await send {
                $0.policies.caching.keyHeaders = ["X-Tenant"]; $0.headers = ["X-Tenant": "b"]
            } == "7")
        func search(_ text: String) -> (inout RequestPlan) -> Void {
            { ($0.method, $0.body) = (.post, .bytes(Array(text.utf8), contentType: "text/plain")) }
        }
        #expect(await send(search("cats")) == "8")
        #expect(await send(search("dogs")) == "9")
        #expect(await send(search("cats")) == "8", "a question that is a POST is known by what it says")
        #expect(await send { _ in } == "1", "and outdates nothing")
        await stage.cache.clear(.named("mine"))
        #expect(await send { $0.policies.caching.key = "mine" } == "9")
    }

    @Test(.rows("YT-2")) func anotherVersionOfTheProgramFindsNothing() async {
        var options = ResponseCache.Options()
        let first = FetchStage([FetchStage.text("one")], options: options, disk: disk())
        _ = await first.send(FetchStage.call(.cacheElseNetwork))
        options.version = "2"
        let second = FetchStage([FetchStage.text("two")], options: options, disk: disk())
        #expect(await second.send(FetchStage.call(.cacheElseNetwork)) == "two")
    }

    // MARK: what a person sees

    @Test(.rows("YB-18")) func whatIsStoredIsShownWithoutSecretsAndCleared() async throws {
        let stage = FetchStage([FetchStage.text("one", nil, ["Content-Type": "text/plain"])], disk: disk())
        let call = FetchStage.call(.cacheElseNetwork) { plan in
            plan.headers = ["Authorization": "Bearer hunter2"]
            plan.parameters = [Parameter("api_key", .secret(Secret("hunter3")), in: .query), Parameter("page", "1", in: .query)]
        }
        _ = await stage.send(call)
        _ = await stage.send(FetchStage.call(.cacheElseNetwork, "/plain"))
        stage.clock.advance(by: .seconds(12))
        for round in ["memory and disk", "disk"] {
            let entries = await stage.cache.entries()
            #expect(entries.count == 2 && !"\(entries)".contains("hunter") && !String(reflecting: entries).contains("hunter"))
            let shown = try #require(entries.first { $0.url.query != nil })
            #expect(
                shown.url.description == "http://api.test/v1/items?api_key=\(Secret.mask)&page=1"
                    || shown.url.revealed.contains("page=1"))
            #expect(shown.status == 200 && shown.bytes == 3 && shown.age == .seconds(12) && shown.method == "GET")
            #expect(shown.freshness == .fresh(for: .seconds(48)) && shown.tiers.name == round && shown.service == "main")
            #expect(shown.account.count == 8 && shown.mediaType == "text/plain" && shown.environment == "standard")
            #expect(entries.contains { $0.account.isEmpty })
            stage.cache.clearMemory()
        }
        let usage = await stage.cache.usage()
        #expect(usage.memory?.entries == 0 && usage.disk?.usage.entries == 2 && usage.bytes == usage.disk?.usage.bytes)
        let one = try #require(await stage.cache.entries().first { $0.account.isEmpty })
        await stage.cache.remove(one.id)
        #expect(await stage.cache.entries().map(\.account.isEmpty) == [false])
        await stage.client.forget(call.plan, on: Net.pool)
        #expect(await stage.cache.entries().isEmpty)
        #expect(await stage.cache.usage().bytes == 0)
    }

    @Test(.rows("HD-11", "B-HD-8")) func aCallsAnswersAreForgottenWithItsParametersOrWithAllAndStaleOnesByAge() async {
        let stage = FetchStage([FetchStage.text("one")], disk: disk())
        func call(_ id: String) -> Endpoint<String> {
            FetchStage.call(.cacheElseNetwork) { $0.parameters = [Parameter("id", .plain(id), in: .query)] }
        }
        for id in ["1", "12", "2"] { _ = await stage.send(call(id)) }
        await stage.client.forget(call("1").plan, on: Net.pool)
        #expect(await stage.cache.entries().count == 2, "12 begins like 1 and stays (B-HD-9)")
        await stage.client.forget(call("1").plan, on: Net.pool, allParameters: true)
        #expect(await stage.cache.entries().isEmpty)
        _ = await stage.send(call("1"))
        stage.clock.advance(by: .seconds(60))
        _ = await stage.send(call("2"))
        await stage.cache.clearExpired()
        #expect(await stage.cache.entries().map(\.url.query) == ["id=2"])
        #expect(await stage.cache.usage().disk?.usage.entries == 1)
    }

    @Test(.rows("HH-K5")) func anyNumberOfTasksMayUseIt() async {
        let stage = FetchStage([FetchStage.text("one")], disk: disk())
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in 0..<40 {
                        let call = FetchStage.call(.cacheElseNetwork, "/\((number + worker) % 13)")
                        #expect((try? await stage.client.send(call, on: Net.pool)) == "one")
                        if number % 20 == 19 { await stage.cache.clear(.url(URI("http://api.test/v1/\(number % 13)"))) }
                    }
                }
            }
        }
        #expect(await stage.client.isDrained())
        await stage.cache.flush()
        let usage = await stage.cache.usage()
        #expect((usage.memory?.entries ?? 0) <= 13 && (usage.disk?.usage.entries ?? 0) <= 13 && usage.disk?.trouble == nil)
    }
}
