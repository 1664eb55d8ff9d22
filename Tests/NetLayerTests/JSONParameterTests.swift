// Parameters as members of a JSON body: what is sent, who sees and adds members, and what cannot be sent.

import Document
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite struct JSONParameterTests {
    private static func plan(_ parameters: [Parameter], body: RequestBody = .none) -> RequestPlan {
        RequestPlan(id: "x", method: .post, path: "/x", parameters: parameters, body: body)
    }

    private static func sent(_ plan: RequestPlan, by generator: RequestGenerator = RequestGenerator()) throws -> String {
        guard case .bytes(let bytes) = try generator.request(for: plan, on: Net.service).body else { return "no bytes" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let page = Parameter("page", json: 2)

    // MARK: The body

    @Test(.rows("BA-2")) func membersKeepTheirTypes() throws {
        let plan = Self.plan([
            Self.page, Parameter("ratio", json: 0.5), Parameter("all", json: true), Parameter("none", json: nil),
            Parameter("text", json: "2"), Parameter("plain", "a\"b", in: .json), Parameter("list", json: [1, ["a": "b"]]),
            Parameter("q", "1", in: .query),
        ])
        let request = try RequestGenerator().request(for: plan, on: Net.service)
        #expect(request.headers["Content-Type"] == "application/json" && request.url.query == "q=1")
        #expect(
            try Self.sent(plan)
                == #"{"page":2,"ratio":0.5,"all":true,"none":null,"text":"2","plain":"a\"b","list":[1,{"a":"b"}]}"#)
    }

    @Test func membersTakePrecedenceOverThoseOfTheBody() throws {
        let body = RequestBody.json(["page": 1, "word": "a"])
        #expect(
            try Self.sent(Self.plan([Self.page, Parameter("size", json: 10)], body: body)) == #"{"page":2,"word":"a","size":10}"#)
        #expect(try Self.sent(Self.plan([Parameter("page", json: 1), Self.page, Self.page])) == #"{"page":2}"#)
    }

    /// The built-in body is the outermost layer in every kind of body.
    @Test(.rows("HD-3")) func layersAddMembers() throws {
        var generator = RequestGenerator()
        generator.commonParameters = [Parameter("app", "1", in: .json), Parameter("page", json: 9)]
        generator.builtinBody = [Parameter("token", "t", in: .form)]
        #expect(
            try Self.sent(Self.plan([Self.page, Parameter("token", "own", in: .json)]), by: generator)
                == #"{"app":"1","page":2,"token":"t"}"#)
        generator.commonParameters = []
        #expect(try Self.sent(Self.plan([], body: .json(["token": "own"])), by: generator) == #"{"token":"t"}"#)
        #expect(try Self.sent(Self.plan([], body: .json([1])), by: generator) == "[1]")
    }

    @Test(arguments: [
        (RequestBody.none, [Parameter("f", "1", in: .form)], "a call has form fields or members of a JSON body, not both"),
        (.json([1]), [], "members go into a JSON object, and the body is another JSON value"),
        (.json("text"), [], "members go into a JSON object, and the body is another JSON value"),
        (.bytes([123, 125], contentType: "application/json"), [], "members go into a JSON object, and the body is not JSON"),
        (.multipart(MultipartBody([])), [], "members go into a JSON object, and the body is not JSON"),
        (.file(path: "/x", contentType: "a/b"), [], "members go into a JSON object, and the body is not JSON"),
    ]) func whatTakesNoMembersIsAnError(_ body: RequestBody, _ others: [Parameter], _ detail: String) {
        let error = #expect(throws: NetError.self) { try Self.sent(Self.plan([Self.page] + others, body: body)) }
        #expect(error?.kind == .badRequest && error?.detail == detail)
    }

    @Test func aNumberWithoutATextIsAnError() {
        let error = #expect(throws: NetError.self) { try Self.sent(Self.plan([Parameter("a", json: .number(.infinity))])) }
        #expect(error?.kind == .badRequest && error?.detail == "the body cannot be written: inf is not a JSON number")
    }

    // MARK: One parameter

    @Test func aNewTextMakesAString() {
        var parameter = Self.page
        #expect(parameter.value == "2" && parameter.json == 2 && parameter.place == .json)
        parameter.value = "3"
        #expect(parameter.json == "3")
        #expect(Parameter("a", json: "x") == Parameter("a", "x", in: .json))
    }

    @Test func secretsAreMaskedAndKeepTheirTypes() throws {
        var plan = Self.plan([
            Parameter("pin", json: 1234), Parameter("password", "hunter2", in: .json),
            Parameter("code", json: 77, isSecret: true),
            Parameter("user", json: ["password": "hunter3"]),
        ])
        plan.maskedNames = ["pin"]
        let request = try RequestGenerator().request(for: plan, on: Net.service)
        #expect(try Self.sent(plan) == #"{"pin":1234,"password":"hunter2","code":77,"user":{"password":"hunter3"}}"#)
        let shown = "\(plan.parameters) \(request.parameters) \(String(decoding: request.maskedBody ?? [], as: UTF8.self))"
        #expect(!shown.contains("hunter") && !shown.contains("77") && shown.contains("json user={…}"), "\(shown)")
        #expect(!String(decoding: request.maskedBody ?? [], as: UTF8.self).contains("1234"))
        #expect(plan.withoutCredentials().parameters.map(\.name) == ["user"])
    }

    // MARK: Who sees and adds members

    @Test(.rows("BA-4")) func membersArePulledReformedCheckedAndSigned() async throws {
        let seen = Mutex<[String]>([])
        @Sendable func note(_ who: String, _ parameters: [Parameter]) {
            seen.withLock { $0.append(who + parameters.map { " \($0.name)=\($0.value.revealed)" }.joined()) }
        }
        struct Look: Hooks {
            let note: @Sendable (String, [Parameter]) -> Void
            func willCall(_ context: CallContext) async throws -> HookVerdict {
                note("hook", context.plan.parameters)
                return .proceed
            }
        }
        let transport = Net.answering()
        var endpoint = Endpoint<RawResponse>(Self.plan([Self.page], body: .json(["word": "a"])))
        endpoint.behaviour.hooks = [Look(note: note)]
        endpoint.behaviour.checkParameters = { note("check", $0) }
        endpoint.behaviour.request.parameters = { _ in [Parameter("pulled", json: true)] }
        endpoint.behaviour.request.reform = { $0 + [Parameter("size", json: 20)] }
        endpoint.behaviour.request.signature = { parameters, _ in
            note("signature", parameters)
            return [Parameter("sign", json: .integer(parameters.count))]
        }
        _ = try await NetClient(transport: transport).send(endpoint, on: Net.pool)
        #expect(
            try transport.requests.map { String(decoding: try $0.body.collected(), as: UTF8.self) } == [
                #"{"word":"a","page":2,"pulled":true,"size":20,"sign":3}"#
            ])
        let members = " page=2 pulled=true size=20"
        #expect(seen.withLock { $0 } == ["hook" + members, "check" + members, "signature" + members])
    }

    // MARK: Pages

    /// A list that takes page and size in the body: `{"word":"a","page":1,"pageSize":10,"page_start":0}`.
    @Test(.rows("PG-2"), .within(minutes: 1)) func aPagerWritesPageAndSizeIntoTheBody() async throws {
        let service = PagedService { _, request in
            let root = try? JSONDocument((try? request.body.collected()) ?? []).root
            guard let start = root?["page_start"]?.int, let size = root?["rows"]?.int, root?["word"]?.string == "a" else {
                return .answer(400)
            }
            return PagedService.page(start, size, of: 23)
        }
        var style = PagingStyle.page("pageNo", size: "rows", of: 10, start: "page_start")
        style.place = .json
        let list = Self.plan([Parameter("pageNo", json: 7)], body: .json(["word": "a", "rows": 3]))
        let pager = service.pager(style, PageLimits(), list)
        while try await pager.loadMore().hasMore != .no {}
        #expect(pager.items == Array(0..<23))
        #expect(
            try service.transport.requests.map { String(decoding: try $0.body.collected(), as: UTF8.self) } == [
                #"{"word":"a","rows":10,"pageNo":1,"page_start":0}"#, #"{"word":"a","rows":10,"pageNo":2,"page_start":10}"#,
                #"{"word":"a","rows":10,"pageNo":3,"page_start":20}"#,
            ])
        #expect(service.queries == ["", "", ""])
    }

    @Test func aRunBeginsAtThePageThatTheBodyAsksFor() {
        var style = PagingStyle.page("page")
        style.place = .json
        let asked = [Self.plan([Self.page]), Self.plan([], body: .json(["page": 2])), Self.plan([], body: .json(["page": "2"]))]
        for plan in asked { #expect(style.beginning(with: plan).turn == .page(name: "page", first: 2, start: nil)) }
        #expect(style.beginning(with: Self.plan([Parameter("page", "2", in: .query)])).turn == style.turn, "another place")
        var cursors = PagingStyle.cursor(from: .body("/next"))
        cursors.place = .json
        #expect(cursors.makePlan(Self.plan([]), at: .value("7")).parameters == [Parameter("cursor", json: "7")])
    }

    /// A link is followed with a GET, which has no body.
    @Test func aLinkLeavesTheMembersOut() {
        let plan = Self.plan([Self.page], body: .json(["a": 1])).following(URI("http://api.test/v1/x?page=3"))
        #expect(plan.parameters.isEmpty && plan.body == .none && plan.method == .get)
    }
}
