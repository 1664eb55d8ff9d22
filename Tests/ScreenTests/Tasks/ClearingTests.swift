// Ended tasks leave the table when the user says so, and stay away.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct ClearingTests {
    /// Six tasks: 1 failed, 2 and 3 succeeded, the others run.
    private func six() throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(String(repeating: "s ", count: 6) + "4")
        let ids = (1...6).map { _ in driver.start() }
        driver.answer(ids[0], .empty(500))
        driver.answer(ids[1], .json(Scene.item))
        driver.answer(ids[2], .json(Scene.item))
        _ = driver.takeEffects()
        return driver
    }

    private func numbers(_ driver: Driver) -> [UInt64] { driver.model.tasks.rows.map(\.id.number) }

    private func row(_ number: UInt64, _ state: TaskState) -> TaskRow {
        TaskRow(id: TaskID(number), info: TaskInfo(endpoint: "e", title: "/", method: .get), state: state, openedAt: .zero)
    }

    /// The engine's tasks: these have ended, and 9 waits.
    private func snapshot(_ ended: [UInt64]) -> EventBatch {
        .snapshot(
            TaskSnapshot(
                seq: 1, time: .zero, live: [row(9, .queued)], ended: ended.map { row($0, .succeeded) },
                counters: TaskCounters()))
    }

    @Test func endedTasksGoWithAllThatIsKeptOfThem() throws {
        var driver = try six()
        #expect(driver.model.tasks.lastEnd != nil)
        driver.keys(": 'clear' enter")
        #expect(numbers(driver) == [4, 5, 6])
        #expect(!driver.takeEffects().contains { if case .body(.forget) = $0 { true } else { false } }, "they may come back")
        #expect(driver.model.notices.shown?.text == "Removed 3 tasks from the table: U undoes")
        let result = driver.model.result
        #expect(result.plans[TaskID(1)] == nil && result.answers[TaskID(2)] == nil && result.plans[TaskID(4)] != nil)
        let counts = driver.model.tasks.counts
        #expect((counts.ended, counts.failed, counts.live) == (0, 0, 3) && driver.model.tasks.faults == [])
        #expect(driver.model.tasks.lastEnd == nil)
        driver.keys(": 'clear' enter")
        #expect(driver.text.contains("No task has ended"))
    }

    @Test func aFilterAndMarksChooseWhichOnesGo() throws {
        var driver = try six()
        driver.keys("/ 'status:5xx' enter : 'clear' enter")
        #expect(numbers(driver) == [2, 3, 4, 5, 6])
        #expect(driver.model.notices.shown?.text == "Removed 1 shown task from the table: U undoes")
        driver.keys("esc / 'state:live' enter : 'clear' enter")
        #expect(driver.text.contains("None of the tasks that the filter shows has ended"))
        driver.keys("esc esc G space k k space")
        #expect(driver.model.tasks.marks == [TaskID(2), TaskID(4)])
        driver.keys(": 'clear' enter")
        #expect(numbers(driver) == [3, 4, 5, 6] && driver.model.tasks.marks == [TaskID(4)])
        driver.keys(": 'clear' enter")
        #expect(driver.text.contains("None of the marked tasks has ended"))
    }

    /// An engine that lost events tells of all its tasks again, also of those.
    @Test func aSnapshotDoesNotBringThemBack() throws {
        var list = TaskList()
        _ = list.apply(snapshot([1, 2]))
        #expect(list.clear().ids == [TaskID(1), TaskID(2)])
        _ = list.apply(snapshot([1, 2, 3]))
        #expect(list.rows.map(\.id.number) == [3, 9] && list.faults == [])
        _ = list.apply(.events([NetEvent(seq: 2, time: .zero, kind: .ended, row: row(2, .succeeded))]))
        #expect(list.rows.map(\.id.number) == [3, 9])
    }

    @Test func theyComeBackAsTheyWere() throws {
        var driver = try six()
        driver.keys("G : 'note first' enter : 'seen' enter")
        let (before, answers) = (driver.model.tasks.rows.map(\.id), driver.model.result.answers)
        let counts = driver.model.tasks.counts
        driver.keys("enter 4 : 'clear' enter U")
        #expect(driver.model.tasks.rows.map(\.id) == before && driver.model.tasks.faults == [])
        #expect(driver.model.tasks.counts == counts && driver.model.tasks.newFailures == 0)
        #expect(driver.model.tasks.note(of: TaskID(1)) == "first" && driver.model.result.plans[TaskID(1)] != nil)
        #expect(driver.model.result.answers == answers)
        #expect(driver.model.notices.shown?.text == "Undone: 3 tasks are back")
        #expect(driver.model.tasks.lastEnd != nil)
        // They change no more, whatever the engine tells.
        driver.keys(": 'clear' enter")
        #expect(numbers(driver) == [4, 5, 6])
    }

    /// A body that made room for another one meanwhile does not come back.
    @Test func anEvictedBodyStaysAway() throws {
        var driver = try six()
        driver.keys(": 'clear' enter")
        driver.update(.body(.evicted([TaskID(2)])))
        driver.keys("U")
        #expect(driver.model.result.answers[TaskID(2)] == nil && driver.model.result.answers[TaskID(3)] != nil)
        #expect(driver.model.result.evicted == [TaskID(2)])
    }

    /// The figures of a group that stays count each member once.
    @Test func aMemberComesBackToItsGroup() throws {
        var driver = try Driver(width: 120, height: 40)
        let group = driver.open(.group, "two of them", members: 2)
        driver.progress(of: group, MemberCounts(total: 2))
        let members = [driver.member(of: group, "/a"), driver.member(of: group, "/b")]
        driver.memberEnded(members[0], .succeeded, of: group)
        let figures = driver.model.tasks.figures(of: group)
        driver.keys("4 : 'clear' enter U")
        #expect(driver.model.tasks.rows.map(\.id) == [group] + members && driver.model.tasks.faults == [])
        #expect(driver.model.tasks.figures(of: group) == figures)
        driver.memberEnded(members[1], .succeeded, of: group)
        driver.memberEnded(group, .succeeded, of: TaskID(0))
        let all = driver.model.tasks.figures(of: group)
        driver.keys(": 'clear' enter U")
        #expect(driver.model.tasks.rows.map(\.id) == [group] + members && driver.model.tasks.figures(of: group) == all)
    }

    /// A late verdict on a removed task is forgotten with it.
    @Test func aVerdictOnARemovedTaskIsNotKept() {
        var list = TaskList()
        _ = list.apply(snapshot([1]))
        #expect(list.clear().ids == [TaskID(1)])
        list.judge(TaskID(1), "not as expected")
        // The engine forgets the task, so that the list need not remember it, and tells of it once more.
        _ = list.apply(snapshot([]))
        _ = list.apply(snapshot([1]))
        #expect(list.row(TaskID(1))?.state == .succeeded)
    }

    @Test func newFailuresStayNewWhenOldOnesGo() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("s s s s 4")
        let ids = (1...4).map { _ in driver.start() }
        for id in ids.prefix(2) { driver.answer(id, .empty(500)) }
        driver.keys(": 'seen' enter")
        for id in ids.suffix(2) { driver.answer(id, .empty(500)) }
        #expect(driver.model.tasks.newFailures == 2)
        driver.keys("G space : 'clear' enter")
        #expect(numbers(driver) == [2, 3, 4] && driver.model.tasks.newFailures == 2)
    }

    @Test func aFilterSelectsMembersOneByOne() throws {
        var driver = try Driver(width: 120, height: 40)
        let group = driver.open(.group, "two of them", members: 2)
        driver.progress(of: group, MemberCounts(total: 2))
        let members = [driver.member(of: group, "/a"), driver.member(of: group, "/b")]
        for id in members { driver.memberEnded(id, .succeeded, of: group) }
        driver.memberEnded(group, .succeeded, of: TaskID(0))
        driver.keys("4 / 'two them' enter : 'clear' enter")
        #expect(driver.model.tasks.rows.map(\.id) == members)
        #expect(driver.model.notices.shown?.text == "Removed 1 shown task from the table: U undoes")
    }

    @Test func membersGoWithTheirGroup() throws {
        var driver = try Driver(width: 120, height: 40)
        let group = driver.open(.group, "two of them", members: 2)
        driver.progress(of: group, MemberCounts(total: 2))
        let members = [driver.member(of: group, "/a"), driver.member(of: group, "/b")]
        driver.memberEnded(members[0], .succeeded, of: group)
        driver.keys("4 : 'clear' enter")
        // The group still runs.
        #expect(driver.model.tasks.rows.map(\.id) == [group, members[1]])
        driver.memberEnded(members[1], .succeeded, of: group)
        driver.memberEnded(group, .succeeded, of: TaskID(0))
        driver.keys("g left space : 'clear' enter")
        #expect(driver.model.tasks.rows.isEmpty)
    }
}
