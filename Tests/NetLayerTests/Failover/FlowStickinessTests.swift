import Document
import TestSupport
import Testing

@testable import NetLayer

/// Pages and steps stay on the service that they began on, as long as it works.
@Suite(.within(minutes: 1)) struct FlowStickinessTests {
    /// Services a, b and c, of which each numbers its cursors itself; 10 items a page, 30 in all.
    private func cursors() -> RemotePool {
        RemotePool { name, request in
            let cursor = request.url.query?.split(separator: "=").last.map(String.init) ?? "\(name)0"
            let start = Int(cursor.dropFirst()) ?? 0
            let next = start + 10 < 30 ? "\(cursor.prefix(1))\(start + 10)" : ""
            return PagedService.page(start, 10, of: 30, #","next":"\#(next)""#)
        }
    }

    private func pager(_ remote: RemotePool, _ style: PagingStyle, _ list: RequestPlan = Net.plan()) -> Pager<Int> {
        Pager(list, style: style, on: remote.pool, client: remote.client, items: PagedService.ids)
    }

    private func hosts(_ remote: RemotePool) -> [String] {
        remote.transport.requests.map { String(($0.url.host ?? "").prefix(1)) }
    }

    private static let cursor = PagingStyle.cursor(from: .body("/next"))

    @Test func aCursorGoesBackToWhereItCameFrom() async throws {
        let remote = cursors()
        try remote.client.switchTo(1, in: remote.pool)
        let pager = pager(remote, Self.cursor)
        try await pager.loadMore()
        try remote.client.switchTo(0, in: remote.pool)
        try await pager.loadMore()
        try await pager.loadMore()
        #expect(hosts(remote) == ["b", "b", "b"])
        #expect(pager.items == Array(0..<30))
        try await pager.refresh()
        #expect(hosts(remote).last == "a", "a new list begins where the pool is")
    }

    @Test func whenItsServiceBreaksAListGoesOnElsewhereAndStaysThere() async throws {
        let remote = cursors()
        let pager = pager(remote, Self.cursor)
        try await pager.loadMore()
        try remote.client.isolate(0, in: remote.pool)
        try await pager.loadMore()
        try remote.client.release(0, in: remote.pool)
        remote.clock.advance(by: .seconds(60))
        #expect(remote.active == 0)
        try await pager.loadMore()
        #expect(hosts(remote) == ["a", "b", "b"])
    }

    @Test func theSameForASequence() async throws {
        let remote = cursors()
        var number = 0
        for try await _ in pager(remote, Self.cursor) {
            number += 1
            if number == 1 { try remote.client.switchTo(2, in: remote.pool) }
        }
        #expect(number == 3 && hosts(remote) == ["a", "a", "a"])
    }

    @Test func aPinIsStronger() async throws {
        let remote = cursors()
        let pager = pager(remote, Self.cursor)
        try await pager.loadMore()
        try remote.client.pin(2, in: remote.pool)
        try await pager.loadMore()
        #expect(hosts(remote) == ["a", "c"])
    }

    // MARK: Next URLs

    /// Every service names its own next URL, or that of `host`.
    private func links(_ host: String? = nil, _ base: String = "/v1") -> RemotePool {
        RemotePool { name, request in
            let start = Int(request.url.query?.split(separator: "=").last ?? "") ?? 0
            let next = start + 10 < 30 ? "https://\(host ?? name).test\(base)/items?x=%2F&at=\(start + 10)" : ""
            return PagedService.page(start, 10, of: 30, next.isEmpty ? "" : #","next":"\#(next)""#)
        }
    }

    private static let next = PagingStyle.nextURL(.body("/next"))

    @Test func aNextURLGoesToItsService() async throws {
        let remote = links("c")
        let pager = pager(remote, Self.next)
        try await pager.loadMore()
        try await pager.loadMore()
        #expect(hosts(remote) == ["a", "c"])
        #expect(remote.transport.requests.last?.url.revealed == "https://c.test/v1/items?x=%2F&at=10")
        let status = try #require(remote.client.status(of: remote.pool))
        #expect(status.services.map(\.leases) == [1, 0, 1], "and is counted as its own")
    }

    @Test func whenThatIsBrokenTheSamePathIsAskedForWhereThePoolIs() async throws {
        let remote = links()
        let pager = pager(remote, Self.next)
        try await pager.loadMore()
        try remote.client.isolate(0, in: remote.pool)
        try await pager.loadMore()
        try await pager.loadMore()
        #expect(
            remote.transport.requests.map(\.url.revealed) == [
                "https://a.test/v1/items", "https://b.test/v1/items?x=%2F&at=10", "https://b.test/v1/items?x=%2F&at=20",
            ])
        #expect(pager.items == Array(0..<30))
    }

    @Test func anAttemptThatFailsGoesElsewhereToo() async throws {
        let remote = RemotePool { name, request in
            guard request.url.query != nil else {
                return PagedService.page(0, 10, of: 20, #","next":"https://a.test/v1/items?at=10""#)
            }
            return name == "a" ? [.fail(TransferFailure(.connect, "refused"))] : PagedService.page(10, 10, of: 20)
        }
        let pager = pager(remote, Self.next, Net.plan { $0.policies.retry = RetryPolicy() })
        try await pager.loadMore()
        try await pager.loadMore()
        #expect(hosts(remote) == ["a", "a", "b"] && pager.items == Array(0..<20))
    }

    // Outside a service's base path a URL is no path of the pool's: it is asked for as it is.
    @Test func whatIsNoPathOfTheServiceIsAskedForAsItIs() async throws {
        let remote = links("a", "/v2")
        let pager = pager(remote, Self.next)
        try await pager.loadMore()
        try remote.client.switchTo(1, in: remote.pool)
        try await pager.loadMore()
        #expect(remote.transport.requests.last?.url.revealed == "https://a.test/v2/items?x=%2F&at=10")
    }

    @Test func aStrangersURLIsRefusedAsBefore() async throws {
        let remote = links("stranger")
        let pager = pager(remote, Self.next)
        try await pager.loadMore()
        #expect(await pager.nextFailure?.kind == .foreignHost)
        #expect(hosts(remote) == ["a"])
    }

    @Test func whoNamesAServerMeansIt() async throws {
        let remote = links()
        let pager = pager(remote, Self.next, Net.plan { $0.destination.service = "c" })
        try await pager.loadMore()
        try await pager.loadMore()
        #expect(
            remote.transport.requests.map(\.url.revealed) == ["https://c.test/v1/items", "https://c.test/v1/items?x=%2F&at=10"])
    }

    private struct Joined: Sendable {
        var joining = URLJoining.append
        var base: String
        var url: String
        /// `nil` when it is none of the service's.
        var path: String?
    }

    @Test(arguments: [
        Joined(base: "https://a.test/v1", url: "https://a.test/v1/items/2?p=a%20b", path: "/items/2?p=a%20b"),
        Joined(base: "https://a.test/v1/", url: "https://a.test/v1/items", path: "/items"),
        Joined(base: "https://a.test", url: "https://a.test/x#y", path: "/x"),
        Joined(base: "https://a.test/v1", url: "https://a.test/v11/items"),
        Joined(base: "https://a.test/v1", url: "https://a.test:8443/v1/items"),
        Joined(base: "https://a.test/v1", url: "http://a.test/v1/items"),
        Joined(base: "https://a.test/v1?k=1", url: "https://a.test/v1/items?k=1"),
        Joined(joining: .resolve, base: "https://a.test/v1/", url: "https://a.test/v1/items?x=1", path: "items?x=1"),
        Joined(joining: .resolve, base: "https://a.test/v1/root", url: "https://a.test/v1/items", path: "items"),
        Joined(joining: .resolve, base: "https://a.test/v1/", url: "https://a.test/items"),
    ])
    private func aURLAsAPathOfAService(_ joined: Joined) {
        var service = Service(name: "a", baseURL: URI(joined.base))
        service.joining = joined.joining
        let pool = ServicePool([service], failover: FailoverOptions())
        let list = Net.plan()
        let url = URI(joined.url)
        let plan = FlowStickiness(pool: pool, list: list).adapt(list.following(url), at: .url(url), after: "")
        #expect(plan.path == joined.path ?? joined.url)
        #expect(plan.destination.preferredService == (joined.path == nil ? nil : "a"))
    }

    // MARK: Chains

    @Test func theStepsOfAChainStayTogether() async throws {
        let remote = RemotePool { name, request in .answer(200, body: Array(name.utf8)) }
        let step = Step<String, String>.call(on: remote.pool) { said in
            Endpoint(Net.plan("/\(said)")) { String(decoding: $0.body, as: UTF8.self) }
        }
        let switching = Step<String, String>.work("switch") { said in
            try remote.client.switchTo(1, in: remote.pool)
            return said
        }
        let breaking = Step<String, String>.work("break") { said in
            try remote.client.isolate(0, in: remote.pool)
            return said
        }
        let chain = RequestChain("c", step.then(switching).then(step).then(breaking).then(step).then(step))
        #expect(try await remote.client.run(chain, "x") == "b")
        #expect(hosts(remote) == ["a", "a", "b", "b"])
        try remote.client.release(0, in: remote.pool)
        try remote.client.switchTo(2, in: remote.pool)
        #expect(try await remote.client.run(RequestChain("d", step), "x") == "c", "each run begins where the pool is")
    }

    @Test func aStepThatNamesItsServiceHasIt() async throws {
        let remote = RemotePool { name, _ in .answer(200, body: Array(name.utf8)) }
        func step(_ change: @escaping @Sendable (inout Destination) -> Void) -> Step<String, String> {
            .call(on: remote.pool) { _ in
                Endpoint(Net.plan { change(&$0.destination) }) { String(decoding: $0.body, as: UTF8.self) }
            }
        }
        let chain = RequestChain(
            "c", step { _ in }.then(step { $0.service = "c" }).then(step { $0.preferredService = "b" }).then(step { _ in }))
        #expect(try await remote.client.run(chain, "") == "b")
        #expect(hosts(remote) == ["a", "c", "b", "b"])
    }
}
