// Holds responses against the description of their operations, on a thread of low priority: neither the screen nor the
// work on bodies waits for it. It uses the documents that the body store has parsed.

import Catalog
import Dispatch
import Document
import NetLayer
import Screen
import Synchronization
import Workbench

final class ContractRunner: Sendable {
    private let queue = DispatchQueue(label: "explorer.contracts", qos: .utility)
    private let bodies: BodyStore
    private let inbox: Inbox
    private let limits: ContractLimits
    /// The reports of the pages of a list so far, by its group.
    private let lists = Mutex<[TaskID: ContractReport]>([:])

    /// - Parameter limits: of the check of one body.
    init(bodies: BodyStore, inbox: Inbox, limits: ContractLimits = .contract) {
        (self.bodies, self.inbox, self.limits) = (bodies, inbox, limits)
    }

    /// Checks a stored response, and reports the result.
    func hold(_ question: ContractQuestion) {
        queue.async { [self] in inbox.post(.body(.held(answer(to: question)))) }
    }

    private func answer(to question: ContractQuestion) -> HeldResponse {
        guard let contract = question.book.contract(of: question.endpoint) else { return HeldResponse(question.task, nil) }
        let content = bodies.properties(of: question.task)
        let response = ContractResponse(
            status: question.head.status, headers: question.head.headers, body: Self.body(question, contract, content))
        let report = contract.report(on: response, limits: limits)
        let held = HeldResponse(question.task, report, in: content?.document, isText: content?.kind == .json)
        // The pages that were read from a body on the disk need not stay in memory.
        if let document = content?.document, document.text.memory == 0 { document.release() }
        return held
    }

    /// The body of the response that a question is about, as a contract sees it.
    /// - Parameter content: the stored body; `nil` when it is no longer stored.
    static func body(
        _ question: ContractQuestion, _ contract: Contract, _ content: BodyContent?
    ) -> ContractResponse.Body {
        if question.isEmpty { return .empty }
        let head = question.head
        guard contract.needsBody(status: head.status, headers: head.headers) else { return .other }
        return content.map { body($0, head.headers) } ?? .unread("the body is no longer stored")
    }

    private static func body(_ content: BodyContent, _ headers: Headers) -> ContractResponse.Body {
        switch content.kind {
        case .empty: return .empty
        case .json:
            guard let document = content.document else { return .other }
            return content.isPart ? .unread("the response is incomplete") : .json(document)
        case .records:
            // What has arrived of a cancelled stream can be checked. The schema of other records describes their text.
            let kind = RecordKind(contentType: headers["Content-Type"] ?? "")
            guard let document = content.document, kind?.isStreamOfJSON == true else { return .other }
            return .records(document)
        case .xml, .html, .text, .binary:
            if content.isPart { return .unread("the response is incomplete") }
            // The reader names each fault of JSON. Without one there are too many values.
            let isJSON = headers["Content-Type"]?.lowercased().contains("json") ?? false
            return isJSON && content.kind == .text && content.notes.isEmpty ? .unread("the body has too many values") : .other
        }
    }

    // MARK: Lists over all pages

    /// Checks a page of a list, and reports what all its pages have shown so far, as the result of its group.
    /// - Parameter document: the body as the list has parsed it.
    func hold(page number: Int, _ document: JSONDocument, _ head: ResponseHead, of order: PagesOrder) {
        guard let book = order.contracts else { return }
        queue.async { [self] in
            guard let contract = book.contract(of: order.plan.id) else { return }
            let response = ContractResponse(status: head.status, headers: head.headers, body: .json(document))
            let page = contract.report(on: response, limits: limits)
            let report = lists.withLock { lists -> ContractReport in
                let report = lists[order.id, default: ContractReport()].adding(page, number: number, limits: limits)
                lists[order.id] = report
                return report
            }
            inbox.post(.body(.held(HeldResponse(order.id, report))))
        }
    }

    /// The reports of these lists are not continued.
    func forget(_ lists: [TaskID]) {
        queue.async { [self] in self.lists.withLock { known in lists.forEach { known[$0] = nil } } }
    }
}
