// Scenes: a list of which all pages are read, while they come in and when they have.

import Canvas
import NetLayer

@testable import Screen

extension Scene {
    static let wholeLists: [Scene] = [
        Scene("pages-one", [.small, .medium]) { driver in
            driver.exchange(.items(page: 1, of: 13))
            driver.keys("3")
        },
        Scene("pages-running", [.small, .medium]) { driver in
            guard let list = begun(&driver) else { return }
            driver.pages(7, of: 13, in: list)
        },
        Scene("pages-done", [.small, .medium]) { driver in
            guard let list = begun(&driver) else { return }
            driver.pages(13, of: 13, in: list, end: .whole)
            driver.end(list.group, .succeeded, reason: "")
            driver.keys("G")
        },
        Scene("pages-gap", [.small, .medium]) { driver in
            guard let list = begun(&driver) else { return }
            driver.pages(12, of: 13, in: list, gaps: [7: 503], end: .whole)
            driver.end(list.group, .failed, reason: "1 of 12 failed")
        },
        Scene("pages-gaps", [.small]) { driver in
            guard let list = begun(&driver) else { return }
            driver.pages(8, of: 13, in: list, gaps: [3: 503, 4: 503, 7: 500, 9: 429, 10: 429], end: .whole)
            driver.end(list.group, .failed, reason: "5 of 12 failed")
        },
        Scene("pages-cancelled", [.small, .medium]) { driver in
            guard let list = begun(&driver) else { return }
            driver.pages(7, of: 13, in: list)
            driver.keys("x")
            driver.cancelAsAsked()
            driver.pages(7, of: 13, in: list, end: .cancelled)
        },
        Scene("pages-cut", [.small]) { driver in
            driver.keys(": 'set pages 10' enter")
            guard let list = begun(&driver) else { return }
            driver.pages(10, of: 13, in: list, end: .cut)
            driver.end(list.group, .succeeded, reason: "")
        },
    ]

    /// The first page is there, and the others are asked for.
    private static func begun(_ driver: inout Driver) -> (order: PagesOrder, group: TaskID)? {
        driver.exchange(.items(page: 1, of: 13))
        driver.keys("3 a")
        let list = try? driver.startPages(members: 12)
        driver.wait(.milliseconds(420))
        return list
    }
}
