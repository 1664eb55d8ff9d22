// What stays the same all through a call. One object, because everything that the call waits in holds it.

final class CallOrder: Sendable {
    let client: NetClient
    let id: TaskID
    let plan: RequestPlan
    /// The same with what was pulled before the call began, for its first attempt; `nil` where nothing is pulled.
    let firstPlan: RequestPlan?
    let behaviour: CallBehaviour
    let pool: ServicePool
    /// Takes the body of the final answer as it arrives; `nil` collects it.
    let sink: BodyPipe?
    /// What is asked of a server about stored answers; `nil` for calls that do not.
    let conditions: CacheConditions?
    /// Signs its requests; `nil` where nobody has to prove anything.
    let gate: AuthGate?
    /// Its cookies; `nil` without a jar, and for strangers.
    let cookies: CookieContext?

    init(
        client: NetClient, id: TaskID, plan: RequestPlan, behaviour: CallBehaviour = CallBehaviour(), pool: ServicePool,
        sink: BodyPipe? = nil, firstPlan: RequestPlan? = nil
    ) {
        self.client = client
        self.id = id
        self.plan = plan
        self.firstPlan = firstPlan
        self.behaviour = behaviour
        self.pool = pool
        self.sink = sink
        conditions = plan.policies.fetch == .http ? CacheConditions() : nil
        gate = client.session(for: plan, on: pool).map(AuthGate.init)
        cookies = client.cookies(for: plan, on: pool)
    }
}
