// Reads all pages of lists: starts their groups, reports progress, and stores each list as one body
// under its group's number.

import Dispatch
import NetLayer
import Screen
import Synchronization

final class PageReader: Sendable {
    private let client: NetClient
    private let desk: ArrivalDesk
    private let contracts: ContractRunner
    /// By the newest group of each list.
    private let lists = Mutex<[TaskID: PagedList]>([:])

    init(client: NetClient, desk: ArrivalDesk, contracts: ContractRunner) {
        self.client = client
        self.desk = desk
        self.contracts = contracts
    }

    func read(_ order: PagesOrder) {
        guard let list = list(for: order) else {
            return desk.inbox.post(.report(.warned("The loaded pages are no longer stored: a loads the list again")))
        }
        guard let handle = list.group.start(as: order.id) else {
            return desk.inbox.post(.report(.warned(ending(of: list) ?? "No page is missing")))
        }
        if let old = order.missingOf { lists.withLock { $0[old] = nil } }
        lists.withLock { $0[handle.id] = list }
        list.begin(handle.id)
        landed(list)
        Task.detached { [self] in
            let end: PagesProgress.End
            do throws(NetError) {
                _ = try await handle.value
                end =
                    list.group.status.ending == .maximumPages || isCut(list, order)
                    ? .cut : ending(of: list).map { .stopped($0) } ?? .whole
            } catch {
                end = error.isCancellation ? .cancelled : .whole
            }
            // After pending builds of the list: the last response has all rows, and
            // precedes the report of the end.
            desk.work.async { [self] in
                list.finish(end)
                build(list)
                tell(list)
            }
        }
    }

    func forget(_ tasks: [TaskID]) {
        lists.withLock { lists in tasks.forEach { lists[$0] = nil } }
        contracts.forget(tasks)
    }

    private func list(for order: PagesOrder) -> PagedList? {
        if let old = order.missingOf { return lists.withLock { $0[old] } }
        let first = order.first.flatMap { first in
            desk.bodies.content(first.task).map { RawResponse(head: first.head, body: $0.bytes, url: first.url) }
        }
        return PagedList(
            order, on: order.pool, client: client, first: first,
            arrived: { [contracts] in contracts.hold(page: $0, $1, $2, of: order) }, landed: { [weak self] in self?.landed($0) })
    }

    /// For numbered pages, the page count alone shows that the limit cut the list.
    private func isCut(_ list: PagedList, _ order: PagesOrder) -> Bool {
        guard order.paging.style.isRandomAccess, let count = list.group.status.maxPage else { return false }
        return count > order.limit
    }

    /// Why a list ends early.
    private func ending(of list: PagedList) -> String? {
        switch list.group.status.ending {
        case .loop: "the next page was already loaded; the list ends here"
        case .repeated: "the server sent the same page again; the list ends before it"
        case .foreignHost: "the next page is on another server; it was not requested"
        case .badURL: "the next page's address is not an http or https URL"
        case .nowhere: "the response says that more pages follow, but not where"
        case .last, .emptyPage, .maximumPages, .maximumItems, nil: nil
        }
    }

    private func landed(_ list: PagedList) {
        tell(list)
        guard list.wantsBuilding(at: client.now) else { return }
        desk.work.async { [self] in build(list) }
    }

    private func tell(_ list: PagedList) { if let progress = list.progress { desk.inbox.post(.engine(.pages(progress))) } }

    /// Stores the rows so far of a list as one body, and reports it.
    private func build(_ list: PagedList) {
        let start = client.now
        defer { list.built(at: client.now, in: client.now - start) }
        guard let (response, id) = list.build() else { return }
        let content = BodyContent(response, spool: desk.spool)
        let evicted = desk.bodies.keep(response, content, for: id)
        var answer = Answer(
            task: id, head: response.head, url: response.url, bytes: response.body.count, kind: content.kind)
        answer.links = PageLinks()
        desk.tell(answer, content, evicted)
    }
}
