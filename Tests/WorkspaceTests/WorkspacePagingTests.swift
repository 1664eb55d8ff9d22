// `paging:` of a workspace: what each style takes, and what is said of what it does not.

import Catalog
import NetLayer
import Testing

@testable import Workspace

@Suite struct WorkspacePagingTests {
    private func rules(_ paging: String) throws -> PagingRules {
        let text = "apis:\n  shop:\n    environments: { test: http://127.0.0.1:1 }\n    paging:\n" + paging
        return try #require(WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml").apis.first).paging
    }

    @Test(arguments: [
        ("      style: page", PagingStyle.Turn.page(name: "page", first: 1, start: nil)),
        ("      style: page\n      parameter: p\n      first: 0", .page(name: "p", first: 0, start: nil)),
        ("      style: offset\n      parameter: skip", .offset(name: "skip", first: 0)),
        (
            "      style: cursor\n      next: /meta/next\n      parameter: after",
            .cursor(name: "after", from: .body("/meta/next"))
        ),
        ("      style: next_url\n      next: /links/next", .nextURL(.body("/links/next"))),
        ("      style: keyset\n      parameter: since\n      key: /uid", .keyset(name: "since", key: "/uid")),
        ("      style: link", .link),
    ])
    func stylesAreRead(_ text: String, _ turn: PagingStyle.Turn) throws {
        let rule = try #require(try rules(text).all)
        #expect(rule.turning == .by(turn) && rule.reason == "explorer.yaml")
    }

    @Test func whatIsLeftOpenIsFoundOut() throws {
        let rule = try #require(
            try rules("      items: /data/rows\n      limit: 20\n      size-parameter: limit\n      page-size: 50").all)
        #expect(rule.turning == .found && rule.list == "/data/rows")
        #expect(rule.limit == 20 && rule.sizeName == "limit" && rule.size == 50)
        #expect(try rules("      style: none").all?.turning == PagingOverride.Turning.none)
    }

    @Test func endpointsHaveTheirOwn() throws {
        let rules = try rules(
            "      style: link\n      endpoints:\n        listItems: { style: page }\n        GET /b: { items: /b }")
        #expect(rules.endpoints["listItems"]?.turning == .by(.page(name: "page", first: 1, start: nil)))
        #expect(rules.endpoints["GET /b"]?.list == "/b" && rules.all?.turning == .by(.link))
    }

    @Test(arguments: [
        ("      style: pages", 5, "style 'pages' is not known; did you mean page?"),
        ("      style: cursor", 5, "nothing says where the cursor stands; write 'next: /meta/next_cursor'"),
        ("      style: keyset", 5, "style keyset has no parameter; write 'parameter: starting_after', or its name"),
        ("      style: link\n      next: /x", 6, "'next' means nothing with style link; remove it"),
        ("      parameter: p", 5, "'parameter' means nothing without a style; write 'style:' too"),
        ("      items: data", 5, "items 'data' is not a JSON pointer; write it like /data/items"),
        ("      style: page\n      first: 2", 6, "first '2' is not a number from 0 to 1; write one"),
        ("      limit: 0", 5, "limit '0' is not a number from 1 to 100000"),
        ("      itmes: /x", 5, "'itmes' is not an option of paging; did you mean items?"),
    ])
    func whatIsWrongIsSaidWithItsPlace(_ text: String, _ line: Int, _ words: String) throws {
        let error = #expect(throws: WorkspaceError.self) { try rules(text) }
        #expect(error?.lines.count == 1)
        #expect(error?.lines.first?.hasPrefix("/w/explorer.yaml:\(line): \(words)") == true, "\(error?.lines ?? [])")
    }
}
