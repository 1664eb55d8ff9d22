// Scenes: the dialogs of saving, and the notices of copying and editing.

import Canvas
import NetLayer

@testable import Screen

extension Scene {
    private static func answered(_ driver: inout Driver) {
        driver.select("list items")
        driver.exchange(.json("{\n  \"id\": 7,\n  \"name\": \"lamp\"\n}"))
        driver.keys("3")
    }

    static let outside: [Scene] = [
        Scene("save", [.small, .tiny, .tinier, .cell]) { driver in
            answered(&driver)
            driver.keys("W")
        },
        Scene("save-replaces", [.small]) { driver in
            answered(&driver)
            driver.keys("W enter")
            for case .outside(.save(let request)) in driver.takeEffects() {
                driver.update(.outside(.saved(request, .failure(.exists))))
            }
        },
        Scene("copied", [.small]) { driver in
            answered(&driver)
            driver.keys("Y")
            for case .outside(.copy(let clip)) in driver.takeEffects() { driver.update(.outside(.copied(clip, .success(74)))) }
        },
    ]
}
