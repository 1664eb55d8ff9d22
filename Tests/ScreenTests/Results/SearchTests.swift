// Searching an answer: typing, going on, going back, counting, and giving up; early keys and late answers.

import Canvas
import Document
import TestSupport
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct SearchTests {
    private let lines = (1...300).map { $0 % 100 == 50 ? "a Lamp on line \($0)" : "line \($0)" }

    private func driver(_ reply: Reply, _ keys: String) throws -> Driver {
        var driver = try Driver(width: 100, height: 30)
        driver.exchange(reply)
        driver.keys(keys)
        return driver
    }

    /// The line over the answer.
    private func prompt(_ driver: Driver) -> String { driver.lines.first { $0.contains("│") && $0.contains("/ ") } ?? "" }

    @Test func typingGoesToTheFirstMatchFromTheCursorOn() throws {
        var driver = try driver(.text(lines), "3 / 'lamp'")
        #expect(driver.text.contains("a Lamp on line 50"))
        #expect(prompt(driver).contains("/ lamp") && prompt(driver).contains("1 of 3"))
        #expect(driver.screen.cursor != nil)
        driver.keys("enter n")
        #expect(driver.text.contains("a Lamp on line 150") && prompt(driver).contains("2 of 3"))
        #expect(driver.screen.cursor == nil)
        driver.keys("n n")
        #expect(driver.text.contains("a Lamp on line 50") && prompt(driver).contains("1 of 3"))
        #expect(driver.model.notices.shown?.text == "Search wrapped to the top")
        driver.keys("N")
        #expect(driver.text.contains("a Lamp on line 250") && prompt(driver).contains("3 of 3"))
        #expect(driver.model.notices.shown?.text == "Search wrapped to the end")
    }

    @Test func capitalsMakeItExact() throws {
        #expect(prompt(try driver(.text(lines), "3 / 'Lamp'")).contains("1 of 3"))
        #expect(prompt(try driver(.text(lines), "3 / 'LAMP'")).contains("no match"))
    }

    @Test func escEndsTheSearchBeforeItLeavesThePane() throws {
        var driver = try driver(.text(lines), "3 / 'lamp' enter esc")
        #expect(prompt(driver) == "" && driver.model.focus == .result)
        #expect(driver.takeEffects() == [.body(.stopFinding)])
        driver.keys("esc")
        #expect(driver.model.focus == .endpoints)
        driver.keys("3 / 'x' esc")
        #expect(driver.model.focus == .result && !driver.model.isEditing && !driver.model.result.search.isActive)
        driver.keys("/ 'x' backspace enter")
        #expect(!driver.model.result.search.isActive && !driver.model.isEditing)
    }

    @Test func matchesAreLit() throws {
        let driver = try driver(.text(["one lamp, two LAMPS"]), "3 / 'lamp' enter")
        let y = try #require(driver.lines.firstIndex { $0.contains("one lamp") })
        let lit = driver.screen.rowCells(y).filter { $0.style == .match }.map(\.text).joined()
        #expect(lit == "lampLAMP")
    }

    @Test func aMatchInsideAFoldIsUnfolded() throws {
        let json = "{\n\"a\": {\n\"b\": [\n{\n\"name\": \"lamp\"\n}\n]\n},\n\"z\": 1\n}"
        var driver = try driver(.json(json), "3 z / 'lamp'")
        #expect(driver.model.selectedValue?.pointer == "/a/b/0/name")
        #expect(driver.text.contains(#"name: "lamp""#))
        driver.keys("enter z")
        #expect(driver.model.selectedValue?.pointer == "/a/b/0/name")
    }

    @Test func aTableIsSearchedCellByCell() throws {
        var driver = try driver(.json(TableTests.list(40, extra: 6)), "3 / 'value 30.5'")
        #expect(driver.model.result.table.list.selected == 29 && driver.model.result.table.column == 8)
        #expect(driver.text.contains("value 30.5"))
        driver.keys("C-u '2.5' enter S")
        #expect(
            driver.model.result.search.found?.request.query.view
                == .table(JSONTableOrder(column: driver.model.result.table.column), TableChoice()))
    }

    @Test func anotherTabAndAnotherAnswerAreCountedAnew() throws {
        var driver = try driver(.json(TableTests.list(9)), "3 / 'item' enter")
        #expect(prompt(driver).contains("1 of 9"))
        driver.keys(". .")
        #expect(driver.model.result.tab == .raw && prompt(driver).contains(" 1 "))
        driver.keys(", ,")
        driver.exchange(.json(TableTests.list(4)))
        driver.keys("3")
        #expect(prompt(driver).contains(" 4 "))
    }

    @Test func countsGrowUntilAllIsSeenAndOneMatchIsShownOnce() throws {
        var driver = try Driver(width: 100, height: 30)
        driver.exchange(.text(lines))
        driver.keys("3")
        driver.bringsLines = false
        driver.keys("/ 'l'")
        let request = try #require(
            driver.takeEffects().compactMap { if case .body(.find(let request)) = $0 { request } else { nil } }.last)
        #expect(prompt(driver).contains("…"))
        func found(_ total: Int, _ isComplete: Bool, _ match: Found.Match?) -> Event {
            var found = Found(request, SearchRun(TextSearch("l"), in: NoLines()), document: nil)
            (found.total, found.isComplete, found.match) = (total, isComplete, match)
            return .body(.found(found))
        }
        let match = Found.Match(number: 1, place: 0, containers: [], isWrapped: false)
        driver.update(found(20, false, nil))
        #expect(prompt(driver).contains("20…"))
        driver.update(found(40, false, match))
        #expect(prompt(driver).contains("1 of 40…"))
        driver.keys("enter j j j")
        let top = driver.model.result.top
        driver.update(found(300, true, match))
        #expect(prompt(driver).contains("1 of 300 ") && driver.model.result.top == top)
        // News of a search that is over.
        driver.keys("esc")
        driver.update(found(7, true, match))
        #expect(prompt(driver) == "")
    }

    @Test func stepsThatComeBeforeTheMatchGoOnFromIt() throws {
        var driver = try Driver(width: 100, height: 30)
        let id = driver.exchange(.text(lines))
        driver.keys("3 / 'lamp' enter")
        driver.bringsLines = false
        driver.keys("n n n n N")
        for _ in 1...20 {
            for effect in driver.takeEffects() {
                if let event = driver.bodies[id]?.event(for: effect) { driver.update(event) }
            }
        }
        #expect(prompt(driver).contains("1 of 3"))
    }

    @Test func whatIsPastedIsSearchedFor() throws {
        var driver = try driver(.text(lines), "3 /")
        driver.update(.user(.pasted("a lamp\n")))
        #expect(prompt(driver).contains("/ a lamp") && prompt(driver).contains("1 of 3"))
    }

    /// One edit, and no more of it than a line holds.
    @Test func aHugePasteIsCutAndSaid() throws {
        var driver = try driver(.text(lines), "3 /")
        let text = String(repeating: "lamp ", count: 2 << 20)
        let time = ThreadTime().measure { driver.update(.user(.pasted(text))) }
        #expect(time < .seconds(5), "\(time)")
        #expect(driver.model.result.search.field.text.utf8.count <= TextField.longest)
        #expect(driver.model.notices.shown?.text == "Only the beginning was pasted: a field holds 64 KB")
    }

    @Test func anotherPaneTakesTheKeysAwayFromTheSearch() throws {
        var driver = try driver(.text(lines), "3 / 'lamp' tab")
        #expect(driver.model.focus == .tasks && !driver.model.isEditing && driver.model.result.search.isActive)
        driver.keys("1 /")
        #expect(driver.model.endpoints.isFiltering)
    }
}

private struct NoLines: SearchSpace {
    var unitCount: Int { 0 }
    func searchUnit(at unit: Int, for search: TextSearch, found: (Int) -> Void) -> Int { 0 }
}
