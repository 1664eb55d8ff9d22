// A call that waits for nobody but the engine needs no Swift task of its own: who sends it does its work. It costs half of one that has a task.

extension NetClient {
    /// Whether every wait of the call is one of the engine's, for a slot or for an answer, where a cancel reaches it. Who asks others, or waits
    /// for time to pass, needs a task that can be cancelled and left behind.
    func waitsForNobody<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> Bool {
        endpoint.plan.policies == CallPolicies() && !isRuled && !isOfLogin && endpoint.behaviour.asksNobody
            && behaviour.asksNobody
            && (accounts.isEmpty || caller(endpoint.plan, on: pool).session?.isFixed ?? true) && pool.failover == nil
            && pool.services.allSatisfy { $0.behaviour == nil }
    }

    /// ``send(_:on:)`` without a task. The caller's own does the work, so it returns when that has: a cancel ends the row and pulls at the
    /// transport at once, and what is waited for is ``TransferObserver/transferFinished(_:)``, which follows each ``Transfer/cancel()``.
    func sendHere<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) async throws(NetError) -> R {
        let cancelled = Landing<NetError>()
        let id = desk.open(TaskInfo(endpoint.plan)) { cancelled.land($0) }
        let result = await withTaskCancellationHandler {
            var call = Call(client: self, id: id, plan: endpoint.plan, behaviour: endpoint.behaviour, pool: pool)
            return await call.run(endpoint.decode)
        } onCancel: {
            cancel(id, because: .scope)
        }
        // Who cancelled it says why.
        guard desk.finish(id, result) == .caller else { throw await cancelled.value() }
        return try result.get()
    }
}

extension CallBehaviour {
    var asksNobody: Bool { request.isEmpty && hooks.isEmpty && policy == nil }
}

extension ClientBehaviour {
    var asksNobody: Bool { hooks.isEmpty && servicePolicies.isEmpty && policy == nil }
}
