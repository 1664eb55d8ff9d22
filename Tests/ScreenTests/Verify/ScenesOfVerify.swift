// Scenes: the report of a verification.

import Canvas
import Catalog
import RequestFiles

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
        var machine = order.machine
        let group = driver.open(.group, machine.title, members: 0, as: order.id)
        driver.progress(of: group, MemberCounts(total: 0))
        var waiting = machine.begin()
        while let first = waiting.first {
            waiting.removeFirst()
            driver.wait(.milliseconds(12))
            let judgement = VerifyJudge.judge(first.verifyCase, response(to: first.verifyCase))
            let request = try RequestGenerator().request(
                for: first.verifyCase.plan, on: Lamps.pool.services.first?.standing(in: Lamps.pool.environment))
            let end = VerifyEnd.judged(judgement, request: CurlLine.makeCommand(request), elapsed: .milliseconds(12))
            waiting += machine.ended(first.number, end)
        }
        machine.finish()
        let report = machine.report
        var counts = MemberCounts(total: report.sent)
        counts.ended = report.sent
        driver.progress(of: group, counts)
        driver.update(.engine(.verified(VerifyProgress(task: group, report: report))))
        driver.end(group, .failed, reason: "\(report.findings) findings", errorKind: "work")
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
        Scene("verify", [.small, .medium]) { size in
            var driver = try verified(size)
            // Otherwise a small screen has room for its first line only.
            if size == .small { driver.keys("f") }
            return driver
        },
        Scene("verify-narrow", [.small]) { size in
            var driver = try verified(size)
            driver.keys("pgdn pgdn")
            return driver
        },
    ]
}
