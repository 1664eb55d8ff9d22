// The expectation `contract: true` of a saved request: one check of its verdict.

import Catalog
import NetLayer
import Testing

struct ContractVerdictTests {
    private static func request(line: Int = 0) -> WorkspaceRequest {
        var request = WorkspaceRequest(name: "list", target: .endpoint("GET /items"))
        request.assertions = [ResponseAssertion(.contract, .asDescribed, line: line)]
        return request
    }

    private func verdict(
        _ body: String, _ api: APIDescription?, status: Int = 200, type: String = "application/json", line: Int = 0
    ) throws -> ResponseVerdict {
        var answer = SavedResponse(
            status: status, headers: ["Content-Type": type], body: Array(body.utf8), elapsed: .zero)
        if let api { answer.hold(against: try #require(Contract(0, of: api))) }
        var expansion = VariableExpansion(VariableScopes())
        return Self.request(line: line).verdict(on: answer, &expansion)
    }

    private static func api() throws -> APIDescription {
        try promisingJSON(#"{"type": "array", "items": {"type": "integer"}}"#)
    }

    @Test func aResponseAsDescribedIsGood() throws {
        let verdict = try verdict("[1, 2]", try Self.api())
        #expect(verdict.isGood && verdict.checks == [ResponseCheck("the response is as described", found: "as described")])
        #expect(verdict.contract?.status == .fits)
        #expect(Self.request().expectsContract && !WorkspaceRequest(name: "a", target: .endpoint("b")).expectsContract)
    }

    @Test func theFirstPlacesAreTheProblem() throws {
        let verdict = try verdict(#"["a", "b", "c", "d"]"#, try Self.api(), line: 7)
        let place = { (number: Int) in "/\(number) must be a whole number, such as 42; a text of 1 character came" }
        #expect(
            verdict.checks == [
                ResponseCheck(
                    "the response is as described", found: "differs in 4 places",
                    problem: "\(place(0)); \(place(1)); \(place(2)); and 1 more place (line 7)")
            ])
    }

    @Test func aResponseWithoutASchemaIsGood() throws {
        let api = try promising(#""204": {"description": ""}"#)
        #expect(try verdict("", api, status: 204).isGood)
    }

    /// The user asked for it.
    @Test func nothingToCheckIsAProblem() throws {
        let verdict = try verdict("[]", nil)
        #expect(verdict.problems == ["no description describes this response: there is nothing to check"])
        #expect(verdict.contract == nil)
    }

    @Test func anErrorStatusStaysTheFirstReason() throws {
        let verdict = try verdict("[]", try Self.api(), status: 500)
        #expect(verdict.statusProblem == "the server answered 500")
        #expect(verdict.problems == ["status must be 200; 500 came"])
    }
}
