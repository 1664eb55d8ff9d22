// Scenes: the history as a dialog, and an answer from it.

import Canvas

@testable import NetLayer
@testable import Screen

extension Scene {
    private static func line(_ id: String, _ method: String, _ path: String, _ status: Int?, ago: Int, _ environment: String)
        -> PastRequest
    {
        PastRequest(
            id: id, started: .seconds(1_000_000 - ago), method: method, url: "https://api.shop.example/v1\(path)", status: status,
            outcome: status == nil ? "connect" : "succeeded", hasSucceeded: status.map { $0 < 400 } ?? false,
            duration: .milliseconds(41), api: "shop", environment: environment)
    }

    private static let lines = [
        line("a", "GET", "/items?page=2&token=••••••", 200, ago: 42, "release"),
        line("b", "POST", "/orders", 201, ago: 4_000, "release"),
        line("c", "GET", "/orders/7", 503, ago: 90_000, "test"), line("d", "GET", "/slow", nil, ago: 700_000, "test"),
    ]

    private static func open(_ driver: inout Driver) {
        driver.keys("H")
        driver.update(
            .history(.listed(HistoryQuery(text: "", number: 1), lines, isWhole: true, now: .seconds(1_000_000))))
    }

    static let history: [Scene] = [
        Scene("history", [.small, .medium, .tiny]) { driver in
            open(&driver)
            driver.keys("j")
        },
        Scene("history-searched", [.small]) { driver in
            open(&driver)
            driver.keys("/ 'ord'")
            driver.update(
                .history(
                    .listed(HistoryQuery(text: "ord", number: 4), Array(lines[1...2]), isWhole: true, now: .seconds(1_000_000))))
        },
        Scene("history-shown", [.small, .medium]) { driver in
            open(&driver)
            driver.keys("enter")
            let task = PastExchange.task(1)
            let past = PastExchange(
                task: task, age: .seconds(42), duration: .milliseconds(41), service: "api-1",
                heads: [
                    "GET /v1/items?page=2&token=•••••• HTTP/1.1\nAccept: application/json\nAuthorization: ••••••\n",
                    "HTTP/1.1 200 OK\nContent-Type: application/json\n",
                ], plan: nil, whyNoPlan: "")
            var answer = Answer(
                task: task, head: ResponseHead(status: 200, reason: "OK"), url: URI("https://api.shop.example/v1/items"),
                bytes: 87,
                kind: .text)
            answer.isPast = true
            driver.update(.history(.opened(past, .show, answer)))
            driver.keys(".")
        },
    ]
}
