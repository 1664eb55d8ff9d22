// The columns of a table under keys: hidden, moved, chosen in the popup, kept by endpoint; and the list that is the table.

import Canvas
import Document
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct ColumnTests {
    static let rows = """
        [
        {"id": 3, "name": "lamp", "price": 5.5, "owner": {"login": "ada", "team": {"name": "north"}, "a": 1, "b": 2}},
        {"id": 1, "name": "desk", "price": 7.5, "owner": {"login": "bob", "team": {"name": "south"}, "a": 1, "b": 2}}
        ]
        """
    private func driver(_ keys: String) throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.exchange(.json(Self.rows))
        driver.keys("3 " + keys)
        return driver
    }

    private func titles(_ driver: Driver) -> [String] { driver.model.result.table.titles }

    @Test func aColumnIsHiddenAndTheCursorStaysWithinTheTable() throws {
        var driver = try driver("l -")
        #expect(titles(driver) == ["id", "price", "owner.login"])
        #expect(driver.model.notices.shown?.text == "name is hidden: U undoes")
        driver.keys("l l l - - -")
        #expect(titles(driver) == ["id"])
        #expect(driver.model.notices.shown?.text == "The last column cannot be hidden")
        #expect(driver.model.selectedValue?.text == "3")
    }

    @Test func aMovedColumnTakesTheCursorAndTheOrderWithIt() throws {
        var driver = try driver("l S )")
        #expect(titles(driver) == ["id", "price", "name", "owner.login"])
        #expect(driver.model.result.table.columnTitle == "name" && driver.text.contains("name ▲"))
        #expect(driver.model.selectedValue?.text == "desk")
        driver.keys("( ( (")
        #expect(titles(driver) == ["name", "id", "price", "owner.login"] && driver.text.contains("name ▲"))
        // Without the column there is nothing to sort by.
        driver.keys("-")
        #expect(driver.model.result.table.order == nil && driver.model.selectedValue?.text == "3")
    }

    @Test func thePopupShowsHidesMovesAddsAndResets() throws {
        var driver = try driver("c j space j K")
        #expect(titles(driver) == ["id", "price", "owner.login"])
        driver.keys("K K")
        #expect(titles(driver) == ["price", "id", "owner.login"])
        driver.keys("a 'owner.team.name' enter")
        #expect(titles(driver) == ["price", "id", "owner.login", "owner.team.name"])
        driver.keys("esc")
        #expect(driver.model.dialogs.open == nil && driver.text.contains("south"))
        driver.keys("c r esc")
        #expect(titles(driver) == ["id", "name", "price", "owner.login"])
    }

    @Test func everyColumnButTheLastCanBeTurnedOff() throws {
        let driver = try driver("c g space j space j space j space j j")
        #expect(titles(driver) == ["owner.login"])
    }

    @Test func theChoiceIsKeptForTheEndpointAndForNoOther() throws {
        var driver = try driver("-")
        driver.exchange(.json(Self.rows))
        #expect(titles(driver) == ["name", "price", "owner.login"])
        driver.keys("1")
        driver.select("/status")
        driver.exchange(.json(Self.rows))
        #expect(titles(driver) == ["id", "name", "price", "owner.login"])
    }

    @Test func columnsAreNamedInThePalette() throws {
        var driver = try driver(": 'columns owner.team.name id' enter")
        #expect(titles(driver) == ["owner.team.name", "id"])
        driver.keys(": 'columns reset' enter")
        #expect(titles(driver) == ["id", "name", "price", "owner.login"])
    }

    @Test func allOfACellIsShown() throws {
        let long = String(repeating: "wide ", count: 40) + "finis"
        var driver = try Driver(width: 80, height: 24)
        driver.exchange(.json("[\n{\"id\": 1, \"text\": \"\(long)\"}\n]"))
        driver.keys("3 l")
        #expect(!driver.text.contains("finis"))
        driver.keys("space")
        #expect(driver.text.contains("finis"))
        driver.keys("esc")
        #expect(driver.model.dialogs.open == nil && driver.model.result.tab == .table)
    }

    // MARK: The list

    static let two = """
        {
          "data": {"children": [{"kind": "t3", "x": 1, "title": "A lamp for the desk"}, {"kind": "t4", "x": 2, "title": "A desk"}, {"kind": "t5"}, {"kind": "t6"}]},
          "more": [{"n": 7}, {"n": 8}, {"n": 9}]
        }
        """

    @Test func anArrayOfTheTreeBecomesTheTable() throws {
        var driver = try Driver(width: 140, height: 40)
        driver.select("list items")
        driver.exchange(.json(Self.two))
        driver.keys("3")
        #expect(titles(driver) == ["title", "kind", "x"] && driver.text.contains("items: /data/children"))
        driver.keys(". g ")
        while driver.model.selectedValue?.pointer != "/more" {
            let before = driver.model.selectedValue
            driver.keys("j")
            try #require(driver.model.selectedValue != before)
        }
        driver.keys("T")
        #expect(driver.model.result.tab == .table && titles(driver) == ["n"])
        #expect(driver.text.contains("items: /more") && driver.text.contains("3 rows"))
        // The next answer of the endpoint has the same table.
        driver.exchange(.json(Self.two))
        #expect(titles(driver) == ["n"])
        driver.keys(": 'list' enter")
        #expect(titles(driver) == ["title", "kind", "x"] && driver.text.contains("4 rows"))
    }

    @Test func aListThatIsNotThereIsSaid() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.json(Self.two))
        driver.keys(": 'list /nowhere' enter")
        #expect(driver.text.contains("There is no list at /nowhere"))
        driver.keys(": 'list nowhere' enter")
        #expect(driver.text.contains("is not a JSON pointer"))
        driver.keys("esc esc 3 . g T")
        #expect(driver.model.notices.shown?.text == "Only an array is a table")
    }

    @Test func whatAPathFindsIsTheTableAlready() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.exchange(.json(Self.two))
        driver.keys("3 $ '.more[*]' enter : 'list /more' enter")
        #expect(driver.text.contains("The table already shows the filter's matches"))
    }

    @Test func pagingGoesByTheChosenList() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.bringsLines = false
        driver.exchange(.json(Self.two))
        _ = driver.takeEffects()
        driver.keys(": 'list /more' enter")
        let asked = driver.takeEffects().compactMap { if case .body(.paging(let question)) = $0 { question.list } else { nil } }
        #expect(asked == ["/more"])
    }
}
