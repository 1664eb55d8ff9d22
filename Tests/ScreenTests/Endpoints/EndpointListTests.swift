// The list of endpoints: filter, groups, selection.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct EndpointListTests {
    private static let all = [
        "listItems", "addItem", "getItem", "removeItem", "listOrders", "changeLine", "slow", "status", "moveShelf", "askShelf",
        "seeShelf",
    ]

    private func shown(_ driver: Driver) -> [String] {
        driver.model.endpoints.rows.compactMap { row in
            guard case .endpoint(let index) = row else { return nil }
            return driver.model.description?.endpoints[index].id
        }
    }

    private func selected(_ driver: Driver) -> String? {
        driver.model.endpoints.selectedEndpoint.flatMap { driver.model.description?.endpoints[$0].id }
    }

    @Test(arguments: [
        ("item", ["listItems", "addItem", "getItem", "removeItem"]), ("Item get", ["getItem", "listItems"]), ("ITEM get", []),
        ("delete", ["removeItem"]),
        ("orders put", ["changeLine"]), ("for good", ["removeItem"]), ("admin sh", ["moveShelf", "askShelf", "seeShelf"]),
        ("nowhere", []),
        ("   ", all), ("!", all), ("!item", Array(all.dropFirst(4))), ("! list orders", all.filter { $0 != "listOrders" }),
    ])
    func filterKeepsWhatHasAllItsWords(_ text: String, _ expected: [String]) throws {
        var driver = try Driver()
        driver.keys("/ '\(text)'")
        #expect(shown(driver) == expected)
        driver.keys("esc")
        #expect(shown(driver) == Self.all)
    }

    @Test func typingSelectsTheBestMatchAndClearingKeepsIt() throws {
        var driver = try Driver()
        driver.keys("j j")
        #expect(selected(driver) == "getItem")
        driver.keys("/ 'item'")
        #expect(selected(driver) == "listItems")
        driver.keys("down down")
        #expect(selected(driver) == "getItem")
        driver.keys("' '")
        #expect(selected(driver) == "getItem")
        driver.keys("esc")
        #expect(selected(driver) == "getItem")
        driver.keys("/")
        driver.update(.user(.pasted("!slow")))
        #expect(selected(driver) == "getItem")
        driver.keys("C-u 'slow' esc")
        #expect(selected(driver) == "slow")
    }

    @Test func arrowsMoveWhileTheFilterIsTyped() throws {
        var driver = try Driver()
        driver.keys("/ 'items' down down")
        #expect(selected(driver) == "getItem")
        driver.keys("up")
        #expect(selected(driver) == "addItem")
        #expect(driver.model.endpoints.isFiltering)
    }

    @Test func foldingHidesAGroupAndKeepsItsPlace() throws {
        var driver = try Driver()
        driver.keys("j z")
        #expect(shown(driver) == Array(Self.all.dropFirst(4)))
        #expect(selected(driver) == nil)
        driver.keys("s")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text == "Select an endpoint first")
        driver.keys("enter")
        #expect(shown(driver) == Self.all)
        driver.keys("left right right G h")
        #expect(shown(driver) == Array(Self.all.prefix(6)))
    }

    /// What passes a filter is seen, folded or not; afterwards the groups are as they were.
    @Test func filterLooksIntoFoldedGroups() throws {
        var driver = try Driver()
        driver.keys("z / 'item'")
        #expect(shown(driver) == ["listItems", "addItem", "getItem", "removeItem"])
        driver.keys("esc")
        #expect(shown(driver) == Array(Self.all.dropFirst(4)))
    }

    @Test func aGroupOfOneHasNoHeading() throws {
        func operation(_ id: String, _ tag: String) -> String { #"{"operationId": "\#(id)", "tags": ["\#(tag)"]}"# }
        let paths = """
            "/items": {"get": \(operation("a", "items")), "post": \(operation("b", "items"))},
            "/me": {"get": \(operation("me", "me"))},
            "/orders": {"get": \(operation("c", "orders")), "post": \(operation("d", "orders"))}
            """
        let text = #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {\#(paths)}}"#
        var driver = Driver(try Shop.read(Array(text.utf8)), Shop.pool, width: 80, height: 24)
        let all: [EndpointList.Row] = [
            .group(0), .endpoint(0), .endpoint(1), .group(2), .endpoint(3), .endpoint(4), .endpoint(2),
        ]
        #expect(driver.model.endpoints.rows == all, "groups with a heading come first")
        #expect(driver.text.contains("▾ items ") && !driver.text.contains("items (2)"), "an open group is not counted")
        driver.keys("G h")
        #expect(selected(driver) == "me" && driver.model.endpoints.rows == all, "there is nothing to fold")
        driver.keys("g h")
        #expect(driver.model.endpoints.rows == [.group(0)] + all.dropFirst(3) && driver.text.contains("▸ items (2)"))
    }

    @Test func selectionStopsAtTheEndsAndStaysInView() throws {
        var driver = try Driver()
        driver.keys("k k k k")
        #expect(driver.model.endpoints.list.selected == 0)
        driver.keys("G j pgdn C-d")
        #expect(selected(driver) == "seeShelf")
        driver.resize(80, 15)
        #expect(driver.text.contains("HEAD"))
        driver.keys("g")
        #expect(driver.model.endpoints.list.selected == 0)
    }

    @Test func formsKeepWhatWasTypedWhileOthersAreLookedAt() throws {
        var driver = try Driver()
        driver.keys("2 enter '5' esc 1 j j 2 enter '17' esc 1 k k")
        #expect(driver.model.form?.fields[0].input.text == "5")
        driver.keys("j j")
        #expect(driver.model.form?.fields[0].input.text == "17")
    }

    @Test func emptyDescriptionIsSaid() throws {
        let empty = try Shop.read(Array(#"{"openapi": "3.0.0", "info": {"title": "Nothing"}, "paths": {}}"#.utf8))
        var driver = Driver(empty, Shop.pool, width: 80, height: 24)
        #expect(driver.text.contains("No endpoints"))
        driver.keys("j G enter s z / 'x' enter")
        #expect(driver.takeEffects() == [])
    }

    @Test func partsThatCouldNotBeReadAreCounted() throws {
        let broken = try Shop.read(
            Array(#"{"openapi": "3.0.0", "info": {"title": "B"}, "paths": {"/a": {"get": 1}, "/b": 2}}"#.utf8))
        let driver = Driver(broken, Shop.pool, width: 120, height: 24)
        let errors = broken.warnings.count { $0.severity == .error }
        #expect(errors > 0)
        #expect(
            driver.model.notices.shown?.text.hasPrefix("\(errors) errors in the description") == true)
    }
}
