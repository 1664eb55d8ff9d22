// Scenes: an answer as table, as tree and as bytes, and the search in it.

import Canvas
import NetLayer

@testable import Screen

extension Scene {
    private static let people = ["Ada Lovelace", "Grace Hopper", "小林 日本", "Zoë 👩🏽‍🚀 Ångström", "Linus"]

    /// A list as many APIs give it, in an envelope, with a person in each row.
    private static let list: String = {
        let rows = (1...40).map { row in
            let tags = row % 3 == 0 ? "[]" : "[\"light\", \"home\"]"
            let person = "{\"login\": \"\(people[row % 5])\", \"id\": \(row % 5), \"url\": \"u\", \"admin\": false}"
            let last = row % 4 == 0 ? "" : ", \"comments\": \(row * 37 % 101)"
            return
                "{\"id\": \(74_500 + row), \"state\": \"\(row % 3 == 0 ? "closed" : "open")\", \"title\": \"Crash \(row) in a lamp\", "
                + "\"user\": \(person), \"tags\": \(tags), \"created_at\": \"2026-11-\(10 + row % 20)T09:00:00Z\"\(last)}"
        }
        return "{\"total\": 40, \"items\": [\n" + rows.joined(separator: ",\n") + "\n]}"
    }()

    private static let deep: String = {
        let depth = 30
        return (0..<depth).map { "{\n\"level \($0)\": " }.joined() + "\"日本語 at the bottom\""
            + String(repeating: "\n}", count: depth)
    }()

    private static let wide = """
        {
        "日本語のキー": "値は日本語です。とても長いので右の端で切れます。とても長いので右の端で切れます。",
        "emoji 👩‍👩‍👧": "family, flag 🇩🇪, e\\u0301, tab\\there",
        "\\u001b[31mescape": "\\u001b]0;title\\u0007 rtl \\u202e abc",
        "empty": "", "nothing": null, "array": [], "object": {},
        "big": 123456789012345678901234567890123456789012345678901234567890
        }
        """

    static let views: [Scene] = [
        Scene("table", [.small, .medium, .large, .tiny, .tinier]) { driver in
            driver.exchange(.json(list))
            driver.keys("3 j j")
        },
        Scene("table-sorted", [.small, .medium]) { driver in
            driver.exchange(.json(list))
            driver.keys("3 l l l S S")
        },
        Scene("table-scrolled", [.small]) { driver in
            driver.exchange(.json(list))
            driver.keys("3 G l l l l l l l")
        },
        Scene("table-search", [.small, .medium]) { driver in
            driver.exchange(.json(list))
            driver.keys("3 / 'lovelace' enter n n")
        },
        Scene("table-row", [.small, .medium]) { driver in
            driver.exchange(.json(list))
            driver.keys("3 j j enter j j")
        },
        Scene("table-empty", [.small]) { driver in
            driver.exchange(.json("{\"total\": 0, \"items\": []}"))
            driver.keys("3")
        },
        Scene("tree", [.small, .medium, .tiny]) { driver in
            driver.exchange(.json(list))
            driver.keys("3 . j j l")
        },
        Scene("tree-folded", [.small]) { driver in
            driver.exchange(.json(list))
            driver.keys("3 . j j z")
        },
        Scene("tree-deep", [.small, .tiny]) { driver in
            driver.exchange(.json(deep))
            driver.keys("3 f G k k")
        },
        Scene("tree-wide-text", [.small, .medium, .tiny]) { driver in
            driver.exchange(.json(wide))
            driver.keys("3 j")
        },
        Scene("tree-search-typed", [.small, .medium, .tiny]) { driver in
            driver.exchange(.json(list))
            driver.keys("3 . / 'hopp'")
        },
        Scene("search-raw", [.small]) { driver in
            driver.exchange(.text((1...200).map { "line \($0): a lamp, a Lamp and a desk" }))
            driver.keys("3 / 'Lamp' enter N")
        },
        Scene("search-no-match", [.small]) { driver in
            driver.exchange(.json(list))
            driver.keys("3 / 'xyzzy'")
        },
        Scene("raw-pretty", [.small]) { driver in
            driver.exchange(.json(item))
            driver.keys("3 . z")
        },
        Scene("receiving-of-known-length", [.small]) { driver in
            driver.keys("s")
            let id = driver.start()
            driver.wait(.seconds(3))
            driver.progress(id, received: 7_234_567, of: 20_000_000)
        },
    ]
}
