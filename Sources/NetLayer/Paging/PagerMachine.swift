// The pager as a pure state machine: it decides what is loaded, what is refused, and what becomes of an answer.
//
//     idle ──► loading(kind, generation) ──► idle │ exhausted │ failed(page)
//
// Nothing moves before a page has landed, so a failed page is asked for again (B-HH-P1). An answer is judged by what was asked, never
// by what is true when it lands (B-BA-12): a refresh makes a new generation, and answers of an older one are dropped (B-HH-P2).

/// One load, as it was decided.
struct PageLoad: Sendable, Hashable {
    let kind: PagerState.Load
    let generation: UInt64
    /// Tells loads of one generation apart.
    let number: UInt64
    let spot: PageSpot
    /// The page's place in the list, from 1.
    let ordinal: Int
    /// The service that answered the page before; empty when nobody knows.
    var service = ""
}

/// A page's answer, read: its items, their identities when the caller gave one, and what it says of the list.
struct PageReading<Item: Sendable>: Sendable {
    var items: [Item]
    /// One for each item, or none at all.
    var ids: [String]
    var facts: PageFacts
    var response: RawResponse
}

struct PagerMachine<Item: Sendable>: Sendable {
    enum Answer: Sendable {
        /// Load this. A load that was in the air is over: cancel it.
        case start(PageLoad)
        /// This is being loaded.
        case join(PageLoad)
        case refuse(PageEnd, PageSpot?)
    }

    enum Landing: Sendable {
        /// It belongs to a load that is over.
        case dropped
        case landed(Page<Item>)
        /// The page is empty, and nothing follows.
        case empty(NetError.Kind)
    }

    let style: PagingStyle
    let limits: PageLimits
    /// The origins that a next page may be on.
    let homes: Set<String>
    let keepsItems: Bool
    private(set) var load: PageLoad?
    private var run: PageRun<Item>
    private var failure: (page: Int, kind: NetError.Kind)?
    private var generation: UInt64 = 0
    private var loads: UInt64 = 0
    private var requestedAt: Duration?

    init(style: PagingStyle, limits: PageLimits, homes: Set<String>, keepsItems: Bool = true) {
        self.style = style
        self.limits = limits
        self.homes = homes
        self.keepsItems = keepsItems
        run = PageRun(style)
    }

    // MARK: What is asked

    /// The next page; whatever is in the air is joined (B-HH-P2). Without a next page nothing is sent (HH-P4, PG-5).
    mutating func loadMore(at now: Duration) -> Answer {
        if let load { return .join(load) }
        switch run.next {
        case .more(let spot), .maybe(let spot): return .start(begin(.more, spot, run.ordinal + 1, now))
        case .end(let end): return .refuse(end, run.refused)
        }
    }

    /// The first page again, in a new generation. What is there stays until it lands (PG-4).
    mutating func refresh(at now: Duration) -> Answer {
        generation += 1
        return .start(begin(.refresh, style.firstSpot, 1, now))
    }

    /// That page alone, in a new generation; `nil` when its place cannot be known.
    mutating func jump(to page: Int, at now: Duration) -> Answer? {
        guard let spot = style.spot(ofPage: page), let ordinal = style.ordinal(of: spot) else { return nil }
        generation += 1
        return .start(begin(.jump, spot, ordinal, now))
    }

    /// Back to the beginning, with nothing read. A load in the air is over.
    mutating func reset() {
        generation += 1
        load = nil
        failure = nil
        requestedAt = nil
        run = PageRun(style)
    }

    private mutating func begin(_ kind: PagerState.Load, _ spot: PageSpot, _ ordinal: Int, _ now: Duration) -> PageLoad {
        loads += 1
        requestedAt = now
        var load = PageLoad(kind: kind, generation: generation, number: loads, spot: spot, ordinal: ordinal)
        if kind == .more { load.service = run.service }
        self.load = load
        return load
    }

    // MARK: What came

    /// A load brought no page: nothing moves. A cancelled one leaves no trace at all.
    mutating func fail(_ load: PageLoad, _ kind: NetError.Kind) {
        guard load == self.load else { return }
        self.load = nil
        if case .cancelled = kind { failure = nil } else { failure = (load.ordinal, kind) }
    }

