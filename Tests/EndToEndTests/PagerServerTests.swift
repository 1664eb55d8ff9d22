// NetLayer's pager against real servers over real sockets: every item once, in every style, and not one request too many.

import Document
import NetLayer
import TestSupport
import Testing

@Suite(.within(minutes: 1)) struct PagerServerTests {
    struct Style: Sendable, CustomTestStringConvertible {
        let path: String
        let style: PagingStyle
        /// How many requests it takes; one more where only an empty page says the end.
        let requests: Int
        var key = "/id"

        var testDescription: String { path }
    }

    /// 1,234 items make 13 pages of 100, or 617 of 2: then the last page is full.
    static let styles = [
        Style(path: "/items", style: .link(size: "per_page", of: 100), requests: 13),
        Style(path: "/items", style: .page(size: "per_page", of: 100), requests: 13),
        Style(path: "/items", style: .page(size: "per_page", of: 2), requests: 618),
        Style(path: "/items", style: .counted(.page(size: "per_page", of: 2), .header("X-Total-Count")), requests: 617),
        Style(path: "/paging/offset", style: .offset(of: 100), requests: 13),
        Style(path: "/paging/offset", style: .counted(.offset(of: 100), .body("/total")), requests: 13),
        Style(path: "/paging/cursor", style: .cursor(from: .body("/next_cursor"), size: "limit", of: 100), requests: 13),
        Style(path: "/paging/keyset", style: .keyset("starting_after", size: "limit", of: 100), requests: 14),
        Style(
            path: "/paging/keyset", style: .flagged(.keyset("starting_after", size: "limit", of: 100), .body("/has_more")),
            requests: 13),
        Style(path: "/paging/next-url", style: .nextURL(.body("/next"), size: "page_size", of: 100), requests: 13),
        Style(path: "/paging/odata", style: .nextURL(.body("/@odata.nextLink"), size: "$top", of: 100), requests: 13),
        Style(
            path: "/paging/odata", style: .counted(.offset("$skip", size: "$top", of: 100), .body("/@odata.count")), requests: 13),
        Style(
            path: "/paging/json-api", style: .nextURL(.body("/links/next"), size: "page[size]", of: 100), requests: 13,
            key: "/attributes/id"),
        Style(
            path: "/paging/json-api", style: .counted(.page("page[number]", size: "page[size]", of: 100), .body("/meta/total")),
            requests: 13, key: "/attributes/id"),
    ]

    private func read(_ style: Style, at url: String) async throws -> [Int] {
        let client = NetClient(transport: CurlTransport())
        let pool = ServicePool([Service(name: "real", baseURL: URI(url))])
        let plan = RequestPlan(id: "list", path: style.path)
        let pager = Pager<Int>(plan, style: style.style, on: pool, client: client, identity: { "\($0)" }) { page in
            try page.elements().map { $0.resolve(pointer: style.key)?.int ?? -1 }
        }
        var ids: [Int] = []
        for try await page in pager {
            #expect(page.duplicates == 0)
            ids += page.items
        }
        #expect(client.snapshot().counters.opened == style.requests)
        #expect(await eventually { client.liveCount == 0 })
        return ids
    }

    @Test(arguments: styles) func theDemosItemsComeOnce(_ style: Style) async throws {
        let service = try await DemoService()
        let ids = try await read(style, at: service.url)
        #expect(ids == Array(1...1_234))
        withExtendedLifetime(service) {}
    }

    @Test(.enabled(if: PythonServer.isPresent, PythonServer.whyAbsent)) func datasettesRowsComeOnce() async throws {
        let server = try await PythonServer.datasette(rows: 1_234)
        for style in [PagingStyle.link(size: "_size", of: 100), .nextURL(.body("/next_url"), size: "_size", of: 100)] {
            let style = Style(path: "/shop/items.json?_shape=objects", style: style, requests: 13)
            #expect(try await read(style, at: server.url("")) == Array(1...1_234))
        }
        withExtendedLifetime(server) {}
    }
}

extension PagingStyle {
    /// The style, with a total that stands there.
    fileprivate static func counted(_ style: PagingStyle, _ place: ResponsePlace) -> PagingStyle {
        var style = style
        style.totals = [place]
        return style
    }

    /// The style, with a yes or no that stands there.
    fileprivate static func flagged(_ style: PagingStyle, _ place: ResponsePlace) -> PagingStyle {
        var style = style
        style.moreFlags = [place]
        return style
    }
}
