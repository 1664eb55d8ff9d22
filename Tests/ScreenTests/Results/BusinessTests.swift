// `200 {"errcode": 500}` on the screen: a failed row with the words of the server, and a check of the answer.

import NetLayer
import Testing

@testable import Screen

@Suite struct BusinessTests {
    private func driver(_ rule: BusinessCode?, list: String? = nil) throws -> Driver {
        var description = try Shop.description()
        description.business = rule
        if let list {
            description.paging.all = PagingOverride(reason: "test")
            description.paging.all?.list = list
        }
        return Driver(description, Shop.pool, width: 100, height: 30)
    }

    private func send(_ driver: inout Driver, _ reply: Reply) -> TaskID {
        driver.select("GET /items")
        driver.keys("s")
        let id = driver.start()
        driver.answer(id, reply)
        return id
    }

    private let rule = BusinessCode(code: "/errcode", success: ["0"], message: "/msg")
    private let failure = Reply.json("{\n  \"errcode\": 500,\n  \"msg\": \"out of stock\"\n}")

    @Test func aFailureOfTheBodyIsAFailedRow() throws {
        var driver = try driver(rule)
        let id = send(&driver, failure)
        let row = try #require(driver.model.tasks.row(id))
        #expect(row.state == .failed && row.reason == "out of stock (/errcode is 500)")
        #expect(driver.model.tasks.counts.failed == 1)
        #expect(driver.text.contains("✗ 1 of 1 check failed") && driver.text.contains("Checks"))
    }

    @Test func aSuccessOfTheBodyIsACheckThatHolds() throws {
        var driver = try driver(rule)
        let id = send(&driver, .json("{\n  \"errcode\": 0\n}"))
        #expect(driver.model.tasks.row(id)?.state == .succeeded)
        #expect(driver.model.result.answers[id]?.checks.map(\.problem) == [nil])
    }

    @Test func withoutARuleTheStatusDecidesAlone() throws {
        var driver = try driver(nil)
        let id = send(&driver, failure)
        #expect(driver.model.tasks.row(id)?.state == .succeeded && driver.model.result.answers[id]?.checks.isEmpty == true)
    }

    @Test func aGoodCodeMakesNoErrorGood() throws {
        var driver = try driver(rule)
        let id = send(&driver, .json("{\n  \"errcode\": 0\n}", status: 503, reason: "Service Unavailable"))
        #expect(driver.model.tasks.row(id)?.state == .failed)
    }

    @Test func theFilterOfTheResultDoesNotHideTheCode() throws {
        var driver = try driver(rule)
        _ = send(&driver, .json("{\n  \"errcode\": 0\n}"))
        driver.keys("3 | '.nothing' enter")
        let id = send(&driver, failure)
        #expect(driver.model.tasks.row(id)?.state == .failed)
    }

    @Test func aFailureWithoutTheListOpensAsATree() throws {
        var driver = try driver(rule, list: "/data/items")
        _ = send(&driver, failure)
        #expect(driver.model.result.tab == .tree && !driver.text.contains("There is no list"))
        _ = send(
            &driver,
            .json("{\n  \"errcode\": 0,\n  \"data\": {\n    \"items\": [\n      {\n        \"id\": 1\n      }\n    ]\n  }\n}"))
        #expect(driver.model.result.tab == .table)
    }
}
