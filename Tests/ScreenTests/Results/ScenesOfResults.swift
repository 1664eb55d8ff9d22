// Scenes: what came back, what did not.

import Canvas
import NetLayer

@testable import Screen

extension Scene {
    static let item = """
        {
          "id": 17,
          "name": "lamp",
          "price": 12.50,
          "tags": [
            "light",
            "home"
          ],
          "sold": false,
          "note": null,
          "description": "A lamp that stands on a desk and lights whatever somebody has put there, evening after evening."
        }
        """

    static let results: [Scene] = [
        Scene("result", [.small, .medium, .large]) { driver in
            driver.keys("s")
            let id = driver.start(.waiting)
            driver.wait(.milliseconds(74))
            driver.answer(id, .json(item, headers: [HeaderField("Link", "<?page=2>; rel=next, <?page=12>; rel=last")]))
        },
        Scene("result-raw", [.small]) { driver in
            driver.exchange(.json(item))
            driver.keys("3 .")
        },
        Scene("result-wrapped", [.small]) { driver in
            driver.exchange(.json(item))
            driver.keys("3 . w")
        },
        Scene("result-headers", [.small, .medium]) { driver in
            let long = (1...30).map { "part\($0)" }.joined(separator: "; ")
            driver.exchange(
                .json(
                    item,
                    headers: [
                        HeaderField("Set-Cookie", "session=secret"), HeaderField("X-Long", long),
                        HeaderField("X-Request-Id", "7f3a"),
                    ]))
            driver.keys("3 . . f")
        },
        Scene("result-timing", [.small, .medium]) { driver in
            driver.keys("s")
            let id = driver.queue()
            driver.wait(.milliseconds(300))
            driver.run(id, .waiting)
            driver.answer(id, .json(item))
            driver.keys("3 . . . f")
        },
        Scene("result-fullscreen-scrolled", [.small]) { driver in
            driver.exchange(.text((1...100).map { "line \($0)" }))
            driver.keys("3 f C-d C-d C-d j")
        },
        Scene("waiting", [.small, .tiny]) { driver in
            driver.keys("s")
            driver.start(.connecting)
            driver.wait(.milliseconds(1_234))
            driver.keys("3")
        },
        Scene("receiving", [.small]) { driver in
            driver.keys("s")
            let id = driver.start()
            driver.wait(.seconds(75))
            driver.progress(id, received: 1_234_567)
        },
        Scene("no-answer", [.small, .medium]) { driver in
            driver.keys("s")
            let id = driver.start(.connecting)
            driver.wait(.milliseconds(3))
            driver.answer(
                id, .failed(.connect, "Failed to connect to 203.0.113.7 port 443 after 3 ms: Could not connect to server"))
        },
        Scene("cut-off", [.small]) { driver in
            var reply = Reply.json("{\n  \"id\": 17,", headers: [])
            reply.failure = TransferFailure(.cut, "transfer closed with 512 bytes remaining to read")
            driver.exchange(reply)
        },
        Scene("not-found", [.small]) { driver in
            driver.keys("j j j enter '99' C-r")
            let id = driver.start()
            driver.answer(id, .json("{\n  \"error\": \"no item 99\"\n}", status: 404, reason: "Not Found"))
        },
        Scene("no-content", [.small]) { $0.exchange(.empty(204)) },
        Scene("cancelled", [.small]) { driver in
            driver.keys("s")
            driver.start()
            driver.wait(.seconds(2))
            driver.keys("3 esc")
            driver.cancelAsAsked()
        },
        Scene("page-of-many", [.medium]) { driver in
            driver.exchange(.page([("next", "?page=2"), ("last", "?page=12"), ("first", "?page=1")]))
            driver.keys("]")
            driver.answer(driver.start(), .page([("next", "?page=3"), ("prev", "?page=1"), ("last", "?page=12")]))
        },
        Scene("page-the-last", [.medium]) { driver in
            driver.exchange(.page([("next", "?cursor=abc")]))
            driver.keys("]")
            driver.answer(driver.start(), .page([("prev", "?cursor=xyz")]))
        },
    ]
}
