// A service in one environment: its addresses, and the data that its requests carry only there.

/// A service in one environment.
public struct Deployment: Sendable, Hashable {
    /// The environment; a service has one deployment for each.
    public var environment: Environment
    /// The base URL for the paths of plans.
    public var baseURL: URI
    /// The second base URL, for plans that ask for it.
    public var cdnURL: URI?
    /// Override the service's headers of the same name.
    public var headers: Headers
    /// Override the service's parameters of the same name and place.
    public var parameters: [Parameter]
    /// The keys that adapters sign with here; they override the service's keys of the same name.
    public var keys: [String: Secret]

    /// By default one address, and no data besides the service's.
    public init(
        _ environment: Environment, baseURL: URI, cdnURL: URI? = nil, headers: Headers = Headers(), parameters: [Parameter] = [],
        keys: [String: Secret] = [:]
    ) {
        self.environment = environment
        self.baseURL = baseURL
        self.cdnURL = cdnURL
        self.headers = headers
        self.parameters = parameters
        self.keys = keys
    }
}
