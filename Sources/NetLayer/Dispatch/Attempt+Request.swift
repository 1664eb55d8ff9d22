// How an attempt gets its request: a service, a credential, the layers of the request.

extension Attempt {
    /// Makes the request after the service was picked, and again for every attempt, so that no data of one
    /// server reaches another by accident.
    func makeRequest() async throws(NetError) -> Prepared {
        let credential = try await order.gate?.credential(for: order)
        let lease = try pickLease()
        var request = try await request(on: lease, credential)
        let service =
            lease.flatMap { RequestTarget(plan: plan, service: $0.service).isHome(request.url) ? $0.service.name : nil } ?? ""
        if let conditions = order.conditions { request = conditions.addingFields(to: request, service) }
        guard client.network.allows(request) else {
            client.taskRegistry.update { $0.recordDecision(.offline, id, at: $1) }
            throw NetError(.noNetwork, attempted: "\(request)", detail: "the system reports no network; nothing was sent")
        }
        if number == 1, lane == .first, let withheld = request.withheld {
            client.taskRegistry.update { $0.recordDecision(.withholds(withheld.words, from: withheld.origin), id, at: $1) }
        }
        let again = service.isEmpty ? nil : credential.flatMap { $0.isPerRequest ? $0 : nil }
        return Prepared(lease: lease, service: service, request: request, credential: again)
    }

    private func pickLease() throws(NetError) -> Lease? {
        do throws(ServiceError) {
            if pool.failover != nil {
                let request = PickRequest(
                    isIdempotent: plan.isRepeatable && sink == nil,
                    tried: (mayTryAnother ? tried : []) + (firstCopy?.lease.map { [$0.index] } ?? []),
                    sticky: mayTryAnother ? nil : tried.last, isNetworkGone: client.network.status == .notReachable)
                let lease = try pool.pickService(for: plan, request, time: client.time)
                if let lease { client.watch(lease, of: pool) }
                return lease
            }
            // A call that names a service means it, for a second copy too.
            if plan.destination.service == nil, let other = firstCopy?.lease.flatMap(pool.pickService(besides:)) { return other }
            return try pool.pickService(for: plan.destination)
        } catch {
            throw NetError(.badRequest, attempted: "\(plan)", detail: "\(error)")
        }
    }

    /// Most calls have no adapters, providers or signers, and then this function needs no suspension.
    private func request(on lease: Lease?, _ credential: (any RequestCredential)?) async throws(NetError) -> WireRequest {
        guard !behaviour.request.isEmpty || lease?.service.behaviour != nil || credential != nil else {
            return try client.requests.request(for: plan, on: lease?.service)
        }
        return try await makeRequestByLayers(lease, credential)
    }

    @inline(never)
    private func makeRequestByLayers(_ lease: Lease?, _ credential: (any RequestCredential)?) async throws(NetError)
        -> WireRequest
    {
        var plan = plan
        var layer = behaviour.request
        // Where the service pulls too, both are pulled, in their order.
        if number == 1, let first = order.firstPlan, lease?.service.behaviour?.hasProviders != true {
            plan = first
            (layer.parameters, layer.body, layer.reform) = (nil, nil, nil)
        } else if layer.hasProviders {
            layer.check = behaviour.checkParameters
        }
        // A pulled plan belongs to this call alone: no later call can reuse its request.
        let isOnce = !plan.isCopy(of: order.plan)
        return try await client.generator.request(
            for: plan, layers: [layer], on: lease?.service, context: context, credential: credential
        ) { plan, service throws(NetError) in
            isOnce ? try client.generator.request(for: plan, on: service) : try client.requests.request(for: plan, on: service)
        }
    }

    private var context: RequestContext {
        RequestContext(
            task: id, attempt: number, now: client.time.now(), wallClock: client.wallClock, random: client.random)
    }

    /// A redirect within the origin is another request and needs another signature. A request that has left
    /// the origin never gets one.
    @inline(never)
    func sign(
        _ request: inout WireRequest, _ credential: any RequestCredential, _ prepared: Prepared,
        _ redirects: [RawResponse.Redirect]
    ) throws(NetError) {
        let origin = prepared.request.url.origin
        guard redirects.allSatisfy({ $0.to.origin == origin }) else {
            return credential.fieldNames.forEach { request.headers.remove($0) }
        }
        var context = context
        context.service = client.generator.resolvedService(prepared.lease?.service, for: plan)
        try credential.apply(to: &request, context)
    }
}
