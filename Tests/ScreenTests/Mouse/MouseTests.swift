// The mouse as a person uses it: by what stands on the screen, not by numbers.

import Canvas
import Document
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct MouseTests {
    /// Where a text stands on the screen, from its first character on.
    private func point(_ text: String, _ driver: Driver, line: Int? = nil) throws -> Point {
        for (y, row) in driver.lines.enumerated() where line == nil || line == y {
            if let range = row.range(of: text) {
                return Point(x: TextWidth.measure(String(row[..<range.lowerBound])), y: y)
            }
        }
        throw Missing(text: text)
    }

    private struct Missing: Error { var text: String }

    private func press(_ driver: inout Driver, _ point: Point) {
        driver.update(.user(.mouse(MouseEvent(.pressed(.left), at: point))))
    }

    private func click(_ driver: inout Driver, _ point: Point) {
        press(&driver, point)
        driver.update(.user(.mouse(MouseEvent(.released(.left), at: point))))
    }

    private func click(_ driver: inout Driver, _ text: String) throws { click(&driver, try point(text, driver)) }

    private func drag(_ driver: inout Driver, from start: Point, to end: Point) {
        press(&driver, start)
        driver.update(.user(.mouse(MouseEvent(.dragged(.left), at: end))))
        driver.update(.user(.mouse(MouseEvent(.released(.left), at: end))))
    }

    private func turn(_ driver: inout Driver, _ kind: MouseEvent.Kind, _ point: Point) {
        driver.update(.user(.mouse(MouseEvent(kind, at: point))))
    }

    private func many(_ count: Int) throws -> Driver {
        var driver = try Driver()
        driver.keys(String(repeating: "s ", count: count))
        for _ in 1...count { driver.start() }
        return driver
    }

    // MARK: Clicks

    @Test func aClickChoosesTheLineAndItsPane() throws {
        var driver = try Driver()
        driver.keys("4")
        try click(&driver, "/items/{id}")
        #expect(driver.model.focus == .endpoints)
        #expect(driver.text.contains("GET /items/{id}"), "the form is that endpoint's")
        #expect(driver.effects.isEmpty)
        for (title, pane) in [
            ("3 Result", Pane.result), ("2 Request", .request), ("4 Tasks", .tasks), ("1 Endpoints", .endpoints),
        ] {
            try click(&driver, title)
            #expect(driver.model.focus == pane, "\(title)")
        }
    }

    @Test func theSecondClickOnALineOpensIt() throws {
        var driver = try Driver()
        try click(&driver, "GET   /slow")
        #expect(driver.effects.filter(\.isSend).isEmpty)
        driver.wait(.milliseconds(200))
        try click(&driver, "GET   /slow")
        #expect(driver.takeEffects().filter(\.isSend).count == 1)
        // A third one is a first one; and two that are far apart are no double click.
        try click(&driver, "GET   /slow")
        driver.wait(.milliseconds(600))
        try click(&driver, "GET   /slow")
        #expect(driver.effects.filter(\.isSend).isEmpty)
        driver.wait(.milliseconds(100))
        try click(&driver, "/items/{id}")
        #expect(driver.effects.filter(\.isSend).isEmpty, "another line")
    }

    @Test func everyVisibleLineCanBeClickedWithoutMovingAway() throws {
        var driver = try many(30)
        let list = driver.model.listArea(of: .tasks)
        for line in (0..<list.height).reversed() {
            let id = driver.model.tasks.row(at: line)?.id
            click(&driver, Point(x: list.x + 5, y: list.y + line))
            #expect(driver.model.tasks.selectedID == id)
        }
    }

    @Test func aDoubleClickMeansTheTaskAndNotItsLine() throws {
        var driver = try many(3)
        let list = driver.model.listArea(of: .tasks)
        let second = Point(x: list.x, y: list.y + 1)
        click(&driver, second)
        driver.keys("s")
        driver.start()
        click(&driver, second)
        #expect(driver.model.focus == .result && driver.model.result.task?.number == 2, "it stayed under the pointer")

        // With the newest one selected the list follows it, and another task comes to the line.
        driver.keys("4 g F")
        let first = Point(x: list.x, y: list.y)
        click(&driver, first)
        driver.keys("s")
        driver.start()
        click(&driver, first)
        #expect(driver.model.focus == .tasks)
        click(&driver, first)
        #expect(driver.model.focus == .result && driver.model.result.task?.number == 5)
    }

    @Test func aClickOnTheMarkFolds() throws {
        var driver = try Driver()
        try click(&driver, "▾ items")
        #expect(driver.text.contains("▸ items") && !driver.text.contains("POST  /items"))
        driver.wait(.seconds(1))
        try click(&driver, "items (4)")
        #expect(driver.text.contains("▸ items"), "the name only chooses")
        try click(&driver, "▸ items")
        #expect(driver.text.contains("▾ items"))
    }

    @Test func aClickOpensATab() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.json(Scene.item))
        driver.keys("1")
        try click(&driver, "Timing")
        #expect(driver.model.result.tab == .timing && driver.model.focus == .result)
        try click(&driver, " Raw ")
        #expect(driver.model.result.tab == .raw)
    }

    @Test func aClickOnTheFilterEditsIt() throws {
        var driver = try Driver()
        driver.keys("/ 'items' enter 3")
        let start = try point("/ items", driver)
        click(&driver, Point(x: start.x + 4, y: start.y))
        #expect(driver.model.isEditing && driver.model.focus == .endpoints)
        driver.keys("'X'")
        #expect(driver.model.endpoints.filter.text == "itXems")
    }

    @Test func aFieldIsChosenAndThenEdited() throws {
        var driver = try Driver()
        try click(&driver, "size")
        #expect(driver.model.focus == .request && driver.model.form?.list.selected == 1 && !driver.model.isEditing)
        try click(&driver, "size")
        #expect(driver.model.isEditing)
        driver.keys("'5'")
        try click(&driver, "page   ")
        #expect(!driver.model.isEditing && driver.model.form?.list.selected == 0)
        #expect(driver.model.form?.fields[1].input.text == "5")
    }

    @Test func aTableIsClickedByCellAndHeader() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.json(TableTests.list(5)))
        try click(&driver, "item 4 ")
        #expect(driver.model.focus == .result && driver.model.result.table.list.selected == 1)
        #expect(driver.model.result.table.column == 1)
        try click(&driver, "price")
        #expect(driver.model.result.table.order == JSONTableOrder(column: 2))
        try click(&driver, "price ▲")
        #expect(driver.model.result.table.order == JSONTableOrder(column: 2, isDescending: true))
        try click(&driver, "item 5")
        try click(&driver, "item 5")
        #expect(driver.model.result.tab == .tree, "a second click opens the row")
    }

    @Test func aTreeIsClickedByRowAndFoldMark() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.json(Scene.item))
        try click(&driver, "tags: [2]")
        #expect(driver.model.focus == .result && driver.model.result.tree.line?.pointer == "/tags")
        #expect(driver.text.contains("\"light\""), "the name only chooses")
        try click(&driver, "▾ tags")
        #expect(!driver.text.contains("\"light\""))
        try click(&driver, "▸ tags")
        #expect(driver.text.contains("\"light\""))
    }

    @Test func anEntryOfThePaletteIsClicked() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'wrap'")
        driver.exchange(.json(Scene.item))
        driver.keys("esc 3 . : 'wrap'")
        try click(&driver, "Wrap long lines or cut")
        #expect(driver.model.dialogs.open == nil && driver.model.result.wraps)
    }

    @Test func hintsInTheFooterAreButtons() throws {
        var driver = try Driver()
        let footer = driver.lines.count - 1
        click(&driver, try point("help", driver, line: footer))
        #expect(driver.text.contains("Keys in Endpoints"))
        click(&driver, try point("esc", driver, line: footer))
        #expect(!driver.text.contains("Keys in Endpoints"))
        click(&driver, try point("enter send", driver, line: footer))
        #expect(driver.effects.filter(\.isSend).count == 1)
        click(&driver, Point(x: 0, y: footer))
        click(&driver, Point(x: 79, y: footer))
    }

    // MARK: Dialogs

    @Test func buttonsAnswerAndOutsideIsNo() throws {
        var driver = try many(3)
        driver.keys("X")
        click(&driver, try point("Cancel 3", driver))
        #expect(driver.text.contains("Sure?"), "the words are no button")
        click(&driver, try point("y Yes", driver))
        #expect(driver.takeEffects() == [.engine(.cancelAll)] && !driver.text.contains("Sure?"))
        driver.keys("X")
        click(&driver, try point("n No", driver))
        #expect(driver.takeEffects().isEmpty && !driver.text.contains("Sure?"))
        driver.keys("X")
        click(&driver, Point(x: 1, y: 2))
        #expect(driver.takeEffects().isEmpty && !driver.text.contains("Sure?"))
        driver.keys("?")
        click(&driver, try point("Requests", driver))
        #expect(driver.text.contains("Keys in"))
        turn(&driver, .wheelDown, Point(x: 1, y: 1))
        #expect(!driver.lines.contains { $0.contains("│ Requests") }, "the wheel scrolls what lies on top")
        click(&driver, Point(x: 0, y: 10))
        #expect(!driver.text.contains("Keys in"))
    }

    // MARK: The wheel

    @Test func theWheelScrollsWhatItIsOver() throws {
        var driver = try many(30)
        driver.keys("1")
        let list = driver.model.listArea(of: .tasks)
        let over = Point(x: list.x, y: list.y + 1)
        turn(&driver, .wheelDown, over)
        #expect(driver.model.tasks.list.top == 3 && driver.model.focus == .endpoints)
        turn(&driver, .wheelUp, over)
        turn(&driver, .wheelUp, over)
        #expect(driver.model.tasks.list.top == 0)
        #expect(driver.effects.allSatisfy { !$0.isSend })
    }

    @Test func theWheelScrollsTheAnswer() throws {
        var driver = try Driver()
        driver.exchange(.text((1...100).map { "line \($0)" }))
        driver.keys("1")
        turn(&driver, .wheelDown, try point("line 2", driver))
        #expect(driver.model.result.top == 3 && driver.model.focus == .endpoints)
        #expect(!driver.text.contains("line 3 ") && driver.text.contains("line 4"))
    }

    @Test func theWheelLeavesAFieldThatIsBeingEdited() throws {
        var driver = try Driver()
        driver.keys("2 enter 'a'")
        turn(&driver, .wheelDown, try point("size", driver))
        #expect(driver.model.form?.list.selected == 0 && driver.model.isEditing)
    }

    @Test func theWheelOverAFilteredTableKeepsItsTask() throws {
        var driver = try many(10)
        driver.keys("4 / 'place 1' esc / 'queued' C-u '10' enter")
        let shown = driver.model.tasks.shownCount
        #expect(shown >= 1 && shown < 10)
        let list = driver.model.listArea(of: .tasks)
        turn(&driver, .wheelDown, Point(x: list.x + 5, y: list.y))
        #expect(driver.model.tasks.selectedID != nil)
    }

    // MARK: Borders

    @Test func bordersAreDraggedAndComeBack() throws {
        var driver = try Driver(width: 120, height: 40)
        let before = driver.model.view.layout
        let edge = try #require(before.outside[.endpoints]).maxX - 1
        drag(&driver, from: Point(x: edge, y: 5), to: Point(x: 60, y: 8))
        #expect(driver.model.view.layout.outside[.endpoints]?.maxX == 61)
        let top = try #require(before.outside[.tasks]).y
        drag(&driver, from: Point(x: 40, y: top), to: Point(x: 40, y: 20))
        #expect(driver.model.view.layout.outside[.tasks]?.y == 20)
        #expect(driver.model.focus == .endpoints, "dragging a border is no click on a pane")
        for point in [Point(x: 60, y: 5), Point(x: 40, y: 20)] {
            click(&driver, point)
            click(&driver, point)
            driver.wait(.seconds(1))
        }
        #expect(
            driver.model.view.layout.outside[.endpoints]?.maxX == edge + 1 && driver.model.view.layout.outside[.tasks]?.y == top)
    }

    @Test func noPaneIsDraggedAway() throws {
        for (x, y) in [(0, 0), (500, 500), (119, 1)] {
            var driver = try Driver(width: 120, height: 40)
            let layout = driver.model.view.layout
            drag(&driver, from: Point(x: try #require(layout.outside[.endpoints]).maxX - 1, y: 5), to: Point(x: x, y: y))
            drag(&driver, from: Point(x: 60, y: try #require(layout.outside[.tasks]).y), to: Point(x: x, y: y))
            for pane in Pane.sharing {
                let inside = try #require(driver.model.view.layout.inside[pane])
                #expect(inside.width >= 10 && inside.height >= 1, "\(pane) at \(x), \(y)")
            }
        }
    }

    @Test func keysMoveTheBordersToo() throws {
        var driver = try Driver(width: 120, height: 40)
        let before = driver.model.view.layout
        driver.keys("> >")
        #expect(driver.model.view.layout.outside[.endpoints]?.maxX == (before.outside[.endpoints]?.maxX ?? 0) + 8)
        driver.keys("< < <")
        #expect(driver.model.view.layout.outside[.endpoints]?.maxX == (before.outside[.endpoints]?.maxX ?? 0) - 4)
        driver.keys("4 >")
        #expect(driver.model.view.layout.outside[.tasks]?.y == (before.outside[.tasks]?.y ?? 0) - 1)
        driver.keys("f <")
        #expect(driver.model.notices.shown?.text.contains("Only one pane") == true)
    }

    // MARK: On and off

    @Test func theMouseIsLeftToTheTerminal() throws {
        var driver = try Driver()
        driver.keys("m")
        #expect(driver.takeEffects() == [.screen(.display(.captureMouse(false)))] && !driver.model.capturesMouse)
        #expect(driver.model.notices.shown?.text.contains("select text") == true)
        #expect(driver.lines[0].contains("mouse off"))
        // A report that was on its way.
        click(&driver, Point(x: 3, y: 6))
        #expect(driver.model.notices.shown != nil && driver.effects.isEmpty)
        driver.keys("m")
        #expect(driver.takeEffects() == [.screen(.display(.captureMouse(true)))] && !driver.lines[0].contains("mouse off"))
    }

    @Test func clicksNowhereDoNothing() throws {
        for (width, height) in [(0, 0), (1, 1), (3, 2), (20, 5), (80, 24)] {
            var driver = try Driver(width: width, height: height)
            for point in [Point(x: -1, y: -1), Point(x: 0, y: 0), Point(x: 65_534, y: 65_534), Point(x: width, y: height)] {
                for kind in [
                    MouseEvent.Kind.pressed(.left), .dragged(.left), .released(.left), .pressed(.right), .wheelDown, .wheelLeft,
                ] {
                    driver.update(.user(.mouse(MouseEvent(kind, at: point))))
                }
            }
            #expect(driver.effects.filter(\.isSend).isEmpty && driver.screen.size == Size(width: width, height: height))
        }
    }
}
