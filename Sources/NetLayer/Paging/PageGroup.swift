// All pages of a list as one group of rows: in parallel where pages are numbered and their count is known,
// one after another elsewhere.

import Synchronization

/// Reads a list to its end as a group that can be observed, limited and cancelled. A failed page is a gap:
/// another ``start(as:)`` loads only the gaps, and continues where the list had to stop.
///
///     let pages = PageGroup(
///         "all items", list, style: .link(), on: pool, client: client,
///         items: { try $0.elements() }, onLanding: { arrival in show(arrival) })
///     try await pages.start()?.value
public final class PageGroup<Item: Sendable>: Sendable {
    /// The outcome of a page.
    public enum PageOutcome: Sendable {
        /// The page was loaded.
        case page(Page<Item>)
        /// That page is missing; its place counts from 1.
        case gap(Int, NetError)
    }

    private struct State {
        var machine: PagerMachine<Item>
        /// Pages to load by number; loaded pages are removed.
        var open: [Int: PageSpot] = [:]
        /// The pages after the first are numbered, and in `open`.
        var isNumbered = false
        /// How many numbered pages were the first one again.
        var repeated = 0
        /// A response that already is the first page.
        var first: RawResponse?
        /// The newest run. Weak, because the members of a run refer to this object: each would keep the other for ever.
        weak var run: GroupRun<Void>?
        /// The row of ``run``.
        var group: TaskID?
    }

    /// After this number of pages that equal the first, the other places are not requested.
    private static var mostRepeated: Int { 3 }

    private let title: String
    private let source: PageSource<Item>
    private let maxConcurrent: Int
    private let onLanding: @Sendable (PageOutcome) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - title: the user's name for the group; the task table shows it.
    ///   - list: the request for the list; each page sets the parameters that the style names.
    ///   - style: how to request pages, and how a response says whether another one follows.
    ///   - pool: the services to call.
    ///   - client: makes the calls; their rows are in its table.
    ///   - limits: how much of the list to read, and from which hosts.
    ///   - first: a response that has arrived already and is the first page.
    ///   - maxConcurrent: how many pages may be in flight at once, at least 1.
    ///   - items: makes the items of one page. An error that it throws becomes ``NetError/Kind/decode``,
    ///     unless it is a ``NetError``.
    ///   - onLanding: called once for each page, on several threads, in the order in which the pages arrive.
    public init(
        _ title: String, _ list: RequestPlan, style: PagingStyle, on pool: ServicePool, client: NetClient,
        limits: PageLimits = PageLimits(), first: RawResponse? = nil, maxConcurrent: Int = 4,
        items: @escaping @Sendable (PageContent) throws -> [Item], onLanding: @escaping @Sendable (PageOutcome) -> Void
    ) {
        self.title = title
        self.maxConcurrent = maxConcurrent
        self.onLanding = onLanding
        source = PageSource(client: client, list: list, pool: pool, style: style, limits: limits, identity: nil, items: items)
        state = Mutex(
            State(
                machine: PagerMachine(
                    style: style, limits: limits, homes: source.homes, keepsItems: false, redirects: source.redirects),
                first: first))
    }

    /// The status of the list. For numbered pages it is the status after the first page.
    public var status: PagerStatus { state.withLock { $0.machine.status } }

    /// The places of the numbered pages that are missing.
    public var gaps: [Int] { state.withLock { $0.open.keys.sorted() } }

    /// Starts the group, or loads the missing pages again. `nil` when none is missing.
    /// The group's row gets the number `id`, from ``NetClient/reserveTaskID()``; `nil` takes the next one.
    public func start(as id: TaskID? = nil) -> GroupHandle<Void>? {
        if let first = state.withLock({ $0.first.take() }) { receiveFirst(first) }
        let wanted = nextPages()
        guard !wanted.isEmpty else { return nil }
        let landing = Landing<Result<GroupOutcome<Void>, NetError>>()
        let group = RequestGroup(title, maxConcurrent: maxConcurrent, wanted.map(member))
        let (seat, run) = GroupRun.openGroup(group, mode: .collectAll, client: source.client, parent: nil, number: id) {
            landing.land($0)
        }
        let handle = GroupHandle(id: seat.id, run: run, landing: landing)
        // Before any page runs: a loaded page adds the next one.
        state.withLock { state in
            state.run = run
            state.group = seat.id
        }
        seat.begin()
        return handle
    }