    mutating func land(_ reading: PageReading<Item>, of load: PageLoad) -> Landing {
        guard load == self.load else { return .dropped }
        self.load = nil
        failure = nil
        var run = load.kind == .more ? self.run : PageRun(style)
        read(reading.facts, of: load, into: &run)
        if !reading.response.service.isEmpty { run.service = reading.response.service }
        if reading.facts.count == 0, run.isOver { return empty(load, run) }
        let before = run.duplicates
        let fresh = take(reading, into: &run)
        self.run = run
        return .landed(
            Page(
                number: load.ordinal, items: fresh, duplicates: run.duplicates - before, hasMore: hasMore, total: run.total,
                response: reading.response))
    }

    /// HH-P5. An empty first page is all there is of the list; an empty later one only ends what is there.
    private mutating func empty(_ load: PageLoad, _ run: PageRun<Item>) -> Landing {
        if load.ordinal > 1 {
            if load.kind == .more { self.run.next = .end(.emptyPage) }
            return .empty(.noMoreData)
        }
        self.run = PageRun(style)
        self.run.total = run.total
        self.run.pageCount = run.pageCount
        self.run.next = .end(.emptyPage)
        return .empty(.noData)
    }

    private func read(_ facts: PageFacts, of load: PageLoad, into run: inout PageRun<Item>) {
        run.total = facts.total ?? run.total
        run.pageCount = facts.pageCount ?? run.pageCount
        run.ordinal = load.ordinal
        run.pages += 1
        run.received += facts.count
        // A first page with less than was asked for, and more to come: this is how large the server makes its pages.
        if load.ordinal == 1, facts.count > 0, facts.count < style.size, let total = run.total, total > facts.count {
            run.served = facts.count
        }
        run.visited.insert(Self.mark(load.spot))
        run.visited.insert(Self.mark(.url(facts.url)))
        var known = facts
        known.total = run.total
        known.pageCount = run.pageCount
        let next = style.next(after: load.spot, known, ordinal: run.ordinal, received: run.received, served: run.served)
        run.next = guarded(next, facts.url, &run)
    }

    /// Leaves out what is there already, and what is more than was allowed.
    private func take(_ reading: PageReading<Item>, into run: inout PageRun<Item>) -> [Item] {
        var fresh = reading.items
        if !reading.ids.isEmpty {
            fresh = zip(reading.items, reading.ids).filter { run.seen.insert($0.1).inserted }.map(\.0)
            run.duplicates += reading.items.count - fresh.count
        }
        if let limit = limits.items {
            let room = max(0, limit - run.taken)
            if fresh.count > room {
                fresh = Array(fresh.prefix(room))
                run.next = .end(.maximumItems)
            } else if fresh.count == room {
                run.cut(.maximumItems)
            }
        }
        run.taken += fresh.count
        if let limit = limits.pages, run.pages >= limit { run.cut(.maximumPages) }
        if keepsItems { run.items += fresh }
        return fresh
    }

    // MARK: Guards

    /// A next page that must not be asked for ends the list, and says why.
    private func guarded(_ next: PageNext, _ url: URI, _ run: inout PageRun<Item>) -> PageNext {
        let spot: PageSpot
        switch next {
        case .end: return next
        case .more(let following), .maybe(let following): spot = following
        }
        if let end = refusal(spot, url, run.visited) {
            run.refused = spot
            return .end(end)
        }
        return next
    }

    private func refusal(_ spot: PageSpot, _ url: URI, _ visited: Set<PageSpot>) -> PageEnd? {
        if case .url(let target) = spot {
            guard target.isAbsoluteHTTP else { return .badURL }
            guard url.scheme != "https" || target.scheme == "https" else { return .foreignHost }
            guard limits.allowsForeignHosts || homes.contains(target.origin) else { return .foreignHost }
        }
        return visited.contains(Self.mark(spot)) ? .loop : nil
    }

    /// A place as it is compared: what is masked in a URL plays no part.
    private static func mark(_ spot: PageSpot) -> PageSpot {
        guard case .url(let url) = spot else { return spot }
        return .url(URI(url.revealed))
    }

    // MARK: What is known

    var items: [Item] { run.items }

    var hasMore: HasMore { run.next.hasMore }

    private var ending: PageEnd? { if case .end(let end) = run.next { end } else { nil } }

    var state: PagerState {
        if let load { return .loading(load.kind, generation: load.generation) }
        if let failure { return .failed(page: failure.page, failure.kind) }
        return ending == nil ? .idle : .exhausted
    }

    var status: PagerStatus {
        PagerStatus(
            state: state, currentPage: run.ordinal, pageSize: run.served, itemCount: run.taken, duplicates: run.duplicates,
            total: run.total, maxPage: run.pageCount ?? run.total.map { PagingStyle.pages($0, run.served) }, hasMore: hasMore,
            ending: ending, requestedAt: requestedAt)
    }
}
