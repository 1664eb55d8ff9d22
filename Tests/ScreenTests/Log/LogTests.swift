// `:log`: which actions it has, what their lines are, and what Enter does.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct LogTests {
    private func driver(_ sendSource: [String]? = ["shop.json"]) throws -> Driver {
        Driver(try Shop.description(), Shop.pool, width: 120, height: 40, sendSource: sendSource)
    }

    private func lines(_ driver: inout Driver) throws -> [String] {
        driver.keys(": 'log' enter")
        let box = try #require(driver.model.dialogs.open as? LogBox)
        return box.lines.map(\.text)
    }

    @Test func eachActionIsALineTheNewestFirst() throws {
        var driver = try driver()
        driver.select("list items")
        driver.exchange(.json(Scene.item))
        driver.keys("2 enter '3' esc")
        driver.exchange(.json(Scene.item))
        #expect(
            try lines(&driver) == ["explorer send shop.json listItems -p page=3", "explorer send shop.json listItems"])
        #expect(driver.text.contains("Log · 2") && driver.text.contains("explorer send shop.json listItems -p page=3"))
    }

    @Test func aGroupIsOneAction() throws {
        var driver = try driver()
        driver.select("list items")
        driver.keys(": 'repeat 3' enter")
        #expect(try lines(&driver) == ["explorer send shop.json listItems  # 3 times"])
    }

    @Test func withoutANameOfTheDescriptionItIsACurlLine() throws {
        var driver = try driver(nil)
        driver.select("list items")
        driver.exchange(.json(Scene.item))
        let line = try #require(try lines(&driver).first)
        #expect(line.hasPrefix("curl ") && line.contains("https://api.shop.example/v1/items"))
        #expect(!driver.text.contains("\\"), "the dialog shows it on one line")
    }

    @Test(arguments: [["shop.json"], nil] as [[String]?])
    func secretsAreMasked(_ source: [String]?) throws {
        var driver = try driver(source)
        driver.select("list orders")
        driver.keys("2 enter 'hunter2' esc")
        driver.exchange(.json(Scene.item))
        let line = try #require(try lines(&driver).first)
        #expect(line.contains("$X_API_KEY") && !line.contains("hunter2"))
    }

    @Test func enterCopiesTheLine() throws {
        var driver = try driver()
        driver.select("list items")
        driver.exchange(.json(Scene.item))
        driver.select("slow")
        driver.exchange(.json(Scene.item))
        let all = try lines(&driver)
        _ = driver.takeEffects()
        driver.keys("j enter")
        #expect(driver.takeEffects() == [.outside(.copy(Clip(what: "the line", content: .text(all[1]))))])
        driver.keys("esc")
        #expect(driver.model.dialogs.open == nil)
    }

    @Test func nothingSentIsSaid() throws {
        var driver = try driver()
        #expect(try lines(&driver) == [])
        #expect(driver.text.contains("Nothing has been sent yet."))
        driver.keys("enter q")
        #expect(driver.model.dialogs.open == nil && driver.takeEffects() == [])
    }

    @Test func theLogIsBounded() throws {
        var actions = SentActions()
        for number in 1...500 {
            let plan = RequestPlan(id: "a", title: "a", method: .get, path: "/a")
            let order = SendOrder(id: TaskID(UInt64(number)), plan: plan, pool: Shop.pool)
            actions.add(try #require(SentAction(.engine(.send(order)), at: .zero, in: Shop.pool.environment)))
        }
        #expect(actions.all.count == SentActions.most && actions.all.last?.task == TaskID(500))
        #expect(SentAction(.engine(.cancelAll), at: .zero, in: Shop.pool.environment) == nil)
    }
}
