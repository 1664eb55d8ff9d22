// The destination of a call that does not use the pool's default.

/// A call's override of service, environment or address. A `nil` property follows the pool; a set property
/// stays when the pool switches.
public struct Destination: Sendable, Hashable {
    /// The name of a service of the pool.
    public var service: String?
    /// The environment in which the call uses its service.
    public var environment: Environment?
    /// The name of a service of the pool that the call goes to as long as that service works: for
    /// requests that follow others (a cursor may be valid on one server only). Has an effect only in
    /// a pool with failover.
    public var preferredService: String?
    /// An address that replaces the service's. The service's headers and credentials go along only if it
    /// has the same origin.
    public var baseURL: URI?
    /// Sends the request to the service's CDN, if it has one.
    public var usesCDN = false
    /// Uses https even where the base URL says http. Only the scheme changes, never the text of the URL. An
    /// absolute URL keeps its scheme.
    public var requiresTLS = false

    /// Without arguments the call follows the pool.
    public init(service: String? = nil, environment: Environment? = nil, baseURL: URI? = nil) {
        self.service = service
        self.environment = environment
        self.baseURL = baseURL
    }
}
