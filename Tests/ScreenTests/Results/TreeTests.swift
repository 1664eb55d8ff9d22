// The tree of an answer under keys: folding, moving, opening rows of a table; and keys that come before the rows.

import Canvas
import Document
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct TreeTests {
    private let json = """
        {
          "id": 17,
          "user": {
            "login": "ada",
            "tags": [
              "a",
              "b"
            ]
          },
          "end": true
        }
        """

    private func driver(_ keys: String = "3") throws -> Driver {
        var driver = try Driver(width: 100, height: 40)
        driver.exchange(.json(json))
        driver.keys(keys)
        return driver
    }

    /// The keys or places of the visible rows, the one under the cursor in brackets.
    private func rows(_ driver: Driver) -> String {
        let tree = driver.model.result.tree
        return (0..<tree.total).map { row in
            let name =
                switch tree.window?.line(at: row)?.label {
                case .key(let key)?: key
                case .place(let place)?: String(place)
                case .some(.none), nil: "/"
                }
            return row == tree.list.selected ? "[\(name)]" : name
        }.joined(separator: " ")
    }

    @Test func leftFoldsOrGoesOutRightUnfoldsOrGoesIn() throws {
        var driver = try driver()
        #expect(rows(driver) == "[/] id user login tags 0 1 end")
        driver.keys("j j l l l l")
        #expect(rows(driver) == "/ id user [login] tags 0 1 end")
        driver.keys("g j j")
        #expect(rows(driver) == "/ id [user] login tags 0 1 end")
        driver.keys("l")
        #expect(rows(driver) == "/ id user [login] tags 0 1 end")
        driver.keys("l h")
        #expect(rows(driver) == "/ id [user] login tags 0 1 end")
        driver.keys("h")
        #expect(rows(driver) == "/ id [user] end")
        driver.keys("l l j l")
        #expect(rows(driver) == "/ id user login tags [0] 1 end")
        driver.keys("h h")
        #expect(rows(driver) == "/ id user login [tags] end")
        driver.keys("h h h h")
        #expect(rows(driver) == "[/]")
    }

    @Test func enterAndSpaceTurnARowAndLeavesStay() throws {
        var driver = try driver("3 j j enter")
        #expect(rows(driver) == "/ id [user] end")
        driver.keys("space")
        #expect(rows(driver) == "/ id [user] login tags 0 1 end")
        driver.keys("k enter space")
        #expect(rows(driver) == "/ [id] user login tags 0 1 end")
    }

    @Test func foldingAllKeepsTheCursorOnWhatIsLeft() throws {
        var driver = try driver("3 j j j j j")
        #expect(rows(driver) == "/ id user login tags [0] 1 end")
        driver.keys("z")
        #expect(rows(driver) == "/ id [user] end")
        driver.keys("z")
        #expect(rows(driver) == "/ id [user] login tags 0 1 end")
        driver.keys("G")
        #expect(rows(driver) == "/ id user login tags 0 1 [end]")
    }

    /// Rows come when they come: what was pressed meanwhile means what it would have meant with them.
    @Test func keysWaitForTheirRows() throws {
        let script = "3 j j h j k l l j l j h z j j h g G k"
        var prompt = try Driver(width: 100, height: 40)
        prompt.exchange(.json(json))
        prompt.keys(script)
        var late = try Driver(width: 100, height: 40)
        late.bringsLines = false
        let id = late.exchange(.json(json))
        late.keys(script)
        var rounds = 0
        while let effect = late.takeEffects().last(where: { $0.bodyTask == id }) {
            late.update(try #require(late.bodies[id]?.event(for: effect)))
            rounds += 1
        }
        #expect(rounds > 3)
        #expect(late.text == prompt.text)
    }

    @Test func rowsOfOtherFoldsAreNotTaken() throws {
        var driver = try driver()
        let id = try #require(driver.model.result.task)
        driver.bringsLines = false
        driver.keys("j j h")
        let body = try #require(driver.bodies[id])
        let folded = try #require(driver.takeEffects().last)
        driver.update(try #require(body.event(for: folded)))
        driver.keys("l")
        let unfolded = try #require(driver.takeEffects().last)
        driver.update(try #require(body.event(for: folded)))
        #expect(driver.model.result.tree.line == nil)
        driver.update(try #require(body.event(for: unfolded)))
        #expect(rows(driver) == "/ id [user] login tags 0 1 end")
    }

    @Test func selectedValueIsTheRowUnderTheCursor() throws {
        var driver = try driver("3 j j j j j")
        #expect(driver.model.selectedValue?.pointer == "/user/tags/0")
        #expect(driver.model.selectedValue?.text == "a")
        driver.keys("k")
        #expect(driver.model.selectedValue?.text == "[2]")
        driver.keys(".")
        #expect(driver.model.selectedValue?.text.hasPrefix("{ \"id\": 17") == true)
        driver.keys(". .")
        #expect(driver.model.selectedValue == nil)
    }

    @Test func aLargeAnswerIsFoldedAtFirstAndScrollsToItsEnd() throws {
        var driver = try Driver(width: 100, height: 40)
        let rows = (0..<3_000).map { "  {\n    \"id\": \($0)\n  }" }.joined(separator: ",\n")
        driver.exchange(.json("{\n\"one\": [\n\(rows)\n]\n}"))
        driver.keys("3 .")
        #expect(driver.model.result.tree.total == 2)
        driver.keys("j l G")
        #expect(driver.text.contains("2999: {1}"))
        #expect(driver.model.result.tree.window.map { $0.lines.count < 200 } == true)
        driver.keys("l")
        #expect(driver.model.result.tree.total == 3_003)
    }
}
