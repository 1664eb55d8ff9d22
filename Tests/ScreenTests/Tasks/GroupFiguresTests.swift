// What the row of a group says of its members' responses: their statuses and times, as far as there is room.

import Testing

@testable import NetLayer
@testable import Screen

@Suite struct GroupFiguresTests {
    private func row(_ state: TaskState, _ status: Int?, took: Duration = .seconds(2)) -> TaskRow {
        let info = TaskInfo(parent: TaskID(1), endpoint: "slow", title: "/slow", method: .get)
        var row = TaskRow(id: TaskID(2), info: info, state: state, openedAt: .zero)
        (row.status, row.startedAt, row.endedAt) = (status, Duration.seconds(1), Duration.seconds(1) + took)
        return row
    }

    private func figures(_ rows: [TaskRow]) -> GroupFigures {
        var figures = GroupFigures()
        for row in rows { figures.add(row) }
        return figures
    }

    private func counts(_ ended: Int, of total: Int) -> MemberCounts {
        var members = MemberCounts(total: total)
        members.ended = ended
        return members
    }

    @Test(
        arguments: [
            (60, "300/300 · 200 ×298, 503 ×2 · p50 2.0s p95 2.1s"), (46, "300/300 · 200 ×298, 503 ×2 · p50 2.0s p95 2.1s"),
            (45, "300/300 · 200 ×298, 503 ×2"), (26, "300/300 · 200 ×298, 503 ×2"), (25, nil),
        ] as [(Int, String?)])
    func theTimesAreLeftOutFirst(_ width: Int, _ text: String?) {
        let good = (0..<298).map { row(.succeeded, 200, took: .milliseconds($0 < 280 ? 2_000 : 2_100)) }
        let bad = (0..<2).map { _ in row(.failed, 503, took: .milliseconds(1)) }
        #expect(GroupText.figures(figures(good + bad), counts(300, of: 300), width: width) == text)
    }

    @Test func membersWithoutAResponseAreCounted() {
        let rows = [row(.succeeded, 200), row(.failed, nil), row(.timedOut(.total), nil), row(.cancelled(.user), nil)]
        let text = GroupText.figures(figures(rows), counts(4, of: 9), width: 80)
        #expect(text == "4/9 · 200 ×1, no response ×2, cancelled ×1")
        #expect(GroupText.figures(figures(Array(rows.dropFirst())), counts(3, of: 9), width: 80) == nil, "no status to show")
    }

    /// The body was cut, cannot be read, or is not as expected.
    @Test func aFailureWithAGoodStatusCountsAsFailed() {
        let rows = [
            row(.succeeded, 200), row(.failed, 200), row(.timedOut(.total), 200), row(.failed, 503), row(.succeeded, 404),
        ]
        let text = GroupText.figures(figures(rows), counts(5, of: 5), width: 80)
        #expect(text == "5/5 · 200 ×1, 404 ×1, 503 ×1, failed ×2")
        let good = (1...5).map { _ in row(.succeeded, 200) }
        #expect(figures(good + [row(.failed, 200, took: .seconds(9))]).percentile(100) == .seconds(2))
        var changed = figures(good)
        changed.remove(good[0])
        changed.add(row(.failed, 200))
        #expect(changed == figures(Array(good.dropFirst()) + [row(.failed, 200)]) && changed.statuses == [200: 4])
    }

    @Test func aVerdictChangesTheFigures() {
        var list = TaskList()
        let group = TaskRow(
            id: TaskID(1), info: TaskInfo(kind: .group, endpoint: "", title: "g", method: .get), openedAt: .zero)
        for told in [group, row(.succeeded, 200)] {
            _ = list.apply(.events([NetEvent(seq: 0, time: .zero, kind: .phase, row: told)]))
        }
        #expect(list.figures(of: TaskID(1))?.statuses == [200: 1])
        list.judgeMember(TaskID(2), "code is 7, not 0")
        #expect(list.figures(of: TaskID(1))?.statuses == [:] && list.figures(of: TaskID(1))?.failed == 1)
    }

    @Test func percentilesAreTimesThatSomeMemberTook() {
        let times = (1...100).map { Duration.milliseconds($0) }
        let figures = figures(times.shuffled().map { row(.succeeded, 200, took: $0) })
        #expect(figures.percentile(50) == .milliseconds(50) && figures.percentile(95) == .milliseconds(95))
        #expect(figures.percentile(100) == .milliseconds(100))
        #expect(self.figures(times.prefix(4).map { row(.succeeded, 200, took: $0) }).percentile(50) == nil, "too few")
    }

    @Test func theRowOfAGroupSaysIt() throws {
        var driver = try Driver(width: 120, height: 40)
        let group = driver.open(.group, "/slow × 13", members: 13)
        let members = (1...13).map { _ in driver.member(of: group, "/slow") }
        for (index, id) in members.enumerated() { driver.memberAnswered(id, index == 0 ? 503 : 200, of: group) }
        #expect(driver.lines.contains { $0.contains("▸ group /slow × 13") && $0.contains("13/13 · 200 ×12, 503 ×1") })
        // Each member counts once, whatever is reported of it later.
        let rows = driver.model.tasks.rows
        let snapshot = TaskSnapshot(
            seq: 1, time: .zero, live: rows.filter { !$0.state.isEnded }, ended: rows.filter(\.state.isEnded),
            counters: TaskCounters())
        driver.update(.engine(.network(.snapshot(snapshot), at: .zero)))
        #expect(driver.model.tasks.figures(of: group)?.statuses == [200: 12, 503: 1])
    }

    @Test func aNoteLeavesTheFiguresTheirRoom() throws {
        var driver = try Driver(width: 120, height: 40)
        let group = driver.open(.group, "/slow × 13", members: 13)
        let members = (1...13).map { _ in driver.member(of: group, "/slow") }
        for (index, id) in members.enumerated() { driver.memberAnswered(id, index == 0 ? 503 : 200, of: group) }
        driver.keys("4 g : 'note slow again and again' enter")
        let line = try #require(driver.lines.first { $0.contains("▸ group /slow × 13") })
        #expect(line.contains("13/13 · 200 ×12, 503 ×1") && line.contains(" · slow again and again"), "\(line)")
        #expect(!line.contains("…"))
    }

    @Test func stateAndResponseDoNotRepeatEachOther() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.json("{}"))
        driver.exchange(.empty(404, "Not Found"))
        let rows = driver.lines.filter { $0.contains("GET /items") && ($0.contains("✓") || $0.contains("✗")) }
        #expect(rows.contains { $0.contains("✓ 200") && !$0.contains("succeeded") && $0.ranges(of: "200").count == 1 })
        #expect(rows.contains { $0.contains("✗ 404") && $0.contains("Not Found") && $0.ranges(of: "404").count == 1 })
        driver.resize(100, 30)
        #expect(driver.text.contains("✓ succeeded") && driver.text.contains("✗ failed"), "the word, where the state has its own")
    }
}
