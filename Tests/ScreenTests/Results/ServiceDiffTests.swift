// The shown answer compared with that of another service: what is sent where, what is asked before, what becomes of late answers.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct ServiceDiffTests {
    private func driver(_ keys: String = "") throws -> Driver {
        var driver = try Driver(Shop.description(), Services.pool, width: 109, height: 30)
        driver.exchange(.json("{\"id\": 1, \"name\": \"lamp\"}"))
        driver.keys("3 " + keys)
        return driver
    }

    private static let other = Reply.json("{\"id\": 1, \"name\": \"desk\"}")

    @Test func theSameRequestGoesToTheNamedServiceAndTheDifferencesCome() throws {
        var driver = try driver(": 'diff api-3' enter")
        let plan = try #require(driver.effects.compactMap(\.plan).last)
        #expect(plan.destination.service == "api-3" && plan.id == driver.model.result.plans[TaskID(1)]?.id)
        #expect(driver.model.result.tab != .diff && driver.model.result.task == TaskID(1), "the answer stays until then")
        driver.answer(driver.start(), Self.other)
        #expect(driver.model.result.tab == .diff)
        #expect(driver.model.result.diff?.window?.lines.map(\.text) == [#"~ changed /name "lamp" → "desk""#])
        driver.keys("esc")
        #expect(driver.model.result.tab == .tree && driver.model.result.task == TaskID(1))
    }

    @Test func servicesAreOffered() throws {
        let driver = try driver(": 'diff '")
        #expect(driver.text.contains("api-2") && driver.text.contains("https://api-2.shop.example/v1"))
    }

    @Test func noAnswerIsSaid() throws {
        var driver = try driver(": 'diff api-2' enter")
        driver.answer(driver.start(), .failed(.connect, "refused"))
        #expect(driver.model.result.tab == .tree)
        #expect(driver.model.notices.shown?.text.hasPrefix("Nothing to compare: api-2 sent no response") == true)
    }

    @Test func whoeverHasGoneOnIsTold() throws {
        var driver = try driver(": 'diff api-2' enter")
        let waiting = driver.start()
        driver.exchange(.json("[1]"))
        driver.answer(waiting, Self.other)
        #expect(
            driver.model.result.tab != .diff && driver.model.notices.shown?.text == "The response of api-2 has arrived: task 2")
    }

    @Test func whatMayChangeSomethingAsksFirst() throws {
        var driver = try Driver(Shop.description(), Services.pool, width: 109, height: 30)
        driver.select("addItem")
        driver.exchange(Self.other)
        guard driver.model.result.plans[TaskID(1)]?.method.isSafe == false else {
            return #expect(Bool(false), "it must be unsafe")
        }
        driver.keys(": 'set confirm unsafe' enter 3 : 'diff api-2' enter")
        #expect(driver.effects.allSatisfy { !$0.isSend } && driver.text.contains("POST https://api-2.shop.example/v1/items"))
        driver.keys("n")
        #expect(driver.effects.allSatisfy { !$0.isSend })
        driver.keys(": 'diff api-2' enter y")
        #expect(driver.effects.compactMap(\.plan).last?.destination.service == "api-2")
    }

    @Test(arguments: [("api-9", "did you mean"), ("elsewhere", "nor a service")])
    func whatIsNoServiceIsRefused(_ word: String, _ reason: String) throws {
        let driver = try driver(": 'diff \(word)' enter")
        #expect(driver.effects.allSatisfy { !$0.isSend } && driver.text.contains(reason))
    }
}
