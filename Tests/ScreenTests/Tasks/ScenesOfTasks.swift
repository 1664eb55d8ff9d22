// Scenes: the task table, and what lies over everything.

import Canvas
import NetLayer

@testable import Screen

extension Scene {
    /// One task in each state, and in each phase of the running ones.
    private static func everyState(_ driver: inout Driver) {
        for (phase, endpoint) in zip(
            Phase.allCases, ["get /slow", "list items", "list orders", "/status", "post /items", "get /slow"])
        {
            driver.select(endpoint)
            driver.keys("s")
            driver.start(phase)
            driver.wait(.milliseconds(250))
        }
        driver.select("list items")
        driver.exchange(.json(item))
        driver.exchange(.empty(404, "Not Found"))
        driver.select("/status")
        driver.exchange(.empty(503, "Service Unavailable"))
        driver.keys("s")
        driver.answer(driver.start(), .failed(.dns, "Could not resolve host: api.shop.example"))
        driver.keys("s")
        let late = driver.start()
        driver.wait(.seconds(10))
        driver.answer(late, .failed(.timedOut(.connect), "Connection timed out after 10001 milliseconds"))
        driver.keys("s")
        driver.cancel([driver.start()])
        driver.keys("s")
        driver.end(driver.start(), .superseded, reason: "by task 14")
        for _ in 1...3 {
            driver.keys("s")
            driver.queue()
        }
        driver.wait(.milliseconds(40))
        driver.keys("1 esc")
    }

    /// All pages of a list, two of them here; a chain of steps; a large group that comes folded.
    private static func groups(_ driver: inout Driver) {
        let crowd = driver.open(.group, "list items × 40", members: 40)
        for number in 1...40 { _ = driver.member(of: crowd, "items \(number)") }
        let chain = driver.open(.chain, "log in, order, pay", members: 3)
        let login = driver.member(of: chain, "log in")
        driver.wait(.milliseconds(80))
        driver.memberEnded(login, .succeeded, of: chain)
        _ = driver.member(of: chain, "order")
        let pages = driver.open(.group, "all pages", members: 5)
        let members = (1...5).map { driver.member(of: pages, "list items, page \($0)") }
        driver.wait(.milliseconds(140))
        driver.memberEnded(members[0], .succeeded, of: pages)
        driver.memberEnded(members[1], .failed, of: pages)
        driver.wait(.milliseconds(60))
        driver.keys("s")
        driver.start()
    }

    private static func many(_ driver: inout Driver, _ count: Int) {
        driver.keys(String(repeating: "s ", count: count))
        for number in 1...count {
            let id = driver.start()
            driver.wait(.milliseconds(3))
            if number % 5 == 0 { driver.answer(id, number % 10 == 0 ? .empty(500) : .json(item)) }
        }
    }

    static let tables: [Scene] = [
        Scene("states", [.small, .medium, .large]) { driver in
            everyState(&driver)
            driver.keys("4 f")
        },
        Scene("tasks", [.medium]) { driver in
            everyState(&driver)
            driver.keys("4 j j j")
        },
        Scene("groups", [.small, .medium]) { driver in
            groups(&driver)
            driver.keys("4 j")
        },
        Scene("group-folded", [.small]) { driver in
            groups(&driver)
            driver.keys("4 f j j z")
        },
        Scene("retrying", [.medium]) { driver in
            driver.select("/status")
            driver.keys("s")
            let id = driver.start()
            driver.wait(.milliseconds(120))
            driver.retry(id, after: .milliseconds(1_500), attempt: 2, of: 3, because: "503 Service Unavailable")
            driver.wait(.milliseconds(100))
            driver.keys("4")
        },
        Scene("marks", [.small]) { driver in
            everyState(&driver)
            driver.keys("4 space j space space G space")
        },
        Scene("many-tasks", [.small, .large]) { driver in
            many(&driver, 200)
            driver.keys("4 C-d C-d C-d")
        },
        Scene("tasks-tiny", [.tiny, .tinier]) { driver in
            many(&driver, 12)
            driver.keys("4 j")
        },
        Scene("no-tasks", [.small]) { $0.keys("4 f") },
    ]

    static let overlays: [Scene] = [
        Scene("help", [.small, .medium, .tiny]) { $0.keys("?") },
        Scene("help-scrolled", [.small]) { $0.keys("4 ? G") },
        Scene("ask-cancel-all", [.small, .tiny, .tinier]) { driver in
            many(&driver, 7)
            driver.keys("X")
        },
        Scene("ask-cancel-unsafe", [.small]) { driver in
            driver.keys("j enter")
            driver.start()
            driver.keys("4 x")
        },
        Scene("mouse-off", [.small]) { $0.keys("m") },
        Scene("moved-borders", [.small, .medium]) { driver in
            driver.exchange(.json(item))
            driver.keys("> > 4 > > >")
        },
        Scene("ask-quit", [.small]) { driver in
            driver.keys("s")
            driver.start()
            driver.keys("q")
        },
    ]
}
