// The seven styles as values: what is sent for a page, what an answer says, and what follows from it.

import Document
import TestSupport
import Testing

@testable import NetLayer

@Suite struct PagingStyleTests {
    // MARK: What is sent

    private func query(_ style: PagingStyle, _ spot: PageSpot, _ list: RequestPlan = Net.plan()) throws -> String {
        let request = try RequestGenerator().request(for: style.makePlan(list, at: spot), on: Net.service)
        return request.url.query ?? ""
    }

    @Test(.rows("HH-P1", "PG-1")) func aPageIsOfTenUnlessToldAndTheFirstIsOne() throws {
        #expect(PagingStyle.page().size == 10)
        #expect(PagingStyle.page().firstSpot == .number(1))
        #expect(try query(.page(), .number(1)) == "pageSize=10&page=1")
        #expect(PagingStyle.page(first: 0).firstSpot == .number(0))
        #expect(PagingStyle.page(of: 0).size == 1, "a page of nothing would never end")
    }

    /// PG-2: page, pageSize and page_start = pageSize * (currentPage - 1), under whatever names.
    @Test(.rows("PG-2")) func theParametersHaveTheNamesOfTheInterface() throws {
        let style = PagingStyle.page("pageNo", size: "rows", of: 20, start: "page_start")
        #expect(try query(style, .number(1)) == "rows=20&pageNo=1&page_start=0")
        #expect(try query(style, .number(4)) == "rows=20&pageNo=4&page_start=60")
        #expect(try query(.page("p", size: nil, of: 20, first: 0, start: "s"), .number(2)) == "p=2&s=40")
    }

    @Test func eachStyleAsksInItsOwnWay() throws {
        #expect(try query(.offset(), .offset(30)) == "limit=10&offset=30")
        #expect(try query(.cursor(from: .body("/next")), .first) == "")
        #expect(try query(.cursor("after", from: .body("/next"), size: "n", of: 5), .value("a+b&c")) == "n=5&after=a%2Bb%26c")
        #expect(try query(.keyset("since"), .value("2026-01-01T00:00:00+01:00")) == "since=2026-01-01T00:00:00%2B01:00")
        #expect(try query(.link(size: "per_page", of: 100), .first) == "per_page=100")
        #expect(try query(.link(size: "per_page", of: 100), .url(URI("http://api.test/v1/items?x=%2F"))) == "x=%2F")
    }

    @Test func whatTheListNamedItselfIsReplaced() throws {
        let list = Net.plan("/items?page=7&sort=a&p%61ge=8") {
            $0.parameters = [
                Parameter("page", "9", in: .query), Parameter("q", "x", in: .query), Parameter("page", "h", in: .header),
            ]
        }
        #expect(try query(.page(size: nil), .number(2), list) == "sort=a&q=x&page=2")
        let request = try RequestGenerator().request(for: PagingStyle.page().makePlan(list, at: .number(2)), on: Net.service)
        #expect(request.headers["page"] == "h")
        #expect(try query(.page(size: nil), .number(2), Net.plan("/items?page=1")) == "page=2")
    }

    @Test func theParametersMayGoElsewhere() throws {
        var style = PagingStyle.page("X-Page", size: nil)
        style.place = .header
        let request = try RequestGenerator().request(
            for: style.makePlan(Net.plan("/items?X-Page=1"), at: .number(3)), on: Net.service)
        #expect(request.headers.allValues("X-Page") == ["3"])
        #expect(request.url.query == "X-Page=1")
    }

    /// What the URL carries is not added to it again; headers go along, and what was secret in it stays masked.
    @Test func aURLIsFollowedAsItIs() throws {
        let list = Net.plan("/users/{id}/items") {
            $0.parameters = [
                Parameter("id", .secret(Secret("s3cret")), in: .path), Parameter("pin", .secret(Secret("1234")), in: .query),
                Parameter("X-A", "1", in: .header),
            ]
        }
        let first = try RequestGenerator().request(for: list, on: Net.service)
        let next = first.url.resolving(URI("/v1/users/s3cret/items?pin=1234&c=%2F"))
        let plan = PagingStyle.link().makePlan(list, at: .url(next))
        let request = try RequestGenerator().request(for: plan, on: Net.service)
        #expect(request.url.revealed == "http://api.test/v1/users/s3cret/items?pin=1234&c=%2F")
        #expect("\(request.url)" == "http://api.test/v1/users/••••••/items?pin=••••••&c=%2F")
        #expect("\(plan)" == "GET http://api.test/v1/users/••••••/items?pin=••••••&c=%2F")
        #expect(request.headers["X-A"] == "1")
    }

