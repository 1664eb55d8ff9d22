// The parts of a call that never change. One object, because everything that the call waits in refers to it.

final class CallOrder: Sendable {
    let client: NetClient
    let id: TaskID
    let plan: RequestPlan
    /// The plan with the data that was pulled before the call began, for its first attempt;
    /// `nil` where nothing is pulled.
    let firstPlan: RequestPlan?
    let behaviour: CallBehaviour
    let pool: ServicePool
    /// Receives the body of the final response as it arrives; `nil` collects it.
    let sink: BodyPipe?
    /// The conditions that validate stored responses; `nil` for calls without validation.
    let conditions: RequestConditions?
    /// Signs the requests; `nil` where no authentication is needed.
    let gate: (any CallGate)?
    /// As whom the call is made; `nil` without account, login and cookies.
    let identity: (any CallIdentity)?

    convenience init(
        client: NetClient, id: TaskID, plan: RequestPlan, behaviour: CallBehaviour = CallBehaviour(), pool: ServicePool,
        sink: BodyPipe? = nil
    ) {
        self.init(
            client: client, id: id, plan: plan, firstPlan: nil, behaviour: behaviour, pool: pool, sink: sink,
            conditions: plan.policies.fetch == .http ? RequestConditions() : nil,
            identity: client.identity(of: plan, on: pool))
    }

    /// The same call, of the same caller, with a pulled plan.
    func asking(_ plan: RequestPlan, first: RequestPlan? = nil, _ behaviour: CallBehaviour) -> CallOrder {
        CallOrder(
            client: client, id: id, plan: plan, firstPlan: first, behaviour: behaviour, pool: pool, sink: sink,
            conditions: conditions, identity: identity)
    }

    private init(
        client: NetClient, id: TaskID, plan: RequestPlan, firstPlan: RequestPlan?, behaviour: CallBehaviour, pool: ServicePool,
        sink: BodyPipe?, conditions: RequestConditions?, identity: (any CallIdentity)?
    ) {
        self.client = client
        self.id = id
        self.plan = plan
        self.firstPlan = firstPlan
        self.behaviour = behaviour
        self.pool = pool
        self.sink = sink
        self.conditions = conditions
        self.identity = identity
        gate = identity?.makeGate()
    }
}

// MARK: Without a network

extension CallOrder {
    /// The system reports no network, and the call cannot do without one. Known before a service is picked, so that no login
    /// is renewed in vain. ``NetworkMonitor/allows(_:)`` decides about the request itself, which adapters may have changed.
    var isOffline: Bool {
        guard client.network.status == .notReachable else { return false }
        let environment = pool.environment(of: plan.destination)
        return !possibleServices.contains {
            RequestTarget(plan: plan, service: $0?.standing(in: environment)).needsNoNetwork
        }
    }

    /// The services of which one will be picked; `nil` stands for none.
    private var possibleServices: [Service?] {
        if let name = plan.destination.service { return [pool.services.first { $0.name == name }] }
        guard pool.failover(of: plan) == nil else { return pool.services }
        return [pool.pickService()?.service]
    }

    /// Records that nothing is sent because there is no network.
    /// - Parameter attempted: the call or its request, for users.
    /// - Returns: the error that says so.
    func offlineError(_ attempted: String) -> NetError {
        client.taskRegistry.update { $0.recordDecision(.offline, id, at: $1) }
        return NetError(.noNetwork, attempted: attempted, detail: "the system reports no network; nothing was sent")
    }
}

extension RequestTarget {
    /// Its server is on this machine. Also `true` where there is no URL: making the request reports why.
    fileprivate var needsNoNetwork: Bool {
        do throws(NetError) {
            let url = try resolveBase() ?? URI(plan.path)
            if plan.connection.unixSocket != nil || url.isLoopback { return true }
            return isHome(url) && service?.connection.unixSocket != nil
        } catch {
            return true
        }
    }
}
