// The user's notes on tasks: put on, shown, found, and gone with their tasks.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct NoteTests {
    /// Three tasks, of which the first has its answer; the newest is selected.
    private func three() throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("s s s 4 f")
        let ids = (1...3).map { _ in driver.start() }
        driver.answer(ids[0], .json(Scene.item))
        return driver
    }

    @Test func aNoteStandsBehindTheResponseAndInTheTrace() throws {
        var driver = try three()
        driver.keys("G : 'note slow again' enter")
        #expect(driver.model.tasks.note(of: TaskID(1)) == "slow again")
        #expect(driver.lines.contains { $0.contains("✓ 200") && $0.contains("slow again") })
        #expect(driver.model.notices.shown?.text == "Noted on task 1")
        driver.keys("t")
        #expect(driver.text.contains("Note  slow again"))
        driver.keys(": 'note other words' enter")
        #expect(driver.model.tasks.note(of: TaskID(1)) == "other words")
        driver.keys(": 'note' enter")
        #expect(driver.model.tasks.note(of: TaskID(1)) == nil)
        #expect(driver.model.notices.shown?.text == "Removed the note of task 1: U undoes")
        driver.keys(": 'note' enter")
        #expect(driver.text.contains("There is no note to remove"))
        driver.keys("esc U")
        #expect(driver.model.tasks.note(of: TaskID(1)) == "other words")
        driver.keys("U")
        #expect(driver.model.tasks.note(of: TaskID(1)) == "slow again", "a note that another one replaced")
        #expect(driver.model.notices.shown?.text == "Undone: 1 note is back")
    }

    @Test func markedTasksGetTheNoteAndTheFilterFindsIt() throws {
        var driver = try three()
        driver.keys("space space : 'note Watch THIS' enter")
        #expect(driver.model.notices.shown?.text == "Noted on 2 tasks" && driver.model.tasks.note(of: TaskID(1)) == nil)
        driver.keys("/ 'watch' enter")
        #expect(driver.model.tasks.rows(on: 0..<9).map(\.id) == [TaskID(3), TaskID(2)])
        driver.keys("/ C-u '!note:\"watch this\"' enter")
        #expect(driver.model.tasks.rows(on: 0..<9).map(\.id) == [TaskID(1)] && driver.model.tasks.faults == [])
        // A note that the filter looks for puts its task into the table.
        driver.keys("/ C-u 'note:late' enter")
        #expect(driver.model.tasks.shownCount == 0)
        driver.keys("esc G : 'note late' enter / 'note:late' enter")
        #expect(driver.model.tasks.rows(on: 0..<9).map(\.id) == [TaskID(1)])
        driver.keys(": 'note' enter")
        #expect(driver.model.tasks.shownCount == 0)
    }

    @Test func aNoteGoesWithItsTaskAndHasALimit() throws {
        var driver = try three()
        driver.keys("G : 'note gone' enter : 'clear' enter")
        #expect(driver.model.tasks.note(of: TaskID(1)) == nil && driver.model.tasks.count == 2)
        driver.keys(": 'note \(String(repeating: "x", count: Model.longestNote + 1))' enter")
        #expect(driver.text.contains("A note has at most 200 characters, not 201"))
        var empty = try Driver()
        empty.keys("4 : 'note x' enter")
        #expect(empty.text.contains("There is no task to put a note on"))
    }

    /// A long response leaves room for the note, and a note for the response.
    @Test func bothHaveRoom() throws {
        var driver = try three()
        driver.end(TaskID(2), .failed, reason: "no route to the host", errorKind: "connect")
        driver.resize(80, 24)
        driver.keys("G k : 'note the quick brown fox' enter")
        #expect(driver.lines.contains { $0.contains("conn") && $0.contains("… · t") }, "\(driver.text)")
    }
}
