// A verification as an effect: its requests are members of one group, and reports come back until it is over.

import Catalog
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen
@testable import Workbench

@Suite(.within(minutes: 1))
struct VerifyEffectTests {
    private let inbox = Inbox()
    private let pool = ServicePool([Service(name: "one", baseURL: URI("http://one.example"))])

    private static let text = #"""
        {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": {
         "/items": {"get": {"operationId": "list", "responses": {"200": {"description": "ok", "content": {
          "application/json": {"schema": {"type": "array", "items": {"type": "string"}}}}}}}},
         "/items/{id}": {"get": {"operationId": "one", "parameters": [
          {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
          "responses": {"200": {"description": "ok"}}}}}}
        """#

    private func order(_ id: TaskID) throws -> VerifyOrder {
        let description = try APIDescription.parse(Array(Self.text.utf8), source: "shop.json", base: nil)
        let operation = try #require(description.operation(0))
        return VerifyOrder(
            id: id, machine: VerifyMachine(VerifyPlan(description, VerifyPlan.Options())), description: description, pool: pool,
            usesPoolAlone: true, credentials: Credentials(), defaults: RequestDefaults(), policies: CallPolicies(),
            loginScheme: nil, lead: RequestDraft(.operation(description.endpoints[0], operation)).plan)
    }

    private func client(_ steps: [ScriptedTransport.Step]) -> NetClient {
        NetClient(transport: ScriptedTransport { _ in steps })
    }

    private static let numbers = ScriptedTransport.Step.answer(
        200, headers: Headers([HeaderField("Content-Type", "application/json")]), body: Array("[5]".utf8))

    /// The last report, and the tasks whose responses were reported.
    private func end() async throws -> (report: VerifyReport, answered: [TaskID]) {
        var report: VerifyReport?
        var answered: [TaskID] = []
        _ = await eventually {
            for event in inbox.drain() {
                if case .engine(.verified(let progress)) = event { report = progress.report }
                if case .engine(.answered(let answer)) = event { answered.append(answer.task) }
            }
            return report?.isOver == true && answered.count >= 2
        }
        return (try #require(report), answered)
    }

    @Test func requestsAreMembersOfOneGroup() async throws {
        let client = client(Self.numbers)
        let id = client.reserveTaskID()
        EffectRunner(client: client, inbox: inbox).perform(.engine(.verify(try order(id))))
        let (report, answered) = try await end()
        // The list, the resource that it names, and one that it does not.
        #expect(report.isOver && report.sent == 3 && report.findings == 1 && !report.isCancelled)
        let finding = try #require(report.endpoints.first?.findings.first)
        #expect(finding.fault.place == "/0" && finding.request.contains("http://one.example/items"), "\(finding)")
        #expect(Set(answered).allSatisfy { client.row(of: $0)?.info.parent == id })
        #expect(await eventually { client.row(of: id)?.state == .failed }, "the row of the group shows the findings")
        let single = answered.compactMap { client.row(of: $0)?.exchanges.first?.request.url.path }
        #expect(single.contains("/items/5"), "the id that the list has named")
    }

    @Test func aCancelOfTheRowEndsIt() async throws {
        let client = client([.enter(.waiting)])
        let id = client.reserveTaskID()
        let runner = EffectRunner(client: client, inbox: inbox)
        runner.perform(.engine(.verify(try order(id))))
        #expect(await eventually { client.row(of: id)?.members?.total == 1 })
        runner.perform(.engine(.cancel([id])))
        var report: VerifyReport?
        _ = await eventually {
            for case .engine(.verified(let progress)) in inbox.drain() { report = progress.report }
            return report?.isOver == true
        }
        #expect(report?.isCancelled == true && report?.sent == 0)
    }
}
