// Where a call goes when it does not go where all the others do.

/// A call's own wish for service, environment or address (HD-2). What is `nil` is as the pool has it; what is set stays when the pool
/// switches (HD-19).
public struct Destination: Sendable, Hashable {
    /// A service of the pool, by name.
    public var service: String?
    /// The environment to ask its service in.
    public var environment: Environment?
    /// A service of the pool, by name, that it goes to as long as that works: for requests that follow others (a cursor may be valid on one
    /// server only). Of a pool with failover alone.
    public var preferredService: String?
    /// An address instead of the service's. What the service's requests carry goes along only if it has the same origin.
    public var baseURL: URI?
    /// Ask the service's CDN, if it has one (YT-5).
    public var usesCDN = false
    /// Ask by https even where the base URL says http (HH-G3). The scheme alone changes, never the text of the URL (B-HH-G2). An absolute
    /// URL keeps its scheme (HH-G2).
    public var requiresTLS = false

    /// By default where the pool leads.
    public init(service: String? = nil, environment: Environment? = nil, baseURL: URI? = nil) {
        self.service = service
        self.environment = environment
        self.baseURL = baseURL
    }
}
