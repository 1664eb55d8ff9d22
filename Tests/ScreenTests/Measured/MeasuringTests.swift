// Measured repeats on the screen: the words of `:repeat` and `:versus`, and what the trace of the group shows.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen
@testable import Workbench

@Suite struct MeasuringTests {
    private func driver(_ pool: ServicePool = Shop.pool, height: Int = 60) throws -> Driver {
        var driver = Driver(try Shop.description(), pool, width: 140, height: height)
        driver.select("list items")
        return driver
    }

    private func order(_ driver: inout Driver, _ line: String) throws -> GroupOrder {
        driver.keys(": '\(line)' enter")
        let effects = driver.takeEffects()
        let order = effects.lazy.compactMap { if case .engine(.sendGroup(let order)) = $0 { order } else { nil } }.first
        return try #require(order)
    }

    /// The group runs, and this number of members have ended, each after 10 ms.
    private func play(_ driver: inout Driver, _ order: GroupOrder, _ count: Int) -> TaskID {
        let group = driver.open(.group, order.title, members: count, as: order.id)
        driver.progress(of: group, MemberCounts(total: count))
        for index in 0..<count {
            let member = driver.measuredMember(of: group, due: order.pace == nil ? nil : driver.now)
            driver.wait(.milliseconds(10))
            driver.memberAnswered(member, index == 0 ? 503 : 200, of: group)
        }
        return group
    }

    @Test func aRateMakesAMeasuredRun() throws {
        var driver = try driver()
        let order = try order(&driver, "repeat 10000 rate:200/s warm-up:5s")
        let rate = try #require(RequestRate(200, per: .seconds(1)))
        #expect(order.pace == RunPace(rate: rate, count: 10_000, warmUp: .seconds(5), atOnce: RunPace.mostAtOnce))
        #expect(order.members.isEmpty && order.title.hasSuffix("× 10000 at 200/s") && order.count == 11_000)
        #expect(order.plan.policies.fetch == nil, "a stored response says nothing about the server")
        #expect(driver.text.contains("The trace of task \(order.id) shows the figures"))
    }

    @Test(
        arguments: [
            ("repeat for:30s", nil, 16), ("repeat 500 8 for:30s", 500, 8), ("repeat 5000 warm-up:1s", 5_000, 16),
        ] as [(String, Int?, Int)])
    func aTimeOrAWarmUpMeasuresToo(_ line: String, _ count: Int?, _ atOnce: Int) throws {
        var driver = try driver()
        let order = try order(&driver, line)
        #expect(order.pace?.rate == nil && order.pace?.count == count && order.pace?.atOnce == atOnce)
    }

