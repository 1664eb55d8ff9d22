// The selected row is seen: in every pane, with and without the keyboard, and in every dialog with rows.

import Canvas
import Catalog
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct SelectionTests {
    /// The lines of the screen, or of the dialog over it, in which something has that style laid over it.
    private func lines(_ style: Style, _ driver: Driver) -> [Int] {
        let screen = driver.screen
        let width = screen.size.width
        let area = driver.model.dialogs.open?.frame(driver.model) ?? Rect(x: 0, y: 0, width: width, height: screen.size.height)
        return (area.y..<area.maxY).filter { y in
            screen.cells[y * width + area.x..<y * width + area.maxX].contains { $0.overlay == style }
        }
    }

    private func driver() throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.json("[{\"id\": 1, \"n\": 4}, {\"id\": 2, \"n\": 5}, {\"id\": 3, \"n\": 6}]"))
        driver.exchange(.json("[{\"id\": 1, \"n\": 4}, {\"id\": 2, \"n\": 5}, {\"id\": 3, \"n\": 6}]"))
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
    @Test(arguments: ["history", "palette", "columns"]) func everyDialogShowsItsRow(_ dialog: String) throws {
        var driver = try driver()
        switch dialog {
        case "history":
            driver.keys("H")
            driver.update(
                .history(.listed(HistoryQuery(text: "", number: 1), Self.past, isWhole: true, now: .seconds(100))))
        case "palette": driver.keys(":")
        default: driver.keys("3 : 'columns' enter")
        }
        let before = lines(.selection, driver)
        #expect(before.count == 1, "\(dialog): \(driver.text)")
        driver.keys("down")
        let after = lines(.selection, driver)
        #expect(after.count == 1 && after != before, "\(dialog): the row moves")
    }
}
