// Reads a list page by page: the driver of PagerMachine, which decides, and of PageSource, which sends.

import Document
import Synchronization

/// The pages of one list.
///
/// As a growing list: ``refresh()``, ``loadMore()``, ``items``, ``status``. One load is in flight at a time;
/// callers that ask for more meanwhile get its page too. A refresh replaces the load in flight, and the old
/// items stay until the first page has arrived. The next ``loadMore()`` repeats a failed page.
///
/// As a sequence: `for try await page in pager` reads the list from its first page to its end, in a run of
/// its own that does not change ``items`` and stores no items.
///
/// A load is cancelled when all Swift tasks that wait for it are cancelled.
public final class Pager<Item: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Page<Item>

    private struct Flight {
        let load: PageLoad
        var handle: Handle<PageReading<Item>>?
        var waiters: [ObjectIdentifier: Waiter]
    }

    private struct State {
        var machine: PagerMachine<Item>
        var flight: Flight?
    }

    private typealias Waiter = Landing<Result<Page<Item>, NetError>>

    private let source: PageSource<Item>
    private let state: Mutex<State>

    /// - Parameters:
    ///   - list: the request for the list; each page sets the parameters that the style names.
    ///   - style: how to request pages, and how a response says whether another one follows.
    ///   - pool: the services to call.
    ///   - client: makes the calls; their rows are in its table.
    ///   - limits: how much of the list to read, and from which hosts.
    ///   - identity: a text that tells items apart. An item that a later page repeats, because others were
    ///     inserted before it, is left out and counted. Without it no item is left out.
    ///   - items: makes the items of one page. An error that it throws becomes ``NetError/Kind/decode``,
    ///     unless it is a ``NetError``.
    public convenience init(
        _ list: RequestPlan, style: PagingStyle, on pool: ServicePool, client: NetClient, limits: PageLimits = PageLimits(),
        identity: (@Sendable (Item) -> String)? = nil, items: @escaping @Sendable (PageContent) throws -> [Item]
    ) {
        self.init(
            PageSource(
                client: client, list: list, pool: pool, style: style, limits: limits, identity: identity, items: items),
            keepsItems: true)
    }

    private init(_ source: PageSource<Item>, keepsItems: Bool) {
        self.source = source
        let machine = PagerMachine<Item>(
            style: source.style, limits: source.limits, homes: source.homes, keepsItems: keepsItems,
            redirects: source.redirects)
        state = Mutex(State(machine: machine))
    }

    // MARK: Status

    /// The items of all pages so far, in order.
    public var items: [Item] { state.withLock { $0.machine.items } }
    /// Its state.
    public var pagerState: PagerState { state.withLock { $0.machine.state } }
    /// Whether ``loadMore()`` can load a page.
    public var hasMore: HasMore { state.withLock { $0.machine.hasMore } }
    /// How many calls wait for the load in flight.
    var waiterCount: Int { state.withLock { $0.flight?.waiters.count ?? 0 } }
    /// Its current status.
    public var status: PagerStatus { state.withLock { $0.machine.status } }

    // MARK: Loading

    /// Loads the next page, or the first when none is loaded.
    /// - Throws: `noData` for an empty first page, `noMoreData` for an empty later one or, without a
    ///   request, when there is no next page; `paginationLoop` and `foreignHost` without a request; any
    ///   error of the request itself.
    @discardableResult
    public func loadMore() async throws(NetError) -> Page<Item> {
        try await loadPage { machine, now in machine.loadMore(at: now) }
    }

    /// Loads the first page again; when it arrives, it replaces all items. A failed refresh changes nothing.
    /// - Throws: as ``loadMore()``.
    @discardableResult
    public func refresh() async throws(NetError) -> Page<Item> {
        try await loadPage { machine, now in machine.refresh(at: now) }
    }

    /// Loads the page with that number, as the interface counts (by offset: from 1); when it arrives, it
    /// replaces all items, and ``loadMore()`` continues after it.
    /// - Throws: as ``loadMore()``, and `badRequest` when the style's pages have no numbers or this
    ///   one lies before the first.
    @discardableResult
    public func fetchPage(_ number: Int) async throws(NetError) -> Page<Item> {
        guard source.style.pageSpot(ofPage: number) != nil else { throw noSuchPage(number) }
        return try await loadPage { machine, now in machine.jump(to: number, at: now) ?? .refuse(.nowhere, nil) }
    }

    /// Forgets all pages; cancels a load in flight.
    public func reset() {
        let old = state.withLock { state in
            state.machine.reset()
            defer { state.flight = nil }
            return state.flight
        }
        if let old { abandon(old, because: .user, "the pager was reset") }
    }

    /// Pages as separate calls, for a group that runs them at once: this pager does not change, and
    /// an empty page is no error.
    /// - Throws: `badRequest` when the style's pages have no numbers, or one lies before the first.
    public func pages(_ numbers: some Sequence<Int>) throws(NetError) -> [Endpoint<Page<Item>>] {
        var endpoints: [Endpoint<Page<Item>>] = []
        for number in numbers {
            guard let spot = source.style.pageSpot(ofPage: number), let ordinal = source.style.ordinal(of: spot) else {
                throw noSuchPage(number)
            }
            let endpoint = source.endpoint(at: spot, ordinal: ordinal)
            let source = source
            endpoints.append(
                Endpoint(endpoint.plan) { source.makePage(try endpoint.decode($0), at: spot, ordinal: ordinal) })
        }
        return endpoints
    }

    private func noSuchPage(_ number: Int) -> NetError {
        NetError(.badRequest, attempted: "\(source.list)", detail: "page \(number) cannot be requested by its number")
    }

    // MARK: Driver

    private func loadPage(
        _ decide: (inout PagerMachine<Item>, Duration) -> PagerMachine<Item>.LoadDecision
    ) async throws(NetError) -> Page<Item> {
        let waiter = Waiter()
        let key = ObjectIdentifier(waiter)
        let now = source.client.now
        let (answer, old) = state.withLock { state -> (PagerMachine<Item>.LoadDecision, Flight?) in
            let answer = decide(&state.machine, now)
            switch answer {
            case .refuse: return (answer, nil)
            case .join:
                state.flight?.waiters[key] = waiter
                return (answer, nil)
            case .start(let load):
                defer { state.flight = Flight(load: load, waiters: [key: waiter]) }
                return (answer, state.flight)
            }
        }
        if let old { abandon(old, because: .superseded, Self.replaced) }
        switch answer {
        case .refuse(let end, let spot): throw source.refusal(end, spot)
        case .join: break
        case .start(let load): launch(load)
        }
        let result = await withTaskCancellationHandler {
            await waiter.value()
        } onCancel: {
            removeWaiter(key)
        }
        return try result.get()
    }

    private func launch(_ load: PageLoad) {
        let handle = source.client.dispatch(source.endpoint(of: load), on: source.pool)
        let isWanted = state.withLock { state in
            guard state.flight?.load == load else { return false }
            state.flight?.handle = handle
            return true
        }
        // A load that replaced this one, or the last waiter's cancel, came between.
        guard isWanted else {
            source.client.cancel(handle.id, because: .scope)
            return
        }
        Task { [self] in
            let result: Result<PageReading<Item>, NetError>
            do throws(NetError) {
                result = .success(try await handle.value)
            } catch {
                result = .failure(error)
            }
            receive(result, load)
        }
    }

    private func receive(_ result: Result<PageReading<Item>, NetError>, _ load: PageLoad) {
        let (outcome, waiters) = state.withLock { state -> (Result<Page<Item>, NetError>, [Waiter]) in
            let outcome: Result<Page<Item>, NetError>
            switch result {
            case .failure(let error):
                state.machine.recordFailure(load, error.kind)
                outcome = .failure(error)
            case .success(let reading):
                switch state.machine.receive(reading, of: load) {
                case .dropped: return (.failure(error(.superseded, Self.replaced)), [])
                case .landed(let page): outcome = .success(page)
                case .empty(let kind): outcome = .failure(source.emptiness(kind, load))
                }
            }
            guard let flight = state.flight, flight.load == load else { return (outcome, []) }
            state.flight = nil
            return (outcome, Array(flight.waiters.values))
        }
        waiters.forEach { $0.land(outcome) }
    }

    /// One waiter's Swift task was cancelled; the load continues for the others, and is
    /// cancelled when no waiter remains.
    private func removeWaiter(_ key: ObjectIdentifier) {
        let (waiter, last) = state.withLock { state -> (Waiter?, Flight?) in
            guard let waiter = state.flight?.waiters.removeValue(forKey: key), let flight = state.flight else {
                return (nil, nil)
            }
            guard flight.waiters.isEmpty else { return (waiter, nil) }
            state.machine.recordFailure(flight.load, .cancelled(.scope))
            state.flight = nil
            return (waiter, flight)
        }
        if let handle = last?.handle { source.client.cancel(handle.id, because: .scope) }
        waiter?.land(.failure(NetError(.cancelled(.scope), attempted: "\(source.list)")))
    }

    private func abandon(_ flight: Flight, because reason: CancelReason, _ detail: String) {
        if let handle = flight.handle { source.client.cancel(handle.id, because: reason) }
        flight.waiters.values.forEach { $0.land(.failure(error(reason, detail))) }
    }

    private func error(_ reason: CancelReason, _ detail: String) -> NetError {
        NetError(.cancelled(reason), attempted: "\(source.list)", detail: detail)
    }

    private static var replaced: String { "another load replaced it" }

    /// Makes a response that has arrived already the first page, as if it had just been loaded.
    /// - Throws: the errors of ``loadMore()`` that concern a response.
    @discardableResult
    public func begin(with response: RawResponse) throws(NetError) -> Page<Item> {
        let now = source.client.now
        let reading: PageReading<Item>
        do {
            reading = try source.readPage(response)
        } catch {
            throw .wrapping(error, as: .decode, attempted: "\(source.list)")
        }
        let (landing, load, old) = state.withLock { state -> (PagerMachine<Item>.Landing, PageLoad?, Flight?) in
            guard case .start(let load) = state.machine.refresh(at: now) else { return (.dropped, nil, nil) }
            defer { state.flight = nil }
            return (state.machine.receive(reading, of: load), load, state.flight)
        }
        if let old { abandon(old, because: .superseded, Self.replaced) }
        switch (landing, load) {
        case (.landed(let page), _): return page
        case (.empty(let kind), let load?): throw source.emptiness(kind, load)
        case (.empty, nil), (.dropped, _): throw error(.superseded, Self.replaced)
        }
    }

    // MARK: As a sequence

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(run: Pager(source, keepsItems: false)) }

    /// A run from the first page to the last.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let run: Pager<Item>

        /// Makes a response that has arrived already the first page: see ``Pager/begin(with:)``.
        public func begin(with response: RawResponse) throws(NetError) -> Page<Item> { try run.begin(with: response) }

        /// The status of the run.
        public var status: PagerStatus { run.status }

        /// The next page; `nil` after the last. After an error the next call repeats the same page.
        public mutating func next() async throws(NetError) -> Page<Item>? {
            do throws(NetError) {
                return try await run.loadMore()
            } catch {
                guard error.kind == .noData || error.kind == .noMoreData else { throw error }
                return nil
            }
        }
    }
}

extension Pager where Item == JSONNode {
    /// The items as the response's own list has them, undecoded.
    public convenience init(
        _ list: RequestPlan, style: PagingStyle, on pool: ServicePool, client: NetClient, limits: PageLimits = PageLimits(),
        identity: (@Sendable (JSONNode) -> String)? = nil
    ) {
        self.init(list, style: style, on: pool, client: client, limits: limits, identity: identity) { try $0.elements() }
    }
}
