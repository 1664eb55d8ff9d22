// The pager's decisions without any client: one load at a time, generations, what moves and what does not; and random orders.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct PagerMachineTests {
    private typealias Machine = PagerMachine<Int>

    private static let url = URI("http://api.test/v1/items")

    private func machine(_ style: PagingStyle = .page(of: 3), _ limits: PageLimits = PageLimits()) -> Machine {
        Machine(style: style, limits: limits, homes: ["http://api.test:80"])
    }

    private func reading(
        _ items: [Int], ids: Bool = false, total: Int? = nil, next: PageSpot? = nil, more: Bool? = nil, url: URI = url
    ) -> PageReading<Int> {
        PageReading(
            items: items, ids: ids ? items.map(String.init) : [],
            facts: PageFacts(count: items.count, next: next, total: total, hasMore: more, url: url),
            response: RawResponse(head: ResponseHead(status: 200), body: [], url: url))
    }

    private func started(_ answer: Machine.LoadDecision?) throws -> PageLoad {
        guard case .start(let load)? = answer else { throw Unexpected("\(String(describing: answer))") }
        return load
    }

    private func page(_ landing: Machine.Landing) throws -> Page<Int> {
        guard case .landed(let page) = landing else { throw Unexpected("\(landing)") }
        return page
    }

    private func emptiness(_ landing: Machine.Landing) throws -> NetError.Kind {
        guard case .empty(let kind) = landing else { throw Unexpected("\(landing)") }
        return kind
    }

    private func refused(_ answer: Machine.LoadDecision) throws -> PageEnd {
        guard case .refuse(let end, _) = answer else { throw Unexpected("\(answer)") }
        return end
    }

    struct Unexpected: Error {
        let what: String
        init(_ what: String) { self.what = what }
    }

    // MARK: Moving

    @Test(.rows("HH-P1", "HH-P2", "CT-G1", "PG-1")) func pagesComeOneAfterTheOther() throws {
        var machine = machine()
        #expect(machine.status.currentPage == 0)
        #expect(machine.status.isFirstPage && !machine.status.isLastPage)
        #expect(machine.hasMore == .unknown && machine.state == .idle)
        for number in 1...3 {
            let load = try started(machine.loadMore(at: .seconds(number)))
            #expect(load.spot == .number(number) && load.kind == .more)
            #expect(machine.state == .loading(.more, generation: 0))
            #expect(machine.status.currentPage == number - 1, "not before it is there")
            let items = number == 3 ? [7] : [number * 3 - 2, number * 3 - 1, number * 3]
            let landed = try page(machine.receive(reading(items), of: load))
            #expect(landed.number == number && landed.items == items)
            #expect(machine.status.currentPage == number)
            #expect(machine.status.requestedAt == .seconds(number))
            #expect(machine.status.isFirstPage == (number == 1))
            #expect(machine.status.isLastPage == (number == 3))
        }
        #expect(machine.items == Array(1...7))
        #expect(machine.state == .exhausted && machine.status.isLastPage)
        #expect(machine.status.itemCount == 7 && machine.status.pageSize == 3 && machine.status.ending == .last)
    }

    @Test(.rows("HH-P4", "PG-5")) func whatIsExhaustedRefuses() throws {
        var machine = machine()
        _ = machine.receive(reading([1]), of: try started(machine.loadMore(at: .zero)))
        #expect(try refused(machine.loadMore(at: .zero)) == .last)
        #expect(machine.load == nil && machine.state == .exhausted)
        #expect(try started(machine.refresh(at: .zero)).spot == .number(1), "but it can be read again")
    }

    @Test(.rows("B-HH-P1")) func aPageThatFailedIsAskedForAgain() throws {
        var machine = machine()
        _ = machine.receive(reading([1, 2, 3]), of: try started(machine.loadMore(at: .zero)))
        for _ in 0..<3 {
            let load = try started(machine.loadMore(at: .zero))
            #expect(load.spot == .number(2))
            machine.recordFailure(load, .timedOut(.total))
            #expect(machine.state == .failed(page: 2, .timedOut(.total)))
            #expect(machine.status.currentPage == 1 && machine.items == [1, 2, 3])
        }
        _ = machine.receive(reading([4]), of: try started(machine.loadMore(at: .zero)))
        #expect(machine.items == [1, 2, 3, 4] && machine.state == .exhausted)
    }

    @Test func aCancelLeavesNoTrace() throws {
        var machine = machine()
        machine.recordFailure(try started(machine.loadMore(at: .zero)), .cancelled(.user))
        #expect(machine.state == .idle)
        _ = machine.receive(reading([1]), of: try started(machine.loadMore(at: .zero)))
        machine.recordFailure(try started(machine.refresh(at: .zero)), .cut)
        #expect(machine.state == .failed(page: 1, .cut))
        machine.recordFailure(try started(machine.refresh(at: .zero)), .cancelled(.scope))
        #expect(machine.state == .exhausted, "as it was")
    }

    @Test(.rows("B-HH-P2")) func whoeverAsksMeanwhileJoins() throws {
        var machine = machine()
        let load = try started(machine.loadMore(at: .zero))
        guard case .join(load) = machine.loadMore(at: .seconds(1)) else { throw Unexpected("no join") }
        _ = machine.receive(reading([1, 2, 3]), of: load)
        #expect(try started(machine.loadMore(at: .zero)).spot == .number(2), "no page is skipped")
    }

    // MARK: Generations

    @Test(.rows("PG-4", "B-BA-14")) func oldItemsStayUntilTheFirstPageIsThere() throws {
        var machine = machine()
        _ = machine.receive(reading([1, 2, 3]), of: try started(machine.loadMore(at: .zero)))
        _ = machine.receive(reading([4, 5, 6]), of: try started(machine.loadMore(at: .zero)))
        let refresh = try started(machine.refresh(at: .zero))
        #expect(refresh.generation == 1 && machine.state == .loading(.refresh, generation: 1))
        #expect(machine.items == [1, 2, 3, 4, 5, 6] && machine.status.currentPage == 2)
        _ = machine.receive(reading([10, 11, 12]), of: refresh)
        #expect(machine.items == [10, 11, 12] && machine.status.currentPage == 1)
        #expect(try started(machine.loadMore(at: .zero)).spot == .number(2))
    }

    @Test func aRefreshThatFailsChangesNothing() throws {
        var machine = machine()
        _ = machine.receive(reading([1, 2, 3]), of: try started(machine.loadMore(at: .zero)))
        machine.recordFailure(try started(machine.refresh(at: .zero)), .dns)
        #expect(machine.state == .failed(page: 1, .dns) && machine.items == [1, 2, 3])
        #expect(try started(machine.loadMore(at: .zero)).spot == .number(2))
    }

    /// The article's bug: "is this page 1" was decided when the answer landed.
    @Test(.rows("B-HH-P2", "B-BA-12")) func anAnswerOfAnOlderGenerationIsDropped() throws {
        var machine = machine()
        _ = machine.receive(reading([1, 2, 3]), of: try started(machine.loadMore(at: .zero)))
        let more = try started(machine.loadMore(at: .zero))
        let refresh = try started(machine.refresh(at: .zero))
        guard case .dropped = machine.receive(reading([4, 5, 6]), of: more) else { throw Unexpected("not dropped") }
        #expect(machine.items == [1, 2, 3] && machine.state == .loading(.refresh, generation: 1))
        machine.recordFailure(more, .cut)
        #expect(machine.state == .loading(.refresh, generation: 1), "nor does its failure count")
        _ = machine.receive(reading([7, 8, 9]), of: refresh)
        guard case .dropped = machine.receive(reading([4, 5, 6]), of: more) else { throw Unexpected("not dropped") }
        #expect(machine.items == [7, 8, 9])
        let again = try started(machine.refresh(at: .zero))
        let newest = try started(machine.refresh(at: .zero))
        guard case .dropped = machine.receive(reading([0]), of: again) else { throw Unexpected("not dropped") }
        #expect(try page(machine.receive(reading([5]), of: newest)).items == [5])
    }

    @Test(.rows("HH-P2")) func aJumpGoesOnBehindItsPage() throws {
        var machine = machine()
        _ = machine.receive(reading([1, 2, 3]), of: try started(machine.loadMore(at: .zero)))
        let load = try started(machine.jump(to: 5, at: .zero))
        #expect(load.spot == .number(5) && load.generation == 1 && machine.items == [1, 2, 3])
        #expect(try page(machine.receive(reading([13, 14, 15]), of: load)).number == 5)
        #expect(machine.items == [13, 14, 15] && machine.status.currentPage == 5)
        #expect(try started(machine.loadMore(at: .zero)).spot == .number(6))
        #expect(machine.jump(to: 0, at: .zero) == nil)
        var linked = self.machine(.link())
        #expect(linked.jump(to: 1, at: .zero) == nil)
    }

    @Test(.rows("HH-P1")) func aResetForgetsEverything() throws {
        var machine = machine()
        _ = machine.receive(reading([1], ids: true, total: 1), of: try started(machine.loadMore(at: .zero)))
        let load = try started(machine.refresh(at: .seconds(1)))
        machine.reset()
        guard case .dropped = machine.receive(reading([1]), of: load) else { throw Unexpected("not dropped") }
        let status = machine.status
        #expect(status == self.machine().status)
        #expect(try started(machine.loadMore(at: .zero)).generation == 2)
    }

    // MARK: Empty pages

    @Test(.rows("HH-P5", "HH-E4")) func anEmptyFirstPageIsNoData() throws {
        var machine = machine()
        #expect(try emptiness(machine.receive(reading([]), of: try started(machine.loadMore(at: .zero)))) == .noData)
        #expect(machine.state == .exhausted && machine.status.ending == .emptyPage && machine.status.currentPage == 0)
        #expect(try refused(machine.loadMore(at: .zero)) == .emptyPage)
        // A list that has become empty is empty.
        _ = machine.receive(reading([1]), of: try started(machine.refresh(at: .zero)))
        #expect(try emptiness(machine.receive(reading([], total: 0), of: try started(machine.refresh(at: .zero)))) == .noData)
        #expect(machine.items.isEmpty && machine.status.total == 0 && machine.status.maxPage == 0)
    }

    @Test(.rows("HH-P5", "HH-E4", "B-BA-13")) func anEmptyLaterPageIsNoMoreDataAndSaysTheEnd() throws {
        var machine = machine()
        #expect(try page(machine.receive(reading([1, 2, 3]), of: try started(machine.loadMore(at: .zero)))).hasMore == .unknown)
        #expect(try emptiness(machine.receive(reading([]), of: try started(machine.loadMore(at: .zero)))) == .noMoreData)
        #expect(machine.items == [1, 2, 3] && machine.status.currentPage == 1 && machine.hasMore == .no)
        #expect(try refused(machine.loadMore(at: .zero)) == .emptyPage)
        #expect(try emptiness(machine.receive(reading([]), of: try started(machine.jump(to: 9, at: .zero)))) == .noMoreData)
        #expect(machine.items == [1, 2, 3])
    }

    @Test func anEmptyPageWithANextOneIsAPage() throws {
        var machine = machine(.cursor(from: .body("/c")))
        let first = try page(machine.receive(reading([], next: .value("a")), of: try started(machine.loadMore(at: .zero))))
        #expect(first.items.isEmpty && first.hasMore == .yes)
        #expect(try started(machine.loadMore(at: .zero)).spot == .value("a"))
    }

    // MARK: Totals

    @Test(.rows("HH-P3")) func theTotalIsRemembered() throws {
        var machine = machine()
        let first = try page(machine.receive(reading([1, 2, 3], total: 6), of: try started(machine.loadMore(at: .zero))))
        #expect(first.total == 6 && first.hasMore == .yes && machine.status.maxPage == 2)
        let second = try page(machine.receive(reading([4, 5, 6]), of: try started(machine.loadMore(at: .zero))))
        #expect(second.total == 6 && second.hasMore == .no, "told on the first page only")
    }

    /// Asked for 100, the server gives 30 at most: then 2 pages are not all of 250.
    @Test func aServerMayMakeItsPagesSmaller() throws {
        var machine = machine(.page(of: 100))
        var total = 0
        while case .start(let load) = machine.loadMore(at: .zero) {
            let items = Array(repeating: 0, count: min(30, 250 - total))
            total += items.count
            _ = machine.receive(reading(items, total: 250), of: load)
        }
        #expect(total == 250 && machine.status.currentPage == 9 && machine.status.maxPage == 9 && machine.status.pageSize == 30)
        var last = self.machine(.page(of: 100))
        _ = last.receive(reading([1], total: 250), of: try started(last.jump(to: 3, at: .zero)))
        #expect(last.status.maxPage == 3, "a last page is short")
    }

    // MARK: Guards

    @Test func theSameCursorTwiceIsALoop() throws {
        var machine = machine(.cursor(from: .body("/c")))
        _ = machine.receive(reading([1], next: .value("a")), of: try started(machine.loadMore(at: .zero)))
        _ = machine.receive(reading([2], next: .value("b")), of: try started(machine.loadMore(at: .zero)))
        let third = try page(machine.receive(reading([3], next: .value("a")), of: try started(machine.loadMore(at: .zero))))
        #expect(third.items == [3] && third.hasMore == .no, "what it brought is there")
        #expect(machine.status.ending == .loop)
        #expect(try refused(machine.loadMore(at: .zero)) == .loop)
        let refresh = try started(machine.refresh(at: .zero))
        #expect(try page(machine.receive(reading([1], next: .value("a")), of: refresh)).hasMore == .yes, "each reading by itself")
    }

    @Test func aPageThatNamesItselfIsALoop() throws {
        var linked = machine(.link())
        _ = linked.receive(reading([1], next: .url(Self.url)), of: try started(linked.loadMore(at: .zero)))
        #expect(linked.status.ending == .loop)
        var masked = Self.url
        masked.secretNames = ["x"]
        var other = machine(.link())
        _ = other.receive(reading([1], next: .url(masked)), of: try started(other.loadMore(at: .zero)))
        #expect(other.status.ending == .loop, "what is masked makes no difference")
        var keyed = machine(.keyset("since"))
        _ = keyed.receive(reading([1], next: .value("1")), of: try started(keyed.loadMore(at: .zero)))
        _ = keyed.receive(reading([1], next: .value("1")), of: try started(keyed.loadMore(at: .zero)))
        #expect(keyed.status.ending == .loop)
        var empty = machine(.cursor(from: .body("/c")))
        _ = empty.receive(reading([], next: .value("a")), of: try started(empty.loadMore(at: .zero)))
        _ = empty.receive(reading([], next: .value("a")), of: try started(empty.loadMore(at: .zero)))
        #expect(empty.status.ending == .loop, "also where nothing comes")
    }

    @Test(
        arguments: [
            ("http://api.test/v1/items?page=2", nil, false), ("http://API.test:80/x", nil, false),
            ("http://other.test/x", .foreignHost, false), ("http://api.test:81/x", .foreignHost, false),
            ("http://other.test/x", nil, true), ("https://api.test/x", .foreignHost, false), ("https://api.test/x", nil, true),
            ("ftp://api.test/x", .badURL, true), ("javascript:alert(1)", .badURL, true), ("http:///x", .badURL, true),
        ] as [(String, PageEnd?, Bool)])
    func aNextPageIsOfTheServiceOrNotAskedFor(_ next: String, _ end: PageEnd?, _ allows: Bool) throws {
        var machine = machine(.link(), PageLimits(allowsForeignHosts: allows))
        let landed = machine.receive(reading([1], next: .url(URI(next))), of: try started(machine.loadMore(at: .zero)))
        #expect(try page(landed).items == [1])
        #expect(machine.status.ending == end)
    }

    @Test(arguments: [true, false]) func nobodyIsLedOutOfHttps(_ allows: Bool) throws {
        var machine = PagerMachine<Int>(
            style: .link(), limits: PageLimits(allowsForeignHosts: allows), homes: ["https://api.test:443", "http://api.test:80"])
        let answered = URI("https://api.test/items")
        let load = try started(machine.loadMore(at: .zero))
        _ = machine.receive(reading([1], next: .url(URI("http://api.test/items?page=2")), url: answered), of: load)
        #expect(machine.status.ending == .foreignHost)
    }

    // MARK: What is left out

    @Test func whatCameBeforeIsLeftOutAndCounted() throws {
        var machine = machine()
        #expect(
            try page(machine.receive(reading([1, 2, 2], ids: true), of: try started(machine.loadMore(at: .zero)))).duplicates == 1
        )
        let second = try page(machine.receive(reading([2, 3, 4], ids: true), of: try started(machine.loadMore(at: .zero))))
        #expect(second.items == [3, 4] && second.duplicates == 1)
        #expect(machine.items == [1, 2, 3, 4] && machine.status.duplicates == 2 && machine.status.itemCount == 4)
        #expect(machine.hasMore == .unknown, "the page was full")
        _ = machine.receive(reading([1, 2, 3], ids: true), of: try started(machine.refresh(at: .zero)))
        #expect(machine.items == [1, 2, 3] && machine.status.duplicates == 0)
    }

    @Test func withoutIdentitiesNothingIsLeftOut() throws {
        var machine = machine()
        #expect(try page(machine.receive(reading([1, 1, 1]), of: try started(machine.loadMore(at: .zero)))).items == [1, 1, 1])
    }

    @Test func aLimitOfPagesSaysThatItCut() throws {
        var machine = machine(.page(of: 1), PageLimits(pages: 2))
        #expect(try page(machine.receive(reading([1]), of: try started(machine.loadMore(at: .zero)))).hasMore == .unknown)
        #expect(try page(machine.receive(reading([2]), of: try started(machine.loadMore(at: .zero)))).hasMore == .no)
        #expect(try refused(machine.loadMore(at: .zero)) == .maximumPages)
        var ended = self.machine(.page(of: 2), PageLimits(pages: 1))
        _ = ended.receive(reading([1]), of: try started(ended.loadMore(at: .zero)))
        #expect(ended.status.ending == .last, "it cut nothing")
        var jumped = self.machine(.page(of: 1), PageLimits(pages: 2))
        _ = jumped.receive(reading([9]), of: try started(jumped.jump(to: 9, at: .zero)))
        #expect(jumped.hasMore == .unknown, "pages that were read count, not their numbers")
    }

    @Test(arguments: [
        (3, 3, PageEnd.maximumItems), (4, 4, .maximumItems), (5, 5, .maximumItems), (6, 6, .maximumItems), (7, 7, .last),
        (8, 7, .last), (2, 2, .maximumItems), (0, 0, .maximumItems),
    ]) func aLimitOfItemsIsExact(_ limit: Int, _ count: Int, _ end: PageEnd) throws {
        var machine = machine(.page(of: 3), PageLimits(items: limit))
        var rest = Array(1...7)
        while case .start(let load) = machine.loadMore(at: .zero) {
            _ = machine.receive(reading(Array(rest.prefix(3))), of: load)
            rest = Array(rest.dropFirst(3))
        }
        #expect(machine.items == Array(1...7).prefix(count).map(\.self))
        #expect(machine.status.ending == end && machine.status.itemCount == count)
    }

    @Test func aRunKeepsNoItemsWhereNobodyWantsThem() throws {
        var machine = Machine(style: .page(of: 3), limits: PageLimits(), homes: [], keepsItems: false)
        #expect(try page(machine.receive(reading([1, 2, 3]), of: try started(machine.loadMore(at: .zero)))).items == [1, 2, 3])
        #expect(machine.items.isEmpty && machine.status.itemCount == 3)
    }
}
