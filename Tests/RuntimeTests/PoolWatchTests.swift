// The rim of the services pane: how a pool stands is told when it is news, and a wish that came too late is told and not done.

import NetLayer
import TestSupport
import Testing

@testable import Explorer
@testable import Runtime

@Suite struct PoolWatchTests {
    private let inbox = Inbox()
    private let client = NetClient(transport: ScriptedTransport { _ in [] })

    private static func pool(_ failover: Bool = true) -> ServicePool {
        let services = (1...3).map { Service(name: "api-\($0)", baseURL: URI("http://api-\($0).example")) }
        return failover ? ServicePool(services, failover: FailoverOptions()) : ServicePool(services)
    }

    private func statuses(_ events: [Event]) -> [PoolStatus] {
        events.compactMap { if case .pool(let status) = $0 { status } else { nil } }
    }

    @Test func howAPoolStandsIsToldAtOnceAndThenWhenItIsNews() async throws {
        let watch = PoolWatch(client: client, inbox: inbox)
        #expect(watch.news.isEmpty)
        let pool = Self.pool()
        watch.follow(pool)
        #expect(statuses(inbox.drain()).map(\.active) == [0])
        #expect(watch.news.isEmpty)
        watch.grant(ServiceWish(deed: .switchTo(2), pool: pool, seen: 0))
        #expect(statuses(watch.news).map(\.active) == [2])
        #expect(watch.news.isEmpty)
        var told: [FailoverEvent] = []
        #expect(
            await eventually {
                for case .decided(let events) in inbox.drain() { told += events }
                return told.map(\.kind) == [.switched(from: 0, to: 2, .manual, generation: 1)]
            })
    }

    @Test func aStaleWishIsToldAndNotDone() async throws {
        let watch = PoolWatch(client: client, inbox: inbox)
        let pool = Self.pool()
        watch.follow(pool)
        try client.switchTo(1, in: pool)
        for deed in [ServiceWish.Deed.switchTo(2), .switchToNext, .pin(2, soft: false), .isolate(1), .release(1)] {
            _ = inbox.drain()
            watch.grant(ServiceWish(deed: deed, pool: pool, seen: 0))
            let words = inbox.drain().compactMap { event -> String? in if case .warned(let text) = event { text } else { nil } }
            #expect(words == ["Not done: the pool has been switched meanwhile, its generation is 1"], "\(deed)")
        }
        let status = try #require(client.status(of: pool))
        #expect(status.active == 1 && status.pin == nil && status.services.allSatisfy { !$0.isIsolated })
    }

    @Test func anotherPoolTakesThePlaceOfTheFirst() async throws {
        let watch = PoolWatch(client: client, inbox: inbox)
        let (first, second) = (Self.pool(), Self.pool(false))
        watch.follow(first)
        watch.follow(second)
        _ = inbox.drain()
        try client.switchTo(1, in: first)
        #expect(watch.news.isEmpty)
        watch.grant(ServiceWish(deed: .switchTo(1), pool: second, seen: nil))
        let words = inbox.drain().compactMap { event -> String? in if case .warned(let text) = event { text } else { nil } }
        #expect(words == ["Not done: the pool has no failover"])
    }
}
