// Turns pages one by one, by the paging that the response reveals, or by its Link header alone.

import NetLayer

/// A page by its relation to the one that is shown.
enum PageRelation { case next, previous, first, last }

extension Model {
    /// The position of that page; `nil` when it is unknown.
    func spot(_ relation: PageRelation) -> PageSpot? {
        guard let task = result.task, let answer = result.answers[task] else { return nil }
        if let turns = result.turns[task] {
            return switch relation {
            case .next: turns.next
            case .previous: turns.previous
            case .first: turns.first
            case .last: turns.last
            }
        }
        let target =
            switch relation {
            case .next: answer.links.next
            case .previous: answer.links.previous
            case .first: answer.links.first
            case .last: answer.links.last
            }
        return target.map { .url($0) }
    }

    mutating func turn(to relation: PageRelation) -> [Effect] {
        guard let task = result.task else { return [] }
        if relation == .next, let effects = takeAhead() { return effects }
        guard let spot = spot(relation) else {
            switch relation {
            case .previous: return turnBack(to: result.origins[task])
            case .first: return turnBack(to: result.firstPage(before: task))
            case .next, .last: return []
            }
        }
        let here = result.turns[task]?.number ?? result.page
        let page: Int? =
            switch relation {
            case .next: here.map { $0 + 1 }
            case .previous: here.map { $0 - 1 }
            case .first: 1
            case .last: result.turns[task]?.count
            }
        return turn(to: spot, page: page, word: relation == .last ? "last" : "?", from: relation == .next ? task : nil)
    }

    /// `:page N`
    mutating func turn(toPage words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoPageNumber { throw PaletteProblem(reason) }
        guard let task = result.task, let turns = result.turns[task], let number = words.first.flatMap({ Int($0) }), number >= 1,
            let spot = turns.pageSpot(ofPage: number)
        else { throw PaletteProblem("“\(words.first ?? "")” is not a page: a number from 1") }
        if let count = turns.count, number > count {
            throw PaletteProblem("There is no page \(number): the last is \(count)")
        }
        return turn(to: spot, page: number, word: "?", from: nil)
    }

    var whyNoPageNumber: String? {
        guard let task = result.task, result.answers[task] != nil else { return "There is no response to page through" }
        guard let turns = result.turns[task] else { return wholeList == nil ? Self.noPages : Self.allThere }
        return turns.paging.style.isRandomAccess
            ? nil : "These pages have no numbers to go to (\(turns.paging.reason))"
    }

    /// Why that page is not available; `nil` when it is.
    func whyNoPage(_ relation: PageRelation) -> String? {
        guard let task = result.task, let answer = result.answers[task] else { return "There is no response to page through" }
        if wholeList != nil { return Self.allThere }
        if answer.links.isEmpty, result.origins[task] == nil, result.turns[task] == nil { return Self.noPages }
        if spot(relation) != nil { return nil }
        switch relation {
        case .next: return "There is no next page"
        case .previous:
            return result.origins[task].flatMap { result.plans[$0] } == nil ? "There is no previous page" : nil
        case .first: return result.firstPage(before: task) == nil ? "The response does not say where the first page is" : nil
        case .last: return "The response does not say where the last page is"
        }
    }

    private static let allThere = "This table already has all pages"

    /// - Parameters:
    ///   - page: its number, where it is known; otherwise `word` stands for it in the title.
    ///   - origin: the task of the page before it.
    private mutating func turn(to spot: PageSpot, page: Int?, word: String, from origin: TaskID?) -> [Effect] {
        guard let (plan, page) = planned(spot, page: page, word: word) else { return [] }
        return send(plan, page: page, from: origin, paging: result.task.flatMap { result.turns[$0]?.paging })
    }

    /// The request for a page of the shown list; `nil` when it is refused, with a message.
    mutating func planned(_ spot: PageSpot, page: Int?, word: String) -> (plan: RequestPlan, page: Int?)? {
        guard let task = result.task, var plan = result.plans[task] else { return nil }
        let paging = result.turns[task]?.paging
        var page = page
        if case .url(let target) = spot {
            guard let followed = following(target, from: task, plan) else { return nil }
            plan = followed
            page = target.pageNumber ?? page
        } else if let paging {
            guard plan.method.isSafe else {
                say("\(plan.method) may change something each time: it is not paged", .warning)
                return nil
            }
            plan = paging.style.makePlan(plan, at: spot)
        }
        plan.title = Self.title(plan.title, page: page.map(String.init) ?? word)
        return (plan, page)
    }

    /// The request for a page link of the shown response; `nil` for another origin, because the
    /// credentials of this one are not for it.
    private mutating func following(_ target: URI, from task: TaskID, _ sent: RequestPlan) -> RequestPlan? {
        guard target.origin == result.answers[task]?.url?.origin else {
            say("The page link points to another server (\(target.host ?? "?")); it was not followed", .warning)
            return nil
        }
        // The trace holds the last request: which server responded, and what may be sent there.
        guard tasks.row(task)?.isTraceDropped != true else {
            say("The request is no longer stored: r sends it again", .warning)
            return nil
        }
        var plan = sent
        // The last request may differ from the plan: a redirect turns a POST into a GET, and turning a
        // page must never repeat a POST.
        let last = tasks.row(task)?.exchanges.last?.request
        plan.method = last?.method ?? plan.method
        guard plan.method.isSafe else {
            say("\(plan.method) may change something each time: it is not paged", .warning)
            return nil
        }
        if last?.body == WireBody.none {
            plan.body = .none
            plan.parameters.removeAll { $0.place == .form }
        }
        // After a redirect another server has responded; as in the redirect itself, credentials stay behind.
        if let first = tasks.row(task)?.exchanges.first?.request.url.origin, first != target.origin {
            plan = plan.withoutCredentials()
        }
        return plan.following(target)
    }

    /// Many servers link only the next page: the previous page is the one on which the
    /// user pressed `]`, requested again.
    private mutating func turnBack(to task: TaskID?) -> [Effect] {
        guard let task, let plan = result.plans[task] else { return [] }
        return send(plan, page: result.pages[task, default: 1], from: result.origins[task], paging: result.styles[task])
    }

    /// The title of a list's row, followed by the page number.
    static func title(_ title: String, page: String?) -> String {
        title.replacing(/\ p\.(\d+|last|\?)$/, with: "") + (page.map { " p.\($0)" } ?? "")
    }
}
