// Turning pages of lists that say in their own ways how they go on.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct PageStyleTests {
    private static func reply(_ members: String, ids: ClosedRange<Int> = 1...2) -> Reply {
        let items = ids.map { "{\"id\": \($0)}" }.joined(separator: ", ")
        return .json("{\"items\": [\(items)]\(members.isEmpty ? "" : ", " + members)}")
    }

    private static func driver(_ parameters: [String]) throws -> Driver {
        let list = parameters.map { #"{"name": "\#($0)", "in": "query", "schema": {"type": "integer"}}"# }.joined(separator: ",")
        let text = """
            {"openapi": "3.0.3", "info": {"title": "T", "version": "1"},
             "paths": {"/items": {"get": {"operationId": "list", "parameters": [\(list)], "responses": {"200": {"description": "all"}}}}}}
            """
        return Driver(try Shop.read(Array(text.utf8)), Shop.pool, width: 120, height: 40)
    }

    private func sent(_ driver: inout Driver, _ name: String) -> String? {
        driver.effects.last?.plan?.parameters.last { $0.name == name }?.value.revealed
    }

    /// The title with all of its parts, however narrow the pane is.
    private func title(_ driver: Driver) -> String { ResultTitle.parts(driver.model).map(\.text).joined(separator: " · ") }

    @Test func numbersAreCounted() throws {
        var driver = try Self.driver(["page"])
        driver.exchange(Self.reply(#""total": 7"#))
        #expect(driver.text.contains("2 rows · page 1 of 4") && title(driver).contains("parameter page"))
        driver.keys("]")
        #expect(sent(&driver, "page") == "2")
        driver.answer(driver.start(), Self.reply(#""total": 7"#, ids: 3...4))
        #expect(driver.text.contains("page 2 of 4"))
        driver.keys("}")
        #expect(sent(&driver, "page") == "4")
        driver.answer(driver.start(), Self.reply(#""total": 7"#, ids: 7...7))
        #expect(driver.text.contains("page 4 of 4"))
        driver.keys("]")
        #expect(driver.model.notices.shown?.text == "There is no next page")
        // Nobody was there: the page before is counted, by the size that the first page had.
        driver.keys("[")
        #expect(sent(&driver, "page") == "3")
        driver.answer(driver.start(), Self.reply(#""total": 7"#, ids: 5...6))
        driver.keys(": 'page 2' enter")
        #expect(sent(&driver, "page") == "2")
        driver.answer(driver.start(), Self.reply(#""total": 7"#, ids: 3...4))
        driver.keys(": 'page 9' enter")
        #expect(driver.text.contains("There is no page 9: the last is 4"))
    }

    @Test func offsetsAreCounted() throws {
        var driver = try Self.driver(["offset", "limit"])
        driver.exchange(Self.reply(#""total": 5"#))
        #expect(driver.text.contains("2 rows · page 1 of 3") && title(driver).contains("parameter offset"))
        driver.keys("}")
        #expect(sent(&driver, "offset") == "4")
        driver.answer(driver.start(), Self.reply(#""total": 5"#, ids: 5...5))
        driver.keys("[")
        #expect(sent(&driver, "offset") == "2")
        driver.answer(driver.start(), Self.reply(#""total": 5"#, ids: 3...4))
        driver.keys("{")
        #expect(sent(&driver, "offset") == "0")
    }

    @Test func cursorIsSentBack() throws {
        var driver = try Self.driver(["cursor"])
        driver.exchange(Self.reply(#""next_cursor": "abc""#))
        #expect(driver.text.contains("2 rows · page 1 ·") && title(driver).contains("cursor at /next_cursor,"))
        driver.keys("]")
        #expect(sent(&driver, "cursor") == "abc")
        driver.answer(driver.start(), Self.reply(#""next_cursor": null"#, ids: 3...4))
        #expect(driver.text.contains("page 2, the last"))
        driver.keys("[")
        #expect(sent(&driver, "cursor") == nil && driver.effects.last?.plan?.path == "/items")
        driver.answer(driver.start(), Self.reply(#""next_cursor": "abc""#))
        driver.keys(": 'page 2' enter")
        #expect(driver.text.contains("These pages have no numbers"))
    }

    @Test func firstPageIsWhereTheTurningBegan() throws {
        var driver = try Self.driver(["cursor"])
        driver.exchange(Self.reply(#""next_cursor": "b""#))
        driver.keys("]")
        driver.answer(driver.start(), Self.reply(#""next_cursor": "c""#, ids: 3...4))
        driver.keys("]")
        driver.answer(driver.start(), Self.reply(#""next_cursor": "d""#, ids: 5...6))
        driver.keys("{")
        #expect(driver.effects.last?.plan?.parameters.isEmpty == true)
        #expect(driver.effects.last?.plan?.title == "/items")
    }

    @Test func addressesInTheBodyAreFollowed() throws {
        var driver = try Self.driver(["page"])
        driver.exchange(
            Self.reply(#""next": "https://api.shop.example/v1/items?page=3", "previous": "/v1/items?page=1""#))
        #expect(ResultTitle.parts(driver.model).contains { $0.text == "next URL at /next" })
        driver.keys("]")
        #expect(driver.effects.last?.plan?.path == "https://api.shop.example/v1/items?page=3")
        _ = driver.takeEffects()
        driver.keys("[")
        #expect(driver.effects.last?.plan?.path == "https://api.shop.example/v1/items?page=1")
    }

    @Test func addressOfAnotherServerIsNotFollowed() throws {
        var driver = try Self.driver(["page"])
        driver.exchange(Self.reply(#""next": "https://evil.example/items?page=2""#))
        driver.keys("]")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text.contains("another server") == true)
    }
}
