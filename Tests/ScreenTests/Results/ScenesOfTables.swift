// Scenes of tables as people arrange them: columns, a cell, the list that was chosen, the way out of the program.

import Canvas
import Document
import NetLayer

@testable import Screen

extension Scene {
    private static func table(_ keys: String) -> @Sendable (inout Driver) -> Void {
        { driver in
            driver.select("list items")
            driver.exchange(.json(ColumnTests.rows))
            driver.keys("3 " + keys)
        }
    }

    static let arrangedTables: [Scene] = [
        Scene("columns-popup", [.small, .medium, .tiny], table("l - c j j")),
        Scene("columns-path", [.small], table("c a 'owner.team.na'")),
        Scene("columns-arranged", [.medium], table("l - ( : 'columns name owner.team.name price' enter l S")),
        Scene("export", [.small, .tiny], table("E tab")),
        Scene("export-clipboard", [.small], table("E C-u")),
        Scene("export-progress", [.small]) { driver in
            table(": 'export csv items.csv' enter")(&driver)
            for case .outside(.export(let order)) in driver.takeEffects() {
                driver.update(.outside(.exporting(order, done: 41_500, total: 100_000)))
            }
        },
        Scene("list-chosen", [.medium]) { driver in
            driver.select("list items")
            driver.exchange(.json(ColumnTests.two))
            driver.keys(": 'list /more' enter")
        },
        Scene("list-missing", [.small]) { driver in
            driver.select("list items")
            driver.exchange(.json(ColumnTests.two))
            driver.keys(": 'list /more/0' enter")
        },
        Scene("cell-whole", [.small]) { driver in
            driver.select("list items")
            let text = (1...30).map { "word \($0)" }.joined(separator: " ")
            driver.exchange(.json("[\n{\"id\": 1, \"text\": \"\(text)\"}\n]"))
            driver.keys("3 l space")
        },
        Scene("link-filled", [.medium]) { driver in
            driver.select("list items")
            driver.exchange(.json("[\n{\"id\": 1, \"url\": \"https://api.shop.example/v1/items/a-17\"}\n]"))
            driver.keys("3 O")
        },
        Scene("link-foreign", [.small]) { driver in
            driver.select("list items")
            driver.exchange(.json("[\n{\"id\": 1, \"url\": \"https://elsewhere.example/items/a-17\"}\n]"))
            driver.keys("3 O")
        },
    ]
}
