// Jump labels: where they stand, what typing one does, and that it never does more than one click.

import Canvas
import Testing

@testable import Screen

@Suite struct JumpTests {
    private func open(_ driver: inout Driver) throws -> JumpLabels {
        driver.update(.user(.key(.character("'"))))
        return try #require(driver.model.dialogs.open as? JumpLabels)
    }

    private func typeIn(_ text: String, _ driver: inout Driver) {
        for letter in text { driver.update(.user(.key(.character(letter)))) }
    }

    private func click(_ point: Point, _ driver: inout Driver) {
        driver.update(.user(.mouse(MouseEvent(.pressed(.left), at: point))))
        driver.update(.user(.mouse(MouseEvent(.released(.left), at: point))))
    }

    /// A screen with an endpoint's form, a table and a task.
    private func filled(_ width: Int = 120, _ height: Int = 40) throws -> Driver {
        var driver = try Driver(width: width, height: height)
        driver.exchange(.json(TableTests.list(5)))
        driver.keys("1")
        _ = driver.takeEffects()
        return driver
    }

    /// Opens the labels; returns the one on the line that had this text.
    private func openLabel(on text: String, _ driver: inout Driver) throws -> JumpLabels.Label {
        let y = try #require(driver.lines.firstIndex { $0.contains(text) })
        let labels = try open(&driver).labels
        return try #require(labels.first { $0.point.y == y })
    }

