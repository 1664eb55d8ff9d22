// What an answer is to its saved request.

import Catalog
import Document
import NetLayer
import Testing

@Suite struct AnswerVerdictTests {
    private static func answer(_ status: Int, _ body: String = #"{"token": "t-1", "n": 3}"#) -> SavedResponse {
        SavedResponse(status: status, headers: Headers(), document: try? JSONDocument(Array(body.utf8)), elapsed: .seconds(1))
    }

    private static func request() throws -> WorkspaceRequest {
        var request = WorkspaceRequest(name: "login", target: .endpoint("login"))
        request.captures = [ResponseCapture("token", .json(try JSONPath("$.token")))]
        return request
    }

    @Test func whatIsCapturedIsThereForTheNext() throws {
        var expansion = VariableExpansion(VariableScopes())
        let verdict = try Self.request().verdict(on: Self.answer(200), &expansion)
        #expect(verdict.isGood)
        #expect(verdict.captured == ["token": .secret(Secret("t-1"))])
        #expect(expansion.captured == verdict.captured)
    }

    @Test func aFailureIsOneByItsStatusUnlessTheRequestSaysWhichAreGood() throws {
        var expansion = VariableExpansion(VariableScopes())
        let failed = try Self.request().verdict(on: Self.answer(404), &expansion)
        #expect(failed.statusProblem == "the server answered 404")
        #expect(!failed.isGood)
        #expect(failed.captured.isEmpty, "an error's body is no token")
        var request = try Self.request()
        request.assertions = [ResponseAssertion(.status, .statuses([404...404]))]
        #expect(request.verdict(on: Self.answer(404), &expansion).isGood)
        let unexpected = request.verdict(on: Self.answer(200), &expansion)
        #expect(unexpected.problems.count == 1)
        #expect(!unexpected.isGood)
    }

    @Test func eachExpectationIsACheckWithTheValueThatWasFound() throws {
        var expansion = VariableExpansion(VariableScopes())
        var request = try Self.request()
        request.assertions = [
            ResponseAssertion(.status, .statuses([200...299])),
            ResponseAssertion(.json(try JSONPath("$.n")), .equals(WorkspaceText(literal: "13")), line: 24),
            ResponseAssertion(.json(try JSONPath("$.token")), .exists(true)),
        ]
        let verdict = request.verdict(on: Self.answer(200), &expansion)
        #expect(
            verdict.checks == [
                ResponseCheck("status is 2xx", found: "200"),
                ResponseCheck("$.n is 13", found: "3", problem: "$.n is 3, not 13 (line 24)"),
                ResponseCheck("$.token exists", found: Secret.mask),
                ResponseCheck("captures token", found: Secret.mask),
            ])
        #expect(verdict.problems == ["$.n is 3, not 13 (line 24)"])
    }

    @Test func whatIsNotThereToBeCapturedIsSaid() throws {
        var expansion = VariableExpansion(VariableScopes())
        let verdict = try Self.request().verdict(on: Self.answer(200, "no JSON"), &expansion)
        #expect(verdict.problems.first?.contains("token cannot be captured") == true)
    }

    @Test(arguments: [("300ms", 300), ("2s", 2_000), ("1.5m", 90_000), ("1h", 3_600_000)])
    func spansAreReadAndWritten(_ text: String, _ milliseconds: Int) {
        #expect(SpanText.parse(text) == .milliseconds(milliseconds))
        #expect(SpanText.parse(SpanText.format(.milliseconds(milliseconds))) == .milliseconds(milliseconds))
    }

    @Test(arguments: ["", "5", "s", "-1s", "5 s", "1e9s", "fast"]) func whatIsNoSpanIsNone(_ text: String) {
        #expect(SpanText.parse(text) == nil)
    }
}
