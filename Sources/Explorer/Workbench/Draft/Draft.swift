// What is to be sent: an endpoint or an address, and what was given for it. The form, the options of commands, saved requests and the
// history fill the same value, and its plan is made here alone.

import Catalog
import NetLayer

/// A request before it is a plan.
public struct Draft: Sendable {
    /// What is called.
    public enum Target: Sendable {
        /// An endpoint of a description.
        case operation(EndpointSummary, Catalog.Operation)
        /// A request of a collection, with the values of its environment.
        case collected(EndpointSummary, SavedRequest, environment: String?)
        /// A URL, or a path of the services. Nothing in it is a template.
        case address(HTTPMethod, String)
    }

    /// Something that is sent beside the body.
    public enum Value: Sendable {
        /// What was given for a parameter, or for a member of a form: one text, or the items of a list. It is written in the style that the
        /// description asks for.
        case field(ParameterField, [String], in: Parameter.Place? = nil, isSecret: Bool = false)
        /// As it is.
        case parameter(Parameter)
        /// A header field beside others of its name.
        case header(HeaderField)
        /// A header field in the place of others of its name.
        case soleHeader(HeaderField)
    }

    public enum Body: Sendable, Equatable {
        case bytes([UInt8], type: String)
        /// A file that is read when it is sent.
        case file(String, type: String)
        case parts([MultipartBody.Part])
    }

    /// How the request proves who asks.
    public enum Proof: Sendable {
        /// As all requests of the API.
        case usual
        /// The request has no proof, and no other is added.
        case none
        case header(HeaderField)
        /// A parameter of the query, in the place of others of its name.
        case query(String, Secret)
    }

    public let target: Target
    /// What its calls are known by.
    public var id: String
    public var title: String
    public var values: [Value] = []
    /// Texts that differ from the collection's.
    public var changes = SavedRequest.Changes()
    /// `nil` for none, or for that of the collection.
    public var body: Body?
    public var isBodySecret = false
    public var proof = Proof.usual
    /// Takes the place of the target's own path.
    public var address: DraftAddress?
    /// Takes the place of the services' addresses.
    public var server: URI?
    /// Which files the body may be made of; `nil` for any that the user names.
    public var bounds: SourceBounds?
    public var timeout: Duration?
    public var retries: Int?
    public var followsRedirects: Bool?
    /// What was given for the members of a form body, to be held against the description.
    var members: DraftMembers?
    /// The names that values were given under.
    var names: Set<String> = []
    /// Fields of a collection's request whose values are secrets.
    var secretNames: Set<String> = []

    public init(_ target: Target) {
        self.target = target
        switch target {
        case .operation(let endpoint, _): (id, title) = (endpoint.id, endpoint.path)
        case .collected(let endpoint, _, _): (id, title) = (endpoint.id, endpoint.title)
        case .address(let method, let address): (id, title) = ("\(method)", address)
        }
    }

    // MARK: The plan

    /// What is called, with all that was given. Empty where nothing was: what is missing is said by ``gaps(in:besides:)``.
    public var plan: RequestPlan { filled.plan }

    /// The same, and the variables of a collection that have no value.
    public var filled: (plan: RequestPlan, missing: [String]) {
        var (plan, missing) = begun
        address?.put(into: &plan)
        if let server { plan.destination.baseURL = server }
        if case .collected = target { makeRoom(in: &plan) }
        for value in values { value.put(into: &plan) }
        hide(in: &plan)
        putBody(into: &plan)
        if case .operation(_, let operation) = target {
            operation.addAccept(to: &plan)
            operation.hideSecrets(in: &plan)
        }
        prove(&plan)
        applyPolicies(to: &plan)
        return (plan, missing)
    }

    /// The target alone.
    private var begun: (plan: RequestPlan, missing: [String]) {
        switch target {
        case .operation(let endpoint, _):
            return (RequestPlan(id: id, title: title, method: endpoint.method, path: endpoint.path), [])
        case .collected(let endpoint, let saved, let environment):
            var filled = saved.plan(for: endpoint, changes, in: environment)
            (filled.plan.id, filled.plan.title) = (id, title)
            return (filled.plan, filled.missing)
        case .address(let method, let address):
            // Braces are what they are.
            let path = address.replacing("{", with: "%7B").replacing("}", with: "%7D")
            return (RequestPlan(id: id, title: title, method: method, path: path), [])
        }
    }

    /// What is given for a form takes the place of what the collection has under the same name.
    private func makeRoom(in plan: inout RequestPlan) {
        let names = values.compactMap { value -> String? in
            switch value {
            case .field(let field, _, .form?, _): field.name
            case .parameter(let parameter) where parameter.place == .form: parameter.name
            case .field, .parameter, .header, .soleHeader: nil
            }
        }
        plan.parameters.removeAll { $0.place == .form && names.contains($0.name) }
    }

    /// Makes the values of fields secret, whatever the names are that their style gives them.
    private func hide(in plan: inout RequestPlan) {
        for index in plan.parameters.indices {
            let name = plan.parameters[index].name
            guard secretNames.contains(where: { name == $0 || name.hasPrefix($0 + "[") }) else { continue }
            plan.parameters[index].value = .secret(Secret(plan.parameters[index].value.revealed))
        }
        for name in secretNames {
            guard let field = plan.headers.first(name) else { continue }
            plan.headers.set(HeaderField(field.name, .secret(Secret(field.value.revealed))))
        }
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
        // What the user gives in the place of a collection's body is his own.
        if case .collected = target, plan.body != own, bounds == nil { plan.bounds = nil }
    }

    private func prove(_ plan: inout RequestPlan) {
        switch proof {
        case .usual: return
        // What the service's requests carry would say who asks.
        case .none: plan.isForStranger = true
        case .header(let field): plan.headers.set(field)
        case .query(let name, let secret):
            plan.parameters.removeAll { $0.place == .query && $0.name == name }
            plan.parameters.append(Parameter(name, .secret(secret), in: .query))
        }
        // It says itself who it is: no login of the API's has a part in it.
        plan.bypassesAuth = true
    }

    /// What it says of timeout, retries and redirects; what it leaves open stays as it is.
    public func applyPolicies(to plan: inout RequestPlan) {
        if let timeout { plan.timeouts = Timeouts(total: timeout) }
        if let retries { plan.policies.retry = retries == 0 ? .never : RetryPolicy(attempts: retries + 1) }
        if let followsRedirects { plan.followsRedirects = followsRedirects }
    }
}

extension Draft.Value {
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

/// A path or a URL of a request's own, with what is known of where it comes from.
public struct DraftAddress: Sendable {
    public var path: String
    /// A response has chosen the host: it does not choose who gets the user's secrets.
    var isFromResponse = false
    /// Secrets that the user has written into it himself go where it leads.
    var holdsOwnSecret = false
    /// Secrets in it, in every spelling.
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