    // MARK: Choosing pages

    private enum Wanted: Sendable {
        case load(PageLoad)
        case numbered(Int, PageSpot)
    }

    /// The pages to load now.
    private func nextPages() -> [Wanted] {
        let now = source.client.now
        return state.withLock { state in
            if state.isNumbered { return state.open.sorted { $0.key < $1.key }.map { .numbered($0.key, $0.value) } }
            guard case .start(let load) = state.machine.loadMore(at: now) else { return [] }
            return [.load(load)]
        }
    }

    private func receiveFirst(_ response: RawResponse) {
        let now = source.client.now
        do {
            let reading = try source.readPage(response)
            guard
                let load = state.withLock({ state -> PageLoad? in
                    guard case .start(let load) = state.machine.refresh(at: now) else { return nil }
                    return load
                })
            else { return }
            receive(reading, load)
        } catch {
            onLanding(.gap(1, .wrapping(error, as: .decode, attempted: "\(source.list)")))
        }
    }

    private func receive(_ reading: PageReading<Item>, _ load: PageLoad) {
        let landing = state.withLock { state in
            let landing = state.machine.receive(reading, of: load)
            if load.ordinal == 1 { numberPages(&state) }
            return landing
        }
        if case .landed(let page) = landing { onLanding(.page(page)) }
    }

    /// Adds the pages that follow from a loaded page to the same group. This must happen before the page
    /// counts as ended, because a group is over when all its members have ended.
    private func addFollowingPages() {
        let (run, group) = state.withLock { ($0.run, $0.group) }
        // A page that is being read keeps its run.
        guard let run, let group else { return }
        for wanted in nextPages() {
            do throws(GroupOver) {
                _ = try run.addMember(member(wanted), of: group)
            } catch {
                if case .load(let load) = wanted { state.withLock { $0.machine.recordFailure(load, .cancelled(.group)) } }
            }
        }
    }

    /// When the first page states how many pages there are, the others need not wait for each other.
    private func numberPages(_ state: inout State) {
        let status = state.machine.status
        guard status.hasMore == .yes, let count = status.maxPage else { return }
        let last = min(count, source.limits.pages ?? count)
        // A longer list would need too many places. Reading page after page needs none: each page
        // says where the next one is.
        guard (3...100_000).contains(last) else { return }
        var open: [Int: PageSpot] = [:]
        for ordinal in 2...last {
            guard let spot = source.style.pageSpot(ofOrdinal: ordinal, served: status.pageSize) else { return }
            open[ordinal] = spot
        }
        (state.open, state.isNumbered) = (open, true)
    }

    // MARK: Members

    private func member(_ wanted: Wanted) -> GroupMember<Void> {
        switch wanted {
        case .numbered(let ordinal, let spot):
            let endpoint = source.endpoint(at: spot, ordinal: ordinal)
            return .call(endpoint, on: source.pool, as: { [self] in receive($0, at: spot, ordinal) }) { [self] result in
                if case .failure(let error) = result { onLanding(.gap(ordinal, error)) }
            }
        case .load(let load):
            return .call(
                source.endpoint(of: load), on: source.pool,
                as: { [self] reading in
                    receive(reading, load)
                    addFollowingPages()
                },
                onLanding: { [self] result in
                    guard case .failure(let error) = result else { return }
                    state.withLock { $0.machine.recordFailure(load, error.kind) }
                    onLanding(.gap(load.ordinal, error))
                })
        }
    }

    private func receive(_ reading: PageReading<Item>, at spot: PageSpot, _ ordinal: Int) {
        let isNew = state.withLock { state in
            guard state.open.removeValue(forKey: ordinal) != nil else { return false }
            guard state.machine.hasLoaded(reading.marks) else { return true }
            state.machine.endRepeated()
            state.repeated += 1
            // Its places are all the same page: none of them is wanted any more.
            if state.repeated >= Self.mostRepeated { state.open = [:] }
            return false
        }
        guard isNew else { return }
        onLanding(.page(source.makePage(reading, at: spot, ordinal: ordinal)))
    }
}
