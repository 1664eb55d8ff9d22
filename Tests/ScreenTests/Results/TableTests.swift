// Lists as tables under keys: which tab opens, moving, sorting, opening a row.

import Canvas
import Document
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct TableTests {
    static func list(_ rows: Int, extra: Int = 0) -> String {
        let items = (1...max(1, rows)).prefix(rows).map { row in
            let more = (0..<extra).map { ", \"extra\($0)\": \"value \(row).\($0)\"" }.joined()
            return "{\"id\": \(row), \"name\": \"item \((row * 7) % 10)\", \"price\": \(row).5\(more)}"
        }
        return "[\n" + items.joined(separator: ",\n") + "\n]"
    }

    private func driver(_ json: String, _ keys: String = "3") throws -> Driver {
        var driver = try Driver(width: 80, height: 24)
        driver.exchange(.json(json))
        driver.keys(keys)
        return driver
    }

    @Test(arguments: [
        (Reply.json(TableTests.list(3)), ResultTab.table), (.json("{\n  \"id\": 1\n}"), .tree), (.json("17"), .tree),
        (.text(["a"]), .raw), (.empty(204), .raw),
        (.failed(.connect, "no"), .raw),
    ])
    func theContentChoosesTheTab(_ reply: Reply, _ tab: ResultTab) throws {
        var driver = try Driver()
        driver.exchange(reply)
        #expect(driver.model.result.tab == tab)
    }

    @Test func whatWasChosenStaysWhileItFits() throws {
        var driver = try driver(Self.list(3), "3 .")
        #expect(driver.model.result.tab == .tree)
        driver.exchange(.json(Self.list(2)))
        #expect(driver.model.result.tab == .tree)
        driver.exchange(.text(["plain"]))
        #expect(driver.model.result.tab == .raw)
        driver.exchange(.json(Self.list(2)))
        #expect(driver.model.result.tab == .tree)
    }

    @Test func cursorMovesByRowsAndColumnsAndStopsAtTheEdges() throws {
        var driver = try driver(Self.list(50))
        driver.keys("h k")
        #expect((driver.model.result.table.list.selected, driver.model.result.table.column) == (0, 0))
        driver.keys("l l l l G j")
        #expect((driver.model.result.table.list.selected, driver.model.result.table.column) == (49, 2))
        #expect(driver.model.selectedValue?.text == "50.5")
        #expect(driver.text.contains("50  item 0"))
    }

    @Test func columnsScrollBesideTheFirst() throws {
        var driver = try driver(Self.list(5, extra: 8), "3 l l l l l l l l l l")
        #expect(driver.model.result.table.column == 10)
        #expect(driver.text.contains("extra7") && driver.text.contains("value 1.7") && !driver.text.contains("extra0"))
        #expect(driver.text.contains("#  id") && driver.text.contains("‹"))
        driver.keys("h h h h h h h h h h")
        #expect(driver.text.contains("name") && driver.text.contains("›") && !driver.text.contains("extra7"))
    }

    @Test func sortingGoesUpDownAndBack() throws {
        func first(_ driver: Driver) -> String? { driver.model.result.table.window?.line(at: 0)?.cells[1].text }
        var driver = try driver(Self.list(20), "3 l S")
        #expect(first(driver) == "item 0")
        #expect(driver.text.contains("name ▲"))
        driver.keys("S")
        #expect(first(driver) == "item 9" && driver.text.contains("name ▼"))
        driver.keys("S")
        #expect(first(driver) == "item 7" && !driver.text.contains("name ▼"))
        driver.keys("o")
        #expect(first(driver) == "item 9")
        driver.keys("o")
        #expect(first(driver) == "item 0")
    }

    @Test func enterOpensTheRowAndEscComesBackToIt() throws {
        var driver = try driver(Self.list(20), "3 j j l S j j enter")
        let id = driver.model.result.table.line.map { $0.place + 1 }
        #expect(driver.model.result.tab == .tree)
        #expect(driver.text.contains("id: \(id ?? 0)"))
        let pointer = driver.model.selectedValue?.pointer
        #expect(pointer == "/\((id ?? 0) - 1)")
        driver.keys("z z j esc")
        #expect(driver.model.result.tab == .table && driver.model.focus == .result)
        #expect(driver.model.result.table.list.selected == 2)
        driver.keys(". ")
        #expect(driver.model.result.tree.root == 0)
    }

    @Test func anEmptyListSaysSo() throws {
        var driver = try driver("[]")
        #expect(driver.text.contains("The list is empty") && driver.text.contains("0 rows"))
        driver.keys("enter S")
        #expect(driver.model.notices.shown?.text == "Only the table of a list can be sorted")
    }

    @Test(arguments: [
        ("3 S", "Only the table of a list can be sorted"), ("3 . . z", "Only JSON, XML, lists and pages can be folded"),
        ("3 n", "There is no search; / starts one"),
        ("3 . /", "Search works in Table, Tree and Raw; , and . go there"), ("3 space", "Only the tree has rows to fold"),
    ])
    func whatTheTabCannotDoIsSaid(_ keys: String, _ reason: String) throws {
        var driver = try Driver()
        driver.exchange(.text(["a"]))
        driver.keys(keys)
        #expect(driver.model.notices.shown?.text == reason)
    }

    /// A frame costs what is visible.
    @Test func onlyTheRowsAroundTheScreenAreHere() throws {
        var driver = try driver(Self.list(5_000), "3 G pgup g C-d")
        #expect(driver.model.result.table.window.map { $0.lines.count <= 3 * 24 && $0.total == 5_000 } == true)
        driver.resize(200, 60)
        #expect(driver.model.result.table.line != nil)
    }
}
