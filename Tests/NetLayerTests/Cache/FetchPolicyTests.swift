// The eight fetch policies: for each what is given, in which order, what is sent, what is kept, and what the row says of it.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct FetchPolicyTests {
    private static let fail = Net.fail(.connect)

    // MARK: cacheElseNetwork

    @Test(.rows("HH-K4", "CT-P6", "YB-6", "HD-6", "HD-10"))
    func aFreshAnswerEndsTheCallAndAStaleOneIsAskedForAgain() async {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")])
        let call = FetchStage.call(.cacheElseNetwork, lifetime: .fixed(.seconds(60)))
        #expect(await stage.fetch(call) == ["network one"])
        #expect(stage.notes == ["nothing is stored: requested", "stored in memory for 60 s"] && stage.row?.source == .network)
        stage.clock.advance(by: .seconds(12))
        #expect(await stage.fetch(call) == ["cached one 12 fresh"])
        #expect(stage.row?.source == .memory(age: .seconds(12)) && stage.row?.state == .succeeded)
        #expect(stage.row?.status == 200 && stage.row?.attempt == 0 && stage.row?.exchanges.isEmpty == true)
        #expect(stage.notes == ["from the cache, 12 s old, fresh for 48 s"])
        #expect(await stage.send(call) == "one")
        #expect(stage.notes == ["from the cache, 12 s old, fresh for 48 s"], "by the way without a task as well")
        #expect(stage.sent == 1)
        stage.clock.advance(by: .seconds(51))
        #expect(await stage.fetch(call) == ["network two"])
        #expect(stage.notes.first == "expired 3 s ago: requested again" && stage.sent == 2)
    }

    @Test(.rows("HH-K2", "B-HH-K5")) func itIsFreshFor60SecondsWhereNoTimeIsGivenAndNoLonger() async {
        #expect(CacheLifetime.classic(0.5) == .fixed(.milliseconds(500)))
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")])
        let call = FetchStage.call(.cacheElseNetwork)
        _ = await stage.send(call)
        stage.clock.advance(by: .milliseconds(59_900))
        #expect(await stage.send(call) == "one")
        stage.clock.advance(by: .milliseconds(100))
        #expect(await stage.send(call) == "two", "at its limit it is stale")
    }

    @Test(.rows("HH-K1", "B-HH-K5")) func halfASecondIsHalfASecond() async {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")])
        let call = FetchStage.call(.cacheElseNetwork, lifetime: .classic(0.5))
        #expect(await stage.send(call) == "one")
        stage.clock.advance(by: .milliseconds(499))
        #expect(await stage.send(call) == "one")
        #expect(stage.sent == 1, "stored, and read")
        stage.clock.advance(by: .milliseconds(1))
        #expect(await stage.send(call) == "two")
    }

    /// Whoever comes from a configuration without an interval had no cache, and gets none.
    @Test(.rows("HH-K1"), arguments: [0.0, -1]) func withoutAnIntervalNothingIsKept(_ interval: Double) async {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")])
        let call = FetchStage.call(.cacheElseNetwork, lifetime: .classic(interval))
        #expect(await stage.send(call) == "one")
        #expect(await stage.cache.usage().memory?.entries == 0)
        #expect(await stage.send(call) == "two")
    }

    /// Another call may have stored a response under the same key.
    @Test(.rows("HH-K1"), arguments: [FetchPolicy.cacheElseNetwork, .cacheThenNetwork(allowStale: true), .deferred])
    func withoutAnIntervalNothingIsRead(_ policy: FetchPolicy) async {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two"), FetchStage.text("three")])
        #expect(await stage.send(FetchStage.call(.cacheElseNetwork)) == "one")
        let off = FetchStage.call(policy, lifetime: .classic(0))
        #expect(await stage.send(off) == "two")
        #expect(await stage.fetch(off) == ["network three"])
        #expect(await stage.send(FetchStage.call(.cacheElseNetwork)) == "one", "the other call still finds its own")
        #expect(await stage.send(FetchStage.call(.cacheOnly, lifetime: .classic(0))) == "[cache_miss]")
        #expect(stage.sent == 3)
    }

    @Test(.rows("HH-K4")) func aStaleAnswerIsDroppedAndAFailureIsNotStored() async {
        let stage = FetchStage([FetchStage.text("one"), Self.fail, FetchStage.text("sorry", status: 500), FetchStage.text("two")])
        let call = FetchStage.call(.cacheElseNetwork)
        _ = await stage.send(call)
        stage.clock.advance(by: .seconds(60))
        #expect(await stage.send(call) == "[connect]")
        #expect(await stage.cache.usage().memory?.entries == 0)
        #expect(await stage.send(call) == "[status]")
        #expect(await stage.cache.usage().memory?.entries == 0)
        #expect(await stage.send(call) == "two")
    }

    @Test(.rows("YB-7")) func aCallMayWantNoneThatIsOlder() async {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")])
        let patient = FetchStage.call(.cacheElseNetwork, lifetime: .unlimited)
        let picky = FetchStage.call(.cacheElseNetwork, lifetime: .unlimited) { $0.policies.caching.maxAge = .seconds(10) }
        _ = await stage.send(patient)
        stage.clock.advance(by: .seconds(10))
        #expect(await stage.send(picky) == "one")
        stage.clock.advance(by: .seconds(86_400 * 3_650))
        #expect(await stage.send(patient) == "one", "no limit is the default")
        #expect(await stage.send(picky) == "two")
        #expect(stage.notes.first == "stored 3650 days ago, too old for this call: requested again")
    }

    // MARK: cacheOnly

    @Test(.rows("HD-6", "HD-10", "B-HD-2")) func cacheOnlySendsNothingAndAMissIsAnErrorOfItsOwn() async {
        let stage = FetchStage([FetchStage.text("one")])
        let call = FetchStage.call(.cacheOnly)
        #expect(await stage.fetch(call) == ["[cache_miss]"] && stage.sent == 0)
        #expect(stage.row?.state == .failed && stage.row?.errorKind == "cache_miss")
        _ = await stage.send(FetchStage.call(.networkOnly(store: true)))
        #expect(await stage.fetch(call) == ["cached one 0 fresh"])
        stage.clock.advance(by: .seconds(60))
        #expect(await stage.fetch(call) == ["[cache_miss]"], "stale is not fresh")
        #expect(stage.sent == 1)
        let without = NetClient(transport: stage.origin)
        #expect(
            await without.failure { client throws(NetError) in _ = try await client.send(call, on: Net.pool) }?.kind == .cacheMiss
        )
        stage.cache.isEnabled = false
        #expect(await stage.send(call) == "[cache_miss]" && stage.sent == 1)
    }

    // MARK: cacheThenNetwork

    @Test(.rows("HD-6", "HD-9", "YB-6", "YB-10", "B-HD-2")) func cacheThenNetworkGivesBothInOrder() async {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two"), Self.fail, FetchStage.text("four")])
        let call = FetchStage.call(.cacheThenNetwork())
        #expect(await stage.fetch(call) == ["network one"], "a miss is no empty hit")
        stage.clock.advance(by: .seconds(5))
        #expect(await stage.fetch(call) == ["cached one 5 fresh", "network two"])
        #expect(
            stage.notes == [
                "shown from the cache, 5 s old, fresh for 55 s; the network is used too", "stored in memory for 60 s",
            ])
        #expect(await stage.fetch(call) == ["cached two 0 fresh", "[connect]"])
        stage.clock.advance(by: .seconds(61))
        #expect(await stage.fetch(call) == ["network four"], "what is stale does not come first")
        let stale = FetchStage.call(.cacheThenNetwork(allowStale: true))
        stage.clock.advance(by: .seconds(61))
        #expect(await stage.fetch(stale) == ["cached four 61 stale", "network four"])
        #expect(await stage.send(call) == "four" && stage.row?.source == .network, "one answer is the last one")
    }

    // MARK: networkElseCache

    @Test(.rows("HD-6", "B-HD-3", "B-HD-4")) func aFallbackIsOneAnswerWithTheReasonAndNoErrorBesides() async {
        let stage = FetchStage([FetchStage.text("one"), Self.fail, FetchStage.text("sorry", status: 503), Self.fail])
        let call = FetchStage.call(.networkElseCache())
        #expect(await stage.fetch(call) == ["network one"])
        stage.clock.advance(by: .seconds(3_600))
        #expect(await stage.fetch(call) == ["fallback one 3600 connect"], "stale long since")
        #expect(stage.row?.state == .succeeded && stage.row?.source == .fallback(age: .seconds(3_600), because: .connect))
        #expect(stage.notes == ["from the cache, 60 min old, because of connect"])
        #expect(await stage.fetch(call) == ["fallback one 3600 status"])
        #expect(await stage.send(call) == "one")
        let bounded = FetchStage.call(.networkElseCache(maxStale: .seconds(3_540)))
        #expect(await stage.fetch(bounded) == ["fallback one 3600 connect"])
        stage.clock.advance(by: .seconds(1))
        #expect(await stage.fetch(bounded) == ["[connect]"], "its own, longer bound")
    }

    @Test func whatTheCallerIsToBlameForIsNoReasonForAFallback() async {
        for status in [400, 401, 403, 404] {
            let stage = FetchStage([FetchStage.text("one"), FetchStage.text("no", status: status)])
            let call = FetchStage.call(.networkElseCache())
            _ = await stage.send(call)
            #expect(await stage.fetch(call) == ["[status]"])
        }
        for status in [408, 429, 500, 502] {
            let stage = FetchStage([FetchStage.text("one"), FetchStage.text("no", status: status)])
            let call = FetchStage.call(.networkElseCache())
            _ = await stage.send(call)
            #expect(await stage.fetch(call) == ["fallback one 0 status"])
        }
    }

    // MARK: networkOnly

    @Test(.rows("HD-6", "YT-2")) func networkOnlyReadsNothingAndKeepsWhatItIsToldTo() async {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two"), FetchStage.text("three")])
        #expect(await stage.fetch(FetchStage.call(.networkOnly())) == ["network one"])
        #expect(await stage.cache.usage().memory?.entries == 0 && stage.notes.isEmpty)
        #expect(await stage.fetch(FetchStage.call(.networkOnly(store: true))) == ["network two"])
        #expect(await stage.fetch(FetchStage.call(.cacheOnly)) == ["cached two 0 fresh"], "who ignores the cache still writes")
        #expect(await stage.fetch(FetchStage.call(.networkOnly(store: true))) == ["network three"])
    }

    // MARK: deferred

    /// CT-S7's four cases: is there a copy, and whose answer is this.
    @Test(.rows("CT-P5", "CT-S2", "CT-S7", "YT-3", "B-CT-10")) func aCopyOfLastTimeIsShownAndTheNewOneIsForNextTime() async {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two"), Self.fail])
        let call = FetchStage.call(.deferred)
        #expect(await stage.fetch(call) == ["network one"], "no copy: the network's answer lands")
        stage.clock.advance(by: .seconds(86_400))
        #expect(await stage.fetch(call) == ["cached one 86400 stale"], "a copy lands, however old; the network's does not")
        #expect(stage.sent == 2 && stage.refreshes.count == 1)
        #expect(stage.row?.source == .stale(age: .seconds(86_400), because: .revalidating))
        #expect(await stage.send(call) == "two", "it was for this time")
        #expect(stage.refreshes.map(\.state) == [.succeeded, .failed], "and nobody hears of its failure")
        #expect(await stage.send(call) == "two")
    }

    @Test(.rows("CT-S2", "B-CT-10")) func aNewCopyThatIsRefusedIsNotForNextTime() async {
        struct Refused: Error {}
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")])
        let call = FetchStage.call(.deferred).with {
            $0.behaviour.checkAnswer = { if $0.body == Array("two".utf8) { throw Refused() } }
        }
        #expect(await stage.fetch(call) == ["network one"])
        #expect(await stage.fetch(call) == ["cached one 0 fresh"], "and the new one is refused")
        #expect(stage.sent == 2 && stage.refreshes.map(\.state) == [.failed])
        #expect(await stage.fetch(call) == ["cached one 0 fresh"])
    }

    @Test func aRefreshIsARowOfItsOwnThatSaysWhoseItIs() async throws {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")])
        let call = FetchStage.call(.deferred)
        _ = await stage.send(call)
        _ = await stage.send(call)
        let refresh = try #require(stage.refreshes.first)
        let row = try #require(stage.row)
        #expect(refresh.info.origin == row.id && refresh.info.endpoint == "call" && refresh.source == .network)
        #expect(
            FetchStage.notes(refresh) == ["refreshes what \(row.id) got from the cache", "stored in memory for 60 s"])
        #expect(stage.notes.last == "\(refresh.id) refreshes it")
    }

    @Test func aKeyIsAskedForAnewByOneTaskAtATime() async {
        let stage = FetchStage([FetchStage.text("one"), Net.hang])
        let call = FetchStage.call(.deferred)
        _ = await stage.send(call)
        for _ in 0..<5 { #expect((try? await stage.client.send(call, on: Net.pool)) == "one") }
        #expect(await eventually { stage.sent == 2 })
        #expect(stage.notes.last == "a refresh is already running")
        stage.client.cancelAll()
        #expect(await stage.client.isDrained())
        #expect(await eventually { stage.cache.beginRefresh(stage.cache.memory?.all.first?.key ?? CacheKey(url: URI(""))) })
    }

    // MARK: staleWhileRevalidate

    @Test func withinItsWindowAStaleAnswerIsGivenAndAskedForAnew() async {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two"), FetchStage.text("three")])
        let call = FetchStage.call(.staleWhileRevalidate(window: .seconds(30)))
        #expect(await stage.fetch(call) == ["network one"])
        #expect(await stage.fetch(call) == ["cached one 0 fresh"] && stage.sent == 1)
        stage.clock.advance(by: .seconds(90))
        #expect(await stage.fetch(call) == ["cached one 90 stale"] && stage.sent == 2)
        #expect(await stage.fetch(call) == ["cached two 0 fresh"])
        stage.clock.advance(by: .seconds(91))
        #expect(await stage.fetch(call) == ["network three"], "the window is over")
    }

    // MARK: what is stored

    @Test(.rows("CT-S5", "B-HH-K7", "YB-9")) func onlyWhatEverybodySaysYesToIsStored() async {
        struct Refused: Error {}
        let call = FetchStage.call(.cacheElseNetwork)
        let rule = BusinessRule.code(at: "/code", success: ["0"])
        let cases: [(String, @Sendable (inout Endpoint<String>) -> Void)] = [
            ("business", { $0.behaviour.business = rule }), ("decode", { $0.decode = { _ in throw Refused() } }),
            ("validation", { $0.behaviour.checkAnswer = { _ in throw Refused() } }),
            ("status", { $0.behaviour.acceptsStatus = { _ in false } }),
        ]
        for (kind, change) in cases {
            let stage = FetchStage([FetchStage.text(#"{"code":7}"#)])
            let refused = call.with { change(&$0) }
            #expect(await stage.fetch(refused) == ["[\(kind)]"])
            #expect(await stage.cache.usage().memory?.entries == 0, "\(kind)")
        }
        let stage = FetchStage([FetchStage.text("no"), FetchStage.text("yes")])
        let choosy = call.with { $0.behaviour.shouldStore = { $0.body == Array("yes".utf8) } }
        #expect(await stage.send(choosy) == "no" && stage.notes.last == "not stored: the endpoint forbids it")
        #expect(await stage.send(choosy) == "yes" && stage.notes.last == "stored in memory for 60 s")
    }

    @Test(.rows("HD-7")) func thePolicySeesNetworkAndCacheAndTheCacheKeepsWhatCame() async {
        let calls = Mutex(0)
        var behaviour = ClientBehaviour()
        behaviour.policy = ResponsePolicy("hook") { outcome, _ in
            guard case .success(var answer) = outcome else { return .unchanged(outcome) }
            let turn = calls.withLock {
                $0 += 1; return $0
            }
            answer.body += Array("\(turn)".utf8)
            return .success(answer)
        }
        let stage = FetchStage([FetchStage.text("raw ")], behaviour: behaviour)
        let call = FetchStage.call(.cacheElseNetwork)
        #expect(await stage.fetch(call) == ["network raw 1"])
        #expect(await stage.fetch(call) == ["cached raw 2 0 fresh"], "the hook of now over the answer of then")
        #expect(stage.cache.memory?.all.first?.entry.body == Array("raw ".utf8))
    }

    @Test func anAnswerThatIsOfNoUseByNowIsDroppedAndAskedFor() async {
        let stage = FetchStage([FetchStage.text("old form"), FetchStage.text("new form")])
        _ = await stage.send(FetchStage.call(.cacheElseNetwork))
        struct Refused: Error {}
        let strict = FetchStage.call(.cacheElseNetwork).with { endpoint in
            endpoint.decode = {
                let text = String(decoding: $0.body, as: UTF8.self)
                guard text.hasPrefix("new") else { throw Refused() }
                return text
            }
        }
        #expect(await stage.fetch(strict) == ["network new form"])
        #expect(stage.notes.first == "the stored response is not used: Refused()")
        #expect(await stage.fetch(strict) == ["cached new form 0 fresh"])
    }

    @Test(.rows("HD-5")) func aCallThatSaysNothingKeepsNothing() async {
        let stage = FetchStage([FetchStage.text("one", "max-age=60"), FetchStage.text("two", "max-age=60")])
        #expect(await stage.fetch(FetchStage.call(nil)) == ["network one"])
        #expect(await stage.send(FetchStage.call(nil)) == "two")
        #expect(await stage.cache.usage().memory?.entries == 0 && stage.notes.isEmpty)
    }

    @Test(.rows("HD-5")) func headersThatForbidItAreHeededUnlessALifetimeIsGivenAndNoStoreAlways() async {
        func kept(_ control: String, _ lifetime: CacheLifetime?, _ more: Headers = [:]) async -> String {
            let stage = FetchStage([FetchStage.text("one", control, more), FetchStage.text("two", control, more)])
            let call = FetchStage.call(.cacheElseNetwork, lifetime: lifetime)
            _ = await stage.send(call)
            let note = stage.notes.last ?? ""
            return await stage.send(call) == "one" ? "kept" : note
        }
        #expect(await kept("no-store", nil) == "not stored: no-store")
        #expect(await kept("no-store", .fixed(.seconds(9))) == "not stored: no-store")
        #expect(await kept("max-age=0", nil) != "kept")
        #expect(await kept("max-age=0", .fixed(.seconds(9))) == "kept")
        #expect(await kept("no-cache", nil) != "kept")
        #expect(await kept("max-age=5", nil) == "kept")
        #expect(await kept("max-age=5", .fixed(.zero)) == "not stored: its lifetime is 0.0 seconds")
        #expect(await kept("max-age=5", nil, ["Vary": "*"]) == "not stored: Vary: *")
    }

    @Test(.rows("YB-9")) func streamsAndDownloadsAreNeverStored() async throws {
        let stage = FetchStage([FetchStage.text("one")])
        let plan = FetchStage.call(.cacheElseNetwork).plan
        for _ in 0..<2 {
            let answer = try await stage.client.stream(plan, on: Net.pool).value
            var pieces = answer.body.makeAsyncIterator()
            while try await pieces.next() != nil {}
        }
        let folder = try TemporaryFolder()
        _ = try await stage.client.download(plan, on: Net.pool, to: DownloadTarget(folder.path("file"))).value
        #expect(stage.sent == 3)
        #expect(await stage.cache.usage().memory?.entries == 0)
        let file = try folder.file("up", "body")
        let upload = FetchStage.call(.cacheElseNetwork) { plan in
            plan.method = .post
            plan.body = .file(path: file, contentType: "text/plain")
        }
        for _ in 0..<2 { #expect(await stage.send(upload) == "one") }
        #expect(stage.sent == 5 && stage.notes == ["not stored: its body is read only once"])
    }

    /// Whoever is on the main actor hears nothing while it goes on there.
    @MainActor @Test(.rows("B-HH-D8")) func nothingIsToldBeforeTheCallReturns() async {
        let stage = FetchStage([FetchStage.text("one")])
        let call = FetchStage.call(.cacheElseNetwork)
        _ = await stage.send(call)
        var told = false
        let handle = stage.client.dispatch(call, on: Net.pool)
        let landing = handle.onLanding { _, _ in told = true }
        #expect(!told)
        await landing.value
        #expect(told && stage.sent == 1 && stage.client.row(handle.id)?.source == .memory(age: .zero))
    }

    @Test func withoutANetworkTheCacheIsAskedFirst() async {
        let stage = FetchStage([FetchStage.text("one")])
        _ = await stage.send(FetchStage.call(.cacheElseNetwork))
        stage.client.network.report(.notReachable)
        #expect(await stage.fetch(FetchStage.call(.cacheElseNetwork)) == ["cached one 0 fresh"])
        #expect(await stage.fetch(FetchStage.call(.networkElseCache())) == ["fallback one 0 no_network"])
        #expect(await stage.fetch(FetchStage.call(.networkOnly())) == ["[no_network]"] && stage.sent == 1)
    }

    @Test func whoDropsTheStreamEndsTheCall() async {
        let stage = FetchStage([Net.hang])
        let reader = Task { for try await _ in stage.client.fetch(FetchStage.call(.cacheThenNetwork()), on: Net.pool) {} }
        #expect(await eventually { stage.sent == 1 })
        reader.cancel()
        #expect(await stage.client.isDrained())
        #expect(stage.row?.state == .cancelled(.scope))
    }

    @Test func whoHasJoinedAnotherIsToldWhereTheAnswerCameFrom() async {
        let stage = FetchStage([FetchStage.text("one"), Net.hang])
        let call = FetchStage.call(.networkElseCache()) { $0.policies.duplicates = .join }
        _ = await stage.send(call)
        async let first = stage.fetch(call)
        #expect(await eventually { stage.sent == 2 })
        async let second = stage.fetch(call)
        #expect(await eventually { stage.client.snapshot().live.count == 2 })
        stage.origin.inFlight.first?.play(Net.fail(.cut))
        #expect(await [first, second] == [["fallback one 0 cut"], ["fallback one 0 cut"]])
    }

    @Test(.rows("B-CT-15", "B-HD-1", "CT-E2")) func theDefaultsOfAllAreReadAndACallMayDiffer() async {
        var options = ResponseCache.Options()
        options.policy = .cacheElseNetwork
        options.lifetime = .seconds(300)
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two"), FetchStage.text("three")], options: options)
        #expect(await stage.send(FetchStage.call(nil)) == "one")
        stage.clock.advance(by: .seconds(299))
        #expect(await stage.send(FetchStage.call(nil)) == "one")
        #expect(await stage.send(FetchStage.call(.networkOnly())) == "two")
        #expect(await stage.send(FetchStage.call(nil) { $0.method = .post }) == "three", "what changes something is no default's")
        stage.cache.isEnabled = false
        #expect(await stage.send(FetchStage.call(nil)) == "three", "one switch for all")
        stage.cache.isEnabled = true
        #expect(await stage.send(FetchStage.call(nil)) == "three", "the POST has outdated what was stored")
    }

    @Test func aTakerIsGivenWhatIsStoredAndWhatItTakesIsStored() async throws {
        final class Keeper: BodyTaker {
            let bytes = Mutex<[UInt8]>([])
            func receive(_ piece: UnsafeRawBufferPointer) throws(TransferFailure) { bytes.withLock { $0 += Array(piece) } }
        }
        let stage = FetchStage([FetchStage.text("one")])
        var call = Endpoint(FetchStage.call(.cacheElseNetwork).plan)
        call.behaviour.takesBody = { _, _, _ in Keeper() }
        for source in [ResponseSource.network, .memory(age: .zero)] {
            let answer = try await stage.client.send(call, on: Net.pool)
            let keeper = try #require(answer.taker as? Keeper)
            #expect(answer.body.isEmpty && keeper.bytes.withLock { $0 } == Array("one".utf8) && answer.source == source)
        }
        #expect(stage.sent == 1)
    }

    @Test(.rows("B-YT-3", "HD-9")) func policyLifetimeAndPlaceAreValuesOfACall() {
        var common = CallPolicies()
        common.fetch = .deferred
        common.caching = CacheOptions(lifetime: .unlimited, tiers: .disk, key: "k")
        var own = CallPolicies()
        own.caching.lifetime = .fixed(.seconds(1))
        own.caching.keyHeaders = ["A"]
        let all = own.withDefaults(common)
        #expect(all.fetch == .deferred && all.caching.lifetime == .fixed(.seconds(1)) && all.caching.tiers == .disk)
        #expect(all.caching.key == "k" && all.caching.keyHeaders == ["A"] && CacheOptions() == CacheOptions(lifetime: nil))
        for policy in [
            FetchPolicy.cacheElseNetwork, .cacheOnly, .cacheThenNetwork(), .networkElseCache(), .networkOnly(),
            .networkOnly(store: true), .deferred, .http, .staleWhileRevalidate(window: .seconds(60)),
        ] { #expect(FetchPolicy(name: policy.name) == policy) }
        #expect(FetchPolicy(name: "cache") == nil)
    }
}
