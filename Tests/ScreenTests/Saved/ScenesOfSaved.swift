// Scenes: what a workspace has saved, in the list, in forms, and running.

import Canvas

@testable import Screen

extension Scene {
    private static func saved(_ name: String, _ sizes: [Size], _ keys: String) -> Scene {
        Scene(name, sizes, keys) { size in try SavedShop.driver(width: size.width, height: size.height) }
    }

    static let saved: [Scene] = [
        saved("saved", [.small, .medium, .tiny], "/ C-u 'list saved' enter 2"),
        saved("saved-auth", [.small], "/ C-u 'list saved' enter 2 . ."),
        saved("saved-policies", [.small], "/ C-u 'list saved' enter 2 . . ."),
        saved("saved-undefined", [.small], "/ C-u 'list saved' enter s"),
        saved("saved-verb", [.small], ": 'request '"), saved("saved-run", [.small], ": 'run '"),
    ]
}
