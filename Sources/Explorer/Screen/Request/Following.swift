// From a response to the operation that its links name: the exchange fills in the form of that operation.

import Canvas
import Catalog
import Document
import NetLayer

/// A link that the user follows, with all of its exchange but the response body.
public struct LinkQuestion: Sendable, Hashable {
    public let link: OperationLink
    /// The id of the endpoint that the link leads to.
    public let target: String
    /// The task whose response has the link.
    public let task: TaskID
    public let exchange: LinkExchange
}

extension Model {
    /// The links of the selected endpoint that have a target.
    private var links: [OperationLink] { form?.operation.links.filter { $0.target != nil } ?? [] }

    var whyNoLink: String? {
        if let reason = whyNoDescription { return reason }
        guard let form else { return "Select an endpoint first" }
        return links.isEmpty && form.neighbours.related.isEmpty ? "The description links no operations to this one" : nil
    }

    func linkCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        guard words.isEmpty, let form else { return [] }
        var seen: Set<String> = []
        let named = links.filter { seen.insert($0.name).inserted }.map { link -> PaletteVerb.Completion in
            let target = link.target.flatMap { form.neighbours.targets[$0] }
            return .init(word: link.name, note: target.map { "\($0.method) \($0.path), after \(link.status)" } ?? "")
        }
        let related = form.neighbours.related.filter { seen.insert($0.endpoint.id).inserted }.map {
            PaletteVerb.Completion(
                word: $0.endpoint.id, note: "\($0.relation.words): \($0.endpoint.method) \($0.endpoint.path)")
        }
        return named + related
    }

    /// `:follow NAME`.
    mutating func follow(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoLink { throw PaletteProblem(reason) }
        let name = words.joined(separator: " ")
        let named = links.filter { $0.name == name }
        // Of several responses with such a link, the one that was received.
        if let link = named.first(where: { answered($0) != nil }) ?? named.first { return follow(link) }
        if let related = form?.neighbours.related.first(where: { $0.endpoint.id == name }) {
            show(endpoint: related.endpoint.index)
            return []
        }
        throw .unknown("link", name, among: linkCompletions(after: []).map(\.word))
    }

    /// Follows a row of the docs.
    mutating func follow(_ row: DocsFollow) -> [Effect] {
        switch row {
        case .endpoint(let index):
            // The user reads docs, so the target opens on its docs.
            show(endpoint: index)
            editForm { $0.open(.docs) }
        case .link(let status, let name):
            if let link = links.first(where: { $0.status == status && $0.name == name }) { return follow(link) }
        }
        return []
    }

    private mutating func follow(_ link: OperationLink) -> [Effect] {
        guard let target = link.target, let endpoint = description?.endpoints[target], let from = form?.endpoint else {
            return []
        }
        if let task = answered(link), let exchange = exchange(of: task) {
            return [.body(.follow(LinkQuestion(link: link, target: endpoint.id, task: task, exchange: exchange)))]
        }
        show(endpoint: target)
        say("\(link.name): there is no response \(link.status) of \(from.method) \(from.path) to fill this form from")
        return []
    }

    /// The newest response of the selected endpoint that has this link.
    private func answered(_ link: OperationLink) -> TaskID? {
        guard let id = form?.target.id else { return nil }
        let own = result.answers.filter { task, answer in
            result.plans[task]?.id == id && answer.head.map { link.isOf($0.status) } == true
        }
        return own.keys.max()
    }

    private func exchange(of task: TaskID) -> LinkExchange? {
        guard let answer = result.answers[task], let head = answer.head, let plan = result.plans[task] else { return nil }
        let request = tasks.row(task)?.exchanges.first?.request
        guard let url = request?.url ?? answer.url else { return nil }
        var body: [UInt8]?
        if case .bytes(let bytes, _) = plan.body, !plan.isBodySecret { body = bytes }
        return LinkExchange(
            url: url, method: plan.method, status: head.status, parameters: plan.parameters,
            requestHeaders: request?.headers ?? plan.headers, requestBody: body, responseHeaders: head.headers)
    }

    /// Opens the linked operation; the exchange fills in its form as far as it can.
    mutating func receive(_ filling: OperationLink.Filling, for question: LinkQuestion) -> [Effect] {
        guard let endpoint = description?.endpoints.first(where: { $0.id == question.target }) else { return [] }
        show(endpoint: endpoint.index)
        openForm()
        let before = form
        var gaps = filling.gaps
        var filled: [String] = []
        for value in filling.values {
            let index = form?.fields.firstIndex { field in
                guard case .parameter(let parameter) = field.role, parameter.name == value.name else { return false }
                return value.place == nil || value.place == parameter.place
            }
            guard let index else {
                gaps.append("\(value.name) (the operation has no such parameter)")
                continue
            }
            editForm { $0.setInput(value.text, at: index, from: .link) }
            filled.append(value.name)
        }
        if let body = filling.body {
            switch form?.body?.style {
            case nil: gaps.append("the body (the operation takes none)")
            case .urlencoded, .multipart, .file: gaps.append("the body (its fields are separate)")
            case .text:
                editForm { $0.body?.put(body.typed) }
                filled.append("the body")
            }
        }
        let server = question.link.server
        editForm { form in
            form.linkServer = server
            form.linkTask = question.task
        }
        var from =
            "\(question.link.name): filled from #\(question.task): \(filled.isEmpty ? "nothing" : filled.joined(separator: ", "))"
        if let before, let form, form.lacksTyped(of: before) {
            undoStack.record(.form(FormBefore(before)))
            from += "; \(undoHint)"
        }
        if gaps.isEmpty {
            say(from)
        } else {
            say("\(from); not filled: \(gaps.joined(separator: ", "))", .warning)
        }
        return []
    }

    /// Selects an endpoint, even one that the list does not show, and goes to its form.
    mutating func show(endpoint index: Int) {
        endpoints.show(index, height: listHeight(of: .endpoints))
        focus = .request
        openForm()
        editForm { form in
            // A link's server is only for the request that the link filled in.
            form.linkServer = nil
            form.linkTask = nil
            if form.tab == .docs { form.leaveDocs() }
        }
    }
}

extension ExpressionValue {
    /// The value as a body: JSON with a line for each value.
    fileprivate var typed: String {
        switch self {
        case .text(let text): text
        case .json(let json): JSONPretty.format(json)
        }
    }
}

extension OperationLink {
    /// Whether responses of that status have the link.
    fileprivate func isOf(_ code: Int) -> Bool { StatusKey.rank(of: status, for: code) != nil }
}

extension RequestForm {
    /// Opens the first tab that has something to fill in.
    mutating func leaveDocs() { if let first = tabs.first { open(first) } }
}
