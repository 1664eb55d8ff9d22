// Answers that were asked for before something changed: they are nobody's from then on.

import Dispatch
import Synchronization
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

    /// A call reads the old file while another one brings a new answer: the new one stays, be the old one fresh or stale.
    @Test(arguments: [1, 601]) func whatARefreshHasBroughtOutlivesWhatTheDiskHad(_ seconds: Int) async throws {
        let folder = try TemporaryFolder()
        let gates = Gates()
        defer { (0..<2).forEach(gates.open) }
        let disk = DiskCache(
            folder: folder.path("c"),
            wallClock: {
                gates.pass()
                return FetchStage.start
            })
        let before = FetchStage([FetchStage.text("old", "max-age=600")], disk: disk)
        #expect(await before.send(FetchStage.call(.cacheElseNetwork)) == "old")
        let after = FetchStage([FetchStage.text("new", "max-age=600")], disk: disk)
        after.clock.advance(by: .seconds(seconds))
        gates.close()
        let read = after.client.dispatch(FetchStage.call(.cacheElseNetwork), on: Net.pool)
        #expect(await eventually { gates.count == 1 }, "it is about to read the old file")
        #expect(try await after.client.send(FetchStage.call(.networkOnly(store: true)), on: Net.pool) == "new")
        #expect(await eventually { gates.count == 2 }, "the new file waits")
        gates.open(0)
        #expect(try await read.value == "new")
        gates.open(1)
        await after.cache.flush()
        #expect(try await after.client.send(FetchStage.call(.cacheElseNetwork), on: Net.pool) == "new")
        #expect(after.sent == 1)
    }

    /// Holds the first two threads that ask a disk's clock from some moment on.
    private final class Gates: Sendable {
        private let waiting = Mutex(0)
        private let isClosed = Mutex(false)
        private let turns = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

        var count: Int { waiting.withLock { $0 } }

        func close() { isClosed.withLock { $0 = true } }

        func open(_ place: Int) { turns[place].signal() }

        func pass() {
            guard isClosed.withLock({ $0 }) else { return }
            let place = waiting.withLock { waiting in
                defer { waiting += 1 }
                return waiting
            }
            if place < turns.count { turns[place].wait() }
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
