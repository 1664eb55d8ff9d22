// Scenes: a response that differs from its description, and one that does not.

import Canvas

@testable import NetLayer
@testable import Screen

extension Scene {
    private static func lamps(_ size: Size, _ reply: Reply, _ keys: String) throws -> Driver {
        var driver = try Lamps.driver(width: size.width, height: size.height)
        driver.select("all lamps")
        driver.exchange(reply)
        driver.keys(keys)
        return driver
    }

    private static func openContract(_ driver: inout Driver) {
        for _ in ResultTab.allCases where driver.model.result.tab != .contract { driver.keys(".") }
    }

    static let contracts: [Scene] = [
        Scene("contract-table", [.small, .medium]) { size in try lamps(size, Lamps.several, "3") },
        Scene("contract-tree", [.small]) { size in try lamps(size, Lamps.several, "3 . z") },
        Scene("contract", [.small, .medium, .tiny]) { size in
            var driver = try lamps(size, Lamps.several, "3")
            openContract(&driver)
            driver.keys("j j")
            return driver
        },
        Scene("contract-fits", [.small]) { size in
            var driver = try lamps(size, .json("[]", headers: [HeaderField("X-Total", "0")]), "3")
            openContract(&driver)
            return driver
        },
    ]
}
