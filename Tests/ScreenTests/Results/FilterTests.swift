// The filter of an answer by JSONPath: typed, mistaken, kept, taken away.

import Canvas
import Document
import NetLayer
import Testing

@testable import Screen

@Suite struct FilterTests {
    private static func items(_ count: Int) -> String { "{\n\"items\": " + TableTests.list(count, extra: 1) + "\n}" }
    private static let list = items(40)

    private func shown(_ keys: String, _ reply: Reply = .json(list)) throws -> Driver {
        var driver = try Driver(width: 100, height: 30)
        driver.exchange(reply)
        driver.keys(keys)
        return driver
    }

    @Test func everyKeyFilters() throws {
        var driver = try shown("3 $")
        #expect(driver.model.isEditing && driver.text.contains("path $"))
        #expect(driver.model.result.table.window?.total == 40, "the root alone is all")
        driver.keys("'.items[?@.id<=12]'")
        #expect(driver.model.result.table.window?.total == 12)
        #expect(driver.text.contains("filtered: 12 of 40") && driver.text.contains("12 of 40 "))
        driver.keys("enter")
        #expect(!driver.model.isEditing && driver.text.contains("path $.items[?@.id<=12]"))
    }

    @Test func whatIsNotFinishedKeepsTheLastGoodResult() throws {
        var driver = try shown("3 $ '.items[0,1]'")
        #expect(driver.model.result.table.window?.total == 2)
        driver.keys("'.['")
        #expect(driver.model.result.table.window?.total == 2)
        #expect(driver.text.contains("character 14: "))
        driver.keys("enter")
        #expect(driver.model.isEditing, "a mistake is not kept")
        driver.keys("tab")
        #expect(!driver.model.isEditing)
        driver.keys("3")
        #expect(driver.text.contains("path $.items[0,1] ") && !driver.text.contains("character"))
    }

    @Test func theWrongCharacterIsMarked() throws {
        let driver = try shown("3 $ '.items[*)].id'")
        let y = try #require(driver.lines.firstIndex { $0.contains("path $.items[*)].id") })
        let marked = driver.screen.rowCells(y).filter { $0.overlay == .error }.map(\.text)
        #expect(marked == [")"])
        #expect(driver.lines[y + 1].contains("character 10: "))
    }

    @Test func escTakesTheFilterAwayBeforeItLeavesThePane() throws {
        for keys in ["3 $ '.items[0]' esc", "3 $ '.items[0]' enter esc"] {
            var driver = try shown(keys)
            #expect(driver.model.result.table.window?.total == 40 && driver.model.focus == .result)
            #expect(!driver.text.contains("path $") && driver.effects.contains(.body(.filter(nil))))
            driver.keys("esc")
            #expect(driver.model.focus == .endpoints)
        }
        var driver = try shown("3 $ '.items[0]' C-u enter")
        #expect(driver.model.result.table.window?.total == 40 && !driver.text.contains("path "))
        driver.keys("$ '.' esc")
        #expect(!driver.text.contains("path "))
    }

