// Prefetches the page behind the shown one before the user presses `]`: one page, and
// only once the user turns pages.

import NetLayer

extension Model {
    /// Requests the page behind the shown one, where the user has turned to that
    /// and it says where the next is.
    mutating func prefetch() -> [Effect] {
        guard sending.prefetches, let task = result.task, result.origins[task] != nil, result.ahead[task] == nil,
            wholeList == nil,
            let plan = result.plans[task], plan.method == .get, let answer = result.answers[task], answer.failure == nil,
            !answer.isArriving,
            let head = answer.head, (200..<300).contains(head.status), let spot = spot(.next)
        else { return [] }
        // A request that would be refused is refused when the user asks for it.
        if case .url(let target) = spot,
            target.origin != answer.url?.origin || tasks.row(task)?.isTraceDropped == true
                || tasks.row(task)?.exchanges.last?.request.method.isSafe == false
        {
            return []
        }
        let page = (result.turns[task]?.number ?? result.page).map { $0 + 1 }
        // A user who has seen that page goes back, and not on.
        if let page, result.hasSeen(page, of: plan.id) { return [] }
        guard let (plan, number) = planned(spot, page: page, word: "?") else { return [] }
        let id = sending.reserveTaskID()
        result.ahead[task] = id
        let place = PagePlace(page: number, origin: task, paging: result.turns[task]?.paging)
        return [.engine(.send(SendOrder(id: id, plan: plan, pool: pool(for: plan), place: place)))]
    }

    /// The next page, where it was prefetched: shown at once if it has arrived, else awaited.
    mutating func takeAhead() -> [Effect]? {
        guard let task = result.task, let next = result.ahead.removeValue(forKey: task) else { return nil }
        // It has no row yet, or waits for the user's confirmation.
        if tasks.row(next) == nil, result.plans[next] != nil || isHeld(next) {
            result.awaited = next
            return []
        }
        guard let row = tasks.row(next), !row.state.isEnded || result.answers[next].map({ $0.failure == nil }) == true else {
            return nil
        }
        notices.shown = nil
        if !row.state.isEnded { result.awaited = next }
        return show(next)
    }

    /// Requests in flight that the user has asked for.
    var wantedLive: Int {
        let ahead = result.ahead.values.count { tasks.row($0)?.state.isEnded == false }
        return tasks.counts.live - ahead
    }

    /// Cancels prefetched pages that the user will not turn to: another response is shown,
    /// or another endpoint is selected.
    mutating func leaveAhead() -> [Effect] {
        guard !result.ahead.isEmpty else { return [] }
        let selected = endpoints.selectedEndpoint.flatMap { description?.endpoints[$0].id }
        let left = result.ahead.filter { task, _ in
            task != result.task || selected.map { $0 != result.plans[task]?.id } == true
        }
        left.keys.forEach { result.ahead[$0] = nil }
        let live = left.values.filter { tasks.row($0)?.state.isEnded == false && $0 != result.task }
        return live.isEmpty ? [] : [.engine(.cancel(live, because: .scope))]
    }
}

extension ResultView {
    /// That page of the endpoint was requested before.
    fileprivate func hasSeen(_ page: Int, of endpoint: String) -> Bool {
        pages.contains { $0.value == page && plans[$0.key]?.id == endpoint }
    }
}
