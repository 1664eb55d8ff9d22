// The question how the list of a response continues. The runtime answers it, because it stores the body.

import Catalog
import NetLayer

/// Asks how the list of a response is divided into pages. The body stays with the runtime.
public struct PagingQuestion: Sendable, Hashable {
    public var task: TaskID
    /// The plan that was sent.
    public var plan: RequestPlan
    public var head: ResponseHead
    /// The URL that responded.
    public var url: URI
    /// Query parameters that the description names.
    public var known: [PagingDetection.Known]
    /// The paging that was found for an earlier page of the same list: all of them have one style.
    public var found: FoundPaging?
    /// The number of the page, where turning to it has determined it.
    public var number: Int?
    /// JSON pointer to the list, where the user or the workspace has chosen it; `nil` finds it.
    public var list: String?
    /// The paging that the workspace declares.
    public var override: PagingOverride?
}

extension Model {
    /// Asks once for each response, when it is first shown.
    mutating func askForPaging(of task: TaskID) -> [Effect] {
        guard let question = result.answer(of: task).flatMap(pagingQuestion), result.askForPaging(of: task) else { return [] }
        return [.body(.paging(question))]
    }

    /// The question for a response that may be a page: one with a list, or with links.
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

    /// The paging that the workspace declares for the list of an endpoint.
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
