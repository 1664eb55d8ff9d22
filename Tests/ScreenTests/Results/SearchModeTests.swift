// Searching by regular expressions and in names alone: how it is switched, what it finds, what is said of a wrong one.

import Canvas
import Document
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct SearchModeTests {
    private static let item = "{\n\"name\": \"a lamp\",\n\"lamps\": {\n\"width\": 12,\n\"deep\": {\n\"lamp\": 345\n}\n}\n}"

    private func driver(_ reply: Reply, _ keys: String, width: Int = 100) throws -> Driver {
        var driver = try Driver(width: width, height: 30)
        driver.exchange(reply)
        driver.keys(keys)
        return driver
    }

    /// The line over the answer.
    private func prompt(_ driver: Driver) -> String { driver.lines.first { $0.contains("│") && $0.contains("/ ") } ?? "" }

    /// What is lit on the screen.
    private func lit(_ driver: Driver) -> [String] {
        (0..<driver.screen.size.height).compactMap { y in
            let text = driver.screen.rowCells(y).filter { $0.style == .match }.map(\.text).joined()
            return text.isEmpty ? nil : text
        }
    }

    @Test func aKeyTurnsToRegularExpressionsAndBackWhileTyping() throws {
        var driver = try driver(.text(["lamp 12", "l.mp", "lump 7"]), "3 / 'l.mp'")
        #expect(prompt(driver).contains("/ l.mp") && prompt(driver).contains("1 of 1"))
        driver.keys("A-r")
        #expect(prompt(driver).contains("/ regex l.mp") && prompt(driver).contains("2 of 3"))
        #expect(lit(driver) == ["lamp", "l.mp", "lump"])
        #expect(driver.model.isEditing)
        driver.keys(#"' \d+$' enter"#)
        #expect(prompt(driver).contains("2 of 2") && lit(driver) == ["lamp 12", "lump 7"])
        driver.keys("A-r")
        #expect(prompt(driver).contains(#"/ l.mp \d+$"#) && prompt(driver).contains("no match"))
    }

    @Test func theWayOfSearchingStaysForTheNextSearch() throws {
        var driver = try driver(.text(["lamp 12", "desk"]), "3 / A-r 'd.*k' enter esc")
        #expect(!driver.model.result.search.isActive)
        driver.keys("/ 'la?'")
        #expect(prompt(driver).contains("/ regex la?"))
    }

    @Test func aWrongExpressionIsSaidAtOnceAndNothingIsLookedFor() throws {
        var driver = try driver(.text(["lamp"]), "3 / A-r 'lam'", width: 160)
        #expect(lit(driver) == ["lam"])
        _ = driver.takeEffects()
        driver.keys("'(p'")
        #expect(prompt(driver).contains("character 6: missing closing parenthesis"))
        #expect(lit(driver) == [] && driver.takeEffects().contains(.body(.stopFinding)))
        driver.keys("enter")
        #expect(driver.model.isEditing, "what is wrong is not kept")
        driver.keys("')'")
        #expect(prompt(driver).contains("1 of 1") && lit(driver) == ["lamp"])
    }

    @Test func theWrongCharacterIsMarked() throws {
        let driver = try driver(.text(["lamp"]), "3 / A-r 'a)b'", width: 160)
        let y = try #require(driver.lines.firstIndex { $0.contains("regex a)b") })
        let row = driver.screen.rowCells(y)
        let wrong = row.indices.filter { row[$0].overlay == .error && row[$0].text == ")" }
        #expect(wrong.count == 1)
    }

    @Test func namesAloneAreFoundInTheTreeWhereverTheyAreFolded() throws {
        var driver = try driver(.json(Self.item), "3 z / 'lamp' A-k")
        #expect(prompt(driver).contains("/ keys lamp") && prompt(driver).contains("of 2"))
        driver.keys("enter n")
        #expect(driver.model.selectedValue?.pointer == "/lamps/deep/lamp" && prompt(driver).contains("2 of 2"))
        #expect(lit(driver) == ["lamp", "lamp"], "the value `a lamp` is not lit")
        driver.keys("A-k")
        #expect(prompt(driver).contains("/ lamp") && prompt(driver).contains("3 of 3"))
        #expect(lit(driver) == ["lamp", "lamp", "lamp"])
    }

    @Test func namesAreSearchedInTheTreeOnly() throws {
        var driver = try driver(.json(TableTests.list(4)), "3 / 'nam' A-k")
        #expect(driver.model.result.tab == .tree && prompt(driver).contains("of 4"))
        driver.keys("enter . ")
        #expect(driver.model.result.tab == .raw && prompt(driver) == "")
        driver = try self.driver(.text(["name"]), "3 / 'nam' A-k")
        #expect(driver.model.notices.shown?.text == "Only a tree has keys, and the response is not a tree")
        #expect(prompt(driver).contains("1 of 1"))
    }

    @Test func withoutASearchThereIsNothingToSwitch() throws {
        let driver = try driver(.text(["lamp"]), "3 A-r")
        #expect(driver.model.notices.shown?.text.contains("/ starts one") == true)
    }

    @Test func inATreeNameAndValueAreLitEachForItself() throws {
        let driver = try driver(.json(Self.item), "3 / A-r 'e.*a'")
        #expect(prompt(driver).contains("no match") && lit(driver) == [])
    }

    @Test func howFarItHasComeIsSaid() throws {
        var driver = try Driver(width: 100, height: 30)
        driver.exchange(.text(["lamp"]))
        driver.bringsLines = false
        driver.keys("3 / 'l'")
        let request = try #require(
            driver.takeEffects().compactMap { if case .body(.find(let request)) = $0 { request } else { nil } }.last)
        var run = SearchRun(TextSearch("l"), in: Units(unitCount: 200))
        run.advance(bytes: 17 * 50)
        driver.update(.body(.found(Found(request, run, document: nil))))
        #expect(prompt(driver).contains("1 of 50… 25 %"))
        driver.keys("esc")
        #expect(driver.takeEffects().contains(.body(.stopFinding)))
    }
}

/// Each unit has a match and one byte.
private struct Units: SearchSpace {
    let unitCount: Int
    func searchUnit(at unit: Int, for search: TextSearch, found: (Int) -> Void) -> Int {
        found(unit)
        return 1
    }
}
