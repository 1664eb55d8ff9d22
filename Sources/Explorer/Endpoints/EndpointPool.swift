// Where a request goes: the servers of its operation, when the description gives it some of its own.

import Catalog
import NetLayer

extension Model {
    /// The services for a plan. A pool that the user chose (`--base`, the demo's services) is for every request; the description's own
    /// gives way to the servers of the operation.
    func pool(for plan: RequestPlan) -> ServicePool {
        guard let description, pool.services == ServicePool(description.servers).services,
            let endpoint = description.endpoints.first(where: { $0.id == plan.id }),
            let servers = description.operation(endpoint.index)?.servers
        else { return pool }
        let own = ServicePool(servers)
        return own.services.isEmpty ? pool : own
    }
}
