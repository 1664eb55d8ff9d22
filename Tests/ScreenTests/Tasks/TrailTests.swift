// The trail of a request over several services: what it says at every width, and where there is none.

import Testing

@testable import NetLayer
@testable import Screen

@Suite struct TrailTests {
    private enum Brought { case status(Int), failure(NetError.Kind) }

    private static func row(_ exchanges: [(attempt: Int, service: String, brought: Brought)]) -> TaskRow {
        var row = TaskRow(
            id: TaskID(1), info: TaskInfo(endpoint: "items", title: "/items", method: .get), state: .succeeded, openedAt: .zero)
        for part in exchanges {
            var metrics = TransferMetrics()
            metrics.total = .milliseconds(41)
            let request = WireRequest(method: .get, url: URI("https://\(part.service).example/items"))
            var record = ExchangeRecord(
                attempt: part.attempt, service: part.service, request: request, head: nil, failure: nil, metrics: metrics,
                startedAt: .zero)
            switch part.brought {
            case .status(let status): record.head = ResponseHead(status: status)
            case .failure(let kind): record.failure = TransferFailure(kind, "no")
            }
            row.exchanges.append(record)
        }
        return row
    }

    @Test func itSaysWhatEachServiceBrought() throws {
        let trail = try #require(Trail(Self.row([(1, "api-1", .failure(.timedOut(.total))), (2, "api-2", .status(200))])))
        #expect(trail.text == "api-1 ⧗ timed out → api-2 ✓ 200 in 41ms")
        #expect(trail.fitting(60) == trail.text)
        #expect(trail.fitting(30) == "⧗ timed out → ✓ 200 in 41ms")
        #expect(trail.fitting(10) == "⧗→✓ 200")
        #expect(trail.fitting(3) == nil)
        #expect(trail.services == "api-1→2")
    }

    @Test(arguments: [
        (["api-1", "api-2", "api-1"], "api-1→2→1"), (["one", "two"], "one→two"),
        (["eu.shop.example", "us.shop.example"], "eu.shop.example→us.shop.example"), (["db-eu-1", "db-eu-12"], "db-eu-1→12"),
    ])
    func whatNamesBeginWithIsSaidOnce(_ names: [String], _ text: String) throws {
        let steps = names.enumerated().map { ($0 + 1, $1, Brought.status(503)) }
        #expect(try #require(Trail(Self.row(steps))).services == text)
    }

    @Test func aRedirectIsNoStepAndOneServiceNoTrail() throws {
        #expect(Trail(Self.row([(1, "api-1", .status(302)), (1, "api-1", .status(200))])) == nil)
        #expect(Trail(Self.row([(1, "api-1", .status(503)), (2, "api-1", .status(200))])) == nil)
        let trail = try #require(
            Trail(Self.row([(1, "api-1", .failure(.connect)), (2, "api-2", .status(302)), (2, "api-2", .status(200))])))
        #expect(trail.text == "api-1 ✗ no connection → api-2 ✓ 200 in 41ms")
    }

    @Test func aLeftServiceIsNamedSo() throws {
        let trail = try #require(
            Trail(Self.row([(1, "api-1", .failure(.cancelled(.redispatch))), (2, "api-2", .status(500))])))
        #expect(trail.text == "api-1 ⊘ moved on → api-2 ✗ 500 in 41ms")
    }

    @Test func aTableWithoutItsRowNeedsNoRoomForIt() {
        var row = Self.row([(1, "api-1", .status(503)), (2, "api-2", .status(200))])
        row.attempt = 2
        var list = TaskList()
        _ = list.apply(.events([NetEvent(seq: 0, time: .zero, kind: .ended, row: row)]))
        #expect(list.hasTrails)
        let cleared = list.clear()
        #expect(cleared.rows.map(\.id) == [TaskID(1)])
        #expect(!list.hasTrails)
    }
}
