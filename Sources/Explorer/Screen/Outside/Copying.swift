// `y` and `Y`: copy the item under the cursor, and the request as a curl line.

import Canvas
import NetLayer
import RequestFiles
import Workbench

extension Model {
    /// Why nothing can be copied here; `nil` when something can.
    var whyNoCopy: String? {
        switch focus {
        case .endpoints: return endpoints.selectedEndpoint == nil ? "Select an endpoint first" : nil
        case .request:
            guard let text = editableText else {
                return form?.selectedField == nil ? "There is no field to copy" : "A secret is not copied"
            }
            return text.text.isEmpty ? "The field is empty" : nil
        case .result:
            return result.tab.showsBody ? whyNoBody(result.body) : result.task == nil ? "There is no response yet" : nil
        case .tasks: return tasks.selectedID == nil ? "There are no requests yet" : nil
        case .services: return selectedAddress == nil ? "There is no address to copy" : nil
        }
    }

    /// The text that `y` copies. It never contains a secret.
    var clip: Clip? {
        switch focus {
        case .endpoints:
            guard let index = endpoints.selectedEndpoint, let endpoint = description?.endpoints[index] else { return nil }
            if let plan = shownPlan, case .success(let request) = wireRequest(plan) {
                return Clip(what: "the URL", content: .text(request.url.description))
            }
            return Clip(what: "the path", content: .text(endpoint.path))
        case .request:
            guard let text = editableText else { return nil }
            return Clip(what: text.name, content: .text(text.text))
        case .result:
            guard let task = result.body else { return nil }
            switch result.tab.content {
            case .table, .tree, .bodyLines:
                if let value = selectedValue, let node = value.node {
                    let whole = value.filter == nil ? "the body" : node == 0 ? "the matches" : "the value"
                    let what = value.pointer.map { $0.isEmpty ? whole : $0 } ?? (node == 0 ? whole : "the value")
                    return Clip(what: what, content: .value(task, node: node, filter: value.filter))
                }
                return Clip(what: "the body", content: .body(task, result.mode ?? .pretty))
            case .madeLines:
                guard let lines = result.tab.lines(self, width: 80) else { return nil }
                return Clip(what: "the \(result.tab.rawValue.lowercased())", content: .text(Self.text(lines)))
            case .contract: return differenceClip
            case .diff: return result.diff?.line.map { Clip(what: "the difference", content: .text($0.text)) }
            }
        case .tasks:
            guard let task = tasks.selectedID, let row = tasks.row(task) else { return nil }
            guard case .success(let request) = request(of: task) else {
                return Clip(what: "the title", content: .text(row.info.title))
            }
            return Clip(what: "the URL", content: .text(request.url.description))
        case .services: return selectedAddress.map { Clip(what: "the address", content: .text($0.description)) }
        }
    }

    /// The address of the selected service.
    private var selectedAddress: URI? {
        let index = poolView.list.selected
        guard api.pool.services.indices.contains(index) else { return nil }
        return api.pool.services[index].address(in: api.pool.environment)
    }

    /// Copies the selected request as a curl line.
    /// - Parameter reveals: with the secrets themselves instead of variables.
    mutating func copyAsCurl(reveals: Bool = false) -> [Effect] {
        let isSent = focus == .tasks || focus == .result
        let plan = isSent ? outsideTask.flatMap { result.plans[$0] } : shownPlan
        let request = isSent ? outsideTask.map(request(of:)) : plan.map { wireRequest($0) }
        switch request {
        case nil: say("There is no request yet")
        case .failure(let error): say("No curl line: \(error.detail)", .warning)
        case .success(let request):
            guard let line = curlLine(request, of: plan, reveals: reveals) else {
                say("No curl line: \(Self.secretBody)", .warning)
                return []
            }
            let added = isSent ? nil : plan.flatMap { addedCredential(to: $0) }
            let what = "the curl line" + (added.map { ", without the \($0)" } ?? "")
            return [.outside(.copy(Clip(what: what, content: .text(line))))]
        }
        return []
    }

    /// Why a body has no curl line.
    static let secretBody = "a part of the body is a secret that cannot be masked"

