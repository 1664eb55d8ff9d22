// How the list of a kept answer goes on, where a workspace or a person has said something of it.

import NetLayer
import Testing

@testable import Runtime
@testable import Screen

@Suite struct TurnsTests {
    private let body = #"{"rows": [{"id": 1}, {"id": 2}], "others": [{"n": 7}], "meta": {"next": "c2"}, "next": "/list?page=2"}"#

    private func turns(_ override: PagingOverride?, list: String? = nil, sent: [Parameter] = []) -> PageTurns? {
        let store = BodyStore()
        let url = URI("http://one.example/list")
        let response = RawResponse(head: ResponseHead(status: 200), body: Array(body.utf8), url: url)
        _ = store.keep(response, BodyContent(response), for: TaskID(1))
        var plan = RequestPlan(id: "list", title: "/list", method: .get, path: "/list")
        plan.parameters = sent
        return store.turns(
            PagingQuestion(
                task: TaskID(1), plan: plan, head: response.head, url: url, known: [], number: 1, list: list, override: override))
    }

    private func written(_ turn: PagingStyle.Turn) -> PagingOverride {
        var override = PagingOverride(reason: "explorer.yaml")
        override.turning = .by(turn)
        return override
    }

    @Test func withoutAWordTheAnswerTells() {
        #expect(turns(nil)?.paging.reason == "next URL at /next")
        #expect(turns(nil, list: "/others")?.paging.style.list == "/others")
    }

    @Test func theWordGoesFirst() {
        let found = turns(written(.cursor(name: "after", from: .body("/meta/next"))))
        #expect(found?.paging.reason == "explorer.yaml: cursor as after" && found?.next == .value("c2"))
        #expect(turns(written(.page(name: "p", first: 0, start: nil)))?.next == .number(1))
        // There is no Link header, so this is the last page.
        #expect(turns(written(.link)).map { $0.next == nil } == true)
        var none = PagingOverride(reason: "explorer.yaml")
        none.turning = .none
        #expect(turns(none) == nil)
    }

    @Test func whatIsLeftOpenIsFoundOut() {
        var override = PagingOverride(reason: "explorer.yaml")
        (override.list, override.size, override.sizeName) = ("/others", 50, "limit")
        let found = turns(override)?.paging
        #expect(found?.reason == "next URL at /next" && found?.style.list == "/others")
        #expect(found?.style.size == 50 && found?.style.sizeName == "limit")
        override.size = nil
        #expect(turns(override, sent: [Parameter("limit", .plain("30"), in: .query)])?.paging.style.size == 30)
        // What a person chose on the screen goes before what is written down.
        #expect(turns(override, list: "/rows")?.paging.style.list == "/rows")
    }

    @Test func theFirstRequestHasTheSizeOfTheOthers() {
        var override = PagingOverride(reason: "explorer.yaml")
        (override.size, override.sizeName) = (50, "limit")
        var plan = RequestPlan(id: "list", title: "/list", method: .get, path: "/list")
        override.prepare(&plan)
        #expect(plan.parameters == [Parameter("limit", .plain("50"), in: .query)])
        override.prepare(&plan)
        #expect(plan.parameters.count == 1)
        plan = RequestPlan(id: "list", title: "/list", method: .get, path: "/list?limit=7")
        override.prepare(&plan)
        #expect(plan.parameters.isEmpty)
    }
}
