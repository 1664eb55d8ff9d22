// The destination of a request: the servers of its operation, where the description gives it its own.

import Catalog
import NetLayer

extension Model {
    /// The services for a plan. A pool that the user chose (`--base`, the demo's services) serves every
    /// request; the description's own pool gives way to the servers of the operation.
    func pool(for plan: RequestPlan) -> ServicePool {
        guard let description, sendsToDescribedServers,
            let endpoint = description.endpoints.first(where: { $0.id == plan.id }),
            let servers = description.operation(endpoint.index)?.servers
        else { return api.pool }
        return ownPool(servers) ?? api.pool
    }

    /// Whether the pool is the description's own, by its addresses: certificates and proxy are the user's
    /// setting for all of them.
    var sendsToDescribedServers: Bool {
        guard let description else { return false }
        return api.pool.services.map(\.deployments) == ServicePool(description).services.map(\.deployments)
    }

    /// The operation's own servers as a pool; `nil` when it has none, or the user chose the pool.
    func ownPool(_ servers: [Server]) -> ServicePool? {
        guard !servers.isEmpty, sendsToDescribedServers else { return nil }
        let elsewhere = ServicePool(servers, insteadOf: api.pool)
        var own = elsewhere.services
        guard !own.isEmpty else { return nil }
        for index in own.indices { own[index].connection = api.pool.services.first?.connection ?? ConnectionOptions() }
        return elsewhere.replacing(services: own)
    }
}
