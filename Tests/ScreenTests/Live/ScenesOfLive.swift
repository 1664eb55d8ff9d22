// Scenes: a list that is watched, and a resource that is edited.

import Canvas

@testable import NetLayer
@testable import Screen

extension Scene {
    private static func watched(_ size: Size) throws -> Driver {
        var driver = try Driver(width: size.width, height: size.height)
        driver.select("list items")
        driver.keys(": 'watch 5s' enter")
        driver.answer(driver.start(), WatchTests.first)
        driver.keys("3")
        driver.wait(.seconds(5))
        driver.answer(driver.start(), WatchTests.second)
        return driver
    }

    private static let changed = EditedItem.text.replacing("lamp", with: "desk")

    private static func edited(_ size: Size) throws -> Driver {
        let (opened, edit) = try EditedItem.driver(
            EditedItem.put + EditedItem.mergePatch, width: size.width, height: size.height)
        var driver = opened
        driver.edited(edit, changed)
        return driver
    }

    static let live: [Scene] = [
        Scene("watch", [.small, .medium, .tiny]) { size in try watched(size) },
        Scene("watch-changes", [.small]) { size in
            var driver = try watched(size)
            driver.wait(.seconds(2))
            driver.keys(": 'watch changes' enter")
            return driver
        },
        Scene("resource", [.small, .medium, .tiny]) { size in try edited(size) },
        Scene("resource-untagged", [.small]) { size in
            let (opened, edit) = try EditedItem.driver(EditedItem.put, tag: nil, width: size.width, height: size.height)
            var driver = opened
            driver.edited(edit, changed)
            return driver
        },
        Scene("resource-newer", [.small, .medium]) { size in
            var driver = try edited(size)
            driver.keys("y")
            driver.answer(driver.start(), .json("{\n\"error\": \"stale\"\n}", status: 412, reason: "Precondition Failed"))
            let theirs = changed.replacing("desk", with: "sofa").replacing("5", with: "6")
            driver.answer(driver.start(), EditedItem.reply(theirs, tag: "\"v2\""))
            driver.wait(.seconds(1))
            return driver
        },
    ]
}
