// Serves rows and matches of a body to the model, as the runtime does, but at once and without keeping anything.

import Catalog
import Document

@testable import NetLayer
@testable import Screen

extension Reply.Body {
    /// The parsed body of JSON.
    var document: JSONDocument? { kind == .json ? try? JSONDocument(Array(raw.joined(separator: "\n").utf8)) : nil }

    /// What claims to be JSON and is not is shown as text.
    var kindInTruth: BodyKind { kind == .json && document == nil ? .text : kind }

    /// What the runtime answers to an effect that is about this body.
    func event(for effect: Effect) -> Event? {
        switch effect {
        case .body(.tree(let request)): document(request.filter).map { .body(.tree(window(request, $0))) }
        case .body(.table(let request)): document(request.filter).flatMap { window(request, $0) }.map { .body(.table($0)) }
        case .body(.filter(let request)): request.flatMap(filtered).map { .body(.filtered($0)) }
        case .body(.find(let request)): found(request).map { .body(.found($0)) }
        case .body(.window(let task, let mode, let range)): .body(.window(window(task, mode, range)))
        case .body(.resource(let task)): .body(.resource(task, pretty.joined(separator: "\n")))
        case .body(.paging(let question)): .body(.paged(question, turns(question)))
        case .body(.hold(let question)): .body(.held(held(question)))
        case .body(.inspect(let inspection)):
            document(inspection.filter).flatMap(inspection.look).map { .body(.inspected(inspection, $0)) }
        case .body(.follow(let question)):
            .body(.followed(question, question.link.filled(from: question.exchange, body: document)))
        case _: nil
        }
    }

    private func held(_ question: ContractQuestion) -> HeldResponse {
        guard let contract = question.book.contract(of: question.endpoint) else { return HeldResponse(question.task, nil) }
        let body: ContractResponse.Body = document.map { .json($0) } ?? (raw.isEmpty ? .empty : .other)
        let response = ContractResponse(status: question.head.status, headers: question.head.headers, body: body)
        return HeldResponse(question.task, contract.report(on: response), in: document, isText: true)
    }

    private func turns(_ question: PagingQuestion) -> PageTurns? {
        let answer = RawResponse(head: question.head, body: Array(raw.joined(separator: "\n").utf8), url: question.url)
        let found =
            question.found
            ?? PagingDetection(
                question.plan, known: question.known, answer: answer, list: question.list, override: question.override
            ).found
        return found.map { PageTurns($0, question.plan, number: question.number, answer: answer) }
    }

    private func window(_ request: TreeRequest, _ document: JSONDocument) -> TreeWindow {
        var window = TreeWindow(request, JSONTree(document, root: request.root, folds: request.folds), in: document)
        if let filter = request.filter, let selection = selection(filter) { window.place(in: selection) }
        return window
    }

    /// What a query finds in the body.
    private func selection(_ path: JSONPath) -> JSONSelection? {
        document.map { document in JSONSelection(document.nodes(at: path).map { UInt32($0.id) }, of: document) }
    }

    private func document(_ filter: JSONPath?) -> JSONDocument? {
        guard let filter else { return document }
        return selection(filter)?.document
    }

    private func filtered(_ request: FilterRequest) -> Filtered? {
        selection(request.path).map { Filtered(request, $0, list: document.flatMap(JSONList.findList), isCut: false) }
    }

    /// As the runtime compares it.
    var side: DiffContent.Side {
        document.map { .json($0) }
            ?? (kind == .binary ? .binary(Array(raw.joined().utf8)) : .text(Array(pretty.joined(separator: "\n").utf8)))
    }

    private func window(_ request: TableRequest, _ document: JSONDocument) -> TableWindow? {
        guard let whole = JSONTable(document, list: request.choice.list) else {
            return request.choice.list.map { _ in TableWindow(nothingFor: request) }
        }
        let table = whole.applyingColumnChoice(request.choice.columns)
        var window = TableWindow(
            request, table, TableHead.heads(of: table), pointer: document.pointer(to: whole.list.id),
            places: request.order.map(table.places))
        window.found = whole.columns.map(\.title)
        window.nested = whole.nested
        return window
    }

    private func found(_ request: FindRequest) -> Found? {
        guard let space = space(request.query.view, request.query.filter) else { return nil }
        var run = SearchRun(request.query.search, in: space)
        run.advance(bytes: .max)
        return Found(request, run, document: document(request.query.filter))
    }

    private func space(_ view: FindQuery.View, _ filter: JSONPath?) -> (any SearchSpace)? {
        switch view {
        case .lines(let mode): return LineSpace(lines: mode == .pretty ? pretty : raw)
        case .tree(let root): return document(filter).map { JSONTreeSpace($0, root: root) }
        case .table(let order, let choice):
            return document(filter).flatMap { JSONTable($0, list: choice.list) }.map { whole in
                let table = whole.applyingColumnChoice(choice.columns)
                return JSONTableSpace(table, places: order.map(table.places))
            }
        }
    }
}

private struct LineSpace: SearchSpace {
    let lines: [String]
    var unitCount: Int { lines.count }

    func searchUnit(at unit: Int, for search: TextSearch, found: (Int) -> Void) -> Int {
        if search.matches(lines[unit]) { found(unit) }
        return lines[unit].utf8.count
    }
}

extension Effect {
    /// The task whose body an effect is about.
    var bodyTask: TaskID? {
        switch self {
        case .body(.window(let task, _, _)): task
        case .body(.tree(let request)): request.task
        case .body(.table(let request)): request.task
        case .body(.find(let request)): request.query.task
        case .body(.filter(let request)): request?.task
        case .body(.follow(let question)): question.task
        case .body(.inspect(let inspection)): inspection.task
        case .body(.paging(let question)): question.task
        case .body(.resource(let task)): task
        case .body(.hold(let question)): question.task
        case _: nil
        }
    }
}
