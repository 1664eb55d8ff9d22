// Scenes: an environment with a guard.

import Canvas
import Catalog

@testable import NetLayer
@testable import Screen
@testable import Workbench

extension Scene {
    private static func production(_ size: Size, _ level: GuardLevel) throws -> Driver {
        try GuardedShop.driver(level, width: size.width, height: size.height)
    }

    static let guards: [Scene] = [
        Scene("guard-asks", [.small, .medium, .tiny]) { size in
            var driver = try production(size, .confirm)
            driver.select("delete /items")
            driver.keys("s")
            return driver
        },
        Scene("guard-refused", [.small, .medium]) { size in
            var driver = try production(size, .readOnly)
            driver.select("get /items")
            driver.exchange(.json("[\n  {\"id\": 1, \"name\": \"lamp\"}\n]"))
            driver.keys("1")
            driver.select("delete /items")
            driver.keys("s")
            let rule = GuardRule(
                .readOnly, .file(path: "explorer.yaml", line: 7), api: "shop", environment: GuardedShop.production)
            let reason = GuardDecision.refused(rule, .method(.delete)).refusal ?? ""
            driver.answer(driver.queue(), .failed(.notAllowed, reason))
            return driver
        },
    ]
}
