// Scenes: the report of a verification.

import Canvas
import Catalog

@testable import NetLayer
@testable import Screen
@testable import Workbench

extension Scene {
    private static func verified(_ size: Size) throws -> Driver {
        var driver = try Lamps.driver(width: size.width, height: size.height)
        driver.keys(": 'verify negative' enter")
        var orders: [VerifyOrder] = []
        for case .engine(.verify(let order)) in driver.takeEffects() { orders.append(order) }
        guard let order = orders.first else { throw Missing() }
        let group = driver.open(.group, order.machine.title, members: 0, as: order.id)
        driver.progress(of: group, MemberCounts(total: 0))
        var machine = order.machine
        var waiting = machine.begin()
        while let first = waiting.first {
            waiting.removeFirst()
            driver.wait(.milliseconds(12))
            let judgement = VerifyJudge.judge(first.verifyCase, response(to: first.verifyCase))
            let end = VerifyEnd.judged(
                judgement, request: "curl https://lamps.example\(first.verifyCase.plan.path)", elapsed: .milliseconds(12))
            waiting += machine.ended(first.number, end)
        }
        machine.finish()
        let sent = machine.report.sent
        var counts = MemberCounts(total: sent)
        counts.ended = sent
        driver.progress(of: group, counts)
        driver.update(.engine(.verified(VerifyProgress(task: group, report: machine.report))))
        driver.end(group, .succeeded, reason: "")
        driver.keys("4 g t")
        return driver
    }

    /// The list of lamps differs from its description, and another operation fails.
    private static func response(to request: VerifyCase) -> RawResponse {
        let isList = request.plan.path == "/lamps"
        let text = isList ? Lamps.several.body.raw.joined() : ""
        let headers = Headers(isList ? [HeaderField("Content-Type", "application/json")] : [])
        return RawResponse(
            head: ResponseHead(status: request.plan.path == "/free" ? 500 : 200, headers: headers), body: Array(text.utf8),
            url: URI("https://lamps.example\(request.plan.path)"))
    }

    private struct Missing: Error {}

    static let verified: [Scene] = [
        Scene("verify", [.small, .medium]) { size in try verified(size) },
        Scene("verify-scrolled", [.small]) { size in
            var driver = try verified(size)
            driver.keys("f pgdn")
            return driver
        },
    ]
}
