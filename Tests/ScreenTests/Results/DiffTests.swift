// The differences of two answers: which two, what is listed, how one goes from one to the next.

import Canvas
import Document
import NetLayer
import Testing

@testable import Screen

@Suite struct DiffTests {
    private static let before = "{\n\"id\": 1,\n\"price\": 12.5,\n\"note\": null,\n\"tags\": [{\"id\": 1}, {\"id\": 2}]\n}"
    private static let after = "{\n\"id\": 1,\n\"price\": 13,\n\"name\": \"lamp\",\n\"tags\": [{\"id\": 2}, {\"id\": 1}]\n}"

    private func driver(_ old: Reply, _ new: Reply, _ keys: String = "3 d") throws -> Driver {
        var driver = try Driver(width: 109, height: 30)
        driver.exchange(old)
        driver.exchange(new)
        driver.keys(keys)
        return driver
    }

    private func lines(_ driver: Driver) -> [String] { driver.model.result.diff?.window?.lines.map(\.text) ?? [] }

    @Test func valuesAreListedByTheirPlace() throws {
        let driver = try driver(.json(Self.before), .json(Self.after, status: 201, reason: "Created"))
        #expect(driver.model.result.tab == .diff)
        #expect(
            Set(lines(driver)) == [
                "~ changed /price 12.5 → 13", "− removed /note null", "+ added /name \"lamp\"", "→ moved /tags/0 from /tags/1",
            ] || Set(lines(driver)).contains("→ moved /tags/1 from /tags/0"))
        #expect(
            driver.text.contains("~ changed /price  12.5 → 13") && driver.text.contains("1 changed, 1 added, 1 removed, 1 moved"))
        #expect(driver.text.contains("− #1 200 OK") && driver.text.contains("+ #2 201 Created"))
    }

    @Test func textIsComparedByLinesWithWhatIsAround() throws {
        let old = (1...40).map { "line \($0)" }
        var new = old
        new[19] = "another line"
        new.insert("one more", at: 30)
        var driver = try driver(.text(old), .text(new))
        #expect(
            lines(driver).prefix(9) == [
                "⋯ 16 equal lines", "  line 17", "  line 18", "  line 19", "− line 20", "+ another line", "  line 21",
                "  line 22",
                "  line 23",
            ])
        #expect(driver.text.contains("2 lines added, 1 line removed"))
        #expect(driver.model.result.diff?.line?.text == "− line 20", "it opens at the first difference")
        driver.keys("n")
        #expect(driver.model.result.diff?.line?.text == "+ one more" && driver.text.contains("2/2"))
        driver.keys("n")
        #expect(driver.model.result.diff?.line?.text == "+ one more")
        driver.keys("N")
        #expect(driver.model.result.diff?.line?.text == "− line 20" && driver.text.contains("1/2"))
        driver.keys("y")
        guard case .outside(.copy(let clip))? = driver.takeEffects().last else { return #expect(Bool(false)) }
        #expect(clip.content == .text("− line 20"))
    }

    @Test func theSameAnswerHasNoDifference() throws {
        var driver = try driver(.json("{\n\"a\": 1,\n\"b\": 2\n}"), .json("{\n\"b\": 2.0,\n\"a\": 1\n}"))
        #expect(driver.text.contains("No difference"))
        driver.keys("n")
        #expect(driver.model.notices.shown?.text == "There is no difference")
    }

    @Test func thousandsOfDifferencesComeAsTheyAreLookedAt() throws {
        func list(_ shift: Int) -> String {
            "[\n" + (0..<5_000).map { "{\"id\": \($0), \"n\": \($0 + shift)}" }.joined(separator: ",\n") + "\n]"
        }
        var driver = try driver(.json(list(0)), .json(list(1)))
        #expect(driver.model.result.diff?.total == 5_000 && lines(driver).count < 100)
        driver.keys("G")
        #expect(driver.model.result.diff?.line?.pointer == "/4999/n" && driver.text.contains("5,000/5,000"))
    }

    @Test func escLeavesItForTheTabBefore() throws {
        var driver = try driver(.json(Self.before), .json(Self.after), "3 . . d")
        let (tab, title) = (driver.model.result.tab, driver.text.contains(" Diff "))
        #expect(tab == .diff && title)
        driver.keys("esc")
        #expect(driver.model.result.tab == .headers && !driver.text.contains(" Diff ") && driver.model.focus == .result)
        #expect(driver.takeEffects().contains(.body(.diff(nil))))
    }

    @Test func anotherAnswerEndsIt() throws {
        var driver = try driver(.json(Self.before), .json(Self.after))
        driver.exchange(.json(Self.before))
        #expect(driver.model.result.diff == nil && driver.model.result.tab == .tree)
        #expect(driver.takeEffects().contains(.body(.diff(nil))))
        driver.keys("3 d")
        #expect(driver.text.contains("− #2 ") && driver.text.contains("+ #3 "))
    }

    @Test func withoutAnEarlierAnswerItSaysSo() throws {
        var driver = try Driver(width: 109, height: 30)
        driver.keys("3 d")
        #expect(driver.model.notices.shown?.text == "There is no response to compare")
        driver.exchange(.json(Self.before))
        driver.keys("3 d")
        #expect(driver.model.notices.shown?.text.hasPrefix("There is no earlier response of this endpoint") == true)
        // Of another endpoint is no earlier one, but can be named.
        driver.keys("1 j s")
        driver.answer(driver.start(), .json(Self.after))
        driver.keys("3 d")
        #expect(driver.model.notices.shown?.text.hasPrefix("There is no earlier response of this endpoint") == true)
        driver.keys(": 'diff 1' enter")
        #expect(driver.model.result.tab == .diff && driver.text.contains("− #1 "))
    }

    @Test(arguments: [
        ("zz", "“zz” is neither a task nor a service"), ("2", "Task 2 is already shown"), ("99", "Task 99"),
    ])
    func whatIsNoTaskIsRefused(_ word: String, _ reason: String) throws {
        let driver = try driver(.json(Self.before), .json(Self.after), "3 : 'diff \(word)' enter")
        #expect(driver.model.result.diff == nil && driver.text.contains(reason))
    }

    @Test func newsOfOtherBodiesAreLate() throws {
        var driver = try driver(.json(Self.before), .json(Self.after))
        let seen = lines(driver)
        driver.update(.body(.compared(DiffWindow(DiffRequest(old: TaskID(8), new: TaskID(9), range: 0..<1), .gone))))
        #expect(lines(driver) == seen && !seen.isEmpty)
    }

    @Test func aBodyThatIsGoneIsTold() throws {
        var driver = try driver(.json(Self.before), .json(Self.after), "3")
        driver.bringsLines = false
        driver.keys("d")
        #expect(driver.text.contains("Comparing …"))
        guard case .body(.diff(let request?))? = driver.takeEffects().last else { return #expect(Bool(false)) }
        driver.update(.body(.compared(DiffWindow(request, .gone))))
        #expect(driver.text.contains("One of the two bodies is no longer stored"))
    }

    @Test func whatIsAddedSaysWhatIsInIt() throws {
        var driver = try driver(.json("{\n\"a\": 1\n}"), .json("{\n\"a\": 1,\n\"lamp\": {\"id\": 1, \"name\": \"x\"}\n}"))
        #expect(lines(driver) == ["+ added /lamp {2} id, name"])
        driver.keys("w")
        #expect(driver.model.notices.shown?.text.hasPrefix("Only text is wrapped") == true)
    }

    @Test func nothingOfForeignTextReachesTheTerminal() throws {
        let json = "{\n\"\\u001b[31m\": \"\\u202e\\u0007\"\n}"
        let (values, lines) = (
            try driver(.json("{\n\"a\": 1\n}"), .json(json)), try driver(.text([Hostile.text]), .text(["\u{1b}]0;x\u{7}"]))
        )
        #expect(values.screen.isHarmless && values.text.contains("␛") && lines.screen.isHarmless && lines.text.contains("␛"))
    }

    @Test func bytesAreTheSameOrNot() throws {
        let one = try #require(DiffContent(.binary([0, 1]), .binary([0, 1])))
        let other = try #require(DiffContent(.binary([0, 1]), .text([0, 2])))
        #expect(one.summary == .same && other.summary == .bytes)
    }

    @Test func itCanBeGivenUp() throws {
        let document = try JSONDocument(Array("[1]".utf8))
        let other = try JSONDocument(Array("[2]".utf8))
        #expect(DiffContent(.json(document), .json(other), mayGoOn: { false }) == nil)
        #expect(DiffContent(.text([1]), .text([2]), mayGoOn: { false }) == nil)
    }
}
