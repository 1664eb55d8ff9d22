// One server of an API: where it stands in each environment, and what all its requests carry.

/// A service: a name, its deployments, and what goes with every request to it.
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
    }

    /// One element. An array, because its copies share it until one changes: every lease has it.
    private var shared: [Parts]
    private var parts: Parts {
        _read { yield shared[0] }
        _modify { yield &shared[0] }
    }

    /// What calls, rows and events know it by.
    public var name: String {
        get { parts.name }
        _modify { yield &parts.name }
    }
    /// Where it stands, environment by environment.
    public var deployments: [Deployment] {
        get { parts.deployments }
        _modify { yield &parts.deployments }
    }
    /// The environment it is asked in. A pool sets it when it picks the service.
    public var environment: Environment {
        get { parts.environment }
        _modify { yield &parts.environment }
    }
    /// Go with all its requests, in every environment; the endpoint's own of the same name win.
    public var headers: Headers {
        get { parts.headers }
        _modify { yield &parts.headers }
    }
    /// Go with all its requests (CT-P9); the endpoint's own of the same name and place win.
    public var parameters: [Parameter] {
        get { parts.parameters }
        _modify { yield &parts.parameters }
    }
    /// What adapters sign with: name to secret (CT-R8).
    public var keys: [String: Secret] {
        get { parts.keys }
        _modify { yield &parts.keys }
    }
    /// How its connections are made, for plans that do not say it themselves. An insecure one is opted into here or in a plan, never for all (B-HH-G5).
    public var connection: ConnectionOptions {
        get { parts.connection }
        _modify { yield &parts.connection }
    }
    /// How a path is joined to the base URL (CT-R8).
    public var joining: URLJoining {
        get { parts.joining }
        _modify { yield &parts.joining }
    }
    /// The origins (``URI/origin``) that the secrets of callers are for, where the service is not one that the user chose: those of the API
    /// that names it. Its requests go without them, unless the call's ``CredentialScope`` has the user's consent. `nil`: they are for it.
    public var credentialHome: Set<String>? {
        get { parts.credentialHome }
        _modify { yield &parts.credentialHome }
    }
    private var given: SharedBehaviour? {
        get { parts.given }
        _modify { yield &parts.given }
    }

    /// The other is an unchanged copy of it: nothing differs, not even how a character is spelled.
    func isCopy(of other: Self) -> Bool { shared.isShared(with: other.shared) }

    /// A service that stands at one address, in the environment ``Environment/standard``.
    public init(name: String, baseURL: URI, headers: Headers = Headers()) {
        self.init(name: name, deployments: [Deployment(.standard, baseURL: baseURL)], headers: headers)
    }

    /// - Parameters:
    ///   - name: what calls, rows and events know it by.
    ///   - deployments: where it stands, environment by environment.
    ///   - headers: go with all its requests, in every environment; the endpoint's own of the same name win.
    ///   - parameters: go with all its requests; the endpoint's own of the same name and place win.
    ///   - keys: what adapters sign with: name to secret; a deployment's own of the same name win.
    ///   - behaviour: what is done to each of its requests, before the endpoint's own is.
    public init(
        name: String, deployments: [Deployment], headers: Headers = Headers(), parameters: [Parameter] = [],
        keys: [String: Secret] = [:], behaviour: RequestBehaviour? = nil
    ) {
        shared = [
            Parts(
                name: name, deployments: deployments, environment: .standard, headers: headers, parameters: parameters,
                keys: keys,
                connection: ConnectionOptions(), joining: .append, given: behaviour.map(SharedBehaviour.init))
        ]
    }

    /// What is done to each of its requests. Two services are equal only when they were given the very same behaviour.
    public var behaviour: RequestBehaviour? {
        get { given?.value }
        set { given = newValue.map(SharedBehaviour.init) }
    }

    /// What it is in its ``environment``; `nil` when it has no address there.
    public var deployment: Deployment? { deployments.first { $0.environment == environment } }

    /// The base URL in its ``environment``; empty, so that nothing can be sent there, when it has none.
    public var baseURL: URI { deployment?.baseURL ?? URI("") }

    /// Its base URL in an environment; `nil` when it has no address there.
    public func address(in environment: Environment) -> URI? {
        deployments.first { $0.environment == environment }?.baseURL
    }

    /// The secret of that name, the deployment's before the service's.
    public func key(_ name: String) -> Secret? { deployment?.keys[name] ?? keys[name] }

    /// The same service in another environment; this one stays where it is.
    public func standing(in environment: Environment) -> Service {
        // Where it stands already it is shared, not copied: every call in the air holds one.
        guard environment != self.environment else { return self }
        var service = self
        service.environment = environment
        return service
    }

    /// - Throws: ``ServiceError/noBaseURL(service:environment:known:)``, where the sources crash (B-HH-S6).
    public func requireDeployment() throws(ServiceError) -> Deployment {
        guard let deployment else {
            throw .noBaseURL(service: name, environment: environment, known: deployments.map(\.environment))
        }
        return deployment
    }
}

/// Closures cannot be compared; who was given the same object was given the same closures.
private final class SharedBehaviour: Sendable, Hashable {
    let value: RequestBehaviour

    init(_ value: RequestBehaviour) { self.value = value }

    static func == (left: SharedBehaviour, right: SharedBehaviour) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
