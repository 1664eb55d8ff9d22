// One server of an API: where it stands in each environment, and what all its requests carry.

/// A service: a name, its deployments, and what goes with every request to it.
public struct Service: Sendable, Hashable {
    public var name: String
    /// Where it stands, environment by environment.
    public var deployments: [Deployment]
    /// The environment it is asked in. A pool sets it when it picks the service.
    public var environment: Environment
    /// Go with all its requests, in every environment; the endpoint's own of the same name win.
    public var headers: Headers
    /// Go with all its requests (CT-P9); the endpoint's own of the same name and place win.
    public var parameters: [Parameter]
    /// What adapters sign with: name to secret (CT-R8).
    public var keys: [String: Secret]
    /// How its connections are made, for plans that do not say it themselves. An insecure one is opted into here or in a plan, never for all (B-HH-G5).
    public var connection: ConnectionOptions
    /// How a path is joined to the base URL (CT-R8).
    public var joining: URLJoining
    private var shared: SharedBehaviour?

    /// A service that stands at one address, in the environment ``Environment/standard``.
    public init(name: String, baseURL: URI, headers: Headers = Headers()) {
        self.init(name: name, deployments: [Deployment(.standard, baseURL: baseURL)], headers: headers)
    }

    /// - Parameter behaviour: what is done to each of its requests, before the endpoint's own is.
    public init(
        name: String, deployments: [Deployment], headers: Headers = Headers(), parameters: [Parameter] = [],
        keys: [String: Secret] = [:], behaviour: RequestBehaviour? = nil
    ) {
        self.name = name
        self.deployments = deployments
        self.headers = headers
        self.parameters = parameters
        self.keys = keys
        environment = .standard
        connection = ConnectionOptions()
        joining = .append
        shared = behaviour.map(SharedBehaviour.init)
    }

    /// What is done to each of its requests. Two services are equal only when they were given the very same behaviour.
    public var behaviour: RequestBehaviour? {
        get { shared?.value }
        set { shared = newValue.map(SharedBehaviour.init) }
    }

    /// What it is in its ``environment``; `nil` when it has no address there.
    public var deployment: Deployment? { deployments.first { $0.environment == environment } }

    /// The base URL in its ``environment``; empty, so that nothing can be sent there, when it has none.
    public var baseURL: URI { deployment?.baseURL ?? URI("") }

    /// The secret of that name, the deployment's before the service's.
    public func key(_ name: String) -> Secret? { deployment?.keys[name] ?? keys[name] }

    /// The same service in another environment; this one stays where it is.
    public func standing(in environment: Environment) -> Service {
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
