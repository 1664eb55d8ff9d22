// Where a request goes: the servers of its operation, when the description gives it some of its own.

import Catalog
import NetLayer

extension Model {
    /// The services for a plan. A pool that the user chose (`--base`, the demo's services) is for every request; the description's own
    /// gives way to the servers of the operation.
    func pool(for plan: RequestPlan) -> ServicePool {
        guard let description, sendsToDescribedServers,
            let endpoint = description.endpoints.first(where: { $0.id == plan.id }),
            let servers = description.operation(endpoint.index)?.servers
        else { return api.pool }
        return ownPool(servers) ?? api.pool
    }

    /// The pool is the description's own. By its addresses: how they are reached (certificates, proxy) is the user's word on all of them.
    private var sendsToDescribedServers: Bool {
        guard let description else { return false }
        return api.pool.services.map(\.deployments) == ServicePool(description).services.map(\.deployments)
    }

    /// The servers that an operation has of its own as a pool; `nil` where it has none, or the user chose where requests go.
    func ownPool(_ servers: [Server]) -> ServicePool? {
        guard !servers.isEmpty, sendsToDescribedServers else { return nil }
        let elsewhere = ServicePool(servers, insteadOf: api.pool)
        var own = elsewhere.services
        guard !own.isEmpty else { return nil }
        for index in own.indices { own[index].connection = api.pool.services.first?.connection ?? ConnectionOptions() }
        return elsewhere.replacing(services: own)
    }
}
