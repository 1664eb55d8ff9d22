// Marked tasks are sent again together, and each that may change something is asked about.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct ResendingMarkedTests {
    private func sent(_ driver: inout Driver) -> [String] {
        var titles: [String] = []
        for case .engine(.send(let order)) in driver.takeEffects() { titles.append("\(order.plan.method) \(order.plan.title)") }
        return titles
    }

    @Test func eachMarkedRequestIsSentOnceMore() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("s s s 4")
        for _ in 1...3 { driver.start() }
        driver.keys("space j space r")
        #expect(sent(&driver) == ["GET /items", "GET /items"] && driver.model.tasks.marks.isEmpty)
        // Without marks: the selected one.
        driver.keys("r")
        #expect(sent(&driver).count == 1)
    }

    @Test func whatMayChangeSomethingIsAskedAboutOneByOne() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("addItem")
        driver.keys("s s")
        for _ in 1...2 { driver.start() }
        driver.keys(": 'set confirm unsafe' enter")
        _ = driver.takeEffects()
        driver.keys("4 * r")
        #expect(sent(&driver) == [] && driver.text.contains("Send this request?"))
        driver.keys("y")
        #expect(sent(&driver).count == 1 && driver.text.contains("Send this request?"))
        driver.keys("n")
        #expect(sent(&driver) == [] && driver.model.dialogs.open == nil)
    }

    @Test func tasksOfOthersAreNotSent() throws {
        var driver = try Driver(width: 120, height: 40)
        _ = driver.open(.group, "of others", members: 0)
        driver.keys("4 space r")
        #expect(driver.model.notices.shown?.text == "None of the marked tasks was sent from here" && sent(&driver) == [])
    }
}
