// An API of a workspace: where its description lies, its services in each environment, and how they fail over.

import NetLayer

/// One entry of `apis:`.
public struct WorkspaceAPI: Sendable {
    public var name: String
    /// Where its description lies; `nil` when none is named.
    public var description: Source?
    /// In order of preference; each stands in at least one environment.
    public var services: [Service]
    /// In the order of the file; the first is the one that counts when none is chosen.
    public var environments: [Environment]
    /// `nil` when nothing fails over.
    public var failover: FailoverOptions?
    /// Who else may say which service is used.
    public var directives: [DirectiveSetting]
    /// What directives must be signed with.
    public var key: Secret?

    /// Its services as a pool.
    /// - Parameter environment: one of ``environments``; `nil` is the first.
    public func pool(in environment: Environment? = nil) -> ServicePool {
        let environment = environment ?? environments.first ?? .standard
        guard let failover else { return ServicePool(services, id: name, environment: environment) }
        return ServicePool(services, id: name, environment: environment, failover: failover)
    }
}

/// Where directives come from.
public enum DirectiveSetting: Sendable, Hashable {
    /// A control file, watched; an absolute path.
    case file(String)
    /// A Unix socket that is listened on; an absolute path.
    case socket(String)
    case url(URI, every: Duration)
    /// The header `X-NetLayer-Switch` of the services' own answers.
    case header
}
