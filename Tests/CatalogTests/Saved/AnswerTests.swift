// What a saved request takes from its answer and expects of it, the condition of --until, and the report of a run.

import Catalog
import Document
import Foundation
import FoundationXML
import NetLayer
import Testing

@Suite struct AnswerTests {
    private static let answer = SavedResponse(
        status: 201,
        headers: Headers([
            HeaderField("Content-Type", "application/json"), HeaderField("ETag", "\"7\""),
            HeaderField("Set-Cookie", "sid=first; Path=/"), HeaderField("Set-Cookie", "sid=a=b; HttpOnly"),
        ]),
        body: Array(#"{"id":5,"big":1.50,"name":"Ada \"A\"","tags":["x","y"],"access_token":"geheim","none":null}"#.utf8),
        elapsed: .milliseconds(120))

    private static func problem(_ subject: ResponseAssertion.Subject, _ check: ResponseAssertion.Check) throws -> String? {
        var expansion = VariableExpansion(
            VariableScopes(), captured: ["id": .plain("5"), "hidden": .secret(Secret("other"))])
        return try ResponseAssertion(subject, check).problem(in: answer, &expansion)
    }

    private static func json(_ path: String) throws -> ResponseAssertion.Subject { .json(try JSONPath(path)) }

    @Test func whatIsAsExpectedSaysNothing() throws {
        let good: [(ResponseAssertion.Subject, ResponseAssertion.Check)] = [
            (.status, .statuses([404...404, 200...299])), (.time, .atMost(.milliseconds(120))),
            (.header("content-type"), .equals(WorkspaceText(literal: "\"application/json\""))),
            (.header("ETag"), .matches("^\"[0-9]+\"$")), (.header("X-None"), .exists(false)),
            (try Self.json("$.id"), .equals(try WorkspaceText("5"))), (try Self.json("$.big"), .equals(try WorkspaceText("1.5"))),
            (try Self.json("$.tags"), .equals(WorkspaceText(literal: "[\"x\", \"y\"]"))),
            (try Self.json("$.tags"), .count(2)), (try Self.json("$.tags[*]"), .count(2)), (try Self.json("$.gone"), .count(0)),
            (try Self.json("$.none"), .exists(true)), (try Self.json("$.name"), .contains(try WorkspaceText("Ada"))),
        ]
        for (subject, check) in good { #expect(try Self.problem(subject, check) == nil, "\(subject) \(check)") }
    }

    @Test func whatIsOtherwiseIsSaidInOneSentence() throws {
        #expect(try Self.problem(.status, .statuses([200...200, 400...499])) == "status is 201, not 200, 4xx")
        #expect(try Self.problem(.time, .atMost(.milliseconds(119))) == "it took 120 ms, more than 119 ms")
        #expect(try Self.problem(.header("X-None"), .exists(true)) == "header X-None is missing")
        #expect(try Self.problem(Self.json("$.id"), .equals(WorkspaceText("\"5\""))) == "$.id is 5, not \"5\"")
        #expect(try Self.problem(Self.json("$.id"), .equals(WorkspaceText("6"))) == "$.id is 5, not 6")
        #expect(try Self.problem(Self.json("$.gone"), .equals(WorkspaceText("6"))) == "$.gone is missing")
        #expect(try Self.problem(Self.json("$.tags"), .count(3)) == "$.tags has 2, not 3")
        #expect(try Self.problem(Self.json("$.name"), .matches("^B")) == "$.name is Ada \"A\", which does not match ^B")
    }

    @Test func aSecretThatWasExpectedIsNotShown() throws {
        let problem = try #require(try Self.problem(Self.json("$.id"), .equals(WorkspaceText("\"${hidden}\""))))
        #expect(problem == "$.id is 5, not \(Secret.mask)")
        let cookie = try #require(try Self.problem(.header("Set-Cookie"), .equals(WorkspaceText("\"x\""))))
        #expect(!cookie.contains("first"))
        let token = try #require(try Self.problem(Self.json("$.access_token"), .equals(WorkspaceText("\"x\""))))
        #expect(token == "$.access_token is \(Secret.mask), not \"x\"", "by its name")
        let echo = try #require(try Self.problem(Self.json("$"), .contains(WorkspaceText("nothing"))))
        #expect(!echo.contains("geheim") && echo.contains("Ada"), "also within something else: \(echo)")
    }

    @Test func whatWasSentInSecretIsNotShownHalf() throws {
        let long = String(repeating: "geheim-", count: 20)
        let sent = [WireRequest(url: URI("http://one.example/"), headers: ["Authorization": "Bearer \(long)"])]
        let body = Array("{\"echo\":\"you sent \(long)\"}".utf8)
        let document = try JSONDocument(body)
        let answers = [
            SavedResponse(status: 200, headers: Headers(), body: body, elapsed: .zero, sent: sent),
            SavedResponse(status: 200, headers: Headers(), document: document, elapsed: .zero, sent: sent),
        ]
        for answer in answers {
            var expansion = VariableExpansion(VariableScopes())
            let problem = try ResponseAssertion(Self.json("$.echo"), .contains(WorkspaceText("x"))).problem(
                in: answer, &expansion)
            #expect(problem == "$.echo is you sent \(Secret.mask), without x")
        }
    }

    @Test func oneOfManyTokensIsNotShown() throws {
        let tokens = (0..<300).map { "{\"token\":\"token-number-\($0)\"}" }.joined(separator: ",")
        let body = Array("{\"echo\":\"token-number-0\",\"all\":[\(tokens)],\"token\":\"abc\"}".utf8)
        let answer = SavedResponse(status: 200, headers: Headers(), body: body, elapsed: .zero)
        var expansion = VariableExpansion(VariableScopes(), captured: ["hidden": .secret(Secret("token-number-"))])
        for path in ["$", "$.all", "$.echo", "$.token"] {
            let problem = try ResponseAssertion(Self.json(path), .contains(WorkspaceText("x"))).problem(in: answer, &expansion)
            #expect(problem?.contains(Secret.mask) == true && problem?.contains("number") == false, "\(problem ?? "")")
            #expect(problem?.contains("abc") == false)
        }
    }

    @Test func capturesTakeWhatStandsThere() throws {
        #expect(try ResponseCapture("id", .json(JSONPath("$.id"))).value(in: Self.answer) == .plain("5"))
        #expect(try ResponseCapture("tag", .header("etag")).value(in: Self.answer) == .plain("\"7\""))
        #expect(
            try ResponseCapture("sid", .cookie("sid")).value(in: Self.answer) == .secret(Secret("a=b")), "the last one counts")
        #expect(
            try ResponseCapture("t", .json(JSONPath("$['access_token']"))).value(in: Self.answer) == .secret(Secret("geheim")),
            "what is called like a credential is one")
        #expect(try ResponseCapture("id", .json(JSONPath("$.id")), isSecret: true).value(in: Self.answer).isSecret)
        #expect(throws: VariableError.self) { try ResponseCapture("x", .json(JSONPath("$.gone"))).value(in: Self.answer) }
        #expect(throws: VariableError.self) { try ResponseCapture("x", .cookie("other")).value(in: Self.answer) }
        let text = SavedResponse(status: 200, headers: Headers(), body: Array("no json".utf8), elapsed: .zero)
        #expect(throws: VariableError.self) { try ResponseCapture("x", .json(JSONPath("$"))).value(in: text) }
    }

