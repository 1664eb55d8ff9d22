// Scenes of the docs: links, examples, what is related; and of a description that was read again.

import Canvas

@testable import Screen

extension Scene {
    static let docs: [Scene] = [
        guild("docs-links", [.small, .medium], "/ 'join' enter 2 . . . f g"),
        guild("docs-examples", [.medium], "/ 'listMembers' enter 2 . . f g j j j j j j j j j space j j j j j j j j j j space"),
        Scene(
            "reread", [.small, .medium],
            from: { size in
                var driver = try Guild.driver(size)
                driver.keys("/ 'rename' enter 2 enter 'ann' esc")
                Guild.reread(&driver, try Guild.later())
                return driver
            }),
        Scene(
            "reread-messages", [.small, .medium],
            from: { size in
                var driver = try Guild.driver(size)
                Guild.reread(&driver, try Guild.later())
                driver.keys(": 'messages' enter")
                return driver
            }),
    ]

    private static func guild(_ name: String, _ sizes: [Size], _ keys: String) -> Scene {
        Scene(name, sizes, keys) { try Guild.driver($0) }
    }
}
