// How the description lets a client change the resource of a response, and the requests that do it.

import Catalog
import NetLayer
import Workbench

extension Model {
    private static let mergePatchType = "application/merge-patch+json"
    /// A larger body is edited in a file of the user's own.
    private static let largestResource = 1 << 20

    /// Why the shown response cannot be edited as a resource; `nil` when it can.
    var whyNoResource: String? {
        if let edit = resource, edit.isOpen || result.task.flatMap(resourcePlan).map(edit.isOf) == true { return nil }
        if let reason = whyNoBody(result.task) { return reason }
        guard let task = result.task, let answer = result.answers[task] else { return "There is no response yet" }
        if answer.isArriving { return "The response is still arriving" }
        guard ![.binary, .empty].contains(answer.kind) else { return "The response is no text: W saves it" }
        guard answer.bytes <= Self.largestResource else { return "A response of more than 1 MB is not edited here: W saves it" }
        guard let plan = resourcePlan(of: task) else { return "Only the response of a GET can be edited as a resource" }
        return resourceWays(of: plan, isJSON: answer.kind == .json).isEmpty ? whyNoWay(of: plan) : nil
    }

    private func whyNoWay(of plan: RequestPlan) -> String {
        let types = operations(at: plan).first { $0.endpoint.method == .patch }?.operation.body?.contentTypes ?? []
        guard let type = types.first else { return "The description offers neither PUT nor PATCH for \(plan.title)" }
        return "PATCH takes \(type) here, which this program does not make"
    }

    /// The request that reads the resource of a response: the one that was sent, or the GET beside it.
    func resourcePlan(of task: TaskID) -> RequestPlan? {
        guard var plan = result.plans[task], result.lists[task] == nil else { return nil }
        if plan.method == .get { return plan }
        guard plan.method == .put || plan.method == .patch,
            let get = operations(at: plan).first(where: { $0.endpoint.method == .get })?.endpoint
        else { return nil }
        plan.id = get.id
        plan.method = .get
        plan.body = .none
        plan.headers.remove("If-Match")
        applyPolicies(of: get, to: &plan)
        return plan
    }

    /// The operations of the path that a plan goes to.
    private func operations(at plan: RequestPlan) -> [(endpoint: EndpointSummary, operation: Operation)] {
        guard let description, let own = description.endpoints.first(where: { $0.id == plan.id }) else { return [] }
        let beside = description.related(to: own.index).filter { $0.relation == .samePath }.map(\.endpoint)
        return ([own] + beside.map { description.endpoints[$0] }).compactMap { endpoint in
            description.operation(endpoint.index).map { (endpoint: endpoint, operation: $0) }
        }
    }

    /// The operations that change the resource: a merge patch before PUT, because it leaves alone what others
    /// change; then PATCH with plain JSON, which most servers take as a merge patch.
    func resourceWays(of plan: RequestPlan, isJSON: Bool) -> [ResourceWay] {
        var (patches, wholes, plain) = ([ResourceWay](), [ResourceWay](), [ResourceWay]())
        for (endpoint, operation) in operations(at: plan) {
            let types = operation.body?.contentTypes ?? []
            func way(_ kind: ResourceWay.Kind) -> ResourceWay {
                ResourceWay(endpoint: endpoint.id, method: endpoint.method, kind: kind, contentTypes: types)
            }
            if endpoint.method == .put { wholes.append(way(.whole)) }
            guard endpoint.method == .patch, isJSON else { continue }
            if types.isEmpty || types.contains(where: { MediaType.normalizedName($0) == Self.mergePatchType }) {
                patches.append(way(.mergePatch(contentType: Self.mergePatchType)))
            } else if let type = types.first(where: { MediaType.normalizedName($0) == "application/json" }) {
                plain.append(way(.mergePatch(contentType: type)))
            }
        }
        return patches + wholes + plain
    }

    /// The request that makes the change, if the resource is still the version that the user has edited.
    func changePlan(of edit: ResourceEdit, by way: ResourceWay, _ body: [UInt8], to version: ResourceVersion) -> RequestPlan {
        var plan = edit.plan
        plan.id = way.endpoint
        plan.method = way.method
        plan.body = .bytes(body, contentType: way.contentType(for: version))
        if case .strong(let tag) = version.tag { plan.headers.set(HeaderField("If-Match", tag)) }
        guard let (endpoint, operation) = operations(at: edit.plan).first(where: { $0.endpoint.id == way.endpoint }) else {
            return plan
        }
        applyPolicies(of: endpoint, to: &plan)
        // The operation may need other credentials than the GET.
        for credential in sending.credentials.parameters(for: operation.security)
        where !plan.parameters.contains(where: { $0.name == credential.name && $0.place == credential.place }) {
            plan.parameters.append(credential)
        }
        return plan
    }

    private func applyPolicies(of endpoint: EndpointSummary, to plan: inout RequestPlan) {
        plan.policies = sending.rules.policies(of: endpoint.index)
        if let description { plan.applyPolicies(description.policies) }
    }
}
