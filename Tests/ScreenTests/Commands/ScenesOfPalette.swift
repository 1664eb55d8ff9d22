// Scenes: the palette, help being searched, messages, jump labels, the list being filtered.

import Canvas

@testable import Screen

extension Scene {
    static let palettes: [Scene] = [
        Scene("palette", [.small, .medium, .tiny, .tinier, .cell]) { $0.keys(":") },
        Scene("palette-disabled", [.small]) { $0.keys(": 'can'") },
        Scene("palette-refused", [.small]) { $0.keys(": 'cancel-all' enter") },
        Scene("palette-no-match", [.small]) { $0.keys(": 'frobnicate'") },
        Scene("palette-theme", [.small, .medium]) { $0.keys(": 'theme ' down") },
        Scene("palette-set", [.small, .medium]) { $0.keys(": 'set '") },
        Scene("palette-wrong", [.small, .tiny]) { $0.keys(": 'set wrap maybe' enter") },
        Scene("palette-free-text", [.small]) { $0.keys(": 'filter item'") },
        Scene("help-searched", [.small, .medium]) { $0.keys("? / 'cancel'") },
        Scene("help-of-all", [.medium, .large]) { $0.keys("? S-tab") },
        Scene("messages", [.small]) { driver in
            driver.update(.report(.warned("Certificates are not checked (--insecure)")))
            driver.wait(.seconds(90))
            driver.update(
                .report(
                    .misconfigured([
                        "keys:3: “Ctrl+R” is not a key; write C-r", "keys:7: unknown command “sned”; did you mean “send”?",
                    ])))
            driver.keys(": 'messages' enter")
        },
        Scene("log", [.small, .medium]) { driver in
            driver.exchange(.json(Scene.item))
            driver.keys(": 'log' enter")
        },
        Scene("jump", [.small, .medium, .tiny]) { driver in
            driver.exchange(.json(Scene.item))
            driver.update(.user(.key(.character("'"))))
        },
        Scene("filter-abbreviated", [.small]) { $0.keys("/ 'ol'") },
        Scene("filter-by-summary", [.medium]) { $0.keys("/ 'one' enter f") },
        Scene("list-with-summaries", [.medium]) { $0.keys("f") },
    ]
}
