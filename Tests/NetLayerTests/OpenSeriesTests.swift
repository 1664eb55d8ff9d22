// A chain or group whose members are added one by one: its row, its members, what is skipped, what a cancel ends.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct OpenSeriesTests {
    private let pool = ServicePool([Service(name: "one", baseURL: URI("http://one.example"))])
    private func endpoint(_ path: String) -> Endpoint<Int> {
        Endpoint(RequestPlan(id: path, path: path)) { $0.head.status }
    }

    @Test func membersAreItsRowsAndAreCounted() async throws {
        let client = NetClient(transport: ScriptedTransport { _ in ScriptedTransport.Step.answer(200) })
        let series = client.open(.chain, "checkout", count: 3)
        #expect(try await series.dispatch(endpoint("/login"), on: pool).value == 200)
        #expect(try await series.dispatch(endpoint("/items"), on: pool).value == 200)
        series.addSkipped("/pay", method: .post)
        series.finish(failure: "items: the price is 12")
        let row = try #require(client.row(of: series.id))
        #expect(row.state == .failed && row.reason == "items: the price is 12" && row.info.kind == .chain)
        #expect(row.members?.total == 3 && row.members?.ended == 3 && row.members?.cancelled == 1 && row.members?.skipped == 1)
        let rows = client.snapshot().ended.filter { $0.info.parent == series.id }
        #expect(rows.map(\.info.title) == ["/login", "/items", "/pay"])
        #expect(rows.last?.state == .cancelled(.skipped) && rows.last?.exchanges.isEmpty == true)
        #expect(await eventually { client.taskRegistry.liveCount == 0 })
    }

    @Test func aCancelEndsTheMemberThatRunsAndNoneFollows() async throws {
        let transport = ScriptedTransport { _ in [.enter(.waiting)] }
        let client = NetClient(transport: transport)
        let series = client.open(.group, "all", count: 2)
        let inner = series.open(.chain, "flow", count: 2)
        let handle = inner.dispatch(endpoint("/a"), on: pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        #expect(client.cancel(series.id))
        #expect(client.row(of: handle.id)?.state == .cancelled(.group) && !inner.isLive && !series.isLive)
        let late = inner.dispatch(endpoint("/b"), on: pool)
        await #expect(throws: NetError.self) { try await late.value }
        inner.addSkipped("/c")
        #expect(client.snapshot().ended.filter { $0.info.parent == inner.id }.count == 2, "after the end nothing is skipped")
        inner.finish()
        series.finish()
        #expect(await eventually { client.taskRegistry.liveCount == 0 })
    }
}
