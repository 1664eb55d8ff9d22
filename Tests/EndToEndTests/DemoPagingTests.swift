// The demo's styles of paging: walked from the first page to the last, each gives every item once.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 1)) struct DemoPagingTests {
    /// Where the items of an answer are, and what to ask for next.
    struct Style: Sendable, CustomTestStringConvertible {
        let start: String
        let items: @Sendable (DemoService.Reply) -> [[String: Any]]
        let next: @Sendable (DemoService.Reply, _ shown: Int) -> String?

        var testDescription: String { start }
    }

    static let styles = [
        Style(
            start: "/items?per_page=100", items: { $0.json as? [[String: Any]] ?? [] },
            next: { reply, _ in
                reply.headers["link"]?.firstMatch(of: /<([^>]+)>; rel="next"/).map { String($0.output.1) }
            }),
        Style(
            start: "/paging/offset?limit=100", items: { $0.object["items"] as? [[String: Any]] ?? [] },
            next: { reply, shown in shown < reply.object["total"] as? Int ?? 0 ? "/paging/offset?limit=100&offset=\(shown)" : nil
            }),
        Style(
            start: "/paging/cursor?limit=100", items: { $0.object["items"] as? [[String: Any]] ?? [] },
            next: { reply, _ in (reply.object["next_cursor"] as? String).map { "/paging/cursor?limit=100&cursor=\($0)" } }),
        Style(
            start: "/paging/keyset?limit=100", items: { $0.object["data"] as? [[String: Any]] ?? [] },
            next: { reply, _ in
                guard reply.object["has_more"] as? Bool == true, let data = reply.object["data"] as? [[String: Any]] else {
                    return nil
                }
                return data.last.flatMap { $0["id"] as? Int }.map { "/paging/keyset?limit=100&starting_after=\($0)" }
            }),
        Style(
            start: "/paging/next-url?page_size=100", items: { $0.object["results"] as? [[String: Any]] ?? [] },
            next: { reply, _ in reply.object["next"] as? String }),
        Style(
            start: "/paging/odata?%24top=100", items: { $0.object["value"] as? [[String: Any]] ?? [] },
            next: { reply, _ in reply.object["@odata.nextLink"] as? String }),
        Style(
            start: "/paging/json-api?page%5Bsize%5D=100",
            items: { reply in
                (reply.object["data"] as? [[String: Any]] ?? []).compactMap { $0["attributes"] as? [String: Any] }
            }, next: { reply, _ in (reply.object["links"] as? [String: Any])?["next"] as? String }),
    ]

    @Test(arguments: styles) func everyItemComesOnce(_ style: Style) async throws {
        let service = try await DemoService()
        var ids: [Int] = []
        var pages = 0
        var target: String? = style.start
        while let url = target, pages < 20 {
            let reply = try await service.curl(url)
            #expect(reply.status == 200, "\(url)")
            let items = style.items(reply)
            ids += items.compactMap { $0["id"] as? Int }
            pages += 1
            target = style.next(reply, ids.count)
        }
        #expect(ids == Array(1...1_234))
        #expect(pages == 13)
    }

    @Test(arguments: [
        "/items?page=0", "/items?per_page=101", "/items?page=x", "/paging/offset?offset=-1", "/paging/offset?limit=0",
        "/paging/cursor?cursor=%25", "/paging/cursor?cursor=aXRlbTp4", "/paging/keyset?starting_after=x", "/paging/odata?$top=0",
        "/paging/json-api?page[number]=0",
    ])
    func wrongPlaceIsAProblemThatNamesItsParameter(_ target: String) async throws {
        let reply = try await DemoService().curl(target)
        #expect(reply.status == 400)
        #expect(reply.headers["content-type"] == "application/problem+json")
        let name = try #require(target.firstMatch(of: /\?([^=]+)=/)).output.1
        #expect((reply.object["errors"] as? [[String: String]])?.first?["field"] == String(name))
    }

    @Test func pagesBehindTheEndAreEmpty() async throws {
        let service = try await DemoService()
        for style in Self.styles.prefix(2) + Self.styles[4...6] {
            let name =
                style.start.contains("offset")
                ? "offset" : style.start.contains("odata") ? "$skip" : style.start.contains("json") ? "page[number]" : "page"
            let reply = try await service.curl(style.start + "&\(name)=5000")
            #expect(reply.status == 200 && style.items(reply).isEmpty, "\(style.start)")
        }
        let keyset = try await service.curl("/paging/keyset?starting_after=9223372036854775807")
        #expect(keyset.object["has_more"] as? Bool == false)
    }
}
