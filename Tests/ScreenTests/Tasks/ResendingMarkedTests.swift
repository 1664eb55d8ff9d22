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

    @Test(arguments: ["n", "esc"]) func oneNoIsEnough(_ key: String) throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("addItem")
        driver.keys("s s s")
        for _ in 1...3 { driver.start() }
        driver.keys(": 'set confirm unsafe' enter")
        _ = driver.takeEffects()
        driver.keys("4 * r \(key)")
        #expect(sent(&driver) == [] && driver.model.dialogs.open == nil && driver.model.sending.heldSends.isEmpty)
        #expect(driver.model.notices.shown?.text == "3 requests were not sent")
    }

    @Test func aMarkedGroupStandsForItsMembers() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'repeat 3' enter")
        var orders: [GroupOrder] = []
        for case .engine(.sendGroup(let order)) in driver.takeEffects() { orders.append(order) }
        let order = try #require(orders.first)
        let group = TaskInfo(kind: .group, endpoint: "", title: order.title, method: .get)
        let member = TaskInfo(parent: order.id, endpoint: "", title: "/items", method: .get)
        let rows =
            [TaskRow(id: order.id, info: group, openedAt: .zero)]
            + order.members.map { TaskRow(id: $0, info: member, openedAt: .zero) }
        for row in rows {
            driver.update(.engine(.network(.events([NetEvent(seq: 0, time: .zero, kind: .queued, row: row)]), at: .zero)))
        }
        driver.keys("4 g space")
        #expect(driver.model.tasks.marks == [order.id])
        driver.keys("r")
        #expect(sent(&driver).count == 3 && driver.model.tasks.marks.isEmpty)
        // Marked besides, no member is sent twice.
        driver.keys("* r")
        #expect(sent(&driver).count == 3)
    }

    @Test func whatIsLeftOutIsSaid() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("s 4")
        driver.start()
        let group = driver.open(.group, "of others", members: 2)
        for path in ["/a", "/b"] { _ = driver.member(of: group, path) }
        driver.keys("* r")
        #expect(sent(&driver) == ["GET /items"])
        #expect(driver.model.notices.shown?.text == "2 of the marked tasks were not sent from here")
    }

    @Test func tasksOfOthersAreNotSent() throws {
        var driver = try Driver(width: 120, height: 40)
        _ = driver.open(.group, "of others", members: 0)
        driver.keys("4 space r")
        #expect(driver.model.notices.shown?.text == "None of the marked tasks was sent from here" && sent(&driver) == [])
    }
}
