// Scenes: the task table sorted and filtered, and the trace of one task.

import Canvas
import NetLayer

@testable import Screen

extension Scene {
    /// Some of each end, some in the air.
    private static func mixed(_ driver: inout Driver) {
        for (number, endpoint) in ["list items", "list orders", "/status", "get /slow", "list items", "/status"].enumerated() {
            driver.select(endpoint)
            driver.keys("s s")
            let first = driver.start(.connecting)
            driver.wait(.milliseconds(30))
            driver.run(first, .waiting)
            driver.start(.resolving)
            driver.wait(.milliseconds(70))
            switch number % 3 {
            case 0: driver.answer(first, .json(item))
            case 1: driver.answer(first, .empty(503, "Service Unavailable"))
            default: driver.progress(first, received: Int64(number) * 41_000)
            }
        }
        driver.keys("4")
    }

    private static func secret(_ driver: inout Driver) -> TaskID {
        driver.select("lines")
        driver.keys("2 enter 'a-1' enter '7' enter '3' enter 'hunter2' C-r C-r")
        let id = driver.queue()
        driver.wait(.milliseconds(120))
        driver.run(id, .resolving)
        driver.wait(.milliseconds(2))
        driver.run(id, .connecting)
        driver.wait(.milliseconds(12))
        driver.run(id, .sending)
        driver.wait(.milliseconds(1))
        driver.run(id, .waiting)
        driver.wait(.milliseconds(400))
        return id
    }

    static let arrangements: [Scene] = [
        Scene("tasks-sorted", [.small, .medium, .large, .tiny]) { driver in
            mixed(&driver)
            driver.sortTasks(by: .bytes)
            driver.keys("o o j")
        },
        Scene("tasks-filtered", [.small, .medium, .tiny, .tinier]) { driver in
            mixed(&driver)
            driver.keys("/ 'state:live' enter")
        },
        Scene("tasks-filtering", [.small, .medium]) { driver in
            mixed(&driver)
            driver.keys("* /")
        },
        Scene("tasks-no-match", [.small, .tiny]) { driver in
            mixed(&driver)
            driver.keys("/ 'status:2xx slow'")
        },
        Scene("tasks-phases", [.medium, .large]) { driver in
            mixed(&driver)
            driver.keys("f")
        },
        Scene("ask-cancel-shown", [.small]) { driver in
            mixed(&driver)
            driver.keys("/ 'state:live' enter X")
        },
    ]

    static let traces: [Scene] = [
        Scene("trace", [.small, .medium, .large, .tiny]) { driver in
            let id = secret(&driver)
            driver.answer(
                id, .json(item, headers: [HeaderField("Set-Cookie", "session=secret"), HeaderField("X-Request-Id", "7f3a")]))
            driver.keys("4 t f")
        },
        Scene("trace-redirected", [.medium]) { driver in
            driver.keys("s")
            let id = driver.start(.resolving)
            driver.wait(.milliseconds(74))
            driver.redirect(
                id, .empty(301, "Moved Permanently"), to: "https://other.example/v2/items?api_key=hunter2")
            driver.wait(.milliseconds(5))
            driver.run(id, .waiting)
            driver.wait(.milliseconds(74))
            driver.answer(id, .json(item))
            driver.keys("4 t f")
        },
        Scene("trace-failed", [.small, .medium]) { driver in
            driver.keys("s")
            let id = driver.start(.resolving)
            driver.wait(.milliseconds(3))
            driver.answer(id, .failed(.dns, "Could not resolve host: api.shop.example"))
            driver.keys("4 t f")
        },
        Scene("trace-running", [.small, .medium, .tinier]) { driver in
            _ = secret(&driver)
            driver.keys("4 t f")
        },
        Scene("trace-cancelled", [.small]) { driver in
            let id = secret(&driver)
            driver.cancel([id])
            driver.keys("4 t f")
        },
        Scene("trace-queued", [.small]) { driver in
            driver.keys("s")
            driver.queue()
            driver.wait(.milliseconds(1_500))
            driver.keys("4 t")
        },
    ]
}
