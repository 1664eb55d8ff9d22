// A draft: an endpoint or an address, and the values given for it. The form, the options of commands, saved
// requests and the history all fill this value, and it alone makes the plan.

import Catalog
import NetLayer

/// A request before it becomes a plan.
public struct RequestDraft: Sendable {
    /// The endpoint or address that the request calls.
    public enum Target: Sendable {
        /// An endpoint of a description.
        case operation(EndpointSummary, Catalog.Operation)
        /// A request of a collection, with the values of its environment.
        case collected(EndpointSummary, CollectedRequest, environment: String?)
        /// A URL, or a path of the services. Braces in it are no template.
        case address(HTTPMethod, String)
    }

    /// A value of the request, besides the body.
    public enum Value: Sendable {
        /// The value of a parameter or of a member of a form: one text, or the items of a list. It is written
        /// in the style that the description requires.
        case field(ParameterField, [String], in: Parameter.Place? = nil, isSecret: Bool = false)
        /// A parameter that is sent unchanged.
        case parameter(Parameter)
        /// A header field in addition to others of its name.
        case header(HeaderField)
        /// A header field that replaces others of its name.
        case soleHeader(HeaderField)
    }

    public enum Body: Sendable, Equatable {
        case bytes([UInt8], type: String)
        /// A file that is read when the request is sent.
        case file(String, type: String)
        case parts([MultipartBody.Part])
    }

    /// How the request authenticates.
    public enum Proof: Sendable {
        /// As all requests of the API do.
        case usual
        /// Without authentication; no other is added.
        case none
        case header(HeaderField)
        /// A parameter of the query that replaces others of its name.
        case query(String, Secret)
    }

    public let target: Target
    /// The id of its calls.
    public var id: String
    public var title: String
    public var values: [Value] = []
    /// Texts that replace the collection's.
    public var changes = CollectedRequest.Changes()
    /// `nil` for no body, or for the collection's.
    public var body: Body?
    public var isBodySecret = false
    public var proof = Proof.usual
    /// Replaces the target's own path.
    public var address: DraftAddress?
    /// Replaces the services' addresses.
    public var server: URI?
    /// The files that the body may send; `nil` for any file that the user names.
    public var bounds: SourceBounds?
    public var timeout: Duration?
    public var retries: Int?
    public var followsRedirects: Bool?
    public var hedge: HedgePolicy?
    public var priority: CallPriority?
    /// The limit over all attempts and waits.
    public var deadline: Duration?
    /// The values of the members of a form body, to be checked against the description.
    var members: DraftMembers?
    /// The names of all values that were given.
    var names: Set<String> = []
    /// Fields of a collection request whose values are secret.
    public var secretNames: Set<String> = []

    public init(_ target: Target) {
        self.target = target
        switch target {
        case .operation(let endpoint, _): (id, title) = (endpoint.id, endpoint.path)
        case .collected(let endpoint, _, _): (id, title) = (endpoint.id, endpoint.title)
        case .address(let method, let address): (id, title) = ("\(method)", address)
        }
    }

    // MARK: The plan

    /// The plan with all values of the draft. It is incomplete where values are missing:
    /// ``gaps(in:besides:)`` lists them.
    public var plan: RequestPlan { planAndMissing.plan }

    /// The plan, and the variables of a collection that have no value.
    public var planAndMissing: (plan: RequestPlan, missing: [String]) {
        var (plan, missing) = targetPlan
        address?.put(into: &plan)
        if let server { plan.destination.baseURL = server }
        if case .collected = target { removeReplacedFields(in: &plan) }
        for value in values { value.put(into: &plan) }
        hideSecrets(in: &plan)
        putBody(into: &plan)
        if case .operation(_, let operation) = target {
            operation.addAccept(to: &plan)
            operation.hideSecrets(in: &plan)
        }
        prove(&plan)
        applyPolicies(to: &plan)
        return (plan, missing)
    }

    /// The plan of the target, without the draft's values.
    private var targetPlan: (plan: RequestPlan, missing: [String]) {
        switch target {
        case .operation(let endpoint, _):
            return (RequestPlan(id: id, title: title, method: endpoint.method, path: endpoint.path), [])
        case .collected(let endpoint, let saved, let environment):
            var filled = saved.makePlan(for: endpoint, changes, in: environment)
            (filled.plan.id, filled.plan.title) = (id, title)
            return (filled.plan, filled.missing)
        case .address(let method, let address):
            // Braces in an address are literal.
            let path = address.replacing("{", with: "%7B").replacing("}", with: "%7D")
            return (RequestPlan(id: id, title: title, method: method, path: path), [])
        }
    }

