// How the list of an answer goes on: what is asked of whoever keeps the body, and what is answered.

import Catalog
import NetLayer

/// Asks how the list of an answer is divided into pages. The body stays with the runtime.
public struct PagingQuestion: Sendable, Hashable {
    public var task: TaskID
    /// What was sent.
    public var plan: RequestPlan
    public var head: ResponseHead
    /// The URL that answered.
    public var url: URI
    /// Parameters of the query that the description names.
    public var known: [PagingDetection.Known]
    /// What was found of an earlier page of the same list: one style for all of them.
    public var found: FoundPaging?
    /// Which page it is, where whoever turned to it knows.
    public var number: Int?
    /// Where the list stands, where somebody has said so; `nil` finds it.
    public var list: String?
    /// How the workspace says that it is paged.
    public var override: PagingOverride?
}

extension Model {
    /// Once for each answer, when it is first looked at.
    mutating func askForPaging(of task: TaskID) -> [Effect] {
        guard let question = result.answer(of: task).flatMap(pagingQuestion), result.askForPaging(of: task) else { return [] }
        return [.body(.paging(question))]
    }

    /// What is to be found out of an answer that may be a page: one with a list, or with links.
    func pagingQuestion(_ answer: Answer) -> PagingQuestion? {
        guard let plan = result.plans[answer.task], result.lists[answer.task] == nil, let head = answer.head,
            let url = answer.url,
            answer.failure == nil, !answer.isArriving, plan.method != .head, (200..<300).contains(head.status),
            answer.rows != nil || !answer.links.isEmpty
        else { return nil }
        return PagingQuestion(
            task: answer.task, plan: plan, head: head, url: url, known: knownQuery(of: plan.id),
            found: result.styles[answer.task], number: result.pages[answer.task] ?? nil,
            list: result.choice(for: answer.task).list, override: pagingRule(of: plan.id))
    }

    /// How the workspace says that the list of an endpoint is paged.
    func pagingRule(of endpoint: String) -> PagingOverride? {
        description?.endpoints.first { $0.id == endpoint }.flatMap { description?.paging.rule(for: $0) }
    }

    private func knownQuery(of endpoint: String) -> [PagingDetection.Known] {
        guard let description, let index = description.endpoints.firstIndex(where: { $0.id == endpoint }),
            let operation = requests.forms[index]?.operation ?? description.operation(index)
        else { return [] }
        return operation.pagingParameters
    }

    mutating func receive(_ question: PagingQuestion, _ turns: PageTurns?) {
        guard result.plans[question.task] != nil, let turns else { return }
        result.take(turns, of: question.task)
    }
}
