// Scenes: searching by regular expressions and in names, answers through a program, images, XML.

import Canvas
import NetLayer

@testable import Explorer

extension Scene {
    private static let catalogue =
        "{\n\"lamp\": {\n\"width\": 12,\n\"width_max\": 40\n},\n\"desk\": {\n\"width\": 160,\n\"note\": \"the width of a desk\"\n}\n}"

    static let looking = [
        Scene("search-regex", [.small, .medium]) { driver in
            driver.exchange(.text((1...200).map { "line \($0): a lamp, a Lamp and a desk" }))
            driver.keys("3 / A-r '\\d0: .*lamp'")
        },
        Scene("search-regex-wrong", [.small, .medium, .tiny]) { driver in
            driver.exchange(.json(catalogue))
            driver.keys("3 / A-r 'wid(th'")
        },
        Scene("search-keys", [.small, .medium]) { driver in
            driver.exchange(.json(catalogue))
            driver.keys("3 z / 'width' A-k enter n")
        },
    ]
}
