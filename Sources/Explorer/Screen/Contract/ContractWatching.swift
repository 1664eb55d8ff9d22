// The contract watch: each response is held against the description of its operation. A response that differs is a
// warning, never a failed request.

import Canvas
import Catalog
import NetLayer
import Workbench

extension Model {
    // MARK: Asking

    /// Marks the rows of requests that go out and whose responses will be held against a description.
    mutating func awaitContracts(of effect: Effect) {
        switch effect {
        case .engine(.send(let order)): awaitContracts(of: [order.id], order.plan)
        // Bodies of measured requests are not stored.
        case .engine(.sendGroup(let order)) where order.pace == nil: awaitContracts(of: order.members, order.plan)
        default: break
        }
    }

    private mutating func awaitContracts(of ids: [TaskID], _ plan: RequestPlan) {
        guard api.contracts?.describesResponses(of: plan.id) == true else { return }
        for id in ids { tasks.setContract(.awaited, of: id) }
    }

    /// Has a complete response held against the description. Of a list over all pages, each page is.
    mutating func holdContract(_ answer: Answer) -> [Effect] {
        guard !answer.isArriving, !answer.isPast, result.lists[answer.task] == nil else { return [] }
        guard let book = api.contracts, let head = answer.head, let endpoint = result.plans[answer.task]?.id,
            book.describesResponses(of: endpoint)
        else {
            // There is no response, or the description does not have the operation any more.
            tasks.setContract(nil, of: answer.task)
            return []
        }
        let isEmpty = answer.bytes == 0
        return [.body(.hold(ContractQuestion(task: answer.task, endpoint: endpoint, book: book, head: head, isEmpty: isEmpty)))]
    }

    // MARK: The result

    mutating func receive(_ held: HeldResponse) {
        // The task may have been removed meanwhile.
        guard tasks.contract(of: held.task) != nil || tasks.row(held.task) != nil else { return }
        guard let report = held.report else { return tasks.setContract(nil, of: held.task) }
        let mark = ContractMark(report)
        tasks.setContract(mark, of: held.task)
        result.take(held)
        // The column and the signs are not for users who do not see them.
        guard view.usesReader, case .differs = mark, tasks.row(held.task)?.info.parent == nil, !watches.isLaterRound(held.task)
        else { return }
        say("Task \(held.task) \(mark.words)", .warning)
    }

    // MARK: The tab

    /// The lines of the Contract tab for the shown response.
    var contractLines: [ContractLine] { makeContractLines(width: madeLineWidth) }

    func makeContractLines(width: Int) -> [ContractLine] {
        guard let report = result.held?.report else { return [] }
        return ContractLines.lines(report, width: width, isSpoken: view.usesReader)
    }

    /// The place under the cursor that differs.
    private var selectedDifference: ContractMismatch? {
        let (lines, row) = (contractLines, result.contractList.selected)
        guard lines.indices.contains(row), let number = lines[row].mismatch else { return nil }
        return result.held?.report?.mismatches[number]
    }

    /// Why Enter opens nothing in the Contract tab; `nil` when it opens something.
    var whyNoDifferenceToOpen: String? {
        guard let difference = selectedDifference else { return "Select a place that differs first" }
        guard case .body(let node) = difference.part else { return nil }
        if node < 0 { return "A page of a list is not stored alone" }
        if result.answer == nil { return "The body is no longer stored" }
        guard result.hasTree, result.held?.containers[node] != nil else {
            return "The response has no tree that shows this value"
        }
        return nil
    }

    /// What Enter opens; `nil` where it opens nothing.
    var differenceTitle: String? {
        guard whyNoDifferenceToOpen == nil, let difference = selectedDifference else { return nil }
        if case .body = difference.part { return "show value" }
        return "show headers"
    }

    var differenceClip: Clip? {
        guard let difference = selectedDifference else {
            let text = contractLines.map { "\($0.text)\n" }.joined()
            return text.isEmpty ? nil : Clip(what: "the contract", content: .text(text))
        }
        let rule = difference.rulePlace.isEmpty ? "" : " (\(difference.rulePlace))"
        return Clip(what: "the difference", content: .text("\(difference)\(rule)"))
    }

    /// Performs a command of the Contract tab; `nil` when it has no meaning there.
    mutating func moveInContract(_ command: Command, height: Int) -> [Effect]? {
        if let distance = command.distance(height: height) {
            result.contractList.move(by: distance, count: contractLines.count, height: height)
            return []
        }
        return command == .primary ? openDifference() : nil
    }

    /// Goes to the value that differs, in the tree of the whole response; for the head of the response to the Headers tab.
    private mutating func openDifference() -> [Effect] {
        if let reason = whyNoDifferenceToOpen {
            say(reason)
            return []
        }
        guard let difference = selectedDifference else { return [] }
        guard case .body(let node) = difference.part, let containers = result.held?.containers[node] else {
            result.glance(at: .headers)
            return []
        }
        let effects = result.filter.isOpen ? endFilter() : []
        result.glance(at: .tree)
        result.tree.reveal(node, inside: containers)
        return effects
    }

    // MARK: Signs

    /// Whether a line of the body has the beginning of a value that differs.
    func differs(_ line: Int, in window: BodyWindow) -> Bool {
        guard let offsets = result.reports[window.task]?.offsets, !offsets.isEmpty,
            window.places.indices.contains(line - window.start)
        else { return false }
        let place = window.places[line - window.start]
        let first = offsets.partitioningIndex { $0 >= place.lowerBound }
        return first < offsets.count && offsets[first] < place.upperBound
    }
}
