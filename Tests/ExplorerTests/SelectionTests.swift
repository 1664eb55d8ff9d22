// The selected row is seen: in every pane, with and without the keyboard, and in every dialog with rows.

import Canvas
import Catalog
import Testing

@testable import Explorer
@testable import NetLayer

@Suite struct SelectionTests {
    /// The lines of the screen in which something has that style laid over it.
    private func lines(_ style: Style, _ driver: Driver) -> [Int] {
        let screen = driver.screen
        return (0..<screen.size.height).filter { y in
            screen.cells[y * screen.size.width..<(y + 1) * screen.size.width].contains { $0.overlay == style }
        }
    }

    private func driver() throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.json("[{\"id\": 1}, {\"id\": 2}, {\"id\": 3}]"))
        driver.exchange(.json("[{\"id\": 1}, {\"id\": 2}, {\"id\": 3}]"))
        return driver
    }

    @Test(arguments: ["1", "2", "3", "4"]) func everyPaneShowsItsRow(_ pane: String) throws {
        var driver = try driver()
        driver.keys(pane)
        #expect(lines(.selection, driver).count == 1, "\(driver.text)")
        let elsewhere = pane == "1" ? "2" : "1"
        driver.keys(elsewhere)
        #expect(!lines(.selectionUnfocused, driver).isEmpty)
    }

    private static let past = (1...3).map { number in
        PastRequest(
            id: "a\(number)", started: .seconds(number), method: "GET", url: "https://api.shop.example/\(number)", status: 200,
            outcome: "succeeded", hasSucceeded: true, duration: .milliseconds(41), api: "shop", environment: "release")
    }

    /// Acting on a row that nobody sees deletes or sends the wrong one.
    @Test(arguments: ["history", "palette", "columns", "choice"]) func everyDialogShowsItsRow(_ dialog: String) throws {
        var driver = try driver()
        switch dialog {
        case "history":
            driver.keys("H")
            driver.update(
                .history(.listed(HistoryQuery(text: "", number: 1), Self.past, isWhole: true, now: .seconds(100))))
        case "palette": driver.keys(":")
        case "columns": driver.keys("3 : 'columns' enter")
        default:
            driver.select("list items")
            driver.keys("2 j j enter down")
        }
        let before = lines(.selection, driver)
        #expect(before.count == 1, "\(dialog): \(driver.text)")
        driver.keys("down")
        let after = lines(.selection, driver)
        #expect(after.count == 1 && after != before, "\(dialog): the row moves")
    }
}