    /// A request as a curl line; `nil` when its body is a secret.
    func curlLine(_ request: WireRequest, of plan: RequestPlan?, reveals: Bool = false) -> String? {
        guard plan?.isBodySecret != true || reveals else { return nil }
        return CurlLine.makeCommand(request, followsRedirects: plan?.followsRedirects ?? true, revealsSecrets: reveals)
    }

    /// Why no curl line can be made.
    var whyNoCurl: String? {
        switch focus {
        case .endpoints, .request: whyUnavailable(.send)
        case .services: "Select a request: an endpoint, or a task"
        case .result: result.task == nil ? "There is no request yet" : whyNothingSent(result.task)
        case .tasks: tasks.selectedID == nil ? "There are no requests yet" : whyNothingSent(tasks.selectedID)
        }
    }

    /// The plan of the selected endpoint's form, as far as it is known.
    private var shownPlan: RequestPlan? { form.map { knownPlan(of: $0).plan } }

    /// The plan of a form, as far as it is known without a lookup: external values are secrets that are not
    /// available yet.
    /// - Parameter forURL: the plan is made for its URL alone, without the body of a collection's request.
    /// - Returns: the plan, and whether all references and variables in the form have values. Without them
    ///   the plan has the references as they are typed.
    func knownPlan(of form: RequestForm, forURL: Bool = false) -> (plan: RequestPlan, isExpanded: Bool) {
        var expansion = expansion
        let needed = (try? expansion.references(of: form.referringTexts)) ?? []
        for reference in needed where expansion.externalValues[reference] == nil {
            expansion.externalValues[reference] = Secret(reference.name)
        }
        let filled = try? form.expanded(by: &expansion)
        var draft = (filled ?? form).requestDraft(sending.credentials)
        try? filled?.putOptions(into: &draft, &expansion)
        draft.changes.areForURL = forURL
        var (plan, missing) = draft.planAndMissing
        plan.credentialScope.agreed = sending.agreedOrigins
        plan.applyDefaults(sending.defaults, from: api.pool)
        description?.paging.rule(for: form.target)?.prepare(&plan)
        plan.maskedTexts.formUnion(expansion.secretsInURL)
        if !form.asksAsAPI || !isLoginFor(form.operation) { plan.bypassesAuth = true }
        return (plan, filled != nil && missing.isEmpty)
    }

    /// The credential that a request of the plan gets when it is sent, in words; `nil` for none.
    private func addedCredential(to plan: RequestPlan) -> String? {
        guard plan.takesCredential(on: pool(for: plan)) else { return nil }
        if let signing = description?.signing { return AddedCredential.words(signing.name) }
        return description?.login != nil || isLoggedIn ? AddedCredential.token : nil
    }

    /// The first request of a task, before redirects; for a task without a response, the request
    /// that it is going to send.
    func request(of task: TaskID) -> Result<WireRequest, NetError> {
        if let sent = tasks.row(task)?.exchanges.first?.request { return .success(sent) }
        guard let plan = result.plans[task] else {
            return .failure(NetError(.badRequest, detail: "the request of this task is no longer stored"))
        }
        return wireRequest(plan)
    }

    /// The wire request of a plan now, as far as it is known without sending it.
    func wireRequest(_ plan: RequestPlan) -> Result<WireRequest, NetError> { wireRequest(plan, on: pool(for: plan)) }

    /// - Parameter pool: the services for the plan.
    func wireRequest(_ plan: RequestPlan, on pool: ServicePool) -> Result<WireRequest, NetError> {
        let named = plan.destination.service.flatMap { name in
            pool.services.first { $0.name == name }?.standing(in: plan.destination.environment ?? pool.environment)
        }
        // The user does not switch between an operation's own servers.
        let service = named ?? (pool.services == self.api.pool.services ? serviceInUse : pool.services.first)
        return Result { () throws(NetError) in try sending.defaults.generator.request(for: plan, on: service) }
    }

    static func text(_ lines: some Sequence<StyledLine>) -> String {
        lines.map { $0.spans.map(\.text).joined() + "\n" }.joined()
    }
}