    @Test func aLinkNeverRepeatsAPost() throws {
        let list = Net.plan("/search") {
            $0.method = .post
            $0.headers = ["Content-Type": "a/b", "X-A": "1"]
            $0.body = .bytes([1], contentType: "a/b")
            $0.parameters = [Parameter("f", "1", in: .form)]
        }
        let next = PagingStyle.link().makePlan(list, at: .url(URI("http://api.test/v1/search/2")))
        #expect(
            next.method == .get && next.body == .none && next.parameters.isEmpty && next.headers.fields.map(\.name) == ["X-A"])
        #expect(PagingStyle.page().makePlan(list, at: .number(2)).method == .post, "what asks by parameters asks as it was told")
        var query = list
        query.method = .query
        #expect(PagingStyle.link().makePlan(query, at: .url(URI("http://api.test/v1/search/2"))).body != .none)
    }

    /// Neither those of the services nor the common ones, whoever is asked.
    @Test func aStrangerGetsNoCredentialsOfTheProgram() throws {
        let generator = RequestGenerator(commonHeaders: ["X-Api-Key": "1", "User-Agent": "a"])
        let service = Service(name: "s", baseURL: URI("http://h"), headers: ["Authorization": "Bearer x"])
        for service in [service, nil] {
            let request = try generator.request(for: Net.plan("http://h/x").withoutCredentials(), on: service)
            #expect(request.headers.fields.map(\.name) == ["User-Agent"])
        }
    }

    @Test func credentialsAreTakenOutForAStranger() {
        let plan = Net.plan {
            $0.headers = ["Authorization": "Bearer x", "Accept": "a/b"]
            $0.parameters = [
                Parameter("c", "1", in: .cookie), Parameter("X-Api-Key", "1", in: .header), Parameter("X-A", "1", in: .header),
                Parameter("token", "1", in: .query), Parameter("f", .secret(Secret("1")), in: .form),
                Parameter("g", "1", in: .form),
                Parameter("id", .secret(Secret("1")), in: .path),
            ]
        }.withoutCredentials()
        #expect(plan.headers.fields.map(\.name) == ["Accept"])
        #expect(plan.parameters.map(\.name) == ["X-A", "g"])
    }

    @Test func pagesHaveNumbersOrNone() {
        #expect(PagingStyle.page().pageSpot(ofPage: 1) == .number(1))
        #expect(PagingStyle.page().pageSpot(ofPage: 0) == nil)
        #expect(PagingStyle.page(first: 0).pageSpot(ofPage: 0) == .number(0))
        #expect(PagingStyle.page(first: 0).ordinal(of: .number(0)) == 1)
        #expect(PagingStyle.offset(of: 20).pageSpot(ofPage: 1) == .offset(0))
        #expect(PagingStyle.offset(of: 20, first: 1).pageSpot(ofPage: 3) == .offset(41))
        #expect(PagingStyle.offset(of: 20, first: 1).ordinal(of: .offset(41)) == 3)
        #expect(PagingStyle.offset().pageSpot(ofPage: 0) == nil)
        #expect(PagingStyle.offset().pageSpot(ofPage: .max) == nil)
        for style in [PagingStyle.link(), .nextURL(.body("/n")), .cursor(from: .body("/c")), .keyset("since")] {
            #expect(style.pageSpot(ofPage: 1) == nil)
            #expect(!style.isRandomAccess)
            #expect(style.ordinal(of: style.firstSpot) == 1)
        }
        #expect(PagingStyle.page().isRandomAccess && PagingStyle.offset().isRandomAccess)
    }

    // MARK: What follows

    private static let url = URI("http://api.test/v1/items")

    private func next(
        _ style: PagingStyle, _ spot: PageSpot, _ count: Int, total: Int? = nil, pages: Int? = nil, more: Bool? = nil,
        next: PageSpot? = nil, received: Int = 0, served: Int? = nil
    ) -> PageNext {
        let facts = PageFacts(count: count, next: next, total: total, pageCount: pages, hasMore: more, url: Self.url)
        return style.findNext(
            after: spot, facts, ordinal: style.ordinal(of: spot) ?? 1, received: received, served: served ?? style.size)
    }

    @Test(.rows("PG-3", "B-BA-13", "B-BA-14")) func aPageThatIsNotFullIsTheLastAndAFullOneMayNotBe() {
        #expect(next(.page(), .number(1), 10) == .maybe(.number(2)))
        #expect(next(.page(), .number(1), 11) == .maybe(.number(2)))
        #expect(next(.page(), .number(1), 9) == .end(.last))
        #expect(next(.page(), .number(3), 0) == .end(.emptyPage))
        var style = PagingStyle.page()
        style.endsAtShortPage = false
        #expect(next(style, .number(1), 1) == .maybe(.number(2)), "\"more as long as data came back\"")
        #expect(next(style, .number(2), 0) == .end(.emptyPage))
    }

    @Test(.rows("HH-P3", "BA-15")) func aTotalSaysHowManyPagesThereAre() {
        #expect(PagingStyle.pages(0, 10) == 0)
        #expect(PagingStyle.pages(1, 10) == 1)
        #expect(PagingStyle.pages(20, 10) == 2)
        #expect(PagingStyle.pages(21, 10) == 3)
        #expect(next(.page(), .number(1), 10, total: 20) == .more(.number(2)))
        #expect(next(.page(), .number(2), 10, total: 20) == .end(.last), "a full last page is known to be the last")
        #expect(next(.page(), .number(2), 10, total: 21) == .more(.number(3)))
        #expect(next(.page(first: 0), .number(1), 10, total: 20) == .end(.last))
        #expect(next(.page(), .number(1), 3, total: 20) == .more(.number(2)), "what is said counts more than what it looks like")
        #expect(next(.page(), .number(2), 0, total: 99) == .end(.emptyPage), "an empty page does not lead on for ever")
        #expect(next(.page(of: 200), .number(2), 100, total: 250, served: 100) == .more(.number(3)))
    }

    @Test(.rows("BA-15")) func aNumberOfPagesAndAFlagCountMoreThanATotal() {
        #expect(next(.page(), .number(2), 10, total: 100, pages: 2) == .end(.last))
        #expect(next(.page(), .number(2), 10, total: 20, pages: 3) == .more(.number(3)))
        #expect(next(.page(first: 0), .number(2), 10, pages: 3) == .end(.last), "they are counted, not numbered")
        #expect(next(.page(), .number(2), 10, pages: 9, more: false) == .end(.last))
        #expect(next(.page(), .number(2), 1, pages: 2, more: true) == .more(.number(3)))
        #expect(next(.page(), .number(2), 0, more: true) == .more(.number(3)))
        #expect(next(.page(), .number(.max), 10) == .end(.nowhere))
    }

    @Test func anOffsetGrowsByWhatCame() {
        #expect(next(.offset(), .offset(0), 10) == .maybe(.offset(10)))
        #expect(next(.offset(), .offset(10), 7) == .end(.last))
        #expect(next(.offset(), .offset(10), 7, total: 99) == .more(.offset(17)), "a server may give less than was asked for")
        #expect(next(.offset(), .offset(10), 7, total: 18) == .more(.offset(17)))
        #expect(next(.offset(), .offset(10), 7, total: 17) == .end(.last))
        #expect(next(.offset(first: 1), .offset(1), 10, total: 10) == .end(.last))
        #expect(next(.offset(first: 1), .offset(1), 10, total: 11) == .more(.offset(11)))
        #expect(next(.offset(), .offset(10), 0, total: 99, more: true) == .end(.emptyPage), "it would ask the same again")
        #expect(next(.offset(), .offset(.max), 10) == .end(.nowhere))
        #expect(next(.offset(), .offset(0), 10, total: 30, pages: 1) == .more(.offset(10)))
        #expect(next(.offset(), .offset(10), 10, pages: 2) == .end(.last))
        #expect(next(.offset(), .offset(0), 10, total: 30, more: false) == .end(.last))
    }

    @Test func whoeverNamesTheNextPageHasOne() {
        let cursor = PagingStyle.cursor(from: .body("/c"))
        #expect(next(cursor, .first, 3, next: .value("a")) == .more(.value("a")))
        #expect(next(cursor, .value("a"), 0, next: .value("b")) == .more(.value("b")), "an empty page in the middle")
        #expect(next(cursor, .first, 10) == .end(.last))
        #expect(next(cursor, .first, 10, more: false, next: .value("a")) == .end(.last))
        #expect(next(cursor, .first, 10, more: true) == .end(.nowhere))
        #expect(next(.link(), .first, 1, next: .url(Self.url)) == .more(.url(Self.url)))
        #expect(next(.nextURL(.body("/n")), .url(Self.url), 0) == .end(.last))
    }

    @Test func keysGoOnUntilAnEmptyPage() {
        let style = PagingStyle.keyset("since", size: "n", of: 5)
        #expect(next(style, .first, 2, next: .value("2")) == .maybe(.value("2")), "not before it is empty")
        #expect(next(style, .value("2"), 0) == .end(.emptyPage))
        #expect(next(style, .first, 5, total: 5, next: .value("5"), received: 5) == .end(.last))
        #expect(next(style, .first, 5, total: 6, next: .value("5"), received: 5) == .more(.value("5")))
        #expect(next(style, .first, 5, more: false, next: .value("5")) == .end(.last), "Stripe's has_more")
        #expect(next(style, .first, 5, more: true, next: .value("5")) == .more(.value("5")))
    }

    // MARK: What an answer says

    private func content(_ body: String, headers: Headers = Headers(), _ style: PagingStyle = .page()) -> PageContent {
        PageContent(
            RawResponse(head: ResponseHead(status: 200, headers: headers), body: Array(body.utf8), url: Self.url), style: style)
    }

    @Test(
        arguments: [
            (.body("/total"), 7), (.body("/m/n"), 8), (.body("/text"), 9), (.body("/no"), nil), (.body("/list"), nil),
            (.body("/minus"), nil), (.body("/half"), nil), (.body("/whole"), 3), (.header("X-Total-Count"), 42),
            (.header("X-None"), nil), (.contentRange, 57),
        ] as [(ResponsePlace, Int?)])
    func aTotalIsReadWhereItStands(_ place: ResponsePlace, _ total: Int?) {
        let body = #"{"total":7,"m":{"n":8},"text":"9","no":null,"list":[1],"minus":-1,"half":1.5,"whole":3.0}"#
        let page = content(body, headers: ["x-total-count": "42", "Content-Range": "items 0-9/57"])
        #expect(place.readCount(in: page) == total)
    }

    @Test(
        arguments: [
            ("items 0-9/57", 57), ("items 0-9/*", nil), ("0-9/ 57 ", 57), ("*/0", 0), ("items", nil), ("items 0-9/", nil),
        ] as [(String, Int?)]) func contentRangeTellsTheLength(_ value: String, _ total: Int?)
    {
        #expect(ResponsePlace.contentRange.readCount(in: content("[]", headers: ["Content-Range": value])) == total)
    }

    @Test(
        arguments: [
            (#"{"c":"abc"}"#, "abc"), (#"{"c":""}"#, nil), (#"{"c":null}"#, nil), (#"{}"#, nil), (#"{"c":17}"#, "17"),
            (#"{"c":false}"#, nil), (#"{"c":"false"}"#, "false"), (#"{"c":{}}"#, nil),
        ] as [(String, String?)])
    func anEmptyCursorIsNone(_ body: String, _ token: String?) {
        #expect(ResponsePlace.body("/c").readToken(in: content(body)) == token)
    }

    @Test(
        arguments: [
            ("true", true), ("false", false), (#""TRUE""#, true), ("1", true), ("0", false), (#""yes""#, nil), ("null", nil),
        ]
            as [(String, Bool?)])
    func aFlagIsYesOrNo(_ text: String, _ flag: Bool?) {
        #expect(ResponsePlace.body("/f").readFlag(in: content(#"{"f":\#(text)}"#)) == flag)
    }

    @Test func theListIsFoundOrNamed() throws {
        #expect(try content(#"[1,2]"#).elements().map(\.source) == ["1", "2"])
        #expect(try content(#"{"data":[1],"other":[2,3]}"#).elements().count == 1)
        var style = PagingStyle.page()
        style.list = "/other"
        #expect(try content(#"{"data":[1],"other":[2,3]}"#, style).elements().count == 2)
        #expect(try content(#"{"other":null}"#, style).elements().isEmpty)
        #expect(try content("", style).elements().isEmpty, "204")
        #expect(try content("null").elements().isEmpty)
        #expect(throws: PageProblem("there is no list at /other")) { try content(#"{"data":[1]}"#, style).elements() }
        #expect(throws: PageProblem("there is no list at /other")) { try content(#"{"other":{}}"#, style).elements() }
        #expect(throws: PageProblem.self) { try content(#"{"id":1}"#).elements() }
        #expect(throws: JSONError.self) { try content("<xml/>").elements() }
    }

    @Test func factsComeFromTheFirstPlaceThatHasThem() throws {
        var style = PagingStyle.page()
        style.totals = [.header("X-Total-Count"), .body("/totalRow"), .body("/total_count")]
        style.pageCounts = [.body("/totalPage")]
        style.moreFlags = [.body("/a"), .body("/hasNext")]
        let page = content(#"{"list":[1],"totalRow":"x","total_count":12,"totalPage":2,"hasNext":true}"#)
        let facts = try PageFacts(page, count: 1, style: style)
        #expect(facts == PageFacts(count: 1, total: 12, pageCount: 2, hasMore: true, url: Self.url))
    }

    @Test func aBodyThatMustBeReadMustBeJSON() throws {
        let xml = content("<list/>")
        #expect(throws: JSONError.self) { try PageFacts(xml, count: 1, style: .cursor(from: .body("/c"))) }
        #expect(throws: JSONError.self) { try PageFacts(xml, count: 1, style: .nextURL(.body("/c"))) }
        #expect(throws: JSONError.self) { try PageFacts(xml, count: 1, style: .keyset("since")) }
        var counted = PagingStyle.page()
        counted.totals = [.body("/total")]
        #expect(throws: JSONError.self) { try PageFacts(xml, count: 1, style: counted) }
        #expect(try PageFacts(xml, count: 1, style: .page()).count == 1)
        #expect(try PageFacts(xml, count: 1, style: .cursor(from: .header("X-Next"))).next == nil)
    }

    @Test func theKeyIsThatOfTheLastItem() throws {
        let style = PagingStyle.keyset("since", key: "/at/time")
        let page = content(#"[{"at":{"time":1}},{"at":{"time":"2026"}}]"#, style)
        #expect(try PageFacts(page, count: 2, style: style).next == .value("2026"))
        #expect(try PageFacts(content("[]", style), count: 0, style: style).next == nil)
        #expect(throws: PageProblem("the last item has no key at /at/time")) {
            try PageFacts(content(#"[{"at":{"time":1}},{}]"#, style), count: 2, style: style)
        }
        #expect(throws: PageProblem.self) { try PageFacts(content(#"[{"at":{"time":null}}]"#, style), count: 1, style: style) }
    }

    @Test func aNextURLMayBeRelativeAndLosesItsFragment() throws {
        let style = PagingStyle.nextURL(.body("/next"))
        func next(_ text: String) throws -> PageSpot? {
            try PageFacts(content(#"{"next":\#(text)}"#), count: 1, style: style).next
        }
        #expect(try next(#""?page=2#x""#) == .url(URI("http://api.test/v1/items?page=2")))
        #expect(try next(#""//other/a""#) == .url(URI("http://other/a")))
        #expect(try next("null") == nil)
        let linked = content("[]", headers: ["Link": "</v1/items?c=a%2Fb>; rel=next"])
        #expect(try PageFacts(linked, count: 0, style: .link()).next == .url(URI("http://api.test/v1/items?c=a%2Fb")))
    }

    @Test func aUserInTheURLIsKeptWithinItsOrigin() throws {
        let page = PageContent(
            RawResponse(
                head: ResponseHead(status: 200), body: Array(#"{"a":"/x","b":"http://other/x"}"#.utf8), url: URI("http://u:p@h/")),
            style: .page())
        #expect(try PageFacts(page, count: 1, style: .nextURL(.body("/a"))).next == .url(URI("http://u:p@h/x")))
        #expect(try PageFacts(page, count: 1, style: .nextURL(.body("/b"))).next == .url(URI("http://other/x")))
    }
}
