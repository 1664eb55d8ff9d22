// The task table as the screen holds it: follow, selection, marks, counts, places, and what is dropped.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct TaskListTests {
    @Test func newestTaskIsFollowedUntilSomebodyMoves() throws {
        var driver = try Driver()
        driver.keys("s s s 4")
        let ids = [driver.start(), driver.start(), driver.start()]
        #expect(driver.model.tasks.selectedID == ids[2])
        driver.keys("j")
        #expect(driver.model.tasks.selectedID == ids[1])
        for _ in 1...50 {
            driver.keys("s")
            driver.start()
        }
        #expect(driver.model.tasks.selectedID == ids[1])
        #expect(driver.lines.contains { $0.contains(" \(ids[1]) ") })
        driver.keys("F")
        #expect(driver.model.tasks.selectedID == TaskID(53))
        driver.keys("s")
        let newest = driver.start()
        #expect(driver.model.tasks.selectedID == newest)
    }

    @Test func goingBackToTheTopFollowsAgain() throws {
        var driver = try Driver()
        driver.keys("s s 4 j g")
        driver.start()
        driver.start()
        driver.keys("j k s")
        let newest = driver.start()
        #expect(driver.model.tasks.selectedID == newest)
    }

    @Test func spaceMarksAndGoesOnAndStarTurnsAll() throws {
        var driver = try Driver()
        driver.keys("s s s 4")
        let ids = [driver.start(), driver.start(), driver.start()]
        driver.keys("space space")
        #expect(driver.model.tasks.marks == [ids[1], ids[2]])
        #expect(driver.model.tasks.selectedID == ids[0])
        #expect(driver.text.contains("2 marked"))
        driver.keys("*")
        #expect(driver.model.tasks.marks == Set(ids))
        driver.keys("*")
        #expect(driver.model.tasks.marks == [])
        driver.keys("G space space")
        #expect(driver.model.tasks.marks == [])
    }

    // MARK: Ranges of marks

    /// Six tasks, the newest on top and selected; the table has the focus.
    private func six() throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(String(repeating: "s ", count: 6) + "4")
        for _ in 1...6 { driver.start() }
        return driver
    }

    private func marked(_ driver: Driver) -> [UInt64] { driver.model.tasks.marks.map(\.number).sorted() }

    @Test func aRangeFollowsTheMovementsUntilItIsEnded() throws {
        var driver = try six()
        driver.keys("j V")
        #expect(marked(driver) == [5] && driver.text.contains("1 marked, range"))
        driver.keys("j j")
        #expect(marked(driver) == [3, 4, 5])
        driver.keys("k k k")
        #expect(marked(driver) == [5, 6])
        driver.keys("G")
        #expect(marked(driver) == [1, 2, 3, 4, 5])
        driver.keys("V g")
        #expect(marked(driver) == [1, 2, 3, 4, 5] && !driver.text.contains("marked, range"))
        // A second range adds to the marks.
        driver.keys("* * G space k V j esc k")
        #expect(marked(driver) == [1, 2] && driver.model.focus == .tasks)
    }

    @Test func shiftedArrowsMarkAndPlainOnesEndThat() throws {
        var driver = try six()
        driver.keys("S-down S-down")
        #expect(marked(driver) == [4, 5, 6])
        driver.keys("S-up")
        #expect(marked(driver) == [5, 6])
        driver.keys("j j S-down")
        #expect(marked(driver) == [2, 3, 5, 6])
        driver.keys("S-up S-up")
        #expect(marked(driver) == [3, 4, 5, 6])
        // Elsewhere a shifted arrow is the arrow.
        driver.keys("1 g")
        let first = driver.model.endpoints.list.selected
        driver.keys("S-down")
        #expect(driver.model.endpoints.list.selected > first)
        driver.keys("4 / S-down enter")
        #expect(marked(driver) == [3, 4, 5, 6])
    }

    @Test func aRangeStaysOnItsTasksWhenNewOnesCome() throws {
        var driver = try six()
        driver.keys("V j s")
        let new = driver.start()
        #expect(driver.model.tasks.selectedID == TaskID(5) && marked(driver) == [5, 6])
        driver.keys("j")
        #expect(marked(driver) == [4, 5, 6])
        driver.keys("k k k k")
        #expect(driver.model.tasks.selectedID == new && marked(driver) == [6, 7])
    }

    @Test func anotherFilterOrOrderEndsTheRangeAndACancelTakesItsMarks() throws {
        var driver = try six()
        driver.keys("V j S j")
        #expect(marked(driver) == [5, 6])
        driver.keys("F * * V j")
        _ = driver.takeEffects()
        driver.keys("x")
        #expect(driver.takeEffects().last == .engine(.cancel([TaskID(5), TaskID(6)])))
        driver.keys("j")
        #expect(marked(driver) == [])
        driver.keys("V / 'state:live' enter j")
        #expect(marked(driver).count == 1)
    }

    @Test func countsFollowEveryStateOfEveryTask() throws {
        var driver = try Driver()
        driver.keys("s s s s s")
        let ids = (1...5).map { _ in driver.queue() }
        #expect(driver.model.tasks.counts.queued == 5)
        driver.run(ids[0], .connecting)
        driver.run(ids[0], .waiting)
        driver.run(ids[1], .waiting)
        #expect(driver.model.tasks.counts.running == 2 && driver.model.tasks.counts.queued == 3)
        driver.answer(ids[0], .json(Scene.item))
        driver.answer(ids[1], .empty(500))
        driver.cancel([ids[2]])
        let counts = driver.model.tasks.counts
        #expect((counts.running, counts.queued, counts.failed, counts.ended, counts.live) == (0, 2, 1, 3, 2))
        #expect(driver.lines[0].contains("2 queued · 1 failed"))
    }

    @Test func queuedTasksHaveTheirPlace() throws {
        var driver = try Driver()
        driver.keys("s s s")
        let ids = [driver.queue(), driver.queue(), driver.queue()]
        #expect(ids.map { driver.model.tasks.place(of: $0) } == [1, 2, 3])
        driver.cancel([ids[1]])
        #expect(ids.map { driver.model.tasks.place(of: $0) } == [1, nil, 2])
        driver.run(ids[0], .waiting)
        #expect(ids.map { driver.model.tasks.place(of: $0) } == [nil, nil, 1])
    }

    @Test func endedTaskNeverChangesAgain() throws {
        var driver = try Driver()
        let id = driver.exchange(.json(Scene.item))
        let row = try #require(driver.model.tasks.row(id))
        var late = row
        late.state = .running(.waiting)
        driver.update(.engine(.network(.events([NetEvent(seq: 99, time: .zero, kind: .phase, row: late)]), at: .zero)))
        #expect(driver.model.tasks.row(id)?.state == .succeeded)
        #expect(driver.model.tasks.counts.live == 0)
    }

    // MARK: Snapshots and capacity

    private func row(_ number: Int, _ state: TaskState) -> TaskRow {
        TaskRow(
            id: TaskID(UInt64(number)), info: TaskInfo(endpoint: "e", title: "/e", method: .get), state: state, openedAt: .zero)
    }

    private func snapshot(live: [TaskRow], ended: [TaskRow]) -> EventBatch {
        .snapshot(TaskSnapshot(seq: 1, time: .zero, live: live, ended: ended, counters: TaskCounters()))
    }

    @Test func snapshotReplacesWhatIsLiveAndKeepsWhatHasEnded() {
        var list = TaskList()
        #expect(list.apply(snapshot(live: [row(1, .queued), row(2, .running(.waiting)), row(3, .queued)], ended: [])) == [])
        list.toggleAllMarks()
        let lost = list.apply(snapshot(live: [row(3, .running(.waiting))], ended: [row(2, .succeeded)]))
        #expect(lost == [TaskID(1)])
        #expect(list.count == 2)
        #expect(list.counts.live == 1 && list.counts.ended == 1)
        #expect(list.marks == [TaskID(2), TaskID(3)])
        #expect(list.place(of: TaskID(1)) == nil)
    }

    @Test func scrollingEndsARangeOfShiftedArrows() {
        var list = TaskList()
        _ = list.apply(snapshot(live: (1...20).map { row($0, .queued) }, ended: []))
        list.extendMarks(by: 1, height: 4)
        #expect(list.marks == [TaskID(19), TaskID(20)])
        list.scroll(by: 6, height: 4)
        #expect(list.marks == [TaskID(19), TaskID(20)] && list.selectedID != TaskID(19))
    }

    @Test func oldestEndedTasksMakeRoomAndLiveOnesStay() {
        var list = TaskList()
        let count = TaskList.capacity
        #expect(list.apply(.events([NetEvent(seq: 0, time: .zero, kind: .queued, row: row(1, .queued))])) == [])
        let rows = (2...count).map { row($0, .succeeded) }
        #expect(list.apply(snapshot(live: [row(1, .queued)], ended: rows)) == [])
        list.toggleAllMarks()
        let dropped = list.apply(.events([NetEvent(seq: 1, time: .zero, kind: .queued, row: row(count + 1, .queued))]))
        #expect(list.count == count * 9 / 10)
        #expect(dropped == (2...(count / 10 + 2)).map { TaskID(UInt64($0)) })
        #expect(list.row(TaskID(1))?.state == .queued)
        #expect(list.counts.live == 2)
        #expect(list.counts.ended == list.count - 2)
        #expect(list.marks.isDisjoint(with: dropped))
    }

    /// More live tasks than the table is meant for are all shown: what runs must be seen to be cancelled.
    @Test func liveTasksAreNeverDropped() {
        var list = TaskList()
        let rows = (1...(TaskList.capacity + 5)).map { row($0, .queued) }
        #expect(list.apply(snapshot(live: rows, ended: [])) == [])
        #expect(list.count == TaskList.capacity + 5)
    }

    @Test func whatTheTableDropsIsForgottenByTheRest() throws {
        var driver = try Driver()
        let id = driver.exchange(.json(Scene.item))
        #expect(driver.model.result.plans[id] != nil && driver.model.result.answers[id] != nil)
        let rows = (2...(TaskList.capacity + 1)).map { row($0, .succeeded) }
        driver.update(.engine(.network(snapshot(live: [], ended: rows), at: .zero)))
        guard case .body(.forget(let ids)) = driver.takeEffects().last else {
            Issue.record("nothing was forgotten")
            return
        }
        #expect(ids.contains(id))
        #expect(driver.model.result.plans[id] == nil && driver.model.result.answers[id] == nil)
        #expect(driver.text.contains("No response yet"))
    }

    @Test func scrolledTableShowsTheLinesAroundTheSelection() throws {
        var driver = try Driver()
        driver.keys(String(repeating: "s ", count: 100) + "4")
        for _ in 1...100 { driver.start() }
        driver.keys("G")
        #expect(driver.model.tasks.selectedID == TaskID(1))
        driver.resize(80, 60)
        driver.resize(80, 24)
        #expect(driver.lines.contains { $0.contains("   1 ▶ running") })
        driver.keys("C-u k")
        let id = try #require(driver.model.tasks.selectedID)
        #expect(driver.lines.contains { $0.contains(" \(id) ▶ running") })
    }
}
