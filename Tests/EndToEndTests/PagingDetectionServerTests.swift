// How real servers page is found out by their first answer; then every item comes once, one page after another and as a group.

import Document
import NetLayer
import Synchronization
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct PagingDetectionServerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let path: String
        let reason: String
        var known: [String] = []
        var key = "/id"

        var testDescription: String { path }
    }

    static let demo = [
        Case(path: "/items?per_page=50", reason: "Link rel=next"),
        Case(path: "/paging/offset?limit=50", reason: "parameter offset", known: ["offset", "limit"]),
        Case(path: "/paging/cursor?limit=50", reason: "cursor at /next_cursor, sent as cursor", known: ["cursor", "limit"]),
        Case(path: "/paging/cursor?limit=50", reason: "cursor at /next_cursor, sent as cursor"),
        Case(path: "/paging/keyset?limit=50", reason: "the last id, sent as starting_after", known: ["starting_after", "limit"]),
        Case(path: "/paging/next-url?page_size=50", reason: "next URL at /next", known: ["page", "page_size"]),
        Case(path: "/paging/odata?$top=50", reason: "next URL at /@odata.nextLink", known: ["$top", "$skip"]),
        Case(path: "/paging/json-api?page[size]=50", reason: "next URL at /links/next", key: "/attributes/id"),
    ]

    @Test(arguments: demo) func theDemosStylesAreFound(_ found: Case) async throws {
        let service = try await DemoService()
        let list = try await List(found, at: service.url)
        #expect(list.paging.reason == found.reason)
        #expect(try await list.inTurn() == Array(1...1_234))
        #expect(try await list.asGroup() == Array(1...1_234))
        withExtendedLifetime(service) {}
    }

    @Test(.enabled(if: PythonServer.isPresent, PythonServer.whyAbsent)) func datasettesPagesAreFound() async throws {
        let server = try await PythonServer.datasette(rows: 1_234)
        let list = try await List(Case(path: "/shop/items.json?_shape=objects", reason: "Link rel=next"), at: server.url(""))
        #expect(list.paging.reason == "Link rel=next")
        #expect(try await list.inTurn() == Array(1...1_234))
        #expect(try await list.asGroup() == Array(1...1_234))
        withExtendedLifetime(server) {}
    }

    /// A list whose first answer is there.
    private struct List {
        let client = NetClient(transport: CurlTransport())
        let pool: ServicePool
        let plan: RequestPlan
        let first: RawResponse
        let paging: FoundPaging
        let key: String

        init(_ list: Case, at url: String) async throws {
            pool = ServicePool([Service(name: "real", baseURL: URI(url))])
            plan = RequestPlan(id: "list", path: list.path)
            key = list.key
            first = try await client.send(Endpoint(plan), on: pool)
            paging = try #require(PagingDetection(plan, known: list.known.map { .init($0) }, answer: first).found)
        }

        func inTurn() async throws -> [Int] {
            let pager = Pager<Int>(plan, style: paging.style, on: pool, client: client) { [key] page in
                try page.elements().map { $0.resolve(pointer: key)?.int ?? -1 }
            }
            var run = pager.makeAsyncIterator()
            var ids = try run.begin(with: first).items
            while let page = try await run.next() { ids += page.items }
            return ids
        }

        func asGroup() async throws -> [Int] {
            let pages = Mutex<[Int: [Int]]>([:])
            let group = PageGroup<Int>("all", plan, style: paging.style, on: pool, client: client, first: first) { [key] page in
                try page.elements().map { $0.resolve(pointer: key)?.int ?? -1 }
            } onLanding: { arrival in
                guard case .page(let page) = arrival else { return }
                pages.withLock { $0[page.number] = page.items }
            }
            _ = try await group.start()?.value
            #expect(group.gaps.isEmpty && group.start() == nil)
            return pages.withLock { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
        }
    }
}
