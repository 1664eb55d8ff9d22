// The pager as a pure state machine: it decides which page to load, what to refuse,
// and how to use a response.
//
//     idle ──► loading(kind, generation) ──► idle │ exhausted │ failed(page)
//
// No state changes before a page has arrived, so a failed page can be loaded again. A response is judged by
// its own request, never by the state when it arrives: a refresh starts a new generation, and responses of
// an older one are dropped.

/// One load, as the machine decided it.
struct PageLoad: Sendable, Hashable {
    let kind: PagerState.Load
    let generation: UInt64
    /// Tells loads of one generation apart.
    let number: UInt64
    let spot: PageSpot
    /// The page's place in the list, from 1.
    let ordinal: Int
    /// The service that served the previous page; empty when it is unknown.
    var service = ""
}

/// A page's parsed response: its items, their identities when the caller supplied a function for them, and
/// the facts about the list.
struct PageReading<Item: Sendable>: Sendable {
    var items: [Item]
    /// One for each item, or none at all.
    var ids: [String]
    var facts: PageFacts
    var marks = PageMarks()
    var response: RawResponse
}

struct PagerMachine<Item: Sendable>: Sendable {
    enum LoadDecision: Sendable {
        /// Load this page. A load that was in flight is over: cancel it.
        case start(PageLoad)
        /// This page is being loaded.
        case join(PageLoad)
        case refuse(PageEnd, PageSpot?)
    }

    enum Landing: Sendable {
        /// The response belongs to a load that is over.
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
    /// Decide about links to next pages, as about redirects.
    let redirects: [RedirectPolicy]
    private(set) var load: PageLoad?
    private var run: PageRun<Item>
    private var failure: (page: Int, kind: NetError.Kind)?
    private var generation: UInt64 = 0
    private var loads: UInt64 = 0
    private var requestedAt: Duration?

    init(
        style: PagingStyle, limits: PageLimits, homes: Set<String>, keepsItems: Bool = true, redirects: [RedirectPolicy] = []
    ) {
        self.style = style
        self.limits = limits
        self.homes = homes
        self.keepsItems = keepsItems
        self.redirects = redirects
        run = PageRun(style)
    }

    // MARK: Requests

    /// The next page; joins a load in flight. Sends nothing when there is no next page.
    mutating func loadMore(at now: Duration) -> LoadDecision {
        if let load { return .join(load) }
        switch run.next {
        case .more(let spot), .maybe(let spot): return .start(begin(.more, spot, run.ordinal + 1, now))
        case .end(let end): return .refuse(end, run.refused)
        }
    }

    /// The first page again, in a new generation. The loaded items stay until it arrives.
    mutating func refresh(at now: Duration) -> LoadDecision {
        generation += 1
        return .start(begin(.refresh, style.firstSpot, 1, now))
    }

    /// That page alone, in a new generation; `nil` when its place cannot be computed.
    mutating func jump(to page: Int, at now: Duration) -> LoadDecision? {
        guard let spot = style.pageSpot(ofPage: page), let ordinal = style.ordinal(of: spot) else { return nil }
        generation += 1
        return .start(begin(.jump, spot, ordinal, now))
    }

    /// Back to the beginning, with no page loaded. A load in flight is over.
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

    // MARK: Responses

    /// A load failed: no position changes. A cancelled load leaves no trace at all.
    mutating func recordFailure(_ load: PageLoad, _ kind: NetError.Kind) {
        guard load == self.load else { return }
        self.load = nil
        if case .cancelled = kind { failure = nil } else { failure = (load.ordinal, kind) }
    }

