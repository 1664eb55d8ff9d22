// Success and failure as the body says them: always classified, typed for each endpoint, the body kept.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct BusinessErrorTests {
    enum TopicError: BusinessError {
        case gone, other(String)
        init(code: String, message: String) { self = code == "1001" ? .gone : .other(code) }
        var userMessage: String? { self == .gone ? "The topic is gone." : nil }
    }

    enum UserError: BusinessError {
        case banned, other
        init(code: String, message: String) { self = code == "1001" ? .banned : .other }
    }

    private static let rule = BusinessRule.code(at: "/errcode")

    private func outcome(
        _ body: String, _ rule: BusinessRule? = rule, status: Int = 200, of client: ClientBehaviour = ClientBehaviour()
    ) async -> CallOutcome {
        var endpoint = Net.call()
        endpoint.behaviour.business = rule
        let client = NetClient(transport: ScriptedTransport { _ in .answer(status, body: Array(body.utf8)) }, behaviour: client)
        return await client.dispatch(endpoint, on: Net.pool).outcome
    }

    private func error(_ outcome: CallOutcome) -> NetError? { if case .failure(let error) = outcome { error } else { nil } }

    @Test(.rows("BA-9", "HH-E3", "B-HH-E4"))
    func theSuccessCodeIsASuccessAndEveryOtherAFailure() async throws {
        #expect(error(await outcome(#"{"errcode": 200}"#)) == nil)
        #expect(error(await outcome(#"{"errcode": "200"}"#)) == nil)
        let failed = try #require(error(await outcome(#"{"errcode": 11010, "msg": "log in"}"#)))
        #expect(failed.kind == .business("11010"))
        #expect(failed.business == BusinessFailure(code: "11010", message: "log in"))
        #expect(failed.userText == UserText(code: "11010", message: "log in"))
        #expect(failed.detail == "the body has the code 11010 log in")
        #expect(failed.response?.body == Array(#"{"errcode": 11010, "msg": "log in"}"#.utf8))
        let configured = BusinessRule.code(at: "/meta/ok", success: ["true", "0"], message: "/meta/why")
        #expect(error(await outcome(#"{"meta": {"ok": true}}"#, configured)) == nil)
        let other = error(await outcome(#"{"meta": {"ok": false, "why": "no"}}"#, configured))
        #expect(other?.kind == .business("false") && other?.business?.message == "no")
        #expect(error(await outcome(#"{"errcode": 5}"#, .code(at: "/errcode", message: nil)))?.business?.message == "")
    }

    @Test(
        .rows("B-BA-17"), arguments: ["", "<html>", "{}", #"{"errcode": null}"#, #"{"errcode": {"a": 1}}"#, #"{"errcode": []}"#])
    func aBodyWithoutACodeIsNoSuccess(_ body: String) async throws {
        let failed = try #require(error(await outcome(body)))
        #expect(failed.kind == .business(""))
        #expect(failed.detail == "the body has no success code")
        #expect(failed.userText == .standard(.business("")))
    }

    @Test(arguments: [(204, true), (304, true), (205, false), (399, false)])
    func anAnswerThatHasNoContentByItsStatusCannotSayACode(_ status: Int, _ succeeds: Bool) async {
        #expect((error(await outcome("", status: status)) == nil) == succeeds)
    }

    @Test(.rows("B-BA-6"))
    func statusAndBodyAreBothRead() async throws {
        let both = try #require(error(await outcome(#"{"errcode": 11010, "msg": "expired"}"#, status: 401)))
        #expect(both.kind == .status(401))
        #expect(both.business == BusinessFailure(code: "11010", message: "expired"))
        #expect(both.userText.message == "expired")
        let plain = try #require(error(await outcome("<html>", status: 400)))
        #expect(plain.kind == .status(400) && plain.business == nil)
        #expect(error(await outcome(#"{"errcode": 11010}"#))?.kind == .business("11010"))
    }

    @Test(.rows("B-HH-E3", "HH-E3", "HH-E5", "B-HH-E4"))
    func theSameCodeOfTwoEndpointsIsTwoTypes() async throws {
        let topic = try #require(error(await outcome(#"{"errcode": 1001, "msg": "m"}"#, Self.rule.typed(TopicError.self))))
        #expect(topic.business(as: TopicError.self) == .gone)
        #expect(topic.business(as: UserError.self) == nil)
        #expect(topic.userText.message == "The topic is gone.")
        #expect(topic.response != nil)
        let user = try #require(error(await outcome(#"{"errcode": 1001, "msg": "m"}"#, Self.rule.typed(UserError.self))))
        #expect(user.business(as: UserError.self) == .banned)
        #expect(user.userText.message == "m")
        let unknown = try #require(error(await outcome(#"{"errcode": 4711}"#, Self.rule.typed(TopicError.self))))
        #expect(unknown.business() == TopicError.other("4711"))
        #expect(error(await outcome("{}", Self.rule.typed(TopicError.self)))?.business() == TopicError.other(""))
    }

    @Test func aRuleThatMakesItsOwnTypeKeepsIt() async {
        let rule = BusinessRule { _ in .failure(BusinessFailure(code: "1", message: "x", error: UserError.banned)) }
        let failed = error(await outcome("", rule.typed(TopicError.self)))
        #expect(failed?.business(as: UserError.self) == .banned)
    }

    @Test(.rows("HH-E5"))
    func theBusinessRuleIsAskedBeforeDecodingAndNotAfterATransportError() async {
        var endpoint = Endpoint<Int>(Net.plan()) { _ in throw CancellationError() }
        endpoint.behaviour.business = Self.rule
        let client = NetClient(transport: ScriptedTransport { _ in .answer(200, body: Array(#"{"errcode":3}"#.utf8)) })
        #expect(await client.dispatch(endpoint, on: Net.pool).error?.kind == .business("3"))
        let broken = NetClient(transport: Net.failing(.cut))
        let error = await broken.dispatch(endpoint, on: Net.pool).error
        #expect(error?.kind == .cut && error?.business == nil)
    }

    @Test(.rows("B-CT-15"))
    func theEndpointsRuleWinsOverTheClients() async {
        var client = ClientBehaviour()
        client.business = .code(at: "/c", success: ["1"])
        #expect(error(await outcome(#"{"c": 1, "errcode": 9}"#, nil, of: client)) == nil)
        #expect(error(await outcome(#"{"c": 2, "errcode": 200}"#, nil, of: client))?.kind == .business("2"))
        #expect(error(await outcome(#"{"c": 2, "errcode": 200}"#, of: client)) == nil)
    }

    @Test func failuresAreEqualByCodeAndMessage() {
        #expect(BusinessFailure(code: "1", message: "a") == BusinessFailure(code: "1", message: "a", error: UserError.banned))
        #expect(BusinessFailure(code: "1", message: "a") != BusinessFailure(code: "1", message: "b"))
        #expect(BusinessFailure(code: "1") != BusinessFailure(code: "2"))
        #expect(Set([BusinessFailure(code: "1"), BusinessFailure(code: "1"), BusinessFailure(code: "2")]).count == 2)
    }
}