    @Test func theTraceShowsTheFiguresWhileItRuns() throws {
        var driver = try driver()
        let order = try order(&driver, "repeat 10 rate:100/s")
        _ = play(&driver, order, 10)
        driver.keys("4 t")
        let text = driver.scrolled()
        for words in [
            "requests      10 in 100 ms", "statuses      200 ×9, 503 ×1",
            "latency       p50 10.0 ms  p90 10.0 ms", "service time  p50 10.0 ms", "over time", "10.0 ms to",
            "(no coordinated", "The members from 0 to",
        ] { #expect(text.contains(words), "\(words):\n\(text)") }
        #expect(text.contains("✗ 503") && text.contains("█"))
    }

    @Test func aPlainRepetitionHasTheFiguresToo() throws {
        var driver = try driver()
        let order = try order(&driver, "repeat 10")
        _ = play(&driver, order, 10)
        driver.keys("4 t")
        let text = driver.scrolled()
        #expect(text.contains("latency       p50 10.0 ms") && text.contains("(coordinated omission)"))
    }

    @Test func anotherGroupHasNone() throws {
        var driver = try driver()
        let group = driver.open(.group, "all pages", members: 3)
        _ = driver.member(of: group, "page 1")
        driver.keys("4 t")
        #expect(!driver.scrolled().contains("The members from 0 to"))
    }

    @Test func theWarmUpDoesNotCount() throws {
        var driver = try driver()
        let order = try order(&driver, "repeat 2 rate:100/s warm-up:1s")
        let group = driver.open(.group, order.title, members: 3, as: order.id)
        for isWarmUp in [true, false, false] {
            let member = driver.measuredMember(of: group, due: driver.now, isWarmUp: isWarmUp)
            driver.wait(.milliseconds(10))
            driver.memberAnswered(member, 200, of: group)
        }
        let run = try #require(driver.model.tasks.measured.run(of: group))
        #expect(run.requests == 2 && run.warmUps == 1)
        #expect(driver.model.tasks.measured.members(of: group).count == 3)
    }

    @Test func clearedFiguresComeBack() throws {
        var driver = try driver()
        let order = try order(&driver, "repeat 10 rate:100/s")
        let group = play(&driver, order, 10)
        driver.end(group, .succeeded, reason: "")
        let before = driver.model.tasks.measured.run(of: group)
        driver.keys(": 'clear' enter")
        #expect(before != nil && driver.model.tasks.measured.run(of: group) == nil)
        driver.keys("U")
        #expect(driver.model.tasks.measured.run(of: group) == before)
        #expect(driver.model.tasks.measured.members(of: group).count == 10)
    }

    @Test func theReaderSaysTheFiguresAtTheEnd() throws {
        var listener = try Listener()
        var order: GroupOrder?
        _ = listener.after { driver in
            driver.select("list items")
            order = try? self.order(&driver, "repeat 10 rate:100/s")
        }
        let sent = try #require(order)
        var group = TaskID(0)
        _ = listener.after { group = play(&$0, sent, 10) }
        let said = listener.after { $0.end(group, .succeeded, reason: "") }
        #expect(said.contains { $0.contains("median 10.0 ms, 99 of 100 within 10.0 ms") }, "\(said)")
    }

    // MARK: Comparisons

    @Test func twoServicesTakeTurns() throws {
        var driver = try driver(Services.pool)
        let order = try order(&driver, "versus api-2 50")
        #expect(order.sides.map(\.name) == ["api-1", "api-2"] && order.pace?.count == 100 && order.pace?.atOnce == 1)
        #expect(order.turns.map(\.plan.destination.service) == ["api-1", "api-2"])
        #expect(order.turns.compactMap(\.group) == order.sides.map(\.id) && order.title.hasSuffix(": api-1 versus api-2"))
    }

    @Test func theServiceInUseIsComparedWithTheNextOne() throws {
        var driver = try driver(Services.pool)
        let order = try order(&driver, "versus api-1")
        #expect(order.sides.map(\.name) == ["api-2", "api-1"])
    }

    @Test func twoEnvironmentsTakeTurns() throws {
        var driver = try driver(Services.pool)
        let order = try order(&driver, "versus test 20 rate:10/s")
        #expect(order.turns.map(\.plan.destination.environment) == [.release, .test])
        #expect(order.pace?.count == 40 && order.pace?.atOnce == RunPace.mostAtOnce)
    }

    @Test(arguments: [
        ("list items", "versus api-9", "There is no service or environment “api-9”"),
        ("list items", "versus release", "release is in use"),
        ("list items", "versus api-2 quorum:2", "A measured run takes every response"),
        ("POST items", "versus api-2", "may change something each time"),
    ])
    func whatCannotBeComparedIsRefused(_ endpoint: String, _ line: String, _ words: String) throws {
        var driver = try driver(Services.pool)
        driver.select(endpoint)
        driver.keys(": '\(line)' enter")
        #expect(driver.text.contains(words), "\(driver.text)")
        #expect(driver.takeEffects().allSatisfy { if case .engine(.sendGroup) = $0 { false } else { true } })
    }

    @Test func oneServiceAloneIsNotCompared() throws {
        var driver = try driver()
        driver.keys(": 'versus api.shop.example' enter")
        #expect(driver.text.contains("There is only one service, and one environment"))
    }

    @Test func theGroupOfAComparisonHasTheFiguresOfBoth() throws {
        var driver = try driver(Services.pool)
        let order = try order(&driver, "versus api-2 12")
        var groups = MeasuredGroups()
        groups.expect(order)
        for index in 0..<24 {
            let side = order.sides[index % 2]
            let info = TaskInfo(parent: side.id, endpoint: "", title: "/items", method: .get)
            var row = TaskRow(id: TaskID(1_000 + UInt64(index)), info: info, openedAt: .zero)
            groups.begin(row)
            (row.state, row.status, row.startedAt) = (.succeeded, 200, .zero)
            row.endedAt = .milliseconds(index % 2 == 0 ? 10 : 30)
            groups.end(row)
        }
        let sides = groups.sides(of: order.id)
        #expect(sides.map(\.name) == ["api-1", "api-2"] && sides.map(\.run.requests) == [12, 12])
        #expect(MedianRatio(sides[0].run.latency, sides[1].run.latency).map { $0.ratio > 2.9 && $0.low > 1 } == true)
        #expect(groups.run(of: order.id) == nil && groups.members(of: order.sides[0].id).count == 12)
    }

    // MARK: Cost

    @Test func onlyVisibleLinesAreMade() {
        var made: [Int] = []
        let lines = MadeLines([StyledLine("first")], more: 10_000) { index in
            made.append(index)
            return StyledLine("\(index)")
        }
        #expect(lines.count == 10_001 && lines.first?.spans.first?.text == "first" && made.isEmpty)
        let shown = lines.dropFirst(5_000).prefix(3).map { $0.spans.map(\.text).joined() }
        #expect(shown == ["4999", "5000", "5001"] && made == [4_999, 5_000, 5_001])
    }
}
