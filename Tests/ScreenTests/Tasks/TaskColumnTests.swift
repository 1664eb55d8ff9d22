// The columns of the task table that a person chooses, and the table for other programs.

import Canvas
import Document
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct TaskColumnTests {
    /// Three tasks in the whole screen: 1 failed, 2 succeeded with 87 bytes, 3 runs.
    private func three(width: Int = 120) throws -> Driver {
        var driver = try Driver(width: width, height: 40)
        driver.keys("s s s 4 f")
        let ids = (1...3).map { _ in driver.start() }
        driver.wait(.milliseconds(250))
        driver.answer(ids[0], .empty(500))
        driver.answer(ids[1], .json(Scene.item))
        _ = driver.takeEffects()
        return driver
    }

    /// The titles above the rows.
    private func header(_ driver: Driver) -> String { driver.lines.first { $0.contains("#") && $0.contains("request") } ?? "" }

    private func titles(_ driver: Driver) -> [String] {
        header(driver).split { " │▼▲".contains($0) }.map(String.init)
    }

    // MARK: The choice

    @Test func thePopupHidesMovesAndResetsColumns() throws {
        var driver = try three()
        let usual = ["#", "state", "request", "service", "phases", "response", "bytes", "took", "ago"]
        #expect(titles(driver) == usual)
        driver.keys("c")
        #expect(driver.text.contains("Columns · 9 of 9") && driver.text.contains("[x] number"))
        #expect(!driver.text.contains("a adds a path"))
        // The popup covers the middle of the table; state goes, and bytes come before request.
        driver.keys("j space G k k K K K K esc")
        #expect(titles(driver) == ["#", "bytes", "request", "service", "phases", "response", "took", "ago"])
        driver.keys("c r esc")
        #expect(titles(driver) == usual && driver.model.tasks.columns == nil)
        driver.keys("c a esc")
        #expect(driver.model.dialogs.open == nil)
    }

    @Test func theLineChoosesByName() throws {
        var driver = try three()
        driver.keys(": 'columns took number request took' enter")
        #expect(driver.model.tasks.columns == [.took, .number, .request])
        #expect(driver.lines.contains { $0.contains("took") && $0.contains("#▼") && !$0.contains("state") })
        driver.keys(": 'columns size' enter")
        #expect(driver.text.contains("There is no column “size”") && driver.model.tasks.columns == [.took, .number, .request])
        driver.keys("esc : 'columns reset' enter")
        #expect(driver.model.tasks.columns == nil)
    }

    /// A narrow table shows a chosen column that it leaves out by itself.
    @Test func aChosenColumnNeedsNoWidth() throws {
        var driver = try three(width: 80)
        #expect(!header(driver).contains("ago"))
        driver.keys(": 'columns number state request ago' enter")
        #expect(titles(driver) == ["#", "state", "request", "ago"])
        #expect(driver.lines.contains { $0.contains("now") })
        // Its text changes by itself, so the program wakes for it.
        driver.answer(TaskID(3), .json(Scene.item))
        #expect(driver.model.nextDeadline.map { $0 <= driver.now + .seconds(10) } == true)
    }

    /// In a wide table the state names the status, if it is shown.
    @Test func withoutTheStateTheResponseNamesTheStatus() throws {
        var driver = try three()
        driver.keys(": 'columns number request response' enter")
        #expect(driver.lines.contains { $0.contains("GET ") && $0.contains("200") && !$0.contains("✓") }, "\(driver.text)")
    }

    /// The figures of a group take the empty columns directly before them only, so they are never cut.
    @Test func figuresFitInEveryOrderOfColumns() throws {
        var driver = try Driver(width: 120, height: 40)
        let group = driver.open(.group, "g", members: 13)
        let members = (1...13).map { _ in driver.member(of: group, "/slow") }
        for (index, id) in members.enumerated() { driver.memberAnswered(id, index == 0 ? 503 : 200, of: group) }
        driver.keys("4 f : 'columns number state phases request service response' enter")
        for width in 70...125 {
            driver.resize(width, 40)
            let line = try #require(driver.lines.first { $0.contains("group g") })
            #expect(line.contains("13/13") && !line.contains("…"), "\(width): \(line)")
        }
    }

    @Test func sortingGoesThroughTheChosenColumns() throws {
        var driver = try three()
        driver.keys(": 'columns bytes number state' enter S")
        #expect(driver.model.tasks.order == TaskOrder(.state))
        driver.keys("S S")
        #expect(driver.model.tasks.order == TaskOrder(.number))
    }

    @Test func theResultKeepsItsOwnColumns() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.exchange(.json(ColumnTests.rows))
        driver.keys("4 : 'columns number state' enter 3 : 'columns id' enter")
        #expect(driver.model.tasks.columns == [.number, .state] && driver.model.result.table.titles == ["id"])
    }

    @Test func aSessionKeepsTheChoice() throws {
        var session = Session()
        #expect(Session(json: session.json)?.taskColumns == nil)
        session.taskColumns = [.took, .number]
        let read = try #require(Session(json: session.json))
        #expect(read == session)
        let driver = Driver(try Shop.description(), Shop.pool, width: 120, height: 40, memory: SessionMemory(read))
        #expect(driver.model.tasks.columns == [.took, .number] && driver.model.session.taskColumns == [.took, .number])
        let other = #"{"version":1,"top":0,"pane":1,"folded":[],"task-columns":["mark","later"],"settings":{},"forms":{}}"#
        #expect(Session(json: Array(other.utf8))?.taskColumns == nil)
    }

    // MARK: Other programs

    private func copied(_ driver: inout Driver, _ line: String) throws -> String {
        driver.keys(": '\(line)' enter")
        for case .outside(.copy(let clip)) in driver.takeEffects() {
            if case .text(let text) = clip.content { return text }
        }
        throw Missing()
    }

    struct Missing: Error {}

    @Test func theTableIsWrittenAsItIsShown() throws {
        var driver = try three()
        driver.keys(": 'columns number state request bytes' enter")
        let csv = try copied(&driver, "export csv")
        let lines = csv.split(separator: "\r\n")
        #expect(lines[0] == "number,state,request,bytes" && lines.count == 4)
        #expect(lines[1].hasPrefix("3,running,GET ") && lines[3].hasPrefix("1,failed,GET "))
        // The order and the filter are those of the table, and JSON has the chosen columns too.
        driver.keys("o / 'state:ended' enter")
        let objects = try JSONDocument(Array(copied(&driver, "export json").utf8)).root.elements.map { $0 }
        #expect(objects.compactMap { $0["number"]?.int } == [1, 2] && objects.first?["status"] == nil)
        #expect(try copied(&driver, "export markdown").hasPrefix("| number | state | request | bytes |"))
    }

    @Test func jsonHasAllFactsWithoutAChoice() throws {
        var driver = try three()
        driver.keys("G : 'note look' enter space k space")
        let lines = try copied(&driver, "export jsonl").split(separator: "\n")
        #expect(lines.count == 2, "only the marked ones")
        let good = try JSONDocument(Array(lines[0].utf8)).root
        #expect(good["number"]?.int == 2 && good["state"]?.string == "succeeded" && good["status"]?.int == 200)
        #expect(good["took_ms"]?.kind == .number && good["note"]?.kind == .null && good["error"]?.kind == .null)
        #expect(good["url"]?.string?.hasPrefix("https://") == true)
        let bad = try JSONDocument(Array(lines[1].utf8)).root
        #expect(bad["state"]?.string == "failed" && bad["error"]?.string == "status" && bad["note"]?.string == "look")
    }

    @Test func theDialogSuggestsAFileAndTheOrderHasTheText() throws {
        var driver = try three()
        driver.keys("E")
        #expect(driver.text.contains("Export 3 rows to") && driver.text.contains("tasks.csv"))
        driver.keys("enter")
        var orders: [ExportOrder] = []
        for case .outside(.export(let order)) in driver.takeEffects() { orders.append(order) }
        guard let order = orders.first, case .text(let bytes, rows: 3) = order.table else { throw Missing() }
        #expect(order.path == "tasks.csv" && String(decoding: bytes, as: UTF8.self).hasPrefix("number,state,request,service,"))
        driver.update(.outside(.exported(order, .written(path: "/x/tasks.csv", rows: 3, bytes: bytes.count))))
        driver.keys("/ 'nowhere' enter E")
        #expect(driver.model.notices.shown?.text == "The filter shows no task")
    }

    @Test func whatIsDrawnIsWrittenInWordsOrRefused() throws {
        var driver = try Driver(width: 120, height: 40)
        let group = driver.open(.group, "two", members: 2)
        driver.progress(of: group, MemberCounts(total: 2))
        driver.keys("4")
        #expect(driver.text.contains("░"))
        let csv = try copied(&driver, "export csv")
        #expect(csv.contains("0 of 2 done") && !csv.contains("░"), "\(csv)")
        driver.keys(": 'columns phases' enter E")
        let reason = "None of the shown columns can be exported: choose others with :columns"
        #expect(driver.model.dialogs.open == nil && driver.model.notices.shown?.text == reason)
    }

    @Test func withoutATaskThereIsNothingToWrite() throws {
        var driver = try Driver()
        driver.keys("4 E")
        #expect(driver.model.notices.shown?.text == "There are no requests yet")
        driver.keys("c")
        #expect(driver.model.dialogs.open == nil)
    }
}
