// A description that was read, and the pools that its requests go to: one for all that have the same services, so that they learn from each other.

import ArgumentParser
import Catalog
import Explorer
import NetLayer
import Runtime
import Synchronization

final class OpenedAPI: Sendable {
    let description: APIDescription
    let pool: ServicePool
    let source: ChosenSource
    private let network: NetworkOptions
    private let own = Mutex<[[Server]: ServicePool]>([:])

    init(_ description: APIDescription, _ pool: ServicePool, _ network: NetworkOptions, _ source: ChosenSource) {
        self.source = source
        self.description = description
        self.pool = pool
        self.network = network
    }

    /// Where an operation is sent: to servers of its own, where it has some and neither `--base` nor a workspace says where to.
    func pool(of operation: Catalog.Operation) -> ServicePool {
        guard network.base == nil, source.pool == nil, !operation.servers.isEmpty else { return pool }
        return own.withLock { own in
            if let known = own[operation.servers] { return known }
            let made = network.equipped(ServicePool(operation.servers, insteadOf: pool))
            own[operation.servers] = made
            return made
        }
    }

    /// What the history is told of its requests.
    var frame: HistoryFrame { source.frame(description.title) }

    /// All pools that requests were made for.
    var pools: [ServicePool] { [pool] + own.withLock { Array($0.values) } }
}

extension NetworkOptions {
    /// Says aloud that anybody may read along, and who has it so.
    func sayInsecure(_ plan: RequestPlan) {
        guard plan.connection.insecure else { return }
        Complaint.write(
            "explorer: certificates are not checked (\(insecure ? "--insecure" : "the collection or workspace says so"))")
    }

    /// How a request is sent on its way.
    /// - Parameter service: the number of a service, from 1, or its name: the request goes there and nowhere else.
    func prepare(_ plan: inout RequestPlan, on pool: ServicePool, service: String?) throws {
        if pool.services.isEmpty, plan.destination.baseURL == nil, plan.path.hasPrefix("/") {
            throw Complaint.usage(
                "\(plan.id) has no server to be sent to", ["The description names none: say it with --base URL."])
        }
        if plan.timeouts == .byPolicy { plan.timeouts = timeouts }
        plan.limitBody(maxBody)
        plan.takeConnection(connection, from: pool)
        plan.credentialScope.agreed = agreedOrigins
        if let service {
            plan.destination.service = try Self.service(service, of: pool)
        }
    }

    private static func service(_ text: String, of pool: ServicePool) throws -> String {
        if let named = pool.services.first(where: { $0.name == text }) { return named.name }
        if let number = Int(text), pool.services.indices.contains(number - 1) { return pool.services[number - 1].name }
        let known = pool.services.enumerated().map { "\($0 + 1) \($1.name)" }.joined(separator: ", ")
        throw Complaint.usage(
            "there is no service '\(text)'", [known.isEmpty ? "The request has no services." : "There are: \(known)."])
    }
}
