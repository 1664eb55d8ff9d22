// `a` reads all pages of the list in the result pane, as a group; `r` requests the pages that are missing.

import Canvas
import NetLayer

extension Model {
    /// Pages that `a` reads unless `:set pages` says otherwise.
    static let usualPages = 100

    /// The list of all pages that the result pane shows.
    var wholeList: WholeList? { result.task.flatMap { result.lists[$0] } }

    var whyNoAllPages: String? {
        guard let task = result.task, result.answers[task] != nil || result.lists[task] != nil else {
            return "There is no response to load all pages of"
        }
        if let list = wholeList { return list.progress.end == nil ? "The pages are still loading" : nil }
        guard let turns = result.turns[task] else { return Self.noPages }
        guard !turns.isAlone || result.origins[task] != nil else {
            return "This page is the whole list"
        }
        if let method = result.plans[task]?.method, !method.isSafe {
            return "\(method) may change something each time: it is not paged"
        }
        return listStart == nil ? "Go to the first page of the list, then load all" : nil
    }

    static let noPages = "The response does not say that there are more pages"

    mutating func readAllPages() -> [Effect] {
        if let list = wholeList {
            var order = list.order
            order.id = sending.reserveTaskID()
            order.first = nil
            order.missingOf = nil
            return read(order)
        }
        guard let task = result.task, let turns = result.turns[task], let start = listStart else { return [] }
        var plan = start.plan
        plan.title = Self.title(plan.title, page: nil)
        if form?.target.id == plan.id { leaveLink() }
        // Pages of one list must not count as duplicates of each other.
        plan.policies.duplicates = .allowAll
        var first: PagesOrder.First?
        if let task = start.task, let answer = result.answers[task], let head = answer.head, let url = answer.url {
            first = PagesOrder.First(task: task, head: head, url: url)
        }
        return read(
            PagesOrder(
                id: sending.reserveTaskID(), title: "all pages of \(plan.title)", plan: plan, pool: pool(for: plan),
                paging: turns.paging,
                limit: 0, first: first, count: turns.count))
    }

    /// Requests the missing pages of a list, and no others.
    mutating func readMissingPages(of task: TaskID) -> [Effect] {
        guard var order = result.lists[task]?.order else { return [] }
        order.id = sending.reserveTaskID()
        order.count = result.lists[task]?.progress.count ?? order.count
        order.missingOf = task
        return read(order)
    }

    private mutating func read(_ wish: PagesOrder) -> [Effect] {
        var order = wish
        order.business = description?.business
        order.contracts = api.contracts.flatMap { $0.describesResponses(of: order.plan.id) ? $0 : nil }
        // Missing pages are requested within the limit that the list was started with.
        if order.missingOf == nil { order.limit = pagingRule(of: order.plan.id)?.limit ?? sending.mostPages }
        order.pool = pool(for: order.plan)
        order.cause = .again
        result.awaited = order.id
        notices.shown = nil
        return [.engine(.allPages(order))]
    }

    /// The request for the first page, and the task that has it.
    private var listStart: (plan: RequestPlan, task: TaskID?)? {
        guard let task = result.task, let turns = result.turns[task], let plan = result.plans[task] else { return nil }
        if (turns.number ?? result.page) == 1 { return (plan, task) }
        if let root = result.firstPage(before: task), let first = result.plans[root] { return (first, root) }
        if turns.paging.style.isRandomAccess { return (plan, nil) }
        if case .url(let url)? = turns.first, url.origin == result.answers[task]?.url?.origin {
            // After a redirect another server has responded: the credentials are not for it.
            let asked = tasks.row(task)?.exchanges.first?.request.url.origin
            return (asked == url.origin ? plan.following(url) : plan.following(url).withoutCredentials(), nil)
        }
        return nil
    }

    mutating func receive(_ progress: PagesProgress) {
        result.beginList(progress.task)
        guard result.lists[progress.task] != nil else { return }
        result.lists[progress.task]?.progress = progress
    }
}

extension ResultView {
    /// The first page of the list, when the user turned the pages from there to this one one by one.
    func firstPage(before task: TaskID) -> TaskID? {
        var root = task
        while let origin = origins[root] { root = origin }
        return root != task && pages[root] == .some(1) ? root : nil
    }
}
