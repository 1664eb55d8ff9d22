// Responses that are held against their description: the column, the tab, the signs of values, and what comes too late.

import Canvas
import Catalog
import Document
import Testing

@testable import NetLayer
@testable import Screen

/// A description of lamps, whose responses have schemas, and of operations that say less.
enum Lamps {
    static let pool = ServicePool([Service(name: "lamps.example", baseURL: URI("https://lamps.example"))])

    static let text = #"""
        {"openapi": "3.1.0", "info": {"title": "Lamps", "version": "1"}, "servers": [{"url": "https://lamps.example"}],
         "paths": {
          "/lamps": {"get": {"operationId": "listLamps", "summary": "All lamps", "responses": {
            "200": {"description": "All.", "headers": {"X-Total": {"required": true, "schema": {"type": "integer"}}},
             "content": {"application/json": {"schema": {"type": "array", "items": {
              "type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}, "name": {"type": "string", "minLength": 1},
              "state": {"enum": ["new", "used"]}, "price": {"type": "number", "minimum": 0}}}}}}}}}},
          "/plain": {"get": {"operationId": "plain", "summary": "Words alone", "responses": {"200": {"description": "It."}}}},
          "/free": {"get": {"operationId": "free", "summary": "Nothing said"}}}}
        """#

    static func driver(width: Int = 140, height: Int = 40) throws -> Driver {
        Driver(try Shop.read(Array(text.utf8)), pool, width: width, height: height)
    }

    /// The second lamp has a price in words.
    static let wrong = reply(#""cheap""#)
    static let right = reply("7")

    /// Six lamps: a price in words, a state that the description does not know, a lamp without its number, and no X-Total.
    static let several = Reply.json(
        """
        [
          {"id": 1, "name": "Tolomeo", "state": "new", "price": 289},
          {"id": 2, "name": "Lampadina", "state": "used", "price": "on request"},
          {"id": 3, "name": "Parentesi", "state": "new", "price": 415.5},
          {"id": 4, "name": "Arco", "state": "refurbished", "price": 1950},
          {"name": "Bubble", "state": "new", "price": 395},
          {"id": 6, "name": "Tizio", "state": "used", "price": 120}
        ]
        """)

    static func reply(_ price: String) -> Reply {
        .json(
            "[\n  {\"id\": 1, \"price\": 5},\n  {\"id\": 2, \"price\": \(price)}\n]", headers: [HeaderField("X-Total", "2")])
    }
}

@Suite struct ContractWatchTests {
    /// The list of lamps was sent and answered.
    private func driver(_ reply: Reply = Lamps.wrong, width: Int = 140) throws -> Driver {
        var driver = try Lamps.driver(width: width)
        driver.select("all lamps")
        driver.exchange(reply)
        return driver
    }

    /// The task whose response is shown.
    private func shown(_ driver: Driver) throws -> TaskID { try #require(driver.model.result.task) }

    private func header(_ driver: Driver) -> String { driver.lines.first { $0.contains("#") && $0.contains("request") } ?? "" }

    /// Opens the Contract tab of the result.
    private func openTab(_ driver: inout Driver) {
        driver.keys("3")
        for _ in ResultTab.allCases where driver.model.result.tab != .contract { driver.keys(".") }
    }

    // MARK: The column

    @Test func aResponseThatDiffersIsAWarningAndNoFailure() throws {
        let driver = try driver()
        let task = try shown(driver)
        #expect(driver.model.tasks.contract(of: task) == .differs(1, isMore: false))
        #expect(header(driver).contains("contract") && driver.lines.contains { $0.contains("/lamps") && $0.contains("≠ 1") })
        #expect(driver.model.tasks.row(task)?.state == .succeeded && driver.model.tasks.counts.failed == 0)
        let style = driver.screen.cells.first { $0.text == "≠" }?.style
        #expect(style == .warning)
    }

    @Test func aResponseAsDescribedHasItsSign() throws {
        let driver = try driver(Lamps.right)
        let task = try shown(driver)
        #expect(driver.model.tasks.contract(of: task) == .fits)
        #expect(header(driver).contains("contract") && driver.model.result.reports[task]?.marks.isEmpty == true)
    }

    @Test func withoutASchemaThereIsNoColumn() throws {
        var driver = try Lamps.driver()
        driver.select("words alone")
        let plain = driver.exchange(Lamps.right)
        driver.keys("1")
        driver.select("nothing said")
        let free = driver.exchange(Lamps.right)
        #expect(driver.model.tasks.contract(of: plain) == .noSchema && driver.model.tasks.contract(of: free) == nil)
        #expect(!header(driver).contains("contract") && !driver.model.result.tabs.contains(.contract))
        // Beside a response with a schema, both say that they have none.
        driver.keys("1")
        driver.select("all lamps")
        driver.exchange(Lamps.right)
        let rows = driver.lines.filter { $0.contains("/plain") || $0.contains("/free") }.filter { $0.contains("✓ 200") }
        #expect(rows.count == 2 && rows.allSatisfy { $0.contains("–") }, "\(driver.text)")
    }

    @Test func whatRunsIsNotCheckedYet() throws {
        var driver = try Lamps.driver()
        driver.select("all lamps")
        driver.exchange(Lamps.right)
        driver.keys("s")
        let task = driver.start()
        #expect(driver.model.tasks.contract(of: task) == .awaited)
        #expect(driver.lines.contains { $0.contains("/lamps") && $0.contains(" ? ") }, "\(driver.text)")
        driver.answer(task, .failed(.connect, "refused"))
        #expect(driver.model.tasks.contract(of: task) == nil, "without a response there is nothing to check")
    }

    @Test func aNarrowTableLeavesTheColumnOut() throws {
        let driver = try driver(width: 80)
        let task = try shown(driver)
        #expect(driver.model.tasks.contract(of: task) == .differs(1, isMore: false))
        #expect(!header(driver).contains("contract") && driver.text.contains("≠ differs"), "\(driver.text)")
        var chosen = driver
        chosen.keys("4 : 'columns number request contract' enter")
        #expect(header(chosen).contains("contract") && chosen.lines.contains { $0.contains("≠ 1") })
    }

    @Test func theColumnSortsFiltersAndIsExported() throws {
        var driver = try driver()
        let wrong = try shown(driver)
        let right = driver.exchange(Lamps.right)
        driver.keys("4")
        driver.sortTasks(by: .contract)
        #expect(driver.model.tasks.rows(on: 0..<2).map(\.id) == [wrong, right])
        driver.keys("/ 'contract:differs' enter")
        #expect(driver.model.tasks.rows(on: 0..<9).map(\.id) == [wrong])
        _ = driver.takeEffects()
        driver.keys(": 'export csv' enter")
        let text = driver.takeEffects().compactMap { effect -> String? in
            guard case .outside(.copy(let clip)) = effect, case .text(let text) = clip.content else { return nil }
            return text
        }.first
        #expect(text?.contains("contract,contract_differences") == true && text?.contains("differs,1") == true)
    }

    @Test func aReportMovesItsRowInAFilteredTable() throws {
        var driver = try Lamps.driver()
        driver.select("all lamps")
        driver.bringsLines = false
        // An empty table has no filter. The report of this task never comes.
        _ = driver.exchange(Lamps.wrong)
        _ = driver.takeEffects()
        driver.keys("4 / 'contract:differs' enter 1")
        let task = driver.exchange(Lamps.wrong)
        #expect(driver.model.tasks.shownCount == 0)
        try report(&driver, task)
        #expect(driver.model.tasks.shownCount == 1 && driver.model.tasks.shownCounts.ended == 1)
    }

    /// Answers the model's question, as the runtime does.
    private func report(_ driver: inout Driver, _ task: TaskID) throws {
        let effects = driver.takeEffects()
        let hold = effects.first { if case .body(.hold(let question)) = $0 { question.task == task } else { false } }
        let event = try #require(hold.flatMap { driver.bodies[task]?.event(for: $0) })
        driver.update(event)
    }

    @Test func aReportOfARemovedTaskIsDropped() throws {
        var driver = try Lamps.driver()
        driver.select("all lamps")
        driver.bringsLines = false
        let task = driver.exchange(Lamps.wrong)
        driver.keys("4")
        let effects = driver.effects
        driver.keys(": 'clear' enter")
        let hold = try #require(effects.first { if case .body(.hold) = $0 { true } else { false } })
        driver.update(try #require(driver.bodies[task]?.event(for: hold)))
        #expect(driver.model.tasks.contract(of: task) == nil && driver.model.result.reports[task] == nil)
        #expect(!driver.model.tasks.hasContracts)
    }

    @Test func aTaskThatComesBackHasItsReport() throws {
        var driver = try driver()
        let task = try shown(driver)
        driver.keys("4 : 'clear' enter")
        #expect(driver.model.tasks.contract(of: task) == nil && driver.model.result.reports[task] == nil)
        driver.keys("U")
        #expect(driver.model.tasks.contract(of: task) == .differs(1, isMore: false) && driver.model.result.reports[task] != nil)
    }

    // MARK: The tab

    @Test func theTabNamesThePlaceTheRuleAndWhatCame() throws {
        var driver = try driver()
        openTab(&driver)
        #expect(driver.model.result.tab == .contract && driver.text.contains("≠ Differs in 1 place · response 200"))
        let lines = driver.model.makeContractLines(width: 400).map(\.text)
        #expect(lines.contains("≠ /1/price") && lines.contains { $0.contains("must be a number") })
        #expect(lines.contains { $0.hasSuffix(" came") && !$0.contains("cheap") }, "the value may be a secret")
        #expect(lines.contains { $0.contains("line ") && $0.contains("/paths/~1lamps/get/responses/200/content") })
    }

    @Test func enterShowsTheValueInTheTree() throws {
        var driver = try driver()
        openTab(&driver)
        driver.keys("enter")
        #expect(driver.model.result.tab == .contract, "the first line names no place")
        driver.keys("j j enter")
        #expect(driver.model.result.tab == .tree && driver.model.result.tree.line?.pointer == "/1/price")
    }

    @Test func enterOnAHeaderShowsTheHeaders() throws {
        var driver = try driver(.json("[\n  {\"id\": 1}\n]"))
        openTab(&driver)
        #expect(driver.text.contains("header X-Total"))
        driver.keys("j j enter")
        #expect(driver.model.result.tab == .headers)
    }

    @Test func theTabOfAResponseAsDescribedSaysSo() throws {
        var driver = try driver(Lamps.right)
        openTab(&driver)
        #expect(driver.text.contains("✓ As described · response 200 of the description"))
    }

    @Test func aChosenTabStaysForTheNextResponse() throws {
        var driver = try driver()
        openTab(&driver)
        driver.keys("1")
        driver.exchange(Lamps.wrong)
        #expect(driver.model.result.tab == .contract)
    }

    @Test func copyingTakesTheDifferenceWithItsRule() throws {
        var driver = try driver()
        openTab(&driver)
        driver.keys("j j")
        _ = driver.takeEffects()
        driver.keys("y")
        let texts = driver.takeEffects().compactMap { effect -> String? in
            guard case .outside(.copy(let clip)) = effect, case .text(let text) = clip.content else { return nil }
            return text
        }
        #expect(texts.first?.hasPrefix("/1/price must be a number") == true && texts.first?.contains("/paths/~1lamps") == true)
    }

    // MARK: Signs of values

    @Test func valuesThatDifferHaveASignInTableTreeAndText() throws {
        var driver = try driver()
        driver.keys("3")
        #expect(driver.model.result.tab == .table)
        let row = try #require(driver.lines.first { $0.contains("cheap") })
        #expect(row.contains("2≠") && row.count { $0 == "≠" } == 2)
        driver.keys(".")
        #expect(driver.model.result.tab == .tree && driver.lines.contains { $0.contains("≠price: \"cheap\"") })
        let others = driver.lines.filter { $0.contains("price: 5") || $0.contains("id: ") }
        #expect(!others.isEmpty && others.allSatisfy { !$0.contains("≠id") && !$0.contains("≠price: 5") })
        driver.keys(".")
        #expect(driver.model.result.tab == .raw && driver.lines.contains { $0.contains("≠ [") })
    }

    @Test func matchesOfAQueryHaveNoSigns() throws {
        let driver = try driver()
        let task = try shown(driver)
        let path = try JSONPath("$[0]")
        #expect(driver.model.valueMarks(of: task, filter: nil)[0] == nil)
        let nodes = driver.model.result.reports[task]?.marks.keys.sorted() ?? []
        #expect(!nodes.isEmpty && nodes.allSatisfy { driver.model.valueMarks(of: task, filter: path)[$0] == nil })
    }

    // MARK: Reader mode

    @Test func theRowIsSaidWithItsContract() throws {
        var driver = try driver()
        driver.keys("4")
        #expect(TaskWords.spot(driver.model)?.text.contains("differs from its description in 1 place") == true)
    }

    @Test func eachThingOfTheTabIsOneLine() throws {
        var driver = try driver()
        driver.keys(": 'set reader on' enter")
        openTab(&driver)
        driver.keys("j")
        let text = ResultWords.spot(driver.model)?.text ?? ""
        #expect(text.hasPrefix("line 2 of 2: /1/price must be a number") && text.contains("the description says so at line"))
    }

    @Test func aDifferenceIsSaidWhenItsReportComes() throws {
        var driver = try Lamps.driver()
        driver.keys(": 'set reader on' enter")
        driver.select("all lamps")
        let task = driver.exchange(Lamps.wrong)
        let notice = driver.model.notices.log.all.last
        #expect(notice?.text == "Task \(task) differs from its description in 1 place" && notice?.kind == .warning)
    }

    // MARK: Limits

    @Test func reportsAreBounded() {
        var reports = ContractReports(room: 3)
        for number in 1...9 { reports.keep(HeldResponse(TaskID(UInt64(number)), ContractReport())) }
        #expect((1...9).filter { reports[TaskID(UInt64($0))] != nil } == [7, 8, 9])
        reports.keep(HeldResponse(TaskID(8), ContractReport()))
        reports.remove(TaskID(9))
        #expect(reports[TaskID(8)] != nil && reports[TaskID(9)] == nil && reports[TaskID(7)] != nil)
    }
}
