// The user sees what they have just done: rows by their paths and times, what is new out of sight, whose the shown answer is.

import NetLayer
import Testing

@testable import Screen

@Suite struct JustDoneTests {
    private func title(_ driver: Driver, _ number: Int) -> String {
        driver.text.split(separator: "\n").map(String.init).first {
            $0.contains(" \(number) Tasks") || $0.contains(" \(number) Result")
        }
            ?? ""
    }

    @Test func rowsHaveThePathThatWasAskedFor() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("getItem")
        driver.keys("2 enter C-u '42' enter s")
        driver.answer(driver.start(), .json("{\"id\": 42}"))
        #expect(driver.model.tasks.row(at: 0)?.info.title == "/items/42")
        #expect(driver.text.contains("GET /items/42"))
    }

    @Test func tookIsTheRequestsTimeAndAgoWhenItEnded() throws {
        var driver = try Driver(width: 140, height: 40)
        driver.keys("s")
        let id = driver.queue()
        driver.wait(.seconds(3))
        driver.run(id, .waiting)
        driver.wait(.seconds(2))
        driver.answer(id, .json("[]"))
        let row = try #require(driver.model.tasks.row(id))
        #expect(row.took(at: .seconds(100)) == .seconds(2), "it waited for three more")
        driver.wait(.seconds(25))
        #expect(driver.text.contains("took") && driver.text.contains("ago") && driver.text.contains(" 20s"))
        #expect(driver.model.nextDeadline != nil, "it says something else in some seconds")
    }

    @Test(arguments: [
        (0, "now"), (9, "now"), (10, "10s"), (59, "50s"), (60, "1m"), (3_599, "59m"), (3_600, "1h"), (86_400, "1d"),
        (86_400 * 5_000, "999d"),
    ]) func agoIsCoarse(_ seconds: Int, _ text: String) {
        #expect(Quantity.ago(.seconds(seconds)) == text)
        #expect(Quantity.agoChanges(after: .seconds(seconds)) > .zero)
    }

    /// Whatever the user looks at in the table, a new task of theirs is in sight or told of.
    @Test func aNewTaskOutOfSightIsToldOf() throws {
        var driver = try Driver(width: 100, height: 30)
        for _ in 0..<40 {
            driver.keys("1 s")
            driver.answer(driver.start(), .json("[]"))
        }
        #expect(!title(driver, 4).contains("new"))
        driver.keys("4 pgdn pgdn 1 s")
        driver.answer(driver.start(), .json("[]"))
        #expect(title(driver, 4).contains("↑ 1 new"), "\(title(driver, 4))")
        driver.keys("1 s")
        driver.answer(driver.start(), .json("[]"))
        #expect(title(driver, 4).contains("↑ 2 new"))
        driver.keys("4 F")
        #expect(!title(driver, 4).contains("new"))
        driver.keys("S S 1 s")
        driver.answer(driver.start(), .json("[]"))
        #expect(title(driver, 4).contains("1 new"), "in another order too: \(title(driver, 4))")
    }

    /// The selection stays on its task, and the rows above it are in sight as far as there is room.
    @Test func aNewTaskIsInSightWhereThereIsRoom() throws {
        var driver = try Driver(width: 100, height: 30)
        for _ in 0..<2 {
            driver.keys("1 s")
            driver.answer(driver.start(), .json("[]"))
        }
        driver.keys("4 j 1 s")
        driver.answer(driver.start(), .json("[]"))
        #expect(driver.model.tasks.list.top == 0 && driver.model.tasks.list.selected == 2)
        #expect(!title(driver, 4).contains("new"), "\(title(driver, 4))")
    }

    @Test func aResultSaysWhoseItIs() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("listItems")
        driver.exchange(.json("[]"))
        #expect(title(driver, 3).contains("Result · GET /items · 200 OK"), "\(title(driver, 3))")
        #expect(!ResultTitle.isOfAnother(driver.model))
        driver.select("getItem")
        #expect(ResultTitle.isOfAnother(driver.model))
        #expect(ResultTitle.parts(driver.model).allSatisfy { $0.style == .muted })
        #expect(title(driver, 3).contains("GET /items · 200 OK"))
    }

    @Test func failuresCanBeTakenForSeen() throws {
        var driver = try Driver(width: 100, height: 30)
        driver.keys("s")
        driver.answer(driver.start(), .failed(.connect, "refused"))
        #expect(driver.text.contains("1 failed"))
        driver.keys(": 'seen' enter")
        #expect(driver.text.split(separator: "\n").first?.contains("failed") == false)
        driver.keys("1 s")
        driver.answer(driver.start(), .failed(.connect, "refused"))
        #expect(driver.text.split(separator: "\n").first?.contains("1 failed") == true)
    }

    @Test(arguments: [401, 403, 404]) func whoIsNobodyIsToldWhereToSayWhoAsks(_ status: Int) throws {
        let text = #"""
            {"openapi": "3.1.0", "info": {"title": "Vault", "version": "1"}, "servers": [{"url": "https://api.shop.example"}],
             "paths": {"/me": {"get": {"operationId": "me", "security": [{"key": []}], "responses": {}}}},
             "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}}}
            """#
        var driver = try Driver(Shop.read(Array(text.utf8)), Shop.pool, width: 120, height: 40)
        driver.exchange(.json("{\"error\": \"no\"}", status: status))
        #expect(driver.text.contains("It was sent without credentials") == (status != 404), "\(driver.text)")
    }
}
