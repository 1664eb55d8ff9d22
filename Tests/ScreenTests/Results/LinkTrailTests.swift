// The way by links in the result's title: its words, and which requests belong to it.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct LinkTrailTests {
    @Test(arguments: [
        (["/v1/orders", "/v1/orders/41", "/v1/orders/41/items"], "orders › 41 › items"),
        (["/v1/orders/41", "/v1/customers/7"], "41 › customers/7"),
        (["/v1/orders", "/v1/orders"], "orders › orders"), (["/", "/a"], "/ › a"), (["/a/b", "/"], "b › /"),
    ])
    func eachWordIsWhatIsNew(_ paths: [String], _ text: String) {
        #expect(LinkTrail.text(LinkTrail.words(paths)) == text)
    }

    @Test func aLongWayKeepsItsEnd() {
        let words = (1...20).map { "step\($0)" }
        let text = LinkTrail.text(words)
        #expect(text.hasPrefix("… › step") && text.hasSuffix("step19 › step20"))
        #expect(TextWidth.measure(text) <= LinkTrail.widest)
        #expect(TextWidth.measure(LinkTrail.text(["a", String(repeating: "b", count: 200)])) <= LinkTrail.widest)
    }

    private func title(_ driver: Driver) -> String { ResultTitle.parts(driver.model).map(\.text).joined(separator: " · ") }

    /// Follows the link of the shown item; its request is sent at once, as it is no operation.
    private func follow(_ driver: inout Driver, to next: String) -> TaskID {
        driver.keys("3 O")
        let id = driver.start()
        driver.answer(id, .json("{\"url\": \"https://api.shop.example/v1/\(next)\"}"))
        return id
    }

    @Test func theTitleShowsTheWay() throws {
        var driver = try Driver(width: 200, height: 60)
        driver.select("list items")
        driver.exchange(.json("[\n{\"url\": \"https://api.shop.example/v1/items/41/parts\"}\n]"))
        #expect(driver.model.linkTrail == nil)
        _ = follow(&driver, to: "items/41/parts/7")
        #expect(driver.model.linkTrail == "items › 41/parts")
        let last = follow(&driver, to: "none")
        #expect(driver.model.linkTrail == "items › 41/parts › 7")
        #expect(title(driver).contains("items › 41/parts › 7") && driver.text.contains("items › 41/parts › 7"))
        driver.keys("r")
        let again = driver.start()
        driver.answer(again, .json("{}"))
        #expect(again != last && driver.model.linkTrail == "items › 41/parts › 7", "sending again is the same way")
        driver.keys("A-h A-h")
        #expect(driver.model.linkTrail == "items › 41/parts", "back is a step of the way")
    }

    @Test func aFilledFormBelongsToTheWayOnce() throws {
        var driver = try Driver(width: 200, height: 60)
        driver.select("list items")
        driver.exchange(.json("[\n{\"url\": \"https://api.shop.example/v1/items/7\"}\n]"))
        driver.keys("3 O")
        #expect(driver.model.form?.endpoint.path == "/items/{id}")
        driver.exchange(.json(Scene.item))
        #expect(driver.model.linkTrail == "items › 7")
        driver.exchange(.json(Scene.item))
        #expect(driver.model.linkTrail == nil, "the next request is the user's own")
    }

    @Test func repeatingAFilledFormIsTheWayToo() throws {
        var driver = try Driver(width: 200, height: 60)
        driver.select("list items")
        driver.exchange(.json("[\n{\"url\": \"https://api.shop.example/v1/items/7\"}\n]"))
        driver.keys("3 O : 'repeat 2' enter")
        #expect(driver.takeEffects().contains { if case .engine(.sendGroup) = $0 { true } else { false } })
        driver.exchange(.json(Scene.item))
        #expect(driver.model.linkTrail == nil, "the next request is the user's own")
    }

    @Test func aLinkOfTheDescriptionIsAWayToo() throws {
        var driver = try Guild.driver(.large)
        driver.select("join")
        driver.exchange(.json("{\n  \"id\": \"m7\"\n}", status: 201, reason: "Created"))
        driver.keys(": 'follow member' enter")
        #expect(driver.model.form?.endpoint.id == "getMember")
        driver.exchange(.json("{}"))
        #expect(driver.model.linkTrail == "members › m7")
    }
}
