// Loads a description for a command that has no screen: what is wrong goes to standard error, and the exit code says which kind.

import ArgumentParser
import Catalog
import Explorer
import Foundation
import NetLayer
import Runtime
import Workspace

enum Loading {
    /// What YAML yields is kept where the user's caches are; without a home nowhere.
    static var cache: YAMLCache? {
        let environment = ProcessInfo.processInfo.environment
        let homes = ["EXPLORER_CACHE_DIR", "XDG_CACHE_HOME", "HOME"]
        guard homes.contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
        return YAMLCache(Paths(environment: environment))
    }

    static func description(_ source: String, _ network: NetworkOptions, client: NetClient? = nil) async throws -> APIDescription
    {
        do throws(LoadError) {
            return try await DescriptionLoader.load(
                Source(source), client: client ?? network.client(), defaults: network.defaults, cache: cache)
        } catch {
            Complaint.write(error.failure)
            throw ExitCode(error.exitCode)
        }
    }

    /// A pool of several services fails over, by the engine's own rules where nobody gave others.
    static func failingOver(_ pool: ServicePool) -> ServicePool {
        guard pool.failover == nil, pool.services.count > 1 else { return pool }
        return ServicePool(
            pool.services, active: pool.active, id: pool.id, environment: pool.environment, failover: FailoverOptions())
    }

    /// Where requests go: `--base`, else the servers of the operation, else the description's.
    static func pool(_ description: APIDescription, _ network: NetworkOptions, operation: Catalog.Operation? = nil)
        -> ServicePool
    {
        if let service = network.service { return ServicePool([service]) }
        return ServicePool(operation?.servers.isEmpty == false ? operation?.servers ?? [] : description.servers)
    }
}
