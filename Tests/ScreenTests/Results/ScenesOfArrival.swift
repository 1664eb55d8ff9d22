// Scenes: answers on their way, followed to their end, stopped.

import Canvas
import Document
import NetLayer

@testable import Screen

extension Scene {
    static let arriving: [Scene] = [
        Scene("arriving-table", [.small, .medium, .large]) { driver in
            driver.arrive(list(40), of: 120_000)
            driver.keys("3")
        },
        Scene("following-table", [.small, .medium]) { driver in
            let id = driver.arrive(list(40), of: nil)
            driver.keys("3 F")
            driver.arrive(id, list(90))
        },
        Scene("following-text", [.small, .large]) { driver in
            let lines = (1...300).map { "2025-09-01T00:00:\($0 % 60) worker-\($0 % 7) took job \($0 * 37 % 1_000)" }
            driver.arrive(.text(lines), of: nil)
            driver.keys("3 F")
        },
        Scene("stopped-stream", [.small]) { driver in
            let id = driver.arrive(list(8), of: nil)
            var stopped = list(8)
            stopped.failure = TransferFailure(.cancelled(.user), "")
            driver.keys("3")
            driver.answer(id, stopped)
        },
    ]

    static let bytes: [Scene] = [
        Scene("hex", [.small, .medium]) { driver in
            let dump = HexLines(Bytes((0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 37 % 256) }))
            var reply = Reply.text((0..<dump.count).map { dump[$0] })
            reply.body.kind = .binary
            driver.select("GET /items")
            driver.exchange(reply)
            driver.keys("3 j j j")
        }
    ]

    private static func list(_ count: Int) -> Reply {
        let rows = (1...count).map { number in
            "{ \"at\": \"2025-09-01T00:00:\(number % 60)Z\", \"event\": \(number), \"name\": \"job \(number * 37 % 100)\" }"
        }
        return .json("[\n" + rows.joined(separator: ",\n") + "\n]")
    }
}

extension Driver {
    /// Sends GET /items; so much of the answer has come, of so many bytes in all.
    @discardableResult
    fileprivate mutating func arrive(_ reply: Reply, of expected: Int64?) -> TaskID {
        select("GET /items")
        keys("s")
        let id = start()
        wait(.milliseconds(640))
        if let expected { progress(id, received: Int64(reply.body.bytes), of: expected) }
        arrive(id, reply)
        return id
    }
}
