// The table for other programs: what is asked for, and what is said of it.

import Canvas
import Document
import NetLayer
import Testing

@testable import Screen

@Suite struct ExportTests {
    private func driver() throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.exchange(.json(ColumnTests.rows))
        driver.keys("3")
        _ = driver.takeEffects()
        return driver
    }

    private func outside(_ driver: inout Driver) -> [OutsideEffect] {
        driver.takeEffects().compactMap { if case .outside(let effect) = $0 { effect } else { nil } }
    }

    private func order(_ driver: inout Driver) throws -> ExportOrder {
        for case .export(let order) in outside(&driver) { return order }
        throw Missing()
    }

    struct Missing: Error {}

    @Test func theDialogAsksForFormatAndFile() throws {
        var driver = try driver()
        driver.keys("E")
        #expect(driver.text.contains("Export 2 rows to") && driver.text.contains("items.csv"))
        driver.keys("tab tab")
        #expect(driver.text.contains("items.jsonl"))
        driver.keys("S-tab C-u 'out.json' enter")
        let order = try order(&driver)
        #expect((order.format, order.path, order.overwrites) == (.json, "out.json", false))
    }

    @Test func whatIsSeenIsWhatIsWritten() throws {
        var driver = try driver()
        driver.keys("l S - : 'export csv ~/my items.csv' enter")
        let order = try order(&driver)
        guard case .body(let table) = order.table else { throw Missing() }
        #expect(order.path == "~/my items.csv" && table.choice.columns == ["id", "price", "owner.login"])
        driver.update(.outside(.exported(order, .written(path: "/home/x/my items.csv", rows: 2, bytes: 1_500))))
        #expect(driver.model.notices.shown?.text == "Wrote 2 rows, 1.5 kB, to /home/x/my items.csv")
    }

    @Test func withoutAFileItIsCopied() throws {
        var driver = try driver()
        driver.keys("l o : 'export markdown' enter")
        guard case .copy(let clip)? = outside(&driver).first, case .table(let table, .markdown) = clip.content else {
            throw Missing()
        }
        #expect(clip.what == "2 rows as Markdown")
        #expect(table.order == JSONTableOrder(column: 1, isDescending: true))
        driver.keys("E C-u enter")
        #expect(outside(&driver).contains { if case .copy = $0 { true } else { false } })
    }

    @Test func aFileIsReplacedOnlyWhenThatIsWanted() throws {
        var driver = try driver()
        driver.keys(": 'export csv a.csv' enter")
        let order = try order(&driver)
        driver.update(.outside(.exported(order, .exists)))
        #expect(driver.text.contains("a.csv already exists."))
        driver.keys("n")
        #expect(outside(&driver) == [])
        driver.update(.outside(.exported(order, .exists)))
        driver.keys("y")
        #expect(try self.order(&driver).overwrites)
    }

    @Test func itIsSaidHowFarItIsAndEscStopsIt() throws {
        var driver = try driver()
        driver.keys(": 'export csv a.csv' enter")
        let order = try order(&driver)
        driver.update(.outside(.exporting(order, done: 1_000, total: 20_000)))
        #expect(driver.model.notices.shown?.text == "Writing a.csv: 1,000 of 20,000 rows · esc stops it")
        driver.keys("E")
        #expect(driver.model.notices.shown?.text == "A table is being written: esc stops it")
        driver.keys("esc")
        #expect(outside(&driver) == [.stopExport])
        driver.update(.outside(.exported(order, .stopped)))
        #expect(driver.model.result.exporting == nil && driver.model.notices.shown?.text == "Stopped: a.csv was not written")
        driver.keys("E")
        #expect(driver.model.dialogs.open != nil)
    }

    @Test(arguments: [("export xml", "no format “xml”"), ("export csvv", "did you mean csv?")])
    func aFormatThatIsNoneIsSaid(_ line: String, _ words: String) throws {
        var driver = try driver()
        driver.keys(": '\(line)' enter")
        #expect(driver.text.contains(words))
    }

    @Test func onlyATableIsExported() throws {
        var driver = try driver()
        driver.keys(". E")
        #expect(driver.model.notices.shown?.text == "Only the table of a list can be exported; , and . go to it")
    }
}
