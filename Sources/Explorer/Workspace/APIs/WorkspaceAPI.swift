// An API of a workspace: the location of its description, its services in each
// environment, and their failover.

import Catalog
import NetLayer

/// One entry of `apis:`.
public struct WorkspaceAPI: Sendable {
    public var name: String
    /// The location of its description; `nil` if none is given.
    public var description: Source?
    /// In order of preference; each is in at least one environment.
    public var services: [Service]
    /// In the order of the file; the first is the default.
    public var environments: [Environment]
    /// `nil` without failover.
    public var failover: FailoverOptions?
    /// Sources of directives besides the services' own responses.
    public var directives: [DirectiveSource]
    /// How to page its lists, if the workspace says so.
    public var paging = PagingRules()
    /// How to store its responses, if the workspace says so.
    public var caching = EndpointRules<CacheRule>()
    /// The deadline, the hedge and the priority of requests that do not have their own.
    public var policies = CallPolicies()
    /// The requests that the history must not store.
    public var persistence = Persistence()
    /// Which requests of an environment need a confirmation, if the workspace says so.
    public var confirmations: [Environment: ConfirmRule] = [:]
    /// The guards of its environments; an environment without one is not in here.
    public var guards: [Environment: WorkspaceGuard] = [:]
    /// How its responses signal success and failure in their bodies, if the workspace says so.
    public var business: BusinessCode?
    /// How to log in, if that takes more than sending a fixed text.
    public var login: LoginPlan?
    /// The key that signs its requests, if the workspace has one; then it has no ``login``.
    public var signing: Credential?
    /// Saved requests, chains and groups.
    public var work = SavedWork()
    /// The variables of the workspace and of the API.
    var scopes = VariableScopes()
    /// The variables of an environment, which override the others.
    var environmentVariables: [String: [String: VariableScopes.Value]] = [:]

    /// The variables of the API.
    /// - Parameter environment: one of ``environments``; `nil` is the first.
    public func variables(in environment: Environment? = nil) -> VariableScopes {
        var scopes = scopes
        if let name = (environment ?? environments.first)?.rawValue { scopes.add(environmentVariables[name] ?? [:]) }
        return scopes
    }

    /// The services as a pool.
    /// - Parameter environment: one of ``environments``; `nil` is the first.
    public func makePool(in environment: Environment? = nil) -> ServicePool {
        let environment = environment ?? environments.first ?? .standard
        guard let failover else { return ServicePool(services, id: name, environment: environment) }
        return ServicePool(services, id: name, environment: environment, failover: failover)
    }
}

/// The option `guard` of an environment.
public struct WorkspaceGuard: Sendable, Hashable {
    public var level: GuardLevel
    /// The line of the option.
    public var line: Int

    public init(_ level: GuardLevel, line: Int) {
        self.level = level
        self.line = line
    }
}

extension WorkspaceFile {
    /// Every address of every environment of its APIs, with the guard of the environment.
    public var guardedPlaces: [GuardBook.Place] {
        apis.flatMap { api in
            api.services.flatMap(\.deployments).map { deployment in
                let rule = api.guards[deployment.environment].map {
                    GuardRule(
                        $0.level, .file(path: path, line: $0.line), api: api.name, environment: deployment.environment)
                }
                return GuardBook.Place(
                    api: api.name, environment: deployment.environment, address: deployment.baseURL, rule: rule)
            }
        }
    }
}
