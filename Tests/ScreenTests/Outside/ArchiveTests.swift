// `:save`: which tasks an archive is asked for, what is said of it, and that other names save the body.

import Canvas
import NetLayer
import Testing

@testable import Screen
@testable import Workbench

@Suite struct ArchiveTests {
    private static let body = Reply.json("{\n  \"id\": 7\n}")

    private func outside(_ driver: inout Driver) -> [OutsideEffect] {
        driver.takeEffects().compactMap { if case .outside(let effect) = $0 { effect } else { nil } }
    }

    private func order(_ driver: inout Driver) throws -> ArchiveOrder {
        for case .archive(let order) in outside(&driver) { return order }
        throw Missing()
    }

    struct Missing: Error {}

    @Test func theShownTasksAreSavedOrTheMarkedOnes() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        let ids = [driver.exchange(Self.body), driver.exchange(Self.body), driver.exchange(.empty(404))]
        driver.keys(": 'save ~/my tasks.har' enter")
        let all = try order(&driver)
        #expect(all.tasks == Set(ids) && all.rows.map(\.id) == ids)
        #expect((all.path, all.overwrites, all.leftOut) == ("~/my tasks.har", false, 0))
        driver.keys("4 / 'status:404' enter : 'save a.har' enter")
        #expect(try order(&driver).tasks == [ids[2]])
        driver.keys("esc g j space : 'save a.har' enter")
        #expect(try order(&driver).tasks == [ids[1]])
    }

    @Test func whatHasNotEndedIsLeftOutAndSaid() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        let id = driver.exchange(Self.body)
        driver.keys("s")
        driver.start()
        driver.keys(": 'save a.HAR' enter")
        let order = try order(&driver)
        #expect(order.tasks == [id] && order.leftOut == 1)
        driver.update(.outside(.archived(order, .success(SavedFile(path: "/home/x/a.HAR", bytes: 1_500)))))
        #expect(
            driver.model.notices.shown?.text
                == "Saved 1 request with its response, 1.5 kB, to /home/x/a.HAR; 1 task has not ended, or its request is not known"
        )
    }

    @Test func aGroupStandsForItsMembers() throws {
        var driver = try Driver()
        let group = driver.open(.group, "all pages", members: TaskTree.mostUnfolded + 1)
        let ids = (0...TaskTree.mostUnfolded).map { driver.member(of: group, "page \($0)") }
        #expect(driver.model.tasks.shownCount == 1)
        #expect(driver.model.tasks.archived.map(\.id) == ids)
        driver.keys("4 space")
        #expect(driver.model.tasks.marks == [group] && driver.model.tasks.archived.map(\.id) == ids)
        // A filter that the group passes says nothing of its members.
        driver.keys("space / 'all pages' enter")
        #expect(driver.model.tasks.archived.isEmpty)
    }

    @Test func aFileIsReplacedOnlyWhenThatIsWanted() throws {
        var driver = try Driver()
        driver.exchange(Self.body)
        driver.keys(": 'save a.har' enter")
        let order = try order(&driver)
        driver.update(.outside(.archived(order, .failure(.exists))))
        #expect(driver.text.contains("a.har already exists."))
        driver.keys("n")
        #expect(outside(&driver) == [])
        driver.update(.outside(.archived(order, .failure(.exists))))
        driver.keys("y")
        #expect(try self.order(&driver).overwrites)
        driver.update(.outside(.archived(order, .failure(.failed(Failure(title: "a.har", detail: "full", hint: ""))))))
        #expect(driver.model.notices.shown?.text == "a.har: full")
    }

    @Test func otherNamesSaveTheBody() throws {
        var driver = try Driver()
        driver.select("list items")
        let task = driver.exchange(Self.body)
        driver.keys("3 : 'save x.json' enter")
        #expect(outside(&driver) == [.save(SaveRequest(task: task, path: "x.json", overwrites: false))])
        driver.keys(": 'save' enter")
        #expect(driver.model.dialogs.open is SavePrompt)
    }

    @Test func withoutRequestsNothingIsSaved() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'save a.har' enter")
        #expect(outside(&driver) == [])
        #expect(
            (driver.model.dialogs.open as? Palette)?.problem
                == "There are no requests to save: an archive contains requests with their responses")
    }
}
