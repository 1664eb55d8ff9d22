// What a body says of its own success, as a check.

import Document
import NetLayer
import Testing

@testable import Catalog

@Suite struct BusinessCheckTests {
    private func check(_ body: String, _ rule: BusinessCode) throws -> ResponseCheck? {
        rule.check(try JSONDocument(Array(body.utf8)).root)
    }

    private let rule = BusinessCode(code: "/errcode", success: ["0", "200"], message: "/msg")

    @Test func aCodeOfFailureFailsWithTheWordsOfTheServer() throws {
        let failed = try #require(try check(#"{"errcode": 500, "msg": "out of stock"}"#, rule))
        #expect(failed.expected == "/errcode is 0 or 200" && failed.found == "500")
        #expect(failed.problem == "out of stock (/errcode is 500)")
        #expect(try check(#"{"errcode": 500}"#, rule)?.problem == "/errcode is 500")
    }

    @Test func aCodeOfSuccessIsACheckThatHolds() throws {
        let good = try #require(try check(#"{"errcode": 0, "msg": "ok"}"#, rule))
        #expect(good.problem == nil && good.found == "0")
        #expect(try #require(try check(#"{"errcode": "200"}"#, rule)).problem == nil)
    }

    @Test(arguments: [#"{"code": 500}"#, #"{"errcode": null}"#, #"{"errcode": {"a": 1}}"#, "[1]"])
    func aBodyWithoutTheCodeSaysNothing(_ body: String) throws {
        #expect(try check(body, rule) == nil)
    }

    @Test func aLineNamesTheCodeItsSuccessesAndTheWords() {
        #expect(BusinessCode(line: "/errcode=0,200 /msg") == rule)
        #expect(BusinessCode(line: "/a=b=ok") == BusinessCode(code: "/a=b", success: ["ok"], message: nil))
        for wrong in ["", "/errcode", "/errcode=", "errcode=0", "/errcode=0 msg", "/errcode=0 /msg /more"] {
            #expect(BusinessCode(line: wrong) == nil, "\(wrong)")
        }
    }

    @Test func aSavedRequestFailsWithIt() throws {
        var expansion = VariableExpansion(VariableScopes())
        let body = try JSONDocument(Array(#"{"errcode": 500, "msg": "no"}"#.utf8))
        let answer = SavedResponse(status: 200, headers: Headers(), document: body, elapsed: .zero)
        let request = WorkspaceRequest(name: "one", target: .endpoint("one"))
        #expect(request.verdict(on: answer, &expansion).isGood)
        let verdict = request.verdict(on: answer, business: rule, &expansion)
        #expect(!verdict.isGood && verdict.checks.map(\.problem) == ["no (/errcode is 500)"])
    }
}
