// Answers that were asked for before something changed: they are nobody's from then on.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct ClearedMeanwhileTests {
    enum Change: CaseIterable, Sendable { case post, clear, clearURL, otherURL, none }

    /// A list is asked for, something changes, then the list of before comes.
    @Test(arguments: Change.allCases, [FetchPolicy.cacheElseNetwork, .http]) func anAnswerOfBeforeIsNotKept(
        _ change: Change, _ policy: FetchPolicy
    ) async throws {
        let transport = Net.hanging()
        let cache = ResponseCache()
        let client = NetClient(transport: transport, cache: cache)
        let list = FetchStage.call(policy, "/list", lifetime: policy == .http ? nil : .fixed(.seconds(60)))
        let held = client.dispatch(list, on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        switch change {
        case .post:
            let post = client.dispatch(Endpoint(Net.plan("/list") { $0.method = .post }), on: Net.pool)
            #expect(await eventually { transport.inFlight.contains { $0.request.method == .post } })
            transport.inFlight.first { $0.request.method == .post }?.play(.answer(201))
            _ = try await post.value
        case .clear: await cache.clear(.all)
        case .clearURL: await cache.clear(.url(URI("http://api.test/v1/list?page=2")))
        case .otherURL: await cache.clear(.url(URI("http://api.test/v1/other")))
        case .none: break
        }
        transport.inFlight.first { $0.request.method == .get }?.play(
            .answer(200, headers: ["Cache-Control": "max-age=600"], body: Array("old".utf8)))
        _ = try await held.value
        let isKept = await !cache.entries().isEmpty
        #expect(isKept == (change == .otherURL || change == .none))
        let note = client.row(held.id)?.decisions.map { "\($0.decision)" }.joined()
        #expect(note?.contains("during the request") == !isKept)
    }

    @Test func whatALoggedOutPersonWasAnsweredIsNotKept() async throws {
        let folder = try TemporaryFolder()
        let transport = Net.hanging()
        let accounts = Accounts()
        let cache = ResponseCache(disk: DiskCache(folder: folder.path("c")))
        let client = NetClient(transport: transport, accounts: accounts, cache: cache)
        accounts.setAuthentication(
            .renewing(Grant(.bearer(Secret("t1")))) { _, _ in Grant(.bearer(Secret("t2"))) }, family: "shop")
        let me = FetchStage.call(.cacheElseNetwork, "/me", lifetime: .fixed(.seconds(60))) {
            $0.policies.caching.account = Secret("alice")
        }
        let held = client.dispatch(me, on: AuthStage.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        client.logout(on: AuthStage.pool)
        transport.inFlight.first?.play(.answer(200, body: Array("private".utf8)))
        _ = try await held.value
        await cache.flush()
        #expect(await cache.entries().isEmpty)
    }

    /// At once: the next call finds nothing, in memory or on the disk.
    @Test(arguments: [false, true]) func nothingIsFoundRightAfterALogout(_ onDisk: Bool) async throws {
        let folder = try TemporaryFolder()
        let accounts = Accounts()
        let cache =
            onDisk ? ResponseCache(memory: nil, disk: DiskCache(folder: folder.path("c"))) : ResponseCache()
        let client = NetClient(transport: Net.answering(), accounts: accounts, cache: cache)
        let me = FetchStage.call(.cacheElseNetwork, "/me", lifetime: .fixed(.seconds(60))) {
            $0.policies.caching.account = Secret("alice")
        }
        for _ in 0..<20 {
            accounts.setAuthentication(
                .renewing(Grant(.bearer(Secret("t1")))) { _, _ in Grant(.bearer(Secret("t2"))) }, family: "shop")
            _ = try await client.send(me, on: AuthStage.pool)
            client.logout(on: AuthStage.pool)
            #expect(try await !client.send(Endpoint(me.plan), on: AuthStage.pool).source.isFromCache)
        }
    }

    @Test func aLogForgetsTheOldestAndThenDoubtsAll() {
        var log = ClearingLog()
        let key = CacheKey(url: URI("http://a.test/x"))
        let mark = log.mark
        #expect(!log.hasCleared(key, since: mark))
        log.recordClearing(.stale(at: .zero))
        log.recordRemoval()
        #expect(!log.hasCleared(key, since: mark), "neither says anything of what comes anew")
        for number in 0..<ClearingLog.longest { log.recordClearing(.url(URI("http://a.test/\(number)"))) }
        #expect(!log.hasCleared(key, since: mark))
        for number in 0..<(2 * ClearingLog.longest) { log.recordClearing(.url(URI("http://a.test/\(number)"))) }
        #expect(log.hasCleared(key, since: mark), "nobody knows any more what was cleared")
        #expect(!log.hasCleared(key, since: log.mark))
    }

    /// A POST whose answers are kept is a question: it takes nothing away, its own stored answer least of all.
    @Test(arguments: [FetchPolicy.networkOnly(store: true), .staleWhileRevalidate(window: .seconds(600)), .cacheElseNetwork])
    func aPostThatIsAQuestionKeepsItsAnswer(_ policy: FetchPolicy) async throws {
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two")])
        let search = FetchStage.call(policy, lifetime: .fixed(.seconds(60))) { $0.method = .post }
        #expect(try await stage.client.send(search, on: Net.pool) == "one")
        #expect(await stage.cache.entries().count == 1)
        stage.clock.advance(by: .seconds(90))
        _ = await stage.fetch(search)
        #expect(await stage.cache.entries().map(\.bytes) == [3])
        let stored = FetchStage.call(.cacheElseNetwork, lifetime: .fixed(.seconds(60))) { $0.method = .post }
        #expect(try await stage.client.send(stored, on: Net.pool) == "two")
        #expect(stage.origin.requests.count == 2)
    }
}
