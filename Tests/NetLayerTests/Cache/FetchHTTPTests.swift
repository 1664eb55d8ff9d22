// The policy `.http` through a client: validators, variants, redirects, failover, errors, and methods that change something.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct FetchHTTPTests {
    private func confirmed(_ headers: Headers = [:]) -> [ScriptedTransport.Step] { .answer(304, headers: headers) }

    @Test func aStaleAnswerIsAskedAboutAndAConfirmationIsTheNetworksWord() async throws {
        let stage = FetchStage([
            FetchStage.text("one", "max-age=10", ["ETag": "\"a\""]), confirmed(["ETag": "\"a\"", "Cache-Control": "max-age=20"]),
            FetchStage.text("two", "max-age=10", ["ETag": "\"b\""]),
        ])
        let call = FetchStage.call(.http)
        #expect(await stage.fetch(call) == ["network one"])
        #expect(await stage.fetch(call) == ["cached one 0 fresh"])
        stage.clock.advance(by: .seconds(10))
        #expect(await stage.fetch(call) == ["network one"])
        #expect(stage.origin.requests.last?.headers["If-None-Match"] == "\"a\"")
        let row = try #require(stage.row)
        #expect(row.source == .revalidated(age: .seconds(10)) && row.status == 200 && row.exchanges.last?.head?.status == 304)
        #expect(stage.notes == ["stored 10 s ago: revalidated", "the server confirmed the stored response"])
        stage.clock.advance(by: .seconds(19))
        #expect(await stage.fetch(call) == ["cached one 19 fresh"], "it has the lifetime of the confirmation")
        stage.clock.advance(by: .seconds(1))
        #expect(await stage.fetch(call) == ["network two"] && stage.sent == 3)
        #expect(stage.origin.requests.last?.headers["If-None-Match"] == "\"a\"")
    }

    @Test func variantsAreToldApartByTheFieldsThatVaryNames() async {
        let stage = FetchStage([
            FetchStage.text("hallo", "max-age=60", ["Vary": "Accept-Language"]),
            FetchStage.text("salut", "max-age=60", ["Vary": "Accept-Language"]),
        ])
        func call(_ language: String) -> Endpoint<String> {
            FetchStage.call(.http) { $0.headers = ["Accept-Language": language] }
        }
        #expect(await stage.send(call("de")) == "hallo" && stage.sent == 1)
        #expect(await stage.send(call("fr")) == "salut" && stage.sent == 2)
        #expect(await stage.send(call("de")) == "hallo" && stage.sent == 2)
    }

    @Test func aHeadIsAnsweredFromWhatAGetHasLeft() async {
        let stage = FetchStage([FetchStage.text("one", "max-age=60")])
        _ = await stage.send(FetchStage.call(.http))
        #expect(await stage.fetch(FetchStage.call(.http) { $0.method = .head }) == ["cached  0 fresh"] && stage.sent == 1)
        let other = FetchStage([FetchStage.text("", "max-age=60")])
        _ = await other.send(FetchStage.call(.http) { $0.method = .head })
        #expect(await other.cache.usage().memory?.entries == 0, "what has no body is kept for nobody")
    }

    @Test(arguments: [HTTPMethod.post, .put, .delete, .patch])
    func whatChangesSomethingOutdatesWhatIsStoredOfIt(_ method: HTTPMethod) async {
        let (item, other) = (FetchStage.text("one", "max-age=60"), FetchStage.text("other", "max-age=60"))
        let changed = FetchStage.text("changed", "max-age=60", ["Location": "/v1/other"])
        let stage = FetchStage([item, other, changed, item, other, changed])
        for policy in [FetchPolicy.http, .cacheElseNetwork] {
            _ = await stage.send(FetchStage.call(policy))
            _ = await stage.send(FetchStage.call(.networkOnly(store: true), "/other"))
            #expect(await stage.cache.usage().memory?.entries == 2)
            // A call without a policy as well: what is outdated is so whoever did it.
            #expect(await stage.send(FetchStage.call(nil) { $0.method = method }) == "changed")
            #expect(await stage.cache.usage().memory?.entries == 0, "the item, and what Location names")
        }
    }

    @Test func aChangeThatFailedOutdatesNothing() async {
        let stage = FetchStage([FetchStage.text("one", "max-age=60"), FetchStage.text("no", status: 500)])
        _ = await stage.send(FetchStage.call(.http))
        _ = await stage.send(FetchStage.call(nil) { $0.method = .put })
        #expect(await stage.send(FetchStage.call(.http)) == "one" && stage.sent == 2)
    }

    @Test func whatCameOverARedirectIsNotTheFirstURLs() async {
        let stage = FetchStage([
            .redirect(302, to: "/v1/there"), FetchStage.text("one", "max-age=60"), .redirect(302, to: "/v1/there"),
            FetchStage.text("two", "max-age=60"),
        ])
        #expect(await stage.send(FetchStage.call(.http)) == "one")
        #expect(stage.notes.last == "not stored: it came over a redirect")
        #expect(await stage.send(FetchStage.call(.http)) == "two" && stage.sent == 4)
    }

    @Test func aConfirmationThatCameOverARedirectConfirmsNothing() async {
        let stage = FetchStage([
            FetchStage.text("one", "max-age=0", ["ETag": "\"a\""]), .redirect(302, to: "/v1/there"), confirmed(),
            FetchStage.text("two", "max-age=0"),
        ])
        #expect(await stage.send(FetchStage.call(.http)) == "one")
        #expect(await stage.send(FetchStage.call(.http)) == "two", "asked once more, without conditions")
        #expect(stage.origin.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\"", "\"a\"", nil])
    }

    @Test("an age that a confirmation does not tell is forgotten", arguments: [[:], ["Age": "7"]] as [[String: String]])
    func theAgeIsThatOfTheConfirmation(_ news: [String: String]) {
        let stored = ResponseHead(status: 200, headers: ["Age": "50", "ETag": "\"a\""])
        let fields = news.map { HeaderField($0.key, $0.value) }
        let updated = StoredFields.updated(stored, by: Headers(fields))
        #expect(updated.headers.allValues("Age") == news.values.map { $0 } && updated.headers["ETag"] == "\"a\"")
    }

    /// One server's tag says nothing of another's content, even where they spell it alike.
    @Test func conditionsGoToTheServiceThatGaveTheAnswerAlone() async throws {
        let stage = FetchStage([
            FetchStage.text("one", "max-age=0", ["ETag": "\"1\""]), FetchStage.text("two", "max-age=0", ["ETag": "\"1\""]),
            confirmed(["ETag": "\"1\""]),
        ])
        var pool = Net.pair
        let call = FetchStage.call(.http)
        #expect(await stage.send(call, on: pool) == "one")
        try pool.switchTo(1)
        #expect(await stage.send(call, on: pool) == "two", "it found the other's answer, and asked without its tag")
        #expect(await stage.send(call, on: pool) == "two")
        #expect(stage.origin.requests.map { $0.headers["If-None-Match"] } == [nil, nil, "\"1\""])
        #expect(stage.origin.requests.map { $0.url.host } == ["api.test", "backup.test", "backup.test"])
    }

    @Test func aSwitchOfServiceDoesNotEmptyTheCacheUnlessTheyAreKeptApart() async throws {
        for policy in [FetchPolicy.cacheElseNetwork, .http] {
            let stage = FetchStage([FetchStage.text("one", "max-age=60"), FetchStage.text("two", "max-age=60")])
            var pool = Net.pair
            let call = FetchStage.call(policy)
            let apart = FetchStage.call(policy) { $0.policies.caching.keepsServicesApart = true }
            #expect(await stage.send(call, on: pool) == "one")
            try pool.switchTo(1)
            #expect(await stage.send(call, on: pool) == "one" && stage.sent == 1)
            #expect(await stage.send(apart, on: pool) == "two" && stage.sent == 2)
            try pool.switchTo(0)
            #expect(await stage.send(apart, on: pool) == "two" && stage.sent == 3, "this one has not been asked yet")
            #expect(await stage.send(apart, on: pool) == "two" && stage.sent == 3)
        }
    }

    @Test func aChangeAtOneServiceOutdatesWhatAnotherGave() async throws {
        let stage = FetchStage([
            FetchStage.text("one", "max-age=60"), FetchStage.text("done"), FetchStage.text("two", "max-age=60"),
        ])
        var pool = Net.pair
        _ = await stage.send(FetchStage.call(.http), on: pool)
        try pool.switchTo(1)
        _ = await stage.send(FetchStage.call(nil) { $0.method = .put }, on: pool)
        #expect(await stage.send(FetchStage.call(.http), on: pool) == "two")
    }

    @Test func aStaleAnswerStandsInForAnErrorWhereItsServerAllowsThat() async {
        let stage = FetchStage([
            FetchStage.text("one", "max-age=1, stale-if-error=100"), Net.fail(.connect), FetchStage.text("sorry", status: 503),
            FetchStage.text("no", status: 404), Net.fail(.connect),
        ])
        let call = FetchStage.call(.http)
        _ = await stage.send(call)
        stage.clock.advance(by: .seconds(51))
        #expect(await stage.fetch(call) == ["fallback one 51 connect"])
        #expect(stage.row?.source == .fallback(age: .seconds(51), because: .connect))
        #expect(await stage.fetch(call) == ["fallback one 51 status"] && stage.notes.last?.hasSuffix("because of status") == true)
        #expect(await stage.fetch(call) == ["[status]"], "a 404 is an answer")
        stage.clock.advance(by: .seconds(51))
        #expect(await stage.fetch(call) == ["[connect]"])
    }

    @Test func whileItIsAskedForAnewAStaleAnswerIsShownWhereItsServerAllowsThat() async {
        let stage = FetchStage([
            FetchStage.text("one", "max-age=10, stale-while-revalidate=5", ["ETag": "\"a\""]),
            confirmed(["ETag": "\"a\"", "Cache-Control": "max-age=10"]), FetchStage.text("two", "max-age=10"),
        ])
        let call = FetchStage.call(.http)
        _ = await stage.send(call)
        stage.clock.advance(by: .seconds(12))
        #expect(await stage.fetch(call) == ["cached one 12 stale"])
        #expect(stage.row?.source == .stale(age: .seconds(12), because: .revalidating) && stage.sent == 2)
        #expect(stage.refreshes.first?.source == .revalidated(age: .seconds(12)))
        #expect(await stage.fetch(call) == ["cached one 0 fresh"])
    }

    @Test func aFailureThatSaysHowLongItHoldsIsKept() async {
        let stage = FetchStage([FetchStage.text("gone", "max-age=60", status: 410)])
        let call = FetchStage.call(.http)
        #expect(await stage.fetch(call) == ["[status]"])
        #expect(await stage.fetch(call) == ["[status]"] && stage.sent == 1)
        #expect(stage.row?.source == .memory(age: .zero) && stage.row?.state == .failed && stage.row?.status == 410)
    }

    @Test func onlyIfCachedSendsNothing() async {
        let stage = FetchStage([FetchStage.text("one", "max-age=60")])
        #expect(
            await stage.fetch(FetchStage.call(.http) { $0.headers = ["Cache-Control": "only-if-cached"] }) == ["[cache_miss]"])
        #expect(stage.sent == 0)
    }

    /// The disk gives what memory gave: the same rules over another run of the program.
    @Test func theNextProgramGoesOnWithWhatThisOneHasLearnt() async throws {
        let folder = try TemporaryFolder()
        func disk() -> DiskCache { DiskCache(folder: folder.path("c"), wallClock: { FetchStage.start }) }
        let first = FetchStage([FetchStage.text("one", "max-age=10", ["ETag": "\"a\""])], disk: disk())
        _ = await first.send(FetchStage.call(.http))
        let second = FetchStage([confirmed(["ETag": "\"a\""])], disk: disk())
        #expect(await second.fetch(FetchStage.call(.http)) == ["cached one 0 fresh"])
        #expect(
            second.row?.source == .disk(age: .zero) && second.notes == ["from the cache on the disk, 0 s old, fresh for 10 s"])
        second.clock.advance(by: .seconds(10))
        #expect(await second.fetch(FetchStage.call(.http)) == ["network one"])
        #expect(second.origin.requests.first?.headers["If-None-Match"] == "\"a\"")
    }
}
