// An API of a workspace: where its description lies, its services in each environment, and how they fail over.

import Catalog
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
    /// Who else may say which service is used, besides the services' own answers.
    public var directives: [DirectiveSource]
    /// How its lists are paged, where that is written down.
    public var paging = PagingRules()
    /// How its answers are stored, where that is written down.
    public var caching = EndpointRules<CacheRule>()
    /// What of it the history must not keep.
    public var persistence = Persistence()
    /// Before which requests of an environment the user is asked, where that is written down.
    public var confirmations: [Environment: ConfirmRule] = [:]
    /// How its answers say success and failure in their bodies, where that is written down.
    public var business: BusinessCode?
    /// How somebody logs in, where that takes more than a text that is sent.
    public var login: LoginPlan?
    /// Saved requests, chains and groups.
    public var work = SavedWork()
    /// The variables of the workspace and of the API.
    var scopes = VariableScopes()
    /// Those of an environment, which win.
    var ofEnvironments: [String: [String: VariableScopes.Value]] = [:]

    /// Its variables.
    /// - Parameter environment: one of ``environments``; `nil` is the first.
    public func variables(in environment: Environment? = nil) -> VariableScopes {
        var scopes = scopes
        if let name = (environment ?? environments.first)?.rawValue { scopes.add(ofEnvironments[name] ?? [:]) }
        return scopes
    }

    /// Its services as a pool.
    /// - Parameter environment: one of ``environments``; `nil` is the first.
    public func pool(in environment: Environment? = nil) -> ServicePool {
        let environment = environment ?? environments.first ?? .standard
        guard let failover else { return ServicePool(services, id: name, environment: environment) }
        return ServicePool(services, id: name, environment: environment, failover: failover)
    }
}
