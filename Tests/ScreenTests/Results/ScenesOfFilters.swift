// Scenes: an answer filtered by JSONPath, and two answers compared.

import Canvas
import NetLayer

@testable import Screen

extension Scene {
    private static let lamps: String = {
        let rows = (1...40).map { row in
            "{\"id\": \(row), \"name\": \"lamp \(row)\", \"price\": \(row * 37 % 101).5, \"sold\": \(row % 3 == 0)}"
        }
        return "{\"total\": 40, \"items\": [\n" + rows.joined(separator: ",\n") + "\n]}"
    }()

    private static let changedLamps = lamps.replacing("\"lamp 7\"", with: "\"desk lamp\"").replacing(
        "\"total\": 40", with: "\"total\": 41"
    )
    .replacing("\"price\": 10.5, ", with: "")
    .replacing("\n]}", with: ",\n{\"id\": 41, \"name\": \"candle\", \"price\": 1.5, \"sold\": false}\n], \"next\": null}")

    private static let poem = (1...30).map { "line \($0) of a text that is long enough to be told apart" }

    static let filters: [Scene] = [
        Scene("filter-typed", [.small, .medium]) { driver in
            driver.exchange(.json(lamps))
            driver.keys("3 $ '.items[?@.price<20]'")
        },
        Scene("filter-error", [.small, .medium, .tiny]) { driver in
            driver.exchange(.json(lamps))
            driver.keys("3 $ '.items[?@.price<20)].name'")
        },
        Scene("filter-table", [.small, .medium]) { driver in
            driver.exchange(.json(lamps))
            driver.keys("3 $ '.items[?@.sold==true]' enter l l S j")
        },
        Scene("filter-tree", [.small]) { driver in
            driver.exchange(.json(lamps))
            driver.keys("3 . $ '..name' enter j j")
        },
        Scene("filter-nothing", [.small]) { driver in
            driver.exchange(.json(lamps))
            driver.keys("3 $ '.items[?@.price>1000]' enter")
        },
        Scene("diff-json", [.small, .medium, .tiny]) { driver in
            driver.exchange(.json(lamps))
            driver.exchange(.json(changedLamps))
            driver.keys("3 d j")
        },
        Scene("diff-text", [.small, .medium]) { driver in
            driver.exchange(.text(poem))
            var lines = poem
            lines[11] = "another line"
            lines.remove(at: 4)
            driver.exchange(.text(lines, status: 203))
            driver.keys("3 d n")
        },
        Scene("diff-none", [.small]) { driver in
            driver.exchange(.json(lamps))
            driver.exchange(.json(lamps))
            driver.keys("3 d")
        },
    ]
}