    mutating func receive(_ reading: PageReading<Item>, of load: PageLoad) -> Landing {
        guard load == self.load else { return .dropped }
        self.load = nil
        failure = nil
        var run = load.kind == .more ? self.run : PageRun(style)
        applyFacts(reading.facts, of: load, into: &run)
        if !reading.response.service.isEmpty { run.service = reading.response.service }
        if reading.facts.count == 0, run.isOver { return empty(load, run) }
        if load.kind == .more, repeats(reading, run) {
            endRepeated()
            return .empty(.noMoreData)
        }
        let before = run.duplicates
        let fresh = collectItems(reading, into: &run)
        run.marks.add(reading.marks)
        self.run = run
        return .landed(
            Page(
                number: load.ordinal, items: fresh, duplicates: run.duplicates - before, hasMore: hasMore, total: run.total,
                response: reading.response))
    }

    /// Whether the page came before. Where its items have no identity, a count of items that says more decides.
    private func repeats(_ reading: PageReading<Item>, _ run: PageRun<Item>) -> Bool {
        guard style.isRandomAccess, run.marks.repeats(reading.marks) else { return false }
        return !reading.marks.ids.isEmpty || run.received - reading.facts.count >= run.total ?? 0
    }

    /// Nothing new has come: the list ends with what it has.
    mutating func endRepeated() { run.next = .end(.repeated) }

    /// Whether the page with these marks was loaded already.
    func hasLoaded(_ marks: PageMarks) -> Bool { run.marks.repeats(marks) }

    /// An empty first page is the whole list; an empty later one only ends the list.
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

    private func applyFacts(_ facts: PageFacts, of load: PageLoad, into run: inout PageRun<Item>) {
        run.total = facts.total ?? run.total
        run.pageCount = facts.pageCount ?? run.pageCount
        run.ordinal = load.ordinal
        run.pages += 1
        run.received += facts.count
        // A first page with fewer items than requested, and more to come: this is the server's page size.
        if load.ordinal == 1, facts.count > 0, facts.count < style.size, let total = run.total, total > facts.count {
            run.served = facts.count
        }
        run.visited.insert(Self.normalized(load.spot))
        run.visited.insert(Self.normalized(.url(facts.url)))
        var known = facts
        known.total = run.total
        known.pageCount = run.pageCount
        let next = style.findNext(after: load.spot, known, ordinal: run.ordinal, received: run.received, served: run.served)
        run.next = guarded(next, facts.url, &run)
    }

    /// Leaves out items that are loaded already, and items beyond the limit.
    private func collectItems(_ reading: PageReading<Item>, into run: inout PageRun<Item>) -> [Item] {
        var fresh = reading.items
        let isRepeated =
            reading.ids.isEmpty && style.isRandomAccess ? run.marks.repeatedItems(of: reading.marks, count: fresh.count) : []
        if !isRepeated.isEmpty {
            fresh = zip(fresh, isRepeated).filter { !$0.1 }.map(\.0)
            run.duplicates += reading.items.count - fresh.count
        } else if !reading.ids.isEmpty {
            fresh = zip(reading.items, reading.ids).filter { run.seen.insert($0.1).inserted }.map(\.0)
            run.duplicates += reading.items.count - fresh.count
        }
        if let limit = limits.items {
            let room = max(0, limit - run.taken)
            if fresh.count > room {
                fresh = Array(fresh.prefix(room))
                run.next = .end(.maximumItems)
            } else if fresh.count == room {
                run.truncate(.maximumItems)
            }
        }
        run.taken += fresh.count
        if let limit = limits.pages, run.pages >= limit { run.truncate(.maximumPages) }
        if keepsItems { run.items += fresh }
        return fresh
    }

    // MARK: Guards

    /// A next page that must not be loaded ends the list, with the reason.
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
            let hop = RedirectHop(from: url, to: target, status: nil, method: .get)
            guard RedirectPolicy.refusal(of: hop, by: redirects) == nil else { return .foreignHost }
            guard limits.allowsForeignHosts || homes.contains(target.origin) else { return .foreignHost }
        }
        return visited.contains(Self.normalized(spot)) ? .loop : nil
    }

    /// A place in comparable form, without the masks of a URL.
    private static func normalized(_ spot: PageSpot) -> PageSpot {
        guard case .url(let url) = spot else { return spot }
        return .url(URI(url.revealed))
    }

    // MARK: Status

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
