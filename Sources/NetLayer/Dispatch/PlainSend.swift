// A call that waits only for the engine needs no Swift task of its own: its caller's task does its work, at
// half the cost of a call with a task.

extension NetClient {
    /// Whether every wait of the call is for the engine, for a slot or for a response, where a
    /// cancel reaches it. A call that runs foreign code, or waits for time to pass, needs a task
    /// that can be cancelled and abandoned.
    func canSendInCallerTask<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> Bool {
        endpoint.plan.policies == CallPolicies() && !hasPolicies && !isOfLogin && endpoint.behaviour.runsNoForeignCode
            && behaviour.runsNoForeignCode
            && pool.failover == nil && pool.services.allSatisfy { $0.behaviour == nil }
            && (identity(of: endpoint.plan, on: pool)?.isFixed ?? true)
    }

    /// ``send(_:on:)`` without a task. The caller's own task does the work, so the method returns when the
    /// work has: a cancel ends the row and aborts the transfer at once, and then only
    /// ``TransferObserver/transferFinished(_:)`` is awaited, which follows each ``Transfer/cancel()``.
    func sendInCallerTask<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) async throws(NetError) -> R {
        let cancelled = Landing<NetError>()
        let id = taskRegistry.openTask(TaskInfo(endpoint.plan)) { cancelled.land($0) }
        let result = await withTaskCancellationHandler {
            var call = Call(client: self, id: id, plan: endpoint.plan, behaviour: endpoint.behaviour, pool: pool)
            return await call.run(endpoint.decode)
        } onCancel: {
            cancel(id, because: .scope)
        }
        // The cancel that ended the call provides the error.
        guard taskRegistry.finish(id, result) == .caller else { throw await cancelled.value() }
        return try result.get()
    }
}

extension CallBehaviour {
    var runsNoForeignCode: Bool { request.isEmpty && hooks.isEmpty && policy == nil }
}

extension ClientBehaviour {
    var runsNoForeignCode: Bool { hooks.isEmpty && servicePolicies.isEmpty && policy == nil }
}