    /// Removes the collection's values that the draft's own form fields replace.
    private func removeReplacedFields(in plan: inout RequestPlan) {
        let names = values.compactMap { value -> String? in
            switch value {
            case .field(let field, _, .form?, _): field.name
            case .parameter(let parameter) where parameter.place == .form: parameter.name
            case .field, .parameter, .header, .soleHeader: nil
            }
        }
        plan.parameters.removeAll { $0.place == .form && names.contains($0.name) }
    }

    /// Makes the values of fields secret, under every name that their style gives them.
    private func hideSecrets(in plan: inout RequestPlan) {
        for index in plan.parameters.indices {
            let parameter = plan.parameters[index]
            let names = [parameter.name] + (parameter.isEncoded ? [PercentCoding.decode(parameter.name)] : [])
            let isSecret = secretNames.contains { secret in names.contains { $0 == secret || $0.hasPrefix(secret + "[") } }
            guard isSecret else { continue }
            plan.parameters[index].value = .secret(Secret(parameter.value.revealed))
        }
        let names = Set(secretNames.map { $0.lowercased() })
        guard plan.headers.fields.contains(where: { names.contains($0.name.lowercased()) }) else { return }
        plan.headers = Headers(
            plan.headers.fields.map { field in
                names.contains(field.name.lowercased())
                    ? HeaderField(field.name, .secret(Secret(field.value.revealed))) : field
            })
    }

    private func putBody(into plan: inout RequestPlan) {
        let own = plan.body
        switch body {
        case .bytes(let bytes, let type)?: plan.body = .bytes(bytes, contentType: type)
        case .file(let path, let type)?: plan.body = .file(path: path, contentType: type)
        case .parts(let parts)?: plan.body = MultipartBody(parts).requestBody
        case nil: break
        }
        if isBodySecret { plan.isBodySecret = true }
        if let bounds { plan.bounds = bounds }
        // A body that the user gives in place of the collection's may send any of the user's files.
        if case .collected = target, plan.body != own, bounds == nil { plan.bounds = nil }
    }

    private func prove(_ plan: inout RequestPlan) {
        switch proof {
        case .usual: return
        // The service's common headers and credentials would authenticate the request.
        case .none: plan.isForThirdParty = true
        case .header(let field): plan.headers.set(field)
        case .query(let name, let secret):
            plan.parameters.removeAll { $0.place == .query && $0.name == name }
            plan.parameters.append(Parameter(name, .secret(secret), in: .query))
        }
        // The request authenticates by its own means, so the API's login must not take part.
        plan.bypassesAuth = true
    }

    /// Sets the policies that the draft specifies; the others keep their values.
    public func applyPolicies(to plan: inout RequestPlan) {
        if let timeout { plan.timeouts = Timeouts(total: timeout) }
        if let retries { plan.policies.retry = retries == 0 ? .never : RetryPolicy(attempts: retries + 1) }
        if let followsRedirects { plan.followsRedirects = followsRedirects }
        if let hedge { plan.policies.hedge = hedge }
        if let priority { plan.policies.priority = priority }
        if let deadline { plan.policies.deadline = deadline }
    }
}

extension RequestDraft.Value {
    fileprivate func put(into plan: inout RequestPlan) {
        switch self {
        case .field(let field, let texts, let place, let isSecret):
            plan.parameters += field.parameters(forAll: texts, in: place, isSecret: isSecret)
        case .parameter(let parameter): plan.parameters.append(parameter)
        case .header(let field): plan.headers.add(field)
        case .soleHeader(let field): plan.headers.set(field)
        }
    }
}

/// The path or URL of a request of its own, and where its parts come from.
public struct DraftAddress: Sendable {
    public var path: String
    /// A response chose the host, so the user's secrets do not go there.
    var isFromResponse = false
    /// Secrets that the user wrote into the address go to its host.
    var holdsOwnSecret = false
    /// Secrets in the address, in every spelling.
    var secrets: Set<Secret> = []

    fileprivate func put(into plan: inout RequestPlan) {
        plan.path = path
        if isFromResponse {
            plan.credentialScope.home = []
            plan.credentialScope.coversURL = holdsOwnSecret
        }
        plan.maskedTexts.formUnion(secrets)
    }
}
