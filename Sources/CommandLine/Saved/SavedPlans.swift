// The plans of saved requests, once their variables have their values.

import ArgumentParser
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
    /// - Throws: ``VariableError``, or the exit code of what has been said.
    func plan(
        _ request: WorkspaceRequest, _ expansion: inout VariableExpansion, mayAsk: Bool = false
    ) throws -> RequestPlan {
        let pool = pool(of: request)
        var plan: RequestPlan
        switch request.target {
        case .address:
            guard let own = try request.plan(&expansion) else { throw ExitCode.usage }
            plan = recorded(own, pool)
        case .endpoint(let text):
            guard let call = calls[text] else { throw ExitCode.usage }
            let values = try request.values(&expansion) + call.headerValues(of: request, &expansion)
            var inner = expansion
            // Somebody has saved it so: a value that does not fit may be what is tried.
            plan = try call.plan(
                values.map { ($0.name, $0.value.revealed) }, network, prefix: request.name + ".", isForced: true
            ) { plan, body in
                try request.finish(&plan, mediaType: body.sendable[body.preferred].contentType, &inner)
                return nil
            }.0
            for (name, value) in values where value.isSecret { plan.hide(name) }
            if request.isSaved { plan.title = request.name }
            // The endpoint may be one that nothing is kept of.
            plan = recorded(plan, pool)
            if request.isSaved { plan.id = request.name }
        }
        try network.prepare(&plan, on: pool, service: service)
        if !followsRedirects { plan.followsRedirects = false }
        request.applyPolicies(to: &plan)
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

extension RequestPlan {
    /// Makes the values of a parameter secret, whatever the names are that its style gives them.
    fileprivate mutating func hide(_ name: String) {
        for index in parameters.indices where parameters[index].name == name || parameters[index].name.hasPrefix(name + "[") {
            parameters[index].value = .secret(Secret(parameters[index].value.revealed))
        }
    }
}