    @Test(arguments: [0, 1, 25, 26, 27, 51, 52, 100, 400, 676])
    func noLabelBeginsAnother(_ count: Int) {
        let texts = JumpLabels.texts(count)
        #expect(texts.count == count && Set(texts).count == count)
        for text in texts where text.count == 1 { #expect(texts.count { $0.hasPrefix(text) } == 1) }
        #expect(texts.allSatisfy { (1...2).contains($0.count) })
        if count >= 9, count < 400 { #expect(texts.prefix(9).joined() == "asdfghjkl") }
    }

    /// At 80 columns the tabs share their blanks: a label stands at the first column of its own tab.
    @Test func aLabelOfATabOpensThatTab() throws {
        let driver = try #require(Scene.contracts.first { $0.name == "contract-table" }).play(.small)
        let y = try #require(driver.lines.firstIndex { $0.contains("Table Tree Raw Headers Contract Timing Trace") })
        for tab in driver.model.result.tabs {
            var other = driver
            let x = try #require(driver.lines[y].range(of: tab.rawValue)).lowerBound
            let column = driver.lines[y].distance(from: driver.lines[y].startIndex, to: x) - 1
            let label = try #require(open(&other).labels.first { $0.point == Point(x: column, y: y) })
            typeIn(label.text, &other)
            #expect(other.model.result.tab == tab)
        }
    }

    @Test func moreThingsThanLabelsLeaveTheLastWithout() {
        #expect(JumpLabels.texts(1_000).count == 676)
        #expect(JumpLabels((0..<1_000).map { Point(x: $0, y: 0) }).labels.last?.point.x == 675)
    }

    @Test func everythingThatAClickReachesHasALabel() throws {
        var driver = try filled()
        let labels = try open(&driver).labels
        let targets = labels.map { MouseTarget($0.point, driver.model) }
        #expect(!targets.contains(nil) && Set(labels.map(\.point)).count == labels.count)
        for pane in [Pane.endpoints, .request, .result] { #expect(targets.contains(.title(pane)), "\(pane)") }
        #expect(targets.contains(.edge(.tasks)), "the tasks' title is on their border")
        for pane in Pane.sharing { #expect(targets.contains(.line(pane, 0)), "\(pane)") }
        #expect(targets.contains(.head(.request)) && targets.contains(.head(.result)))
        #expect(targets[0] == .line(.endpoints, 0), "the focused pane's labels are the shortest")
    }

    @Test(arguments: [(120, 40), (80, 24), (40, 10)])
    func aLabelStandsOnItsPoint(_ width: Int, _ height: Int) throws {
        var driver = try filled(width, height)
        let labels = try open(&driver).labels
        let screen = driver.screen
        #expect(!labels.isEmpty)
        for label in labels {
            let cell = screen[label.point.x, label.point.y]
            #expect(cell.text == String(label.text.prefix(1)) && cell.style == .jumpLabel && cell.overlay == nil)
        }
    }

    /// The one thing that labels promise.
    @Test(arguments: ["1", "2", "3", "4", "3 enter", "b"])
    func typingALabelIsAClick(_ keys: String) throws {
        var start = try filled()
        start.keys(keys)
        _ = start.takeEffects()
        var shown = start
        for label in try open(&shown).labels {
            var (clicked, jumped) = (start, shown)
            click(label.point, &clicked)
            typeIn(label.text, &jumped)
            #expect(jumped.model.dialogs.open == nil)
            #expect(jumped.text == clicked.text, "\(label)")
            #expect(jumped.takeEffects() == clicked.takeEffects(), "\(label)")
        }
    }

    @Test func aLabelOnlySelects() throws {
        var driver = try filled()
        typeIn(try openLabel(on: "▾ items", &driver).text, &driver)
        #expect(driver.text.contains("▾ items"), "the group stays unfolded")
        // No time passes between these.
        typeIn(try openLabel(on: "GET   /slow", &driver).text, &driver)
        let row = try openLabel(on: "GET   /slow", &driver)
        typeIn(row.text, &driver)
        #expect(driver.model.form?.endpoint.path == "/slow")
        click(row.point, &driver)
        #expect(driver.takeEffects().filter(\.isSend).isEmpty)
    }

    /// A narrow terminal shows one pane; the first line has the numbers of the others.
    @Test func aLabelGoesToAPaneThatIsHidden() throws {
        var start = try filled(40, 10)
        var shown = start
        let labels = try open(&shown).labels.filter { MouseTarget($0.point, shown.model).isStrip }
        #expect(labels.count == 3, "the focused pane has none")
        for (label, pane) in zip(labels, [Pane.request, .result, .tasks]) {
            var jumped = shown
            typeIn(label.text, &jumped)
            #expect(jumped.model.focus == pane)
        }
        start.resize(120, 40)
        let wide = try open(&start).labels.filter { MouseTarget($0.point, start.model).isStrip }
        #expect(wide.isEmpty)
    }

    @Test func aLabelOfTwoLettersIsTypedInTwoSteps() throws {
        var driver = try filled()
        let labels = try open(&driver)
        let long = try #require(labels.labels.last { $0.text.count == 2 })
        typeIn(String(long.text.prefix(1)), &driver)
        let left = try #require(labels.labels.first { $0.text.count == 1 })
        #expect(driver.screen[left.point.x, left.point.y].style != .jumpLabel, "the others go")
        #expect(driver.screen[long.point.x, long.point.y].text == String(long.text.suffix(1)))
        driver.keys("backspace")
        #expect(driver.screen[left.point.x, left.point.y].style == .jumpLabel)
        typeIn(long.text, &driver)
        #expect(driver.model.dialogs.open == nil)
    }

    @Test(arguments: ["esc", "C-c", "enter", "tab", "?", "1"])
    func anotherKeyLeavesAndDoesNothing(_ key: String) throws {
        var driver = try filled()
        let before = driver.text
        _ = try open(&driver)
        #expect(driver.text != before)
        driver.keys(key)
        #expect(driver.model.dialogs.open == nil && driver.text == before)
        #expect(driver.takeEffects() == [])
    }

    @Test func aNewSizeTakesTheLabelsAway() throws {
        var driver = try filled()
        _ = try open(&driver)
        driver.resize(80, 24)
        #expect(driver.model.dialogs.open == nil)
    }

    @Test func aClickGoesWhereItWouldGo() throws {
        var driver = try filled()
        _ = try open(&driver)
        let list = driver.model.listArea(of: .tasks)
        click(Point(x: list.x, y: list.y), &driver)
        #expect(driver.model.dialogs.open == nil && driver.model.focus == .tasks)
    }

    @Test func withoutRoomThereIsNothingToGoTo() throws {
        var driver = try Driver(width: 1, height: 1)
        driver.keys("3")
        driver.update(.user(.key(.character("'"))))
        #expect(driver.model.dialogs.open == nil)
        #expect(driver.model.notices.shown?.text == "There is nothing to go to here")
    }
}

extension MouseTarget? {
    fileprivate var isStrip: Bool { if case .strip? = self { true } else { false } }
}
