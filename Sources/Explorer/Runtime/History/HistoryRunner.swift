// Lists, opens and deletes entries of the history for the screen.
//
// A deletion can be taken back until the program ends: until then its entries are hidden and stay in the file. A
// program that is killed has deleted nothing.

import Document
import FilterLanguage
import History
import NetLayer
import Screen
import Synchronization
import Workbench

final class HistoryRunner: Sendable {
    /// The limit of listed entries; older entries need a search.
    private static let shown = 500

    private let desk: HistoryConnection?
    private let arrivals: ArrivalDesk
    private let inbox: Inbox
    /// The current listing; a newer listing replaces it.
    private let listing = Mutex<Task<Void, Never>?>(nil)
    /// The entries that are hidden, by the number of their deletion.
    private let hidden = Mutex<[Int: Set<HistoryID>]>([:])

    /// - Parameter desk: `nil` when no history is recorded.
    init(_ desk: HistoryConnection?, arrivals: ArrivalDesk, inbox: Inbox) {
        self.desk = desk
        self.arrivals = arrivals
        self.inbox = inbox
    }

    func obey(_ order: HistoryOrder) {
        guard let desk else {
            return inbox.post(
                .history(.off("History is off: the demo is not recorded, nor anything with EXPLORER_HISTORY=off.")))
        }
        // At once: a list that the user asks for next has to leave it out already.
        if case .delete(let text, _, let number) = order, let id = HistoryID(text) { hidden.withLock { $0[number] = [id] } }
        let task = Task.detached { [self] in
            do throws(HistoryError) {
                guard let store = try await desk.store() else { return }
                // The listing includes requests that were just sent.
                await store.flush()
                try await perform(order, store)
            } catch  where error.kind == .cancelled {
                // A newer listing has replaced this one.
            } catch {
                inbox.post(.history(.failed("\(error). \(error.hint)")))
            }
        }
        guard case .list = order else { return }
        listing.withLock { old in
            old?.cancel()
            old = task
        }
    }

    private func perform(_ order: HistoryOrder, _ store: HistoryStore) async throws(HistoryError) {
        switch order {
        case .list(let query): try await list(query, store)
        case .open(let id, let task, let use):
            guard let id = HistoryID(id), !hiddenIDs.contains(id), let entry = try await store.entry(id) else {
                return inbox.post(.history(.failed("The entry no longer exists")))
            }
            open(entry, task, use)
        case .delete(_, let query, let number):
            inbox.post(.history(.deleted(number, count: hidden.withLock { $0[number]?.count ?? 0 })))
            try await list(query, store)
        case .clear(let query, let number):
            let all = try await store.ids()
            let ids = Set(all).subtracting(hiddenIDs)
            hidden.withLock { $0[number] = ids }
            inbox.post(.history(.deleted(number, count: ids.count)))
            try await list(query, store)
        case .restore(let number, let query):
            hidden.withLock { $0[number] = nil }
            if let query { try await list(query, store) }
        case .makeFinal(let number):
            guard let ids = hidden.withLock({ $0[number] }) else { return }
            try await store.delete(Array(ids))
            hidden.withLock { $0[number] = nil }
        }
    }

    private var hiddenIDs: Set<HistoryID> { hidden.withLock { Set($0.values.joined()) } }

    /// Deletes what is hidden from the file. Call it when the program ends.
    func finish() async {
        let ids = hiddenIDs
        guard !ids.isEmpty, let store = try? await desk?.store() else { return }
        // What cannot be deleted is there again at the next start.
        _ = try? await store.delete(Array(ids))
    }

    private func list(_ query: HistoryQuery, _ store: HistoryStore) async throws(HistoryError) {
        let filter: HistoryFilter
        do throws(FilterProblem) {
            filter = HistoryFilter(terms: try FilterExpression(query.text, for: .history))
        } catch {
            return inbox.post(.history(.failed(error.text)))
        }
        let hidden = hiddenIDs
        var lines: [PastRequest] = []
        var cursor: HistoryCursor?
        repeat {
            let page = try await store.listEntries(filter, before: cursor, limit: Self.shown - lines.count)
            lines += page.entries.filter { !hidden.contains($0.id) }.map(PastRequest.init)
            cursor = page.next
        } while cursor != nil && lines.count < Self.shown && !Task.isCancelled
        guard !Task.isCancelled else { return }
        inbox.post(.history(.listed(query, lines, isWhole: cursor == nil, now: WallClock.system())))
    }

    /// Stores the body in the body store, and reports it.
    private func open(_ entry: HistoryEntry, _ task: TaskID, _ use: PastUse) {
        arrivals.work.async { [self] in
            let now = WallClock.system()
            let stored = StoredEntry(entry)
            let content = BodyContent(
                Bytes(stored.body), stored.head ?? ResponseHead(status: 0), isPart: false, spool: arrivals.spool)
            let evicted = arrivals.bodies.keep(Bytes(stored.body), content, for: task)
            var answer = Answer(
                task: task, head: stored.head, url: URI(entry.url), bytes: stored.body.count,
                kind: stored.body.isEmpty ? .empty : content.kind, failure: stored.failure)
            answer.isPast = true
            answer.rows = content.list?.count
            answer.openDepth = content.openDepth
            answer.picture = content.picture
            answer.notes = content.notes
            let past = PastExchange(
                task: task, age: max(.zero, now - .milliseconds(entry.started)),
                duration: entry.duration.map { .milliseconds($0) },
                service: entry.service ?? "", heads: stored.heads, plan: stored.plan, whyNoPlan: stored.whyNoPlan)
            inbox.post([.history(.opened(past, use, answer))] + (evicted.isEmpty ? [] : [.body(.evicted(evicted))]))
        }
    }
}

extension PastRequest {
    init(_ entry: HistoryEntry) {
        self.init(
            id: "\(entry.id)", started: .milliseconds(entry.started), method: entry.method,
            url: entry.url.isEmpty ? entry.title : entry.url, status: entry.status,
            outcome: entry.errorKind ?? entry.state.rawValue, hasSucceeded: entry.state == .succeeded,
            duration: entry.duration.map { .milliseconds($0) }, api: entry.api ?? "", environment: entry.environment ?? "")
    }
}
