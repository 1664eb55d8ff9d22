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
    /// `nil` where no request needs the description.
    let api: OpenedSource?
    /// The endpoints that requests call, by what they call them.
    let calls: [String: EndpointCall]
    /// Everything from outside that is needed has been brought.
    let expansion: VariableExpansion
    let service: String?
    let followsRedirects: Bool
    /// `nil` where nothing is sent.
    let history: CommandHistory?
    /// `nil` where nothing is sent.
    let consent: CredentialConsent?

    /// - Parameter mayAsk: nothing runs yet, so the terminal is there for a question.
    /// - Throws: ``VariableError``, or a ``Refusal``.
    func plan(
        _ request: WorkspaceRequest, _ expansion: inout VariableExpansion, mayAsk: Bool = false
    ) throws -> RequestPlan {
        let pool = pool(of: request)
        let draft: Draft
        var plan: RequestPlan
        switch request.target {
        case .address:
            guard let own = try Draft(request, &expansion) else { throw Refusal(usage: "\(request.name) has no address") }
            draft = own
            plan = recorded(own.plan, pool)
        case .endpoint(let text):
            guard let call = calls[text] else { throw Refusal(usage: "\(request.name) has no endpoint") }
            var values: [Draft.Given] = []
            for parameter in request.parameters {
                values.append((parameter.name, try expansion.expand(parameter.text)))
            }
            values += try call.headerValues(of: request, &expansion)
            var inner = expansion
            draft = try call.draft(values) { draft, body in
                try draft.take(request, mediaType: body.sendable[body.preferred].contentType, &inner)
            }
            // Somebody has saved it so: a value that does not fit may be what is tried.
            plan = try call.plan(draft, network, prefix: request.name + ".", isForced: true)
            if request.isSaved { plan.title = request.name }
            // The endpoint may be one that nothing is kept of.
            plan = recorded(plan, pool)
            if request.isSaved { plan.id = request.name }
        }
        try network.prepare(&plan, on: pool, service: service)
        if !followsRedirects { plan.followsRedirects = false }
        draft.applyPolicies(to: &plan)
        // What it carries is masked in addresses that its responses name; all that the run knows, in whatever is written of them.
        plan.maskedTexts.formUnion(expansion.secrets(of: request.texts))
        history?.recorder?.learn(expansion.secrets)
        try consent?.settle(&plan, on: pool, network, mayAsk: mayAsk)
        return plan
    }

    /// Where it is sent.
    func pool(of request: WorkspaceRequest) -> ServicePool {
        guard case .endpoint(let text) = request.target, let call = calls[text] else { return source.ownPool }
        return call.pool
    }

    /// The method that it would be sent with.
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
    /// It stands in the workspace, and not on the command line alone.
    var isSaved: Bool { line > 0 }
}
