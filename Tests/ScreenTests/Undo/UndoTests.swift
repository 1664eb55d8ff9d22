// What `U` takes back, in which order, and what becomes of acts that are too old.

import Canvas
import Catalog
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct UndoTests {
    private func table(_ keys: String) throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.exchange(.json(ColumnTests.rows))
        driver.keys("3 " + keys)
        return driver
    }

    private func titles(_ driver: Driver) -> [String] { driver.model.result.table.titles }

    private let all = ["id", "name", "price", "owner.login"]

    @Test func columnsComeBackOneActAfterTheOther() throws {
        var driver = try table("l - -")
        #expect(titles(driver) == ["id", "owner.login"])
        driver.keys("U")
        #expect(titles(driver) == ["id", "price", "owner.login"])
        #expect(driver.model.notices.shown?.text == "Undone: the table has its columns back")
        driver.keys("U")
        #expect(titles(driver) == all)
        driver.keys("U")
        #expect(driver.model.notices.shown?.text == "There is nothing to undo")
    }

    @Test func movesAndThePopupAreOneActEach() throws {
        var driver = try table(") ) )")
        #expect(titles(driver) == ["name", "price", "owner.login", "id"])
        driver.keys("U")
        #expect(titles(driver) == all)
        driver.keys("c j space j space J esc")
        #expect(driver.model.notices.shown?.text == "The table has other columns: U undoes")
        #expect(titles(driver) != all)
        driver.keys("U")
        #expect(titles(driver) == all)
        driver.keys(": 'columns price' enter U")
        #expect(titles(driver) == all)
    }

    /// Columns of one list mean nothing in another.
    @Test func columnsOfAnotherListStayAway() throws {
        let driver = try table("-")
        let endpoint = try #require(driver.model.result.endpoint(of: driver.model.result.task))
        var result = driver.model.result
        result.show(list: "/rows")
        let ofOther = result.restore(columns: nil, of: nil, endpoint: endpoint)
        #expect(!ofOther)
        let ofThis = result.restore(columns: ["a"], of: "/rows", endpoint: endpoint)
        #expect(ofThis)
        #expect(result.choices[endpoint] == TableChoice(list: "/rows", columns: ["a"]))
    }

    @Test func columnsOfTheTaskTableComeBack() throws {
        var driver = try table("4")
        driver.keys(": 'columns request ago' enter")
        #expect(driver.model.notices.shown?.text == "The task table has other columns: U undoes")
        driver.keys(": 'columns reset' enter U")
        #expect(driver.model.tasks.columns?.map(\.rawValue) == ["request", "ago"])
        driver.keys("U")
        #expect(driver.model.tasks.columns == nil)
        driver.keys("c j space esc U")
        #expect(driver.model.tasks.columns == nil)
    }

    @Test func cookiesComeBack() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'cookies' enter")
        driver.update(.kept(.cookies(Vault.cookies, now: .seconds(1_000))))
        driver.keys("D y")
        driver.update(.kept(.removedCookies(Vault.cookies)))
        driver.update(.kept(.cookies([], now: .seconds(1_000))))
        #expect(driver.text.contains("cookies are removed: U undoes"))
        _ = driver.takeEffects()
        driver.keys("U")
        #expect(driver.takeEffects() == [.kept(.restoreCookies(Vault.cookies))])
        // None was there to remove: nothing to take back.
        driver.update(.kept(.removedCookies([])))
        driver.keys("U")
        #expect(driver.takeEffects() == [])
    }

    @Test func aBodyThatAnExampleReplacedComesBack() throws {
        var driver = try PostOffice.driver()
        driver.select("putNote")
        driver.keys("2 E")
        #expect(driver.model.undoStack.isEmpty, "no person has typed the body")
        driver.keys("G enter A-k '{}' esc E")
        #expect(driver.model.form?.body?.area.text != "{}")
        #expect(driver.model.notices.shown?.text.hasSuffix("; U undoes") == true)
        driver.keys("U")
        #expect(driver.model.form?.body?.area.text == "{}" && driver.model.form?.tab == .body)
        #expect(driver.model.form?.isEditing == false)
    }

    @Test func aChangeOfTheWorkspaceIsTakenBackOnce() throws {
        var driver = try SavedShop.driver()
        let work = try SavedShop.work()
        let request = try #require(work.saved.requests.first)
        func changed(_ step: WorkspaceStep) -> Event { .workspace(.changed(work, step, note: "")) }
        driver.update(changed(.made(.copy(request.name, to: "a"))))
        driver.update(changed(.made(.remove("a"))))
        #expect(driver.text.contains("a is removed: U undoes"))
        _ = driver.takeEffects()
        driver.keys("U")
        #expect(driver.takeEffects().contains(.workspace(.undo)))
        driver.update(changed(.takenBack(.remove("a"))))
        #expect(driver.text.contains("Undone: a is back"))
        #expect(driver.model.undoStack.acts.count == 1, "the other change is still there")
        // By the other way, its act goes too.
        driver.update(changed(.takenBack(.copy(request.name, to: "a"))))
        #expect(driver.model.undoStack.isEmpty)
    }

    /// What the runtime refuses to take back is not counted as taken back.
    @Test func aRefusedUndoTakesNothingElse() throws {
        var driver = try SavedShop.driver()
        let work = try SavedShop.work()
        for name in ["a", "b"] {
            driver.update(.workspace(.changed(work, .made(.remove(name)), note: "")))
        }
        driver.keys("U")
        driver.update(.workspace(.notUndone("Nothing was undone: the disk is full")))
        #expect(driver.text.contains("Nothing was undone: the disk is full"))
        driver.update(.workspace(.changed(work, .takenBack(.remove("a")), note: "")))
        #expect(driver.model.undoStack.isEmpty)
    }

    // MARK: Limits

    @Test func theOldestActBecomesFinal() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.json(Scene.item))
        driver.keys("4 : 'clear' enter")
        driver.update(.history(.deleted(1, count: 2)))
        _ = driver.takeEffects()
        for number in 2..<UndoStack.capacity { driver.update(.history(.deleted(number, count: 1))) }
        #expect(driver.takeEffects() == [])
        driver.update(.history(.deleted(UndoStack.capacity, count: 1)))
        #expect(driver.takeEffects() == [.body(.forget([TaskID(1)]))])
        driver.update(.history(.deleted(UndoStack.capacity + 1, count: 1)))
        #expect(driver.takeEffects() == [.history(.makeFinal(1))])
        #expect(driver.model.undoStack.acts.count == UndoStack.capacity)
    }

    /// Their exchanges take memory, which has a limit.
    @Test func heavyTasksBecomeFinalEarlier() {
        func cleared(_ number: UInt64, _ weight: Int) -> ClearedTasks {
            var row = TaskRow(
                id: TaskID(number), info: TaskInfo(endpoint: "e", title: "/", method: .get), state: .succeeded, openedAt: .zero)
            row.traceWeight = weight
            return ClearedTasks(rows: [row], notes: [:], apis: [:], figures: [:], measured: MeasuredGroups(), seenFailures: [])
        }
        var stack = UndoStack()
        stack.record(.clearedTasks(cleared(1, TraceKeeper.capacity / 2)))
        stack.record(.notes([:]))
        stack.record(.clearedTasks(cleared(2, TraceKeeper.capacity / 2)))
        #expect(stack.takeExpired().isEmpty)
        stack.record(.clearedTasks(cleared(3, 2 * TraceKeeper.capacity)))
        let expired = stack.takeExpired().map { act -> [TaskID] in
            if case .clearedTasks(let cleared) = act { cleared.ids } else { [] }
        }
        #expect(expired == [[TaskID(1)], [TaskID(2)]] && stack.acts.count == 2, "the newest one stays, whatever it weighs")
    }

    @Test func aLogoutEndsItsCookies() {
        var stack = UndoStack()
        stack.record(.cookies(Vault.cookies))
        stack.record(.taskColumns(nil))
        stack.dropCookies()
        #expect(stack.acts.count == 1)
    }
}
