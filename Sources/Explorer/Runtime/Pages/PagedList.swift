// One list over all pages: stores the responses in the order of the pages, and makes one JSON array of them.

import Document
import NetLayer
import Screen
import Synchronization

/// Some rows of a page, as JSON with commas between them.
struct PageRows: Sendable {
    var json: [UInt8]
    var count: Int
    /// The whole page, with the first of its rows.
    var page: JSONDocument? = nil

    /// The list of a page. Records of another format than JSON are a list too.
    @Sendable static func read(_ page: PageContent) throws -> [PageRows] {
        if let list = page.list, let document = page.document {
            return list.count == 0
                ? [] : [PageRows(json: Array(document.bytes[list.byteRange].dropFirst().dropLast()), count: list.count)]
        }
        if page.document == nil, let document = BodyContent(page.response).document, document.root.kind == .array {
            // One piece for each element, as nothing else counts them.
            return document.root.elements.map { PageRows(json: Array(document.bytes[$0.byteRange]), count: 1) }
        }
        _ = try page.elements()
        return []
    }
}

/// The pages of one list, which arrive on several threads.
final class PagedList: Sendable {
    private struct State {
        /// By number, from 1.
        var pages: [Int: PageRows] = [:]
        var failures: [Int: NetError] = [:]
        var rows = 0
        var count: Int?
        /// The source of the first response.
        var source: (head: ResponseHead, url: URI)?
        /// Its newest group.
        var task: TaskID?
        var end: PagesProgress.End?
        /// The number of rows in the last array.
        var builtRows = 0
        var builtAt: Duration?
        /// How long the last build took: a larger list is built less often.
        var buildTime = Duration.zero
        var isBuilding = false
    }

    /// The shown part of a growing list is at most this old, or five times as old as a build takes.
    private static let pace = Duration.milliseconds(500)

    let group: PageGroup<PageRows>
    private let state: Mutex<State>

    /// - Parameters:
    ///   - arrived: called for each page of JSON that has rows, with its number and its document.
    ///   - landed: called when a page was read, or has failed.
    init(
        _ order: PagesOrder, on pool: ServicePool, client: NetClient, first: RawResponse?,
        arrived: @escaping @Sendable (Int, JSONDocument, ResponseHead) -> Void,
        landed: @escaping @Sendable (PagedList) -> Void
    ) {
        var start = State(count: order.count)
        start.source = first.map { ($0.head, $0.url) }
        state = Mutex(start)
        // The group is made before the list that it reports to is initialized.
        let own = Box()
        group = PageGroup(
            order.title, order.plan, style: order.paging.style, on: pool, client: client, limits: PageLimits(pages: order.limit),
            first: first,
            items: { [business = order.business] page in
                try business?.refuse(page.response.body)
                var rows = try PageRows.read(page)
                if !rows.isEmpty { rows[0].page = page.document }
                return rows
            }
        ) { arrival in
            guard let list = own.list.withLock({ $0 })?.list else { return }
            list.take(arrival)
            if case .page(let page) = arrival, let document = page.items.first?.page {
                arrived(page.number, document, page.response.head)
            }
            landed(list)
        }
        own.list.withLock { $0 = Weak(list: self) }
    }

    private struct Weak { weak var list: PagedList? }
    private final class Box: Sendable { let list = Mutex<Weak?>(nil) }

    private func take(_ arrival: PageGroup<PageRows>.PageOutcome) {
        state.withLock { state in
            switch arrival {
            case .page(let page):
                let json = page.items.map(\.json).filter { !$0.isEmpty }.joined(separator: [UInt8(ascii: ",")])
                let rows = PageRows(json: Array(json), count: page.items.reduce(0) { $0 + $1.count })
                state.pages[page.number] = rows
                state.failures[page.number] = nil
                state.rows += rows.count
                if page.number == 1 { state.source = state.source ?? (page.response.head, page.response.url) }
            case .gap(let page, let error):
                if !error.isCancellation { state.failures[page] = error }
            }
        }
    }

    /// Starts to read a group of pages.
    func begin(_ id: TaskID) {
        state.withLock { state in
            state.task = id
            state.end = nil
            state.builtRows = 0
        }
    }

    /// Ends the group.
    func finish(_ end: PagesProgress.End) { state.withLock { $0.end = end } }

    var progress: PagesProgress? {
        let told = group.status.maxPage
        return state.withLock { state in
            state.task.map { task in
                PagesProgress(
                    task: task, pages: state.pages.count, count: told ?? state.count,
                    gaps: state.failures.sorted { $0.key < $1.key }.map { .init(page: $0.key, $0.value) }, end: state.end)
            }
        }
    }

    // MARK: One array

    /// Whether the array should be built again; the caller then builds it.
    func wantsBuilding(at now: Duration) -> Bool {
        state.withLock { state in
            guard state.task != nil, !state.isBuilding, state.rows > state.builtRows else { return false }
            let age = state.builtAt.map { now - $0 } ?? .zero
            guard state.rows >= 2 * state.builtRows || age >= max(Self.pace, state.buildTime * 5) else { return false }
            state.isBuilding = true
            return true
        }
    }

    /// The rows so far as one response. While pages are missing, it ends before the first missing
    /// page, so rows never move.
    func build() -> (response: RawResponse, id: TaskID)? {
        let (parts, source, task) = state.withLock { state in
            state.builtRows = state.rows
            let numbers = state.pages.keys.sorted()
            let first = state.end == nil ? (1...).first { state.pages[$0] == nil && state.failures[$0] == nil } : nil
            let shown = numbers.prefix { number in first.map { number < $0 } ?? true }
            return (shown.compactMap { state.pages[$0]?.json }, state.source, state.task)
        }
        guard let source, let task else { return nil }
        let comma = [UInt8(ascii: ",")]
        var body = [UInt8(ascii: "[")]
        body.reserveCapacity(parts.reduce(2) { $0 + $1.count + 1 })
        for part in parts where !part.isEmpty {
            if body.count > 1 { body += comma }
            body += part
        }
        body.append(UInt8(ascii: "]"))
        var head = source.head
        head.headers.set(HeaderField("Content-Type", "application/json"))
        return (RawResponse(head: head, body: body, url: source.url), task)
    }

    func built(at now: Duration, in time: Duration) {
        state.withLock { state in
            state.builtAt = now
            state.buildTime = time
            state.isBuilding = false
        }
    }
}