    @Test(
        "conditions",
        arguments: [
            ("status=201", true), ("status=2xx", true), ("status=200-201", true), ("status=404", false), ("$.id=5", true),
            ("$.id=6", false), ("$.name", true), ("$.gone", false), ("$.tags=[\"x\",\"y\"]", true),
            ("$.tags[?@=='x']=x", true), ("$.tags[?@=='x']=y", false), ("header:etag", true), ("header:ETag=\"7\"", false),
            ("header:Content-Type=application/json", true),
        ])
    func conditions(_ text: String, _ holds: Bool) throws {
        var expansion = VariableExpansion(VariableScopes())
        let problem = try ResponseAssertion(condition: text).problem(in: Self.answer, &expansion)
        #expect((problem == nil) == holds, "\(problem ?? "it holds")")
    }

    @Test("what is no condition", arguments: ["", "status", "status=ok", "done", "header:a b", "$[", "header:"])
    func whatIsNoCondition(_ text: String) {
        #expect(throws: VariableError.self) { try ResponseAssertion(condition: text) }
    }

    @Test func theReportIsXMLWhateverNamesSay() throws {
        var good = RunOutcome(suite: "flow", name: "login", state: .succeeded)
        (good.status, good.elapsed) = (200, .milliseconds(1_005))
        var bad = RunOutcome(suite: "flow", name: "a<b&\"c\"\u{1}", state: .failed)
        (bad.status, bad.problems, bad.code) = (200, ["$.x is <1>", "line\nbreak"], 65)
        var dead = RunOutcome(suite: "other", name: "dead", state: .failed)
        (dead.problems, dead.code) = (["no response"], 6)
        let outcomes = [good, bad, RunOutcome(suite: "flow", name: "last", state: .skipped), dead]
        let text = JUnitText.makeReport(outcomes)
        #expect(XMLParser(data: Data(text.utf8)).parse(), "\(text)")
        #expect(
            text.contains("<testsuites name=\"explorer\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\" time=\"1.005\">"))
        #expect(text.contains("name=\"a&lt;b&amp;&quot;c&quot;\u{FFFD}\"") && text.contains("line&#10;break"))
    }
}
