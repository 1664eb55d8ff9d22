// The rim of the services pane: how a pool stands is told when it is news, and a wish that came too late is told and not done.

import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen

@Suite struct PoolWatchTests {
    private let inbox = Inbox()
    private let client = NetClient(transport: ScriptedTransport { _ in [] })

    private static func pool(_ failover: Bool = true) -> ServicePool {
        let services = (1...3).map { Service(name: "api-\($0)", baseURL: URI("http://api-\($0).example")) }
        return failover ? ServicePool(services, failover: FailoverOptions()) : ServicePool(services)
    }

    private func statuses(_ events: [Event]) -> [PoolStatus] {
        events.compactMap { if case .services(.pool(let status)) = $0 { status } else { nil } }
    }

    private func refusals(_ events: [Event]) -> [String] {
        events.compactMap { if case .services(.refused(_, let reason)) = $0 { reason } else { nil } }
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
                for case .services(.decided(let events)) in inbox.drain() { told += events }
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
            #expect(refusals(inbox.drain()) == ["the pool has been switched meanwhile, its generation is 1"], "\(deed)")
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
        #expect(refusals(inbox.drain()) == ["the pool has no failover"])
    }

    @Test func directivesAreHeardInTheEnvironmentInUse() async throws {
        let folder = try TemporaryFolder()
        let services = (1...3).map { number in
            Service(
                name: "api-\(number)",
                deployments: [NetLayer.Environment.release, .test].map {
                    Deployment($0, baseURL: URI("http://\($0)-\(number).example"))
                })
        }
        var pool = ServicePool(services, id: "shop", environment: .release, failover: FailoverOptions())
        let sources = [
            DirectiveSource.file(path: folder.path("switch")), .socket(path: folder.path("none/socket")),
            .socket(path: folder.path("socket")),
        ]
        let watch = PoolWatch(client: client, inbox: inbox, directives: sources)
        watch.follow(pool)
        var told: [FailoverEvent.Kind] = []
        #expect(
            await eventually {
                for case .services(.decided(let events)) in inbox.drain() { told += events.map(\.kind) }
                return told.contains { if case .directive(_, .unreadable) = $0 { true } else { false } }
            }, "a source that cannot be listened to is told")
        pool.selectEnvironment(.test)
        watch.follow(pool)
        try folder.file("switch", "pool=shop;to=api-3;epoch=1\n")
        #expect(await eventually(within: .seconds(10)) { client.status(of: pool)?.active == 2 })
        #expect(client.status(of: pool, in: .release)?.active == 0)
        #expect(FileManager.default.fileExists(atPath: folder.path("socket")))
        watch.stop()
        #expect(!FileManager.default.fileExists(atPath: folder.path("socket")), "nobody listens any more")
    }
}
