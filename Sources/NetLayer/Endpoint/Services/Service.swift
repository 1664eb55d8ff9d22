// One server of an API: its address in each environment, and the data that all its requests carry.

/// A service: a name, its deployments, and the data that every request to it carries.
public struct Service: Sendable, Hashable {
    private struct Parts: Sendable, Hashable {
        var name: String
        var deployments: [Deployment]
        var environment: Environment
        var headers: Headers
        var parameters: [Parameter]
        var keys: [String: Secret]
        var connection: ConnectionOptions
        var joining: URLJoining
        var given: SharedBehaviour?
        var credentialHome: Set<String>?
        var redirects: RedirectPolicy?
    }

    private var shared: Shared<Parts>
    private var parts: Parts {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }

    /// The name in calls, rows and events.
    public var name: String {
        get { parts.name }
        _modify { yield &parts.name }
    }
    /// The deployments, one for each environment.
    public var deployments: [Deployment] {
        get { parts.deployments }
        _modify { yield &parts.deployments }
    }
    /// The environment in use. A pool sets it when it picks the service.
    public var environment: Environment {
        get { parts.environment }
        _modify { yield &parts.environment }
    }
    /// Sent with all its requests, in every environment. The endpoint's headers of
    /// the same name override them.
    public var headers: Headers {
        get { parts.headers }
        _modify { yield &parts.headers }
    }
    /// Sent with all its requests. The endpoint's parameters of the same name and place override them.
    public var parameters: [Parameter] {
        get { parts.parameters }
        _modify { yield &parts.parameters }
    }
    /// The keys that adapters sign with: name to secret.
    public var keys: [String: Secret] {
        get { parts.keys }
        _modify { yield &parts.keys }
    }
    /// Connection options for all plans: a plan overrides them one by one (``RequestPlan/connection``).
    /// Insecure options must be set here or in a plan; there is no setting for all services.
    public var connection: ConnectionOptions {
        get { parts.connection }
        _modify { yield &parts.connection }
    }
    /// How a path is joined to the base URL.
    public var joining: URLJoining {
        get { parts.joining }
        _modify { yield &parts.joining }
    }
    /// The origins (``URI/origin``) for which callers' secrets are intended, if the user did not choose the
    /// service: the origins of the API that names it. Its requests leave secrets out, unless the call's
    /// ``CredentialScope`` has the user's consent. `nil`: the secrets are intended for this service.
    public var credentialHome: Set<String>? {
        get { parts.credentialHome }
        _modify { yield &parts.credentialHome }
    }
    /// Decides about the redirects of its responses, beside the policies of client and call.
    public var redirects: RedirectPolicy? {
        get { parts.redirects }
        _modify { yield &parts.redirects }
    }
    private var given: SharedBehaviour? {
        get { parts.given }
        _modify { yield &parts.given }
    }

    /// `other` is an unchanged copy: nothing differs, not even the Unicode normalization of a character.
    func isCopy(of other: Self) -> Bool { shared.isCopy(of: other.shared) }

    /// Creates a service with one address, in the environment ``Environment/standard``.
    public init(name: String, baseURL: URI, headers: Headers = Headers()) {
        self.init(name: name, deployments: [Deployment(.standard, baseURL: baseURL)], headers: headers)
    }

    /// - Parameters:
    ///   - name: the name in calls, rows and events.
    ///   - deployments: the deployments, one for each environment.
    ///   - headers: sent with all its requests, in every environment; the endpoint's headers of the
    ///     same name override them.
    ///   - parameters: sent with all its requests; the endpoint's parameters of the same name
    ///     and place override them.
    ///   - keys: the keys that adapters sign with: name to secret; a deployment's keys of the
    ///     same name override them.
    ///   - behaviour: applied to each of its requests, before the endpoint's own behaviour.
    public init(
        name: String, deployments: [Deployment], headers: Headers = Headers(), parameters: [Parameter] = [],
        keys: [String: Secret] = [:], behaviour: RequestBehaviour? = nil
    ) {
        shared = Shared(
            Parts(
                name: name, deployments: deployments, environment: .standard, headers: headers, parameters: parameters,
                keys: keys,
                connection: ConnectionOptions(), joining: .append, given: behaviour.map(SharedBehaviour.init))
        )
    }

    /// Applied to each of its requests. Two services are equal only when they have the
    /// identical behaviour object.
    public var behaviour: RequestBehaviour? {
        get { given?.value }
        set { given = newValue.map(SharedBehaviour.init) }
    }

    /// The deployment in its ``environment``; `nil` without an address there.
    public var deployment: Deployment? { deployments.first { $0.environment == environment } }

    /// The base URL in its ``environment``; empty without one, so that nothing can be sent there.
    public var baseURL: URI { deployment?.baseURL ?? URI("") }

    /// Its base URL in an environment; `nil` without an address there.
    public func address(in environment: Environment) -> URI? {
        deployments.first { $0.environment == environment }?.baseURL
    }

    /// The secret with that name; the deployment's precedes the service's.
    public func signingKey(_ name: String) -> Secret? { deployment?.keys[name] ?? keys[name] }

    /// A copy of the service in another environment.
    public func standing(in environment: Environment) -> Service {
        // If the environment is the same, the storage is shared, not copied: every call
        // in flight holds a service.
        guard environment != self.environment else { return self }
        var service = self
        service.environment = environment
        return service
    }

    /// - Throws: ``ServiceError/noBaseURL(service:environment:known:)`` without an
    ///   address in its environment.
    public func requireDeployment() throws(ServiceError) -> Deployment {
        guard let deployment else {
            throw .noBaseURL(service: name, environment: environment, known: deployments.map(\.environment))
        }
        return deployment
    }
}

/// Closures cannot be compared. Services with the same object have the same closures.
private final class SharedBehaviour: Sendable, Hashable {
    let value: RequestBehaviour

    init(_ value: RequestBehaviour) { self.value = value }

    static func == (left: SharedBehaviour, right: SharedBehaviour) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
