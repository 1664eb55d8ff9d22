// Scenes: every text that comes from elsewhere may hold anything.

import Canvas
import NetLayer

@testable import Screen

extension Scene {
    private static func hostile(_ size: Size) throws -> Driver {
        let pool = ServicePool([Service(name: Hostile.text, baseURL: URI("https://evil.example/" + Hostile.text))])
        return Driver(try Hostile.description(), pool, width: size.width, height: size.height)
    }

    private static let answer: Reply = {
        var reply = Reply.json(
            "{\n  \"\(Hostile.text)\": \"\(Hostile.text)\"\n}", status: 200, reason: Hostile.text,
            headers: [HeaderField("X-Evil", Hostile.text)])
        reply.head?.version = "HTTP/\(Hostile.text)"
        reply.metrics.version = Hostile.text
        reply.metrics.remoteAddress = Hostile.text
        return reply
    }()

    static let hostile: [Scene] = [
        Scene("hostile-description", [.small, .medium, .tinier], from: hostile),
        Scene("hostile-name", [.small], from: { Driver(loading: Hostile.text, width: $0.width, height: $0.height) }),
        Scene(
            "hostile-answer", [.small, .medium],
            from: { size in
                var driver = try hostile(size)
                driver.exchange(answer)
                return driver
            }),
        Scene(
            "hostile-headers", [.small],
            from: { size in
                var driver = try hostile(size)
                driver.exchange(answer)
                driver.keys("3 . . f w")
                return driver
            }),
        Scene(
            "hostile-timing", [.small],
            from: { size in
                var driver = try hostile(size)
                driver.exchange(answer)
                driver.keys("3 . . . f")
                return driver
            }),
        Scene(
            "hostile-trace", [.small],
            from: { size in
                var driver = try hostile(size)
                driver.exchange(answer)
                driver.keys("4 t f")
                return driver
            }),
        Scene(
            "hostile-failure", [.small],
            from: { size in
                var driver = try hostile(size)
                driver.exchange(.failed(.protocolViolation, Hostile.text))
                driver.update(.report(.warned(Hostile.text)))
                return driver
            }),
        Scene("wide-text", [.small, .tiny]) { driver in
            driver.exchange(
                .text([
                    "日本語のテキスト、そして一行に入りきらないほど長い文章です。折り返されるか、切られるかのどちらかです。",
                    "한국어 and some Latin, e\u{301}e\u{300} with marks", "👩‍👩‍👧 family 🇩🇪 flag 👍🏽 tone ❤️ heart",
                    "tab\tbetween\tcolumns", "\u{1b}[31mred\u{1b}[0m \u{1b}]0;title\u{7}", "العربية \u{202e}reversed",
                ]))
            driver.keys("3 f")
        },
    ]
}