    @Test func pointersAreThoseOfTheWholeBody() throws {
        var driver = try shown("3 . $ '.items[?@.id>38].name' enter j j")
        #expect(driver.model.result.tab == .tree)
        #expect(driver.model.selectedValue?.pointer == "/items/39/name")
        driver.keys("k")
        #expect(driver.model.selectedValue?.pointer == "/items/38/name" && driver.text.contains("/items/38/name"))
        driver.keys("k")
        #expect(driver.model.selectedValue?.node == 0 && driver.model.selectedValue?.pointer == nil)
        driver.keys("y")
        guard case .outside(.copy(let clip))? = driver.takeEffects().last else { return #expect(Bool(false)) }
        #expect(clip.what == "the matches")
    }

    @Test func aMatchIsOpenedSortedAndSearched() throws {
        var driver = try shown("3 $ '.items[?@.id<4]' enter S S")
        #expect(driver.model.result.table.line?.place == 2)
        driver.keys("enter")
        #expect(driver.model.result.tab == .tree && driver.model.selectedValue?.pointer == "/items/2")
        driver.keys("esc")
        #expect(driver.model.result.tab == .table && driver.model.result.table.window?.total == 3)
        driver.keys("/ 'item'")
        #expect(driver.model.result.search.found?.total == 3)
        driver.keys("esc esc")
        #expect(driver.model.result.table.window?.total == 40)
    }

    @Test func itStaysWhenTheRequestIsSentAgainAndGoesWithAnotherEndpoint() throws {
        var driver = try shown("3 $ '.items[?@.id>2]' enter")
        driver.keys("r")
        driver.answer(driver.start(), .json(Self.items(7)))
        #expect(driver.model.result.table.window?.total == 5 && driver.text.contains("5 of 7"))
        driver.keys("1 j s")
        driver.answer(driver.start(), .json(Self.items(9)))
        #expect(driver.model.result.table.window?.total == 9 && !driver.text.contains("path $"))
    }

    @Test func nothingOfAnotherAnswerIsShownUntilItsMatchesAreThere() throws {
        var driver = try shown("3 $ '.items[?@.id>2]' enter r")
        let id = driver.start()
        driver.bringsLines = false
        driver.answer(id, .json(Self.items(7)))
        #expect(driver.text.contains("Reading the response"))
        let effects = driver.takeEffects()
        #expect(effects.contains { if case .body(.filter(let request?)) = $0 { request.task == id } else { false } })
        #expect(!effects.contains { if case .body(.table) = $0 { true } else { false } })
    }

    @Test func newsOfAnOlderQueryChangeNothing() throws {
        var driver = try shown("3 $ '.items[0]'")
        let old = try #require(driver.model.result.filter.shown)
        driver.keys("backspace '1]'")
        driver.keys("C-u '$.items[1:4]'")
        driver.update(.body(.filtered(old)))
        #expect(driver.model.result.table.window?.total == 3)
    }

    @Test func howFarALongQueryHasComeIsTold() throws {
        var driver = try shown("3")
        driver.bringsLines = false
        driver.keys("$ '..id'")
        guard case .body(.filter(let request?))? = driver.takeEffects().last else { return #expect(Bool(false)) }
        driver.update(.body(.filtered(Filtered(request, found: 1_234))))
        #expect(driver.text.contains("1,234…") && driver.model.result.table.window?.total == 40)
    }

    @Test func anAnswerWithoutAListGetsATable() throws {
        var driver = try shown("3 $ '.tags[*]' enter ,", .json("{\n\"id\": 1,\n\"tags\": [\"a\", \"b\"]\n}"))
        #expect(driver.model.result.tab == .table && driver.model.result.table.window?.total == 2)
        driver.keys("esc")
        #expect(driver.model.result.tab == .tree && !driver.model.result.tabs.contains(.table))
    }

    @Test func oneListIsTheListItself() throws {
        var driver = try shown("3 $ '.items' enter")
        #expect(driver.model.result.table.window?.total == 40 && driver.text.contains("a list of 40"))
        driver.keys(". j")
        #expect(driver.model.selectedValue?.pointer == "/items/0")
        driver = try shown("3 $ '.none'", .json("{\n\"none\": []\n}"))
        driver.keys("enter ,")
        #expect(driver.text.contains("The list is empty"))
    }

    @Test func whatCannotBeFilteredSaysWhy() throws {
        var driver = try shown("3 $", .text(["a"]))
        #expect(driver.model.notices.shown?.text == "JSONPath filters only JSON, XML and lists" && !driver.model.isEditing)
        driver = try Driver(width: 100, height: 30)
        driver.keys("3 $")
        #expect(driver.model.notices.shown?.text == "There is no response to filter")
    }

    @Test func thePaletteTakesAQuery() throws {
        var driver = try shown(": 'path $.items[2:4]' enter")
        #expect(driver.model.focus == .result && driver.model.result.table.window?.total == 2 && !driver.model.isEditing)
        driver.keys(": 'path $.items[' enter")
        #expect(driver.text.contains("character 9: "))
        driver.keys("esc esc : 'path ' enter")
        #expect(driver.model.isFilteringResult)
    }

    @Test func rawAndHeadersShowTheWholeAnswer() throws {
        var driver = try shown("3 $ '.items[0].name' enter . .")
        #expect(driver.model.result.tab == .raw && driver.text.contains("{ \"items\": ["))
        #expect(!driver.text.contains("path $") && driver.text.contains("filtered: 1 of 40"))
        driver.keys("$")
        #expect(driver.model.result.tab == .table && driver.model.isFilteringResult)
    }

    @Test(arguments: [(0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (123_456, "123,456")])
    func countsHaveGroups(_ number: Int, _ text: String) {
        #expect(Quantity.count(number) == text)
    }
}
