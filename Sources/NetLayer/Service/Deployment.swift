// What a service is in one environment: its addresses, and what its requests carry there and nowhere else.

/// A service in one environment (HH-S1, CT-R8).
public struct Deployment: Sendable, Hashable {
    /// The stage that it is for; a service has one deployment for each.
    public var environment: Environment
    /// What the paths of plans are joined to.
    public var baseURL: URI
    /// The second address, for plans that ask for it (YT-5).
    public var cdnURL: URI?
    /// Win over the service's own of the same name.
    public var headers: Headers
    /// Win over the service's own of the same name and place.
    public var parameters: [Parameter]
    /// What adapters sign with here; wins over the service's own of the same name.
    public var keys: [String: Secret]

    /// By default one address, and nothing that goes with requests besides what the service says.
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
