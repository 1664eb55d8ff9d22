// Servers that do not know the parameter for pages, hold it within their list, begin anew, or shrink: the list ends, and each item comes once.

import Document
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct RepeatedPageTests {
    struct Server: Sendable, CustomTestStringConvertible {
        let name: String
        let style: PagingStyle
        /// The numbers that the server gives for a page's place in the query, and how many there are.
        let items: @Sendable (Int) -> Range<Int>
        let total: Int
        var testDescription: String { name }
    }

    /// Short pages do not end these lists.
    private static let pages: PagingStyle = {
        var style = PagingStyle.page(first: 1)
        style.endsAtShortPage = false
        return style
    }()
    private static let offsets: PagingStyle = {
        var style = PagingStyle.offset()
        style.endsAtShortPage = false
        return style
    }()

    static let servers = [
        Server(name: "ignores page", style: Self.pages, items: { _ in 0..<3 }, total: 3),
        Server(name: "ignores offset", style: Self.offsets, items: { _ in 0..<3 }, total: 3),
        Server(
            name: "holds the page at its last", style: Self.pages, items: { page in min(page - 1, 2) * 10..<min(page, 3) * 10 },
            total: 30),
        Server(
            name: "holds the page at a short last", style: Self.pages,
            items: { page in min(page - 1, 2) * 10..<min(25, min(page, 3) * 10) }, total: 25),
        Server(
            name: "holds the offset at its last page", style: Self.offsets,
            items: { offset in min(offset, 15)..<min(offset, 15) + 10 }, total: 25),
        Server(
            name: "begins anew", style: Self.pages, items: { page in (page - 1) % 3 * 10..<(page - 1) % 3 * 10 + 10 }, total: 30),
        Server(name: "shrinks", style: Self.offsets, items: { offset in min(offset, 29)..<30 }, total: 30),
        Server(
            name: "repeats each page once", style: Self.pages, items: { page in (page - 1) / 2 * 10..<(page - 1) / 2 * 10 + 10 },
            total: 10),
    ]

    private static func service(_ server: Server) -> PagedService {
        PagedService { query, _ in
            let place = Int(query["page"] ?? query["offset"] ?? "") ?? 0
            let items = server.items(place).map { #"{"id":\#($0),"name":"item"}"# }.joined(separator: ",")
            // What is about the page changes each time, as times and numbers of requests do.
            return .answer(200, body: Array(#"{"list":[\#(items)],"page":\#(place)}"#.utf8))
        }
    }

    @Test(arguments: servers) func aPagerEnds(_ server: Server) async throws {
        let service = Self.service(server)
        let pager = Pager(Net.plan(), style: server.style, on: Net.pool, client: service.client, items: PagedService.ids)
        var ids: [Int] = []
        for try await page in pager { ids += page.items }
        #expect(ids == Array(0..<server.total))
        #expect(service.transport.requests.count <= server.total / 10 + 3, "\(service.queries)")
        while pager.hasMore != .no { _ = await pager.nextFailure }
        #expect(pager.items == ids && pager.status.ending == .repeated)
        #expect(await pager.nextFailure?.kind == .paginationLoop)
    }

    @Test(arguments: servers) func aGroupEnds(_ server: Server) async throws {
        let service = Self.service(server)
        let ids = Mutex<[Int]>([])
        let gaps = Mutex(0)
        let pages = PageGroup(
            "all", Net.plan(), style: server.style, on: Net.pool, client: service.client, items: PagedService.ids
        ) { outcome in
            switch outcome {
            case .page(let page): ids.withLock { $0 += page.items }
            case .gap: gaps.withLock { $0 += 1 }
            }
        }
        _ = try await pages.start()?.value
        #expect(ids.withLock { $0 } == Array(0..<server.total) && gaps.withLock { $0 } == 0)
        #expect(pages.status.ending == .repeated)
    }

    /// The count of the pages is known, and each of them is the first.
    @Test func numberedPagesThatAreAllTheFirstEnd() async throws {
        let service = PagedService { _, _ in PagedService.page(0, 10, of: 10, #","total":400"#) }
        let ids = Mutex<[Int]>([])
        let style = Self.counted
        let pages = PageGroup("all", Net.plan(), style: style, on: Net.pool, client: service.client, items: PagedService.ids) {
            outcome in
            if case .page(let page) = outcome { ids.withLock { $0 += page.items } }
        }
        _ = try await pages.start()?.value
        #expect(ids.withLock { $0 } == Array(0..<10))
        #expect(pages.status.ending == .repeated && pages.gaps.isEmpty)
    }

    private static let counted: PagingStyle = {
        var style = PagingStyle.page(first: 1)
        style.totals = [.body("/total")]
        return style
    }()

    /// All versions of one item have its id.
    @Test func versionsOfOneItemAreNoRepetition() async throws {
        let service = PagedService { query, _ in
            let page = Int(query["page"] ?? "") ?? 1
            let items = page < 4 ? [page * 2 - 1, page * 2].map { #"{"id":5,"version":\#($0)}"# } : []
            return .answer(200, body: Array(#"{"list":[\#(items.joined(separator: ","))]}"#.utf8))
        }
        let pager = Pager(Net.plan(), style: Self.pages, on: Net.pool, client: service.client) {
            try $0.elements().map { $0["version"]?.int ?? -1 }
        }
        var versions: [Int] = []
        for try await page in pager { versions += page.items }
        #expect(versions == Array(1...6))
    }

    /// Equal items without an identity are items of their own.
    @Test func equalItemsOfTwoPagesStay() async throws {
        let service = PagedService { query, _ in
            let page = Int(query["page"] ?? "") ?? 1
            let items = page < 3 ? [1, 1, page, 7] : []
            return .answer(200, body: Array(#"{"list":[\#(items.map(String.init).joined(separator: ","))]}"#.utf8))
        }
        let pager = Pager(Net.plan(), style: Self.pages, on: Net.pool, client: service.client) {
            try $0.elements().map { $0.int ?? -1 }
        }
        var values: [Int] = []
        for try await page in pager { values += page.items }
        #expect(values == [1, 1, 1, 7, 1, 1, 2, 7])
    }
}
