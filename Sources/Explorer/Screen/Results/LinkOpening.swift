// Follows a link in a response: to an operation of the description with its form
// filled, or to the URL as it is.

import Canvas
import Catalog
import Document
import NetLayer
import Workbench

extension Model {
    /// Why no link can be opened here; `nil` when there may be one.
    var whyNoItemLink: String? {
        guard result.answer != nil else { return "There is no response yet" }
        switch result.tab.content {
        case .table: return result.table.line == nil ? "Select a row first" : nil
        case .tree: return result.tree.line == nil ? "Select a value first" : nil
        case .bodyLines, .madeLines, .contract, .diff:
            return "Links are followed in Table and Tree; , and . go there"
        }
    }

    /// Follows the link under the cursor, or the link of the row or object.
    mutating func openLink() -> [Effect] {
        guard let task = result.task else { return [] }
        var inspection = Inspection(task: task, node: 0, filter: result.shownFilter, wish: .link(value: nil))
        if result.tab == .table, let line = result.table.line {
            inspection.node = line.node
            let cell = line.cells.indices.contains(result.table.column) ? line.cells[result.table.column].node : nil
            inspection.wish = .link(value: cell)
        } else if result.tab == .tree, let line = result.tree.line {
            inspection.node = line.node
        } else {
            return []
        }
        return [.body(.inspect(inspection))]
    }

    mutating func follow(_ link: ItemLink?, from task: TaskID) -> [Effect] {
        guard let link else {
            say("There is no link here: the value is not a URL and has no url, href or self")
            return []
        }
        guard let base = result.answers[task]?.url else { return [] }
        var target = base.resolving(URI(link.text))
        target.fragment = nil
        guard target.isAbsoluteHTTP else {
            say("\(target) is not an http or https URL", .warning)
            return []
        }
        if let path = pathInAPI(target), case .one(let endpoint)? = description?.findEndpoint("GET \(path)"),
            // An operation that merely looks similar does not count, nor does a request that the user typed.
            endpoint.method == .get, endpoint.pathValues(in: path) != nil, description?.typedNumber(of: endpoint.index) == nil
        {
            let effects = open(endpoint, path, target, link)
            editForm { $0.linkTask = task }
            return effects
        }
        guard isOwn(target, from: task) else {
            dialogs.open = Question.openForeign(target)
            return []
        }
        return get(target, as: .own(task))
    }

    /// The path below the base URL of a service, when the URL belongs to a service.
    private func pathInAPI(_ target: URI) -> String? {
        let homes = (description.map { ServicePool($0).services } ?? []) + api.pool.services
        let bases = homes.flatMap { service in service.deployments.map(\.baseURL) }
        // The longest base URL is the most specific.
        guard let base = bases.filter(target.isBelow).max(by: { $0.path.count < $1.path.count }) else { return nil }
        let path = String(target.path.dropFirst(base.path.withoutSlash.count))
        return path.hasPrefix("/") ? path : "/" + path
    }

    /// Whether credentials of the API may go there: to its services, in the environment in use, and to the
    /// origin that the response was requested from.
    private func isOwn(_ target: URI, from task: TaskID) -> Bool {
        isServed(target) || tasks.row(task)?.exchanges.first?.request.url.origin == target.origin
    }

    /// Whether it leads to the services in use.
    private func isServed(_ target: URI) -> Bool {
        api.pool.services.contains { $0.address(in: api.pool.environment)?.origin == target.origin }
    }

    /// Opens the operation that the URL matches, and fills its form from the URL.
    private mutating func open(_ endpoint: EndpointSummary, _ path: String, _ target: URI, _ link: ItemLink) -> [Effect] {
        show(endpoint: endpoint.index)
        var values = (endpoint.pathValues(in: path) ?? [:]).map { (name: $0.key, value: $0.value, place: ParameterPlace.path) }
        values += (target.query ?? "").split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (PercentCoding.decode(String(sides[0])), sides.count > 1 ? PercentCoding.decode(String(sides[1])) : "", .query)
        }
        var filled: [String] = []
        var left: [String] = []
        for (name, value, place) in values {
            let index = form?.fields.firstIndex { field in
                guard case .parameter(let parameter) = field.role else { return false }
                return parameter.name == name && parameter.place == place
            }
            guard let index else {
                left.append(name)
                continue
            }
            editForm { $0.setInput(value, at: index, from: .link) }
            filled.append(name)
        }
        let from = link.name.isEmpty ? "the link" : link.name
        let what = filled.isEmpty ? "" : ", filled: \(filled.sorted().joined(separator: ", "))"
        if !isServed(target) {
            let host = Printable.visible(target.host ?? "?")
            say(
                "\(endpoint.method) \(endpoint.path) by \(from)\(what); the link goes to \(host), s sends to the services in use",
                .warning)
        } else if left.isEmpty {
            say("\(endpoint.method) \(endpoint.path) by \(from)\(what)")
        } else {
            say("\(endpoint.method) \(endpoint.path) by \(from)\(what); ignored: \(left.joined(separator: ", "))", .warning)
        }
        return []
    }

    /// The sender of a request for a URL that is no operation.
    private enum Asker {
        /// The request of that task, with its credentials.
        case own(TaskID)
        case stranger
    }

    /// Requests a URL as it is, by GET.
    private mutating func get(_ target: URI, as asker: Asker) -> [Effect] {
        // Choices for one resource do not apply to another.
        let id = "GET \(target.origin)\(target.path)"
        var draft = RequestDraft(.address(.get, ""))
        (draft.id, draft.title) = (id, target.description)
        var plan = draft.plan
        let origin: TaskID? = if case .own(let task) = asker { task } else { nil }
        if let origin, let sent = result.plans[origin] {
            let first = tasks.row(origin)?.exchanges.first?.request.url.origin
            // Everything that is not part of the link stays as in that request: its headers, its policies.
            plan = first == target.origin ? sent : sent.withoutCredentials()
            plan.method = .get
            plan.body = .none
            (plan.id, plan.title) = (id, target.description)
            plan = plan.following(target)
            plan.parameters.removeAll { $0.place == .form }
        } else {
            plan = plan.following(target)
            plan.applyDefaults(sending.defaults, from: api.pool)
            // This comes last: the defaults for every request of this program are for the API alone.
            plan = plan.withoutCredentials()
        }
        return send(plan, page: 1, by: origin)
    }

    /// Requests the URL from a server outside of the API, after the user has agreed: without any credentials.
    mutating func openForeign(_ target: URI) -> [Effect] { get(target, as: .stranger) }
}

extension TreeLine {
    /// A complete URL; no other string can be opened.
    var isLink: Bool { kind == .string && (text.hasPrefix("https://") || text.hasPrefix("http://")) }
}
