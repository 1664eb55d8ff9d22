// What a verification sends next, what it learns of responses, and what it reports.

import Catalog
import NetLayer
import Testing

@testable import Workbench

@Suite struct VerifyMachineTests {
    @Test func aServerAsDescribedHasNoFindings() throws {
        let run = VerifyShop.run(try VerifyShop.plan(isNegative: true, isUnsafe: true)) { _ in nil }
        #expect(run.report.findings == 0, "\(VerifyText.lines(run.report))")
        #expect(run.report.exitCode == 0 && run.report.tried == 4 && run.report.sent == run.sent.count)
    }

    @Test func singleResourcesAreRequestedByTheIdsOfLists() throws {
        let run = VerifyShop.run(try VerifyShop.plan()) { _ in nil }
        let single = run.sent.filter { $0.operation.parameters.contains { $0.place == .path } }
        #expect(single.first?.pathValues["id"] == "7" && single.first?.isMadeUp == false)
        // The other one is a resource that no list shows.
        #expect(single.count == 3 && single.last?.isMadeUp == true && single.last?.pathValues["id"] != "7")
    }

    @Test func otherResourcesOfTheListAreRequestedToo() throws {
        let run = VerifyShop.run(try VerifyShop.plan()) { verifyCase in
            guard verifyCase.pathValues.isEmpty else { return nil }
            let items = (7...20).map { #"{"id": \#($0), "name": "lamp", "price": 1}"# }.joined(separator: ",")
            return VerifyShop.judged(verifyCase, VerifyShop.response(200, "[\(items)]"))
        }
        let ids = run.sent.filter { !$0.isMadeUp }.compactMap { $0.pathValues["id"] }
        #expect(ids == ["7", "8", "9", "10"])
    }

    @Test func whatWasCreatedIsRemoved() throws {
        let run = VerifyShop.run(try VerifyShop.plan(isUnsafe: true)) { _ in nil }
        #expect(run.sent.last?.plan.method == .delete && run.sent.last?.pathValues["id"] == "9")
    }

    @Test func aLocationNamesAResourceToo() throws {
        let run = VerifyShop.run(try VerifyShop.plan(isUnsafe: true)) { verifyCase in
            guard verifyCase.plan.method == .post else { return nil }
            let head = ResponseHead(status: 201, headers: ["Location": "https://shop.example/items/44"])
            let response = RawResponse(head: head, body: [], url: URI("https://shop.example/items"))
            return VerifyShop.judged(verifyCase, response)
        }
        #expect(run.sent.last?.pathValues["id"] == "44")
    }

    @Test func aMissingResourceIsAFindingOnlyWhereAResponseHasNamedIt() throws {
        let empty = VerifyShop.run(try VerifyShop.plan()) { verifyCase in
            verifyCase.pathValues.isEmpty
                ? VerifyShop.judged(verifyCase, VerifyShop.response(200, "[]"))
                : VerifyShop.judged(verifyCase, VerifyShop.response(404))
        }
        #expect(empty.report.findings == 0)
        #expect(empty.report.endpoints.contains { $0.remarks[.missing] == 1 })
        let named = VerifyShop.run(try VerifyShop.plan()) { verifyCase in
            verifyCase.pathValues.isEmpty ? nil : VerifyShop.judged(verifyCase, VerifyShop.response(404))
        }
        let finding = try #require(named.report.endpoints.first { $0.id == "getItem" }?.findings.first)
        #expect(finding.fault.place == "status" && finding.fault.came == "404")
    }

    @Test(arguments: [(200, VerifyFault.Kind.accepted), (500, .failed)])
    func whatAServerMustRefuse(_ status: Int, _ kind: VerifyFault.Kind) throws {
        let run = VerifyShop.run(try VerifyShop.plan(isNegative: true)) { verifyCase in
            guard verifyCase.name == "limit=0, below the minimum" else { return nil }
            return VerifyShop.judged(verifyCase, VerifyShop.response(status, "[]"))
        }
        let findings = run.report.endpoints.flatMap(\.findings)
        #expect(findings.map(\.fault.kind) == [kind] && run.report.exitCode == ExitStatus.drift)
        let rule = try #require(findings.first?.fault.rule)
        #expect(rule.pointer.hasSuffix("/schema/minimum") && rule.line == 5, "\(rule.words)")
    }

    @Test func aMethodThatIsNotKnownMayBeUnimplemented() throws {
        func findings(_ status: Int) throws -> Int {
            VerifyShop.run(try VerifyShop.plan(isNegative: true)) { verifyCase in
                guard case .noMethod = verifyCase.demand else { return nil }
                return VerifyShop.judged(verifyCase, VerifyShop.response(status))
            }.report.findings
        }
        #expect(try findings(405) == 0 && findings(501) == 0)
        #expect(try findings(200) == 2 && findings(500) == 2, "one of each path")
    }

    @Test func oneRuleIsOneFinding() throws {
        let run = VerifyShop.run(try VerifyShop.plan()) { verifyCase in
            guard verifyCase.pathValues.isEmpty else { return nil }
            let body = #"[{"id": 7, "name": 1}, {"id": 8, "name": 2}]"#
            return VerifyShop.judged(verifyCase, VerifyShop.response(200, body))
        }
        let findings = try #require(run.report.endpoints.first { $0.id == "listItems" }?.findings)
        #expect(findings.count == 1 && (findings.first?.times ?? 0) > 2)
        #expect(findings.first?.fault.place == "/0/name" && findings.first?.caseName == "the usual request")
        let lines = VerifyText.lines(run.report)
        #expect(lines.contains { if case .detail("request", "curl") = $0 { true } else { false } })
    }

    @Test func credentialsThatAreMissingAreARemark() throws {
        let run = VerifyShop.run(try VerifyShop.plan()) { VerifyShop.judged($0, VerifyShop.response(401)) }
        #expect(run.report.findings == 0 && run.report.exitCode == 0)
        #expect(run.report.endpoints.first?.remarks[.needsCredentials] ?? 0 > 0)
    }

    @Test func aLimitEndsIt() throws {
        let run = VerifyShop.run(try VerifyShop.plan(most: 3)) { _ in nil }
        #expect(run.sent.count == 3)
        #expect(run.report.endpoints.first { $0.id == "getItem" }?.obstacles.first?.contains("limit of 3") == true)
    }

    @Test func aServerThatIsGoneIsNotAskedOnAndOn() throws {
        let plan = try VerifyShop.plan(isNegative: true)
        let run = VerifyShop.run(plan) { _ in .lost("Could not connect", code: ExitStatus.noResponse, elapsed: .zero) }
        #expect(run.sent.count < 15 && run.report.exitCode == ExitStatus.noResponse && run.report.sent == 0)
    }

    @Test func aRefusalOfTheGuardIsNotTried() throws {
        let run = VerifyShop.run(try VerifyShop.plan(isUnsafe: true)) { verifyCase in
            verifyCase.plan.method.isSafe ? nil : .unsent("production is read-only (explorer.yaml:7)")
        }
        let added = try #require(run.report.endpoints.first { $0.id == "addItem" })
        #expect(added.sent == 0 && added.obstacles == ["production is read-only (explorer.yaml:7)"])
        #expect(run.report.outcomes.contains { $0.state == .skipped } && run.report.exitCode == 0)
    }

    @Test func aCancelEndsItAndKeepsTheReport() throws {
        var machine = VerifyMachine(try VerifyShop.plan(), atOnce: 1)
        let first = try #require(machine.begin().first)
        machine.cancel()
        let end = VerifyShop.judged(first.verifyCase, VerifyShop.answer(first.verifyCase))
        #expect(machine.ended(first.number, end).isEmpty)
        #expect(machine.isOver && machine.report.sent == 1 && machine.report.exitCode == ExitStatus.cancelled)
    }

    @Test func requestsRunAtOnceWithinTheirRound() throws {
        var machine = VerifyMachine(try VerifyShop.plan(), atOnce: 500)
        let first = machine.begin()
        #expect(first.count > 4 && first.allSatisfy { $0.verifyCase.pathValues.isEmpty })
        var later: [VerifyMachine.Order] = []
        for order in first {
            #expect(later.isEmpty, "the next round waits")
            later = machine.ended(order.number, VerifyShop.judged(order.verifyCase, VerifyShop.answer(order.verifyCase)))
        }
        #expect(!later.isEmpty && later.allSatisfy { !$0.verifyCase.pathValues.isEmpty })
    }
}
