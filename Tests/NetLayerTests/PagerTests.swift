// A pager over a client: the seven styles from the first item to the last, joining, cancelling, and what is never sent.

import Document
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct PagerTests {
    private static let count = 23

    /// Reads everything, as a sequence and as a growing list; both must be whole.
    private func readAll(_ service: PagedService, _ style: PagingStyle, requests: Int) async throws -> [Int] {
        let pager = service.pager(style)
        var pages: [Page<Int>] = []
        for try await page in pager { pages.append(page) }
        #expect(pages.map(\.number) == Array(1...max(1, pages.count)))
        #expect(pager.items.isEmpty, "the sequence is a run of its own")
        #expect(service.transport.requests.count == requests)
        while pager.hasMore != .no {
            guard let error = await pager.nextFailure else { continue }
            #expect(error.kind == .noMoreData)
        }
        let ids = pages.flatMap(\.items)
        #expect(pager.items == ids)
        #expect(await pager.nextFailure?.kind == .noMoreData)
        #expect(service.transport.requests.count == requests * 2, "nothing is sent behind the end")
        #expect(await service.client.isDrained())
        return ids
    }

    @Test(arguments: [0, 1]) func style1PageNumbers(_ first: Int) async throws {
        let service = PagedService { query, _ in
            PagedService.page((Int(query["page"] ?? "").map { $0 - first } ?? -99) * 10, 10, of: Self.count)
        }
        #expect(try await readAll(service, .page(first: first), requests: 3) == Array(0..<Self.count))
    }

    @Test func style2Offsets() async throws {
        let service = PagedService { query, _ in PagedService.page(Int(query["offset"] ?? "") ?? 999, 10, of: 30) }
        // The last page is full, so one more is asked for, and is empty.
        #expect(try await readAll(service, .offset(), requests: 4) == Array(0..<30))
    }

    @Test func style3CursorsInTheBodyAndAnEmptyOneEnds() async throws {
        let service = PagedService { query, _ in
            let start = Int((query["cursor"] ?? "c/0").dropFirst(2)) ?? 999
            let next = start + 10 < Self.count ? "c/\(start + 10)" : ""
            return PagedService.page(start, 10, of: Self.count, #","meta":{"next_cursor":"\#(next)"}"#)
        }
        #expect(try await readAll(service, .cursor(from: .body("/meta/next_cursor")), requests: 3) == Array(0..<Self.count))
    }

    @Test func style4LinkHeadersThatVanishAtTheEnd() async throws {
        let service = PagedService { query, _ in
            let start = Int(query["opaque"] ?? "") ?? 0
            let link = "</v1/items?opaque=0&x=y>; rel=\"first\", <items?opaque=\(start + 10)&x=%2F>; rel=\"next\""
            return PagedService.page(start, 10, of: Self.count, headers: start + 10 < Self.count ? ["Link": link] : [:])
        }
        #expect(try await readAll(service, .link(size: "per_page"), requests: 3) == Array(0..<Self.count))
        #expect(service.queries.prefix(3) == ["per_page=10", "opaque=10&x=%2F", "opaque=20&x=%2F"])
    }

    @Test(arguments: ["/next", "/@odata.nextLink", "/_links/next/href"]) func style5NextURLsInTheBody(_ pointer: String)
        async throws
    {
        let service = PagedService { query, _ in
            let start = Int(query["at"] ?? "") ?? 0
            let next = start + 10 < Self.count ? #""http://api.test/v1/items?at=\#(start + 10)""# : "null"
            let members = [
                "/next": #","next":\#(next)"#, "/@odata.nextLink": #","@odata.nextLink":\#(next)"#,
                "/_links/next/href": #","_links":{"next":{"href":\#(next)}}"#,
            ]
            return PagedService.page(start, 10, of: Self.count, members[pointer] ?? "")
        }
        #expect(try await readAll(service, .nextURL(.body(pointer)), requests: 3) == Array(0..<Self.count))
    }

    @Test func style6KeysUntilAnEmptyPage() async throws {
        let service = PagedService { query, _ in
            PagedService.page((Int(query["since"] ?? "") ?? -1) + 1, Int(query["n"] ?? "") ?? 0, of: Self.count)
        }
        #expect(try await readAll(service, .keyset("since", size: "n", of: 10), requests: 4) == Array(0..<Self.count))
    }

    @Test func style6WithAFlagAsStripeHasIt() async throws {
        let service = PagedService { query, _ in
            let start = (Int(query["starting_after"] ?? "") ?? -1) + 1
            return PagedService.page(start, 10, of: 20, #","has_more":\#(start + 10 < 20)"#)
        }
        var style = PagingStyle.keyset("starting_after")
        style.moreFlags = [.body("/has_more")]
        #expect(try await readAll(service, style, requests: 2) == Array(0..<20))
    }

    @Test(
        .rows("HH-P3", "BA-15"),
        arguments: [
            ResponsePlace.header("X-Total-Count"), .contentRange, .body("/totalRow"), .body("/total_count"),
        ]) func style7TotalsSpareTheEmptyPage(_ place: ResponsePlace) async throws
    {
        let service = PagedService { query, _ in
            let start = ((Int(query["page"] ?? "") ?? 0) - 1) * 10
            return switch place {
            case .header: PagedService.page(start, 10, of: 20, headers: ["X-Total-Count": "20"])
            case .contentRange: PagedService.page(start, 10, of: 20, headers: ["Content-Range": "items \(start)-\(start + 9)/20"])
            case .body(let pointer): PagedService.page(start, 10, of: 20, #","\#(pointer.dropFirst())":20"#)
            }
        }
        var style = PagingStyle.page()
        style.totals = [place]
        #expect(try await readAll(service, style, requests: 2) == Array(0..<20))
    }

    // MARK: Rows and errors

    @Test(.rows("HH-P4", "HH-P5", "HH-E4")) func noDataAndNoMoreDataAreErrorsOfTheirOwn() async throws {
        let service = PagedService { query, _ in
            query["page"] == "1" ? PagedService.page(0, 10, of: query["q"] == "none" ? 0 : 10) : PagedService.page(0, 0, of: 0)
        }
        let none = service.pager(.page(), PageLimits(), Net.plan("/items?q=none"))
        let error = try #require(await none.nextFailure)
        #expect(error.kind == .noData && error.detail == "page 1 is empty" && error.attempted == "GET /items?q=none")
        #expect(none.status.state == .exhausted)
        let full = service.pager(.page())
        #expect(try await full.loadMore().items.count == 10)
        #expect(await full.nextFailure?.kind == .noMoreData)
        #expect(service.transport.requests.count == 3)
        #expect(await full.nextFailure?.detail == "the page after the last one was empty")
        #expect(service.transport.requests.count == 3, "no request sent")
        for try await _ in none { Issue.record("an empty list has no pages") }
    }

    @Test func theErrorsHaveWordsOfTheirOwn() {
        let kinds: [NetError.Kind] = [.noData, .noMoreData, .paginationLoop, .foreignHost, .file]
        #expect(kinds.map(\.name) == ["no_data", "no_more_data", "pagination_loop", "foreign_host", "file"])
    }

    @Test func everyPageIsATask() async throws {
        let service = PagedService { query, _ in PagedService.page(query["page"] == "1" ? 0 : 10, 10, of: 13) }
        let pager = service.pager(.page(), PageLimits(), Net.plan { $0.title = "List" })
        #expect(try await pager.loadMore().number == 1)
        #expect(try await pager.loadMore().number == 2)
        #expect(service.client.snapshot().ended.map(\.info.title) == ["List p.1", "List p.2"])
        #expect(service.client.snapshot().ended.map(\.state) == [.succeeded, .succeeded])
    }

    @Test(.rows("HH-P1")) func theStatusKnowsWhenItAsked() async throws {
        let clock = VirtualClock()
        let client = NetClient(transport: Net.answering(), time: clock.source)
        let pager = Pager(Net.plan(), style: .page(), on: Net.pool, client: client) { _ in [1] }
        clock.advance(by: .seconds(3))
        try await pager.loadMore()
        clock.advance(by: .seconds(3))
        #expect(pager.status.requestedAt == .seconds(3) && pager.status.pageSize == 10)
        #expect(pager.status.currentPage == 1 && pager.pagerState == .exhausted)
    }

    @Test(.rows("B-HH-P1")) func aFailedPageIsTriedAgain() async throws {
        let attempts = Mutex(0)
        let service = PagedService { query, _ in
            guard query["page"] == "2",
                attempts.withLock({
                    $0 += 1; return $0 < 3
                })
            else {
                return PagedService.page(query["page"] == "1" ? 0 : 10, 10, of: 13)
            }
            return .answer(503)
        }
        let pager = service.pager(.page())
        try await pager.loadMore()
        #expect(await pager.nextFailure?.kind == .status(503))
        #expect(pager.pagerState == .failed(page: 2, .status(503)) && pager.items.count == 10)
        #expect(await pager.nextFailure?.kind == .status(503))
        #expect(try await pager.loadMore().items == [10, 11, 12])
        #expect(service.queries.map { $0.suffix(1) } == ["1", "2", "2", "2"])
        var pages = pager.makeAsyncIterator()
        attempts.withLock { $0 = 1 }
        #expect(try await pages.next()?.number == 1)
        await #expect(throws: NetError.self) { try await pages.next() }
        #expect(try await pages.next()?.number == 2, "a sequence can go on as well")
        #expect(try await pages.next() == nil)
    }

    @Test(arguments: [("<html>", "line 1"), (#"{"id":1}"#, "no list"), (#"{"list":[{}]}"#, "told")])
    func anAnswerThatIsNoPageIsADecodeError(_ body: String, _ detail: String) async throws {
        let service = PagedService { _, _ in .answer(200, body: Array(body.utf8)) }
        let pager = Pager<Int>(Net.plan(), style: .page(), on: Net.pool, client: service.client) { page in
            if try page.elements().first?.count == 0 { throw PageProblem("told") }
            return []
        }
        let error = try #require(await pager.nextFailure)
        #expect(error.kind == .decode && error.detail.contains(detail), "\(error)")
        #expect(String(decoding: error.response?.body ?? [], as: UTF8.self) == body)
        #expect(pager.pagerState == .failed(page: 1, .decode))
    }

    /// Every word of the row: page 1 replaces the list, a full page means more and another one does not, the page moves when items came.
    @Test(.rows("PG-3")) func pagesAreAppendedAsFarAsItemsCome() async throws {
        let served = Mutex((first: 0, count: 20))
        let service = PagedService { query, _ in
            let (first, count) = served.withLock { $0 }
            return PagedService.page(first + ((Int(query["page"] ?? "") ?? 0) - 1) * 10, 10, of: first + count)
        }
        let pager = service.pager(.page())
        #expect(try await pager.loadMore().hasMore == .unknown, "it is full")
        #expect(try await pager.loadMore().hasMore == .unknown)
        #expect(pager.items == Array(0..<20) && pager.status.currentPage == 2)
        // Nothing came: the page stays, and so does the list.
        #expect(await pager.nextFailure?.kind == .noMoreData)
        #expect(pager.items == Array(0..<20) && pager.status.currentPage == 2 && pager.hasMore == .no)
        served.withLock { $0 = (100, 13) }
        #expect(try await pager.refresh().items == Array(100..<110))
        #expect(pager.items == Array(100..<110) && pager.status.currentPage == 1 && pager.hasMore == .unknown)
        #expect(try await pager.loadMore().hasMore == .no, "it is not full")
        #expect(pager.items == Array(100..<113) && pager.status.currentPage == 2)
        served.withLock { $0 = (200, 0) }
        let error = await pager.failure { (pager: Pager<Int>) throws(NetError) in _ = try await pager.refresh() }
        #expect(error?.kind == .noData && pager.items.isEmpty && pager.status.currentPage == 0)
        #expect(service.queries.map { $0.suffix(1) } == ["1", "2", "3", "1", "2", "1"])
    }

    @Test func whatACallerLeavesOutDoesNotMakeAPageShort() async throws {
        let service = PagedService { query, _ in PagedService.page(query["page"] == "1" ? 0 : 10, 10, of: 13) }
        let pager = Pager(Net.plan(), style: .page(), on: Net.pool, client: service.client) { page in
            try PagedService.ids(page).filter { $0 % 2 == 0 }
        }
        #expect(try await pager.loadMore().hasMore == .unknown)
        #expect(try await pager.loadMore().items == [10, 12])
        let plain = Pager(Net.plan(), style: .page(), on: Net.pool, client: service.client)
        #expect(try await plain.loadMore().items.map(\.source).first == #"{"id":0}"#)
    }

    // MARK: At once

    @Test(.rows("B-HH-P2")) func whoeverAsksMeanwhileGetsTheSamePage() async throws {
        let service = PagedService { _, _ in [.enter(.sending)] }
        let pager = service.pager(.page())
        let loads = (0..<5).map { _ in Task { try await pager.loadMore().items } }
        #expect(await eventually { service.transport.inFlight.count == 1 })
        #expect(pager.pagerState == .loading(.more, generation: 0))
        service.transport.inFlight.first?.play(PagedService.page(0, 10, of: 10))
        for load in loads {
            // Who came too late for it gets no second page.
            let items = try? await load.value
            #expect(items == Array(0..<10) || items == nil)
        }
        #expect(service.transport.requests.count <= 2)
        #expect(service.queries.first == "pageSize=10&page=1")
    }

    @Test(.rows("B-HH-P2", "B-BA-12", "PG-4")) func aRefreshTakesThePlaceOfALoad() async throws {
        let service = PagedService { query, _ in query["page"] == "1" ? PagedService.page(0, 10, of: 99) : [.enter(.sending)] }
        let pager = service.pager(.page())
        try await pager.loadMore()
        let more = Task { await pager.nextFailure }
        #expect(await eventually { service.transport.inFlight.count == 1 })
        let late = try #require(service.transport.inFlight.first)
        #expect(try await pager.refresh().items == Array(0..<10))
        let error = try #require(await more.value)
        #expect(error.kind == .cancelled(.superseded) && error.detail == "another load replaced it")
        #expect(late.hasEnded, "its socket is closed")
        late.play(PagedService.page(10, 10, of: 99))
        #expect(pager.items == Array(0..<10) && pager.status.currentPage == 1)
        #expect(service.client.snapshot().counters.superseded == 1 && service.client.snapshot().counters.cancelled == 0)
        #expect(service.client.snapshot().ended.map(\.state) == [.succeeded, .superseded, .succeeded])
        #expect(await service.client.isDrained())
    }

    /// Also when the transport does not obey the cancel and answers late.
    @Test(.rows("B-HH-P2", "B-BA-12")) func aLateAnswerOfALoadThatIsOverIsDropped() async throws {
        let transport = StubbornTransport()
        let client = NetClient(transport: transport)
        let pager = Pager(Net.plan(), style: .page(of: 1), on: Net.pool, client: client, items: PagedService.ids)
        func answer(_ exchange: Int, _ id: Int) {
            let observer = transport.exchanges[exchange].observer
            observer.transferReceived(head: ResponseHead(status: 200))
            Array(#"[{"id":\#(id)}]"#.utf8).withUnsafeBytes { _ = observer.transferReceived(body: $0) }
            observer.transferFinished(TransferEnd())
        }
        let first = Task { await pager.nextFailure }
        #expect(await eventually { transport.exchanges.count == 1 })
        let refresh = Task { try await pager.refresh().items }
        #expect(await eventually { transport.exchanges.count == 2 })
        answer(1, 7)
        #expect(try await refresh.value == [7])
        answer(0, 1)
        #expect(await client.isDrained())
        #expect(await first.value?.kind == .cancelled(.superseded))
        #expect(pager.items == [7])
    }

    @Test func theLastWaiterTakesTheLoadAlong() async throws {
        let service = PagedService { _, _ in [.enter(.sending)] }
        let pager = service.pager(.page())
        let one = Task { await pager.nextFailure }
        #expect(await eventually { service.transport.inFlight.count == 1 })
        let two = Task { await pager.nextFailure }
        let three = Task { try await pager.loadMore().items }
        #expect(await eventually { pager.waiterCount == 3 })
        one.cancel()
        #expect(await one.value?.kind == .cancelled(.scope))
        two.cancel()
        #expect(await two.value?.kind == .cancelled(.scope))
        #expect(service.transport.inFlight.count == 1, "somebody still waits")
        service.transport.inFlight.first?.play(PagedService.page(0, 10, of: 10))
        #expect(try await three.value == Array(0..<10))
        pager.reset()
        let last = Task { await pager.nextFailure }
        #expect(await eventually { service.transport.inFlight.count == 1 })
        last.cancel()
        #expect(await last.value?.kind == .cancelled(.scope))
        #expect(await service.client.isDrained())
        #expect(service.client.snapshot().counters.cancelled == 1)
        #expect(pager.pagerState == .idle && pager.waiterCount == 0)
    }

    @Test func aCallFromACancelledTaskEndsAtOnce() async throws {
        let service = PagedService { _, _ in [.enter(.sending)] }
        let pager = service.pager(.page())
        let task = Task {
            await withCheckedContinuation { continuation in
                withUnsafeCurrentTask { $0?.cancel() }; continuation.resume()
            }
            return await pager.nextFailure
        }
        #expect(await task.value?.kind == .cancelled(.scope))
        #expect(await service.client.isDrained())
        #expect(pager.pagerState == .idle)
    }

    @Test func whatIsCancelledInTheTableIsCancelledHere() async throws {
        let service = PagedService { _, _ in [.enter(.sending)] }
        let pager = service.pager(.page())
        let load = Task { await pager.nextFailure }
        #expect(await eventually { service.transport.inFlight.count == 1 })
        service.client.cancelAll(because: .quit)
        #expect(await load.value?.kind == .cancelled(.quit))
        #expect(pager.pagerState == .idle)
    }

    @Test(.rows("HH-P1")) func aResetCancelsAndForgets() async throws {
        let service = PagedService { query, _ in query["page"] == "1" ? PagedService.page(0, 10, of: 99) : [.enter(.sending)] }
        let pager = service.pager(.page())
        try await pager.loadMore()
        let more = Task { await pager.nextFailure }
        #expect(await eventually { service.transport.inFlight.count == 1 })
        pager.reset()
        let error = await more.value
        #expect(error?.kind == .cancelled(.user) && error?.detail == "the pager was reset")
        #expect(pager.items.isEmpty && pager.status.currentPage == 0 && pager.hasMore == .unknown)
        #expect(await service.client.isDrained())
    }

    // MARK: Guards

    @Test func aLoopIsAnErrorAndIsNotSent() async throws {
        let service = PagedService { query, _ in
            PagedService.page(0, 1, of: 1, #","next":"\#(query["cursor"] == "b" ? "a" : query["cursor"] == "a" ? "b" : "a")""#)
        }
        let pager = service.pager(.cursor(from: .body("/next")))
        var count = 0
        let error = await #expect(throws: NetError.self) { for try await _ in pager { count += 1 } }
        #expect(error?.kind == .paginationLoop)
        #expect(count == 3 && service.transport.requests.count == 3)
    }

    private static let credentials = Service(
        name: "main", baseURL: URI("https://api.test/v1"), headers: ["Authorization": "Bearer of the service"])

    private func following(_ next: String, _ limits: PageLimits, pool: ServicePool = ServicePool([credentials])) -> (
        Pager<Int>, PagedService
    ) {
        let service = PagedService { query, request in
            request.url.path == "/v1/items"
                ? PagedService.page(0, 1, of: 1, headers: ["Link": "<\(next)>; rel=next"]) : PagedService.page(1, 1, of: 2)
        }
        let plan = Net.plan {
            $0.headers = ["X-Api-Key": "of the call", "X-A": "1"]
            $0.parameters = [Parameter("session", "of the call", in: .cookie)]
        }
        return (Pager(plan, style: .link(), on: pool, client: service.client, limits: limits, items: PagedService.ids), service)
    }

    @Test func anotherHostIsRefusedUnlessAllowedAndGetsNoCredentials() async throws {
        let (refusing, first) = following("https://evil.test/steal", PageLimits())
        #expect(try await refusing.loadMore().items == [0])
        let error = try #require(await refusing.nextFailure)
        #expect(error.kind == .foreignHost && error.detail.contains("https://evil.test/steal"))
        #expect(first.transport.requests.count == 1)
        let (allowing, second) = following("https://evil.test/steal", PageLimits(allowsForeignHosts: true))
        #expect(try await allowing.loadMore().items == [0])
        #expect(
            second.transport.requests[0].headers.fields.map(\.name).sorted() == ["Authorization", "Cookie", "X-A", "X-Api-Key"])
        #expect(try await allowing.loadMore().items == [1])
        #expect(second.transport.requests[1].headers.fields.map(\.name) == ["X-A"])
    }

    @Test func theServicesOwnNextPageGetsTheCredentials() async throws {
        for next in ["/v1/more", "https://api.test/more"] {
            let (pager, service) = following(next, PageLimits())
            try await pager.loadMore()
            #expect(try await pager.loadMore().items == [1])
            #expect(service.transport.requests[1].headers["Authorization"] == "Bearer of the service")
            #expect(service.transport.requests[1].headers["Cookie"] == "session=of the call")
        }
    }

    /// What answers page 1 of a list is asked for page 2, wherever the call goes; and nobody else is.
    @Test(arguments: [
        (Destination(environment: .release), "http://live.test/v1", true),
        (Destination(environment: .release), "http://api.test/v1", false),
        (Destination(), "http://api.test/v1", true), (Destination(), "http://live.test/v1", false),
        (Destination(baseURL: URI("https://own.test/x")), "https://own.test/x", true),
        (Destination(baseURL: URI("https://own.test/x")), "https://other.test/x", false),
        (Destination(environment: .release, baseURL: URI("http://own.test:80/x")), "http://live.test/v1", true),
        (Destination(service: "second"), "http://second.test/v1", true), (Destination(), "http://cdn.test/v1", true),
    ]) func theNextPageIsWhereTheCallGoes(_ destination: Destination, _ base: String, _ isHome: Bool) async throws {
        let main = Service(
            name: "main",
            deployments: [
                Deployment(.standard, baseURL: URI("http://api.test/v1"), cdnURL: URI("http://cdn.test")),
                Deployment(.release, baseURL: URI("http://live.test/v1")),
            ])
        let second = Service(name: "second", baseURL: URI("http://second.test/v1"))
        for style in [PagingStyle.link(), .nextURL(.body("/next"))] {
            let service = PagedService { query, _ in
                let next = query["at"] == nil ? "\(base)/items?at=1" : ""
                return PagedService.page(
                    0, 1, of: 1, #","next":"\#(next)""#, headers: next.isEmpty ? [:] : ["Link": "<\(next)>; rel=next"])
            }
            let plan = Net.plan {
                $0.destination = destination
                $0.headers = ["X-Api-Key": "of the call"]
            }
            let pager = Pager(
                plan, style: style, on: ServicePool([main, second]), client: service.client, items: PagedService.ids)
            try await pager.loadMore()
            #expect(await pager.nextFailure?.kind == (isHome ? nil : .foreignHost), "\(destination), \(base)")
            #expect(service.transport.requests.map { $0.headers["X-Api-Key"] == nil } == (isHome ? [false, false] : [false]))
        }
    }

    @Test func thePoolsEnvironmentCountsForTheNextPage() async throws {
        let main = Service(
            name: "main",
            deployments: [
                Deployment(.test, baseURL: URI("http://test.test/v1"), headers: ["X-Test-Token": "t"]),
                Deployment(.release, baseURL: URI("http://live.test/v1")),
            ])
        let service = PagedService { query, _ in
            PagedService.page(0, 1, of: 1, headers: query["at"] == nil ? ["Link": "<items?at=1>; rel=next"] : [:])
        }
        let pool = ServicePool([main], environment: .test)
        let pager = Pager(Net.plan(), style: .link(), on: pool, client: service.client, items: PagedService.ids)
        try await pager.loadMore()
        #expect(try await pager.loadMore().number == 2)
        #expect(service.transport.requests.map { $0.headers["X-Test-Token"] } == ["t", "t"])
    }

    /// A base URL of http that is asked by https (HH-G3): its next page is there too, and by https alone.
    @Test func aListThatIsAskedByTLSStaysThere() async throws {
        for (next, kind) in [
            ("https://api.test/v1/items?at=1", nil), ("items?at=1", nil), ("http://api.test/v1/items?at=1", .foreignHost),
        ] as [(String, NetError.Kind?)] {
            let service = PagedService { query, _ in
                PagedService.page(0, 1, of: 1, headers: query["at"] == nil ? ["Link": "<\(next)>; rel=next"] : [:])
            }
            let pager = service.pager(.link(), PageLimits(), Net.plan { $0.destination.requiresTLS = true })
            try await pager.loadMore()
            #expect(await pager.nextFailure?.kind == kind, "\(next)")
            #expect(service.transport.requests.allSatisfy { $0.url.scheme == "https" })
        }
    }

    @Test func aNextPageWithoutTLSIsRefusedWhereTheServiceHasIt() async throws {
        let (pager, service) = following("http://api.test/v1/more", PageLimits(allowsForeignHosts: true))
        try await pager.loadMore()
        #expect(await pager.nextFailure?.kind == .foreignHost)
        #expect(service.transport.requests.count == 1)
        let (bad, _) = following("mailto:a@b", PageLimits())
        try await bad.loadMore()
        #expect(await bad.nextFailure?.kind == .protocolViolation)
    }

    @Test func aListWithAURLOfItsOwnStaysThere() async throws {
        let service = PagedService { query, _ in PagedService.page(0, 1, of: 1, #","next":"\#(query["to"] ?? "")""#) }
        for (next, kind) in [("http://own.test/2", nil), ("http://api.test/2", .foreignHost)] as [(String, NetError.Kind?)] {
            let pager = service.pager(.nextURL(.body("/next")), PageLimits(), Net.plan("http://own.test/1?to=\(next)"))
            try await pager.loadMore()
            #expect(await pager.nextFailure?.kind == kind, "\(next)")
        }
    }

    @Test func whatIsCutSaysSo() async throws {
        let service = PagedService { query, _ in PagedService.page(((Int(query["page"] ?? "") ?? 0) - 1) * 10, 10, of: 99) }
        let pager = service.pager(.page(), PageLimits(pages: 3, items: 25))
        var items: [Int] = []
        for try await page in pager { items += page.items }
        #expect(items == Array(0..<25))
        while await pager.nextFailure == nil {}
        #expect(await pager.nextFailure?.detail == "stopped after 25 items (the limit); there may be more")
        #expect(pager.status.ending == .maximumItems)
        let pages = service.pager(.page(), PageLimits(pages: 2))
        while await pages.nextFailure == nil {}
        #expect(await pages.nextFailure?.detail == "stopped after 2 pages (the limit); there may be more")
        #expect(pages.items.count == 20)
    }

    // MARK: By number

    @Test(.rows("HH-P2")) func fetchPageGoesThere() async throws {
        let service = PagedService { query, _ in PagedService.page(((Int(query["page"] ?? "") ?? 0) - 1) * 10, 10, of: 99) }
        let pager = service.pager(.page())
        #expect(try await pager.fetchPage(4).items.first == 30)
        #expect(try await pager.loadMore().items.first == 40)
        #expect(pager.items.count == 20)
        #expect(try await pager.refresh().items.first == 0)
        #expect(
            await pager.failure { (pager: Pager<Int>) throws(NetError) in _ = try await pager.fetchPage(0) }?.kind == .badRequest)
        let linked = service.pager(.link())
        #expect(
            await linked.failure { (pager: Pager<Int>) throws(NetError) in _ = try await pager.fetchPage(1) }?.kind == .badRequest
        )
        #expect(service.transport.requests.count == 3)
    }

    /// Whatever number is asked for: a page, or a word about it.
    @Test(
        .rows("HH-P2"),
        arguments: [
            PagingStyle.page(), .page(first: 0, start: "start"), .page(first: .min), .offset(first: 1), .offset(of: 1),
            .page(of: .max), .offset(of: .max),
        ]) func pagesTooFarAwayAreRefused(_ style: PagingStyle) async throws
    {
        let service = PagedService { _, _ in PagedService.page(0, 10, of: 10, #","more":true"#) }
        var style = style
        style.moreFlags = [.body("/more")]
        let pager = service.pager(style)
        let error = await pager.failure { (pager: Pager<Int>) throws(NetError) in _ = try await pager.fetchPage(.max) }
        #expect(error?.kind == .badRequest && error?.detail.contains("\(Int.max)") == true)
        #expect(throws: NetError.self) { try pager.pages([.max]) }
        // The farthest that can be counted is asked for, and the one behind it is none that traps.
        for number in [.max / 10 - 1, .max / 10, .max - 2, 2] {
            guard style.pageSpot(ofPage: number) != nil else { continue }
            _ = try await pager.fetchPage(number)
            _ = await pager.nextFailure
        }
        #expect(service.transport.requests.count > 0 || style.size == .max || style.firstSpot == .number(.min))
    }

    /// HH-T8: five tasks, pages 1…5 of 20, as members of a group.
    @Test(.rows("HH-T8")) func pagesWithNumbersCanBeAskedForAtOnce() async throws {
        let service = PagedService { query, _ in
            PagedService.page(((Int(query["page"] ?? "") ?? 0) - 1) * 20, Int(query["pageSize"] ?? "") ?? 0, of: 90)
        }
        let pager = service.pager(.page(of: 20))
        let endpoints = try pager.pages(1...5)
        #expect(endpoints.count == 5)
        let handles = endpoints.map { service.client.dispatch($0, on: Net.pool) }
        var pages: [Page<Int>] = []
        for handle in handles { pages.append(try await handle.value) }
        #expect(pages.map(\.number) == [1, 2, 3, 4, 5])
        #expect(pages.flatMap(\.items) == Array(0..<90))
        #expect(pages.map(\.hasMore) == [.unknown, .unknown, .unknown, .unknown, .no])
        #expect(pager.items.isEmpty && service.client.snapshot().ended.map(\.info.title).contains("call p.5"))
        #expect(throws: NetError.self) { try service.pager(.link()).pages(1...2) }
        #expect(throws: NetError.self) { try pager.pages([1, 0]) }
    }
}
