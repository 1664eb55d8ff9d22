// The plans of saved requests, once their variables have their values.

import Catalog
import Foundation
import NetLayer
import Workbench
import Workspace

struct SavedPlans: Sendable {
    let client: NetClient
    let network: NetworkSettings
    let source: ChosenSource
    /// `nil` if no request needs the description.
    let api: OpenedSource?
    /// The called endpoints, by the text that requests use for them.
    let calls: [String: EndpointCall]
    /// All values from outside are resolved.
    let expansion: VariableExpansion
    let service: String?
    let followsRedirects: Bool
    /// `nil` for a dry run.
    let history: CommandHistory?
    /// `nil` for a dry run.
    let consent: CredentialConsent?
    /// Every response is held against its description, whether its request expects that or not.
    var watchesContracts = false
    /// A request may use a response that the run has stored, as the workspace says.
    var usesStored = true
    /// The logs of the command that runs the requests.
    let logs = CommandContext.current.logs

    /// - Parameter mayAsk: no request runs yet, so the terminal is free for a question.
    /// - Throws: ``VariableError``, or a ``Refusal``.
    func makePlan(
        _ request: WorkspaceRequest, _ expansion: inout VariableExpansion, mayAsk: Bool = false
    ) throws -> RequestPlan {
        let pool = pool(of: request)
        let draft: RequestDraft
        var plan: RequestPlan
        switch request.target {
        case .address:
            guard let own = try RequestDraft(request, &expansion) else { throw Refusal(usage: "\(request.name) has no address") }
            draft = own
            plan = recorded(own.plan, pool)
        case .endpoint(let text):
            guard let call = calls[text] else { throw Refusal(usage: "\(request.name) has no endpoint") }
            var values: [RequestDraft.Given] = []
            for parameter in request.parameters {
                values.append((parameter.name, try expansion.expand(parameter.text)))
            }
            values += try call.headerValues(of: request, &expansion)
            var inner = expansion
            draft = try call.makeDraft(values) { draft, body in
                try draft.applySavedRequest(request, mediaType: body.sendable[body.preferred].contentType, &inner)
            }
            // The user has saved the request this way: a value that does not fit may be the purpose.
            plan = try call.makePlan(draft, network, prefix: request.name + ".", isForced: true)
            if request.isSaved { plan.title = request.name }
            // The endpoint may be excluded from the history.
            plan = recorded(plan, pool)
            if request.isSaved { plan.id = request.name }
        }
        try source.prepare(&plan, on: pool, service: service)
        if !followsRedirects { plan.followsRedirects = false }
        draft.applyPolicies(to: &plan)
        if usesStored, let endpoint = summary(of: request) { source.applyCaching(to: &plan, of: endpoint) }
        // Masks this request's secrets in addresses that its responses name, and the secrets of the whole
        // run in the history and the log.
        plan.maskedTexts.formUnion(expansion.secrets(of: request.texts))
        learn(expansion.secrets)
        try consent?.applyAgreement(&plan, on: pool, network, as: request.name, mayAsk: mayAsk)
        return plan
    }

    /// Masks these secrets in the history and the log from now on.
    func learn(_ secrets: Set<Secret>) {
        history?.recorder?.learn(secrets)
        logs.learn(secrets)
    }

    /// The pool of the request.
    func pool(of request: WorkspaceRequest) -> ServicePool {
        guard case .endpoint(let text) = request.target, let call = calls[text] else { return source.ownPool }
        return call.pool
    }

    /// What the description says about the responses of the request; `nil` when it says nothing.
    func contract(of request: WorkspaceRequest) -> Contract? {
        guard case .endpoint(let text) = request.target else { return nil }
        return calls[text]?.contract
    }

    /// The endpoint that the request calls, or the request itself.
    private func summary(of request: WorkspaceRequest) -> EndpointSummary? {
        guard case .endpoint(let text) = request.target else { return request.ownSummary }
        return calls[text]?.summary
    }

    /// The method of the request.
    func method(of request: WorkspaceRequest) -> HTTPMethod {
        switch request.target {
        case .address(let method, _): method
        case .endpoint(let text): calls[text]?.summary.method ?? .get
        }
    }

    private func recorded(_ plan: RequestPlan, _ pool: ServicePool) -> RequestPlan {
        history?.marked(ListTarget(plan: plan, pool: pool, frame: api?.frame ?? source.frame())) ?? plan
    }
}

extension WorkspaceRequest {
    /// The request is in the workspace, not only on the command line.
    var isSaved: Bool { line > 0 }
}
