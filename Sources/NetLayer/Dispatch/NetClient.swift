// The façade of the engine. Call holds the steps of a call, TaskRegistry the waiting and running tasks.

/// Dispatches calls and knows the state of each: waiting, running, or ended and how.
///
/// Use one client for a program. All its methods may be called from any thread and return at
/// once, except those marked `async`.
public final class NetClient: Sendable {
    let transport: any Transport
    let generator: RequestGenerator
    let requests: RequestCache
    let random: RandomSource
    /// The time since 1970-01-01 UTC.
    let wallClock: @Sendable () -> Duration
    let policies: CallPolicies
    /// Whether ``policies`` set any rule.
    let hasPolicies: Bool
    let budgets: RetryBudgets
    let latencies: Latencies
    let taskRegistry: TaskRegistry
    let probers: HealthCheckTasks
    let behaviour: ClientBehaviour
    /// The stages of its calls beside their attempts.
    let stages: CallStages
    /// The known state of the network.
    public let network: NetworkMonitor
    /// Its calls belong to a login: they carry no credential, wait for none, and
    /// their responses are not stored.
    let isOfLogin: Bool

    init(
        transport: any Transport, generator: RequestGenerator, limits: DispatchLimits, keepEnded: Int, policies: CallPolicies,
        retryBudget: RetryBudgetRule, behaviour: ClientBehaviour, stages: CallStages, network: NetworkStatusSource,
        time: TimeSource, random: RandomSource, wallClock: @escaping @Sendable () -> Duration
    ) {
        self.transport = transport
        self.generator = generator
        requests = RequestCache(generator)
        self.random = random
        self.wallClock = wallClock
        self.policies = policies
        hasPolicies = policies != CallPolicies()
        budgets = RetryBudgets(retryBudget)
        self.behaviour = behaviour
        self.stages = stages
        self.network = NetworkMonitor(network, time: time)
        taskRegistry = TaskRegistry(limits: limits, keepEnded: keepEnded, time: time)
        (latencies, probers) = (Latencies(), HealthCheckTasks())
        isOfLogin = false
    }

    /// The same client, with its rows, slots and caches, for the calls of a login. A call through it, from
    /// any Swift task, does not wait for the login that it is a part of.
    init(loginOf client: NetClient) {
        transport = client.transport
        generator = client.generator
        requests = client.requests
        random = client.random
        wallClock = client.wallClock
        policies = client.policies
        hasPolicies = client.hasPolicies
        budgets = client.budgets
        behaviour = client.behaviour
        stages = client.stages
        network = client.network
        taskRegistry = client.taskRegistry
        (latencies, probers) = (client.latencies, client.probers)
        isOfLogin = true
    }

    var time: TimeSource { taskRegistry.time }

    /// The time of its events, by its ``TimeSource``.
    public var now: Duration { time.now() }

    // MARK: Calls

    /// Starts a call and returns its handle, live and in the table, before any of its work
    /// has run. The call runs to its end even if the handle is dropped (detached
    /// lifetime); ``events(capacity:)`` reports the end.
    /// The row gets the number `id`, from ``reserveTaskID()``; `nil` takes the next one.
    public func dispatch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID? = nil) -> Handle<R> {
        dispatch(endpoint, on: pool, as: id, scope: nil)
    }

    /// A number for a task that starts later, or never. It serves one task: use it once.
    ///
    /// A program that waits for a response can name its task before the call starts.
    public func reserveTaskID() -> TaskID { taskRegistry.reserve() }

    func dispatch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID? = nil, scope: ScopeID?) -> Handle<R> {
        let landing = Landing<Result<R, NetError>>()
        let id = launch(endpoint, on: pool, landing: landing, number: id, scope: scope)
        return Handle(id: id, landing: landing, client: self, notice: cancelNotice(endpoint.plan))
    }

    /// Opens the row, and starts its work unless the duplicate policy decides otherwise.
    /// - Parameter isCancelled: the call was cancelled before it started; it gets a row and sends nothing.
    @discardableResult
    func launch<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, landing: Landing<Result<R, NetError>>, number: TaskID? = nil,
        scope: ScopeID? = nil, isCancelled: Bool = false, fetching: (any CacheSession<R>)? = nil
    ) -> TaskID {
        let endpoint = applyingPolicies(endpoint)
        let (id, hasWork) = openTask(
            endpoint, on: pool, makeTaskInfo(endpoint.plan, scope: scope), number: number, isCancelled: isCancelled
        ) { landing.land($0) }
        guard hasWork else { return id }
        if isCancelled { cancel(id) }
        taskRegistry.start(id) { [self] in
            await perform(endpoint, on: pool, as: id, landing: landing, fetching: fetching) { landing.land($0) }
        }
        return id
    }

    /// The call, with the client's policies where it sets none of its own.
    func applyingPolicies<R>(_ endpoint: Endpoint<R>) -> Endpoint<R> {
        let isOfLogin = isOfLogin || AuthBypass.isOn.get()
        guard hasPolicies || isOfLogin else { return endpoint }
        var endpoint = endpoint
        if isOfLogin { endpoint.plan.isOfLogin = true }
        guard hasPolicies else { return endpoint }
        let own = endpoint.plan.policies.fetch
        endpoint.plan.policies = endpoint.plan.policies.withDefaults(policies)
        // An unsafe method uses a cache only where its own plan sets a policy.
        if own == nil, !endpoint.plan.method.isSafe { endpoint.plan.policies.fetch = nil }
        return endpoint
    }

    /// As whom a call is made that begins now; `nil` without account, login and cookies.
    func identity(of plan: RequestPlan, on pool: ServicePool) -> (any CallIdentity)? {
        stages.identity?.identity(of: plan, on: pool, for: self)
    }

    /// Whether a cancel runs the call's callback.
    func cancelNotice(_ plan: RequestPlan) -> CancelNotice { plan.policies.cancelNotice ?? policies.cancelNotice ?? .report }

    /// The call's data for its row.
    func makeTaskInfo(_ plan: RequestPlan, parent: TaskID? = nil, scope: ScopeID? = nil) -> TaskInfo {
        TaskInfo(plan, parent: parent, scope: scope, deadline: plan.policies.deadline)
    }

    /// Opens a call's row under its duplicate policy and its deadline.
    /// - Parameter land: delivers the outcome of a call without work of its own, and
    ///   that of a cancelled call.
    /// - Returns: the task's number, and whether work must be started for it.
    func openTask<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, _ info: TaskInfo, number: TaskID? = nil, isCancelled: Bool = false,
        land: @escaping @Sendable (Result<R, NetError>) -> Void
    ) -> (id: TaskID, hasWork: Bool) {
        guard !isCancelled,
            let claim = DuplicateClaim(
                endpoint.plan, on: pool, as: identity(of: endpoint.plan, on: pool)?.name ?? "",
                hasTaker: endpoint.behaviour.takesBody != nil)
        else {
            let id = taskRegistry.openTask(info, number: number) { land(.failure($0)) }
            watchDeadline(of: id, info.deadline)
            return (id, true)
        }
        let shared = Landing<CallOutcome?>()
        let abandon: @Sendable (NetError) -> Void = { error in
            shared.land(nil)
            land(.failure(error))
        }
        let (id, opening) = taskRegistry.open(info, number: number, claim, abandon: abandon) { shared.land($1) }
        watchDeadline(of: id, info.deadline)
        switch opening {
        case .runs: return (id, true)
        case .joined:
            judge(endpoint, on: pool, as: id, when: shared, land: land)
            return (id, false)
        case .rejected(let other):
            land(.failure(NetError(.duplicate, attempted: "\(endpoint.plan)", detail: "\(other) is executing")))
            return (id, false)
        }
    }

    /// Judges the response of the joined call by this call's rules. Waits in a task of its own, which
    /// inherits the task-local values and the priority of this caller, not those of the other call.
    private func judge<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID, when shared: Landing<CallOutcome?>,
        land: @escaping @Sendable (Result<R, NetError>) -> Void
    ) {
        Task { [self] in
            // A cancel may overtake an outcome on its way here; then no other place closes the task.
            guard let outcome = await shared.value() else { return taskRegistry.close(id) }
            taskRegistry.start(id) { [self] in
                var call = Call(client: self, id: id, plan: endpoint.plan, behaviour: endpoint.behaviour, pool: pool)
                let result = await call.run(endpoint.decode, on: outcome)
                if taskRegistry.endTask(id, result) == .caller { land(result) }
            }
        }
    }

    /// Performs the work behind a call's row.
    /// - Parameters:
    ///   - landing: holds the outcome, whether the work or a cancel delivers it.
    ///   - land: delivers the outcome to the landing.
    func perform<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID, landing: Landing<Result<R, NetError>>,
        fetching: (any CacheSession<R>)? = nil, land: @Sendable (Result<R, NetError>) -> Void
    ) async {
        guard let around = behaviour.around else {
            return await work(endpoint, on: pool, as: id, landing: landing, fetching: fetching, land: land)
        }
        await around(endpoint.plan) {
            await work(endpoint, on: pool, as: id, landing: landing, fetching: fetching, land: land)
        }
    }

    private func work<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID, landing: Landing<Result<R, NetError>>,
        fetching: (any CacheSession<R>)?, land: @Sendable (Result<R, NetError>) -> Void
    ) async {
        var (call, fetching) = makeCall(endpoint, on: pool, as: id, fetching)
        let result = await call.run(endpoint.decode, fetching)
        let isTaken = end(call, result, land)
        if call.isWatched { await notifyHooks(&call, isTaken ? result : nil, landing) }
    }

    /// Never inlined, nor is ``end(_:_:_:)``: what they use for a moment would take memory for as long as the
    /// call waits.
    @inline(never)
    private func makeCall<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID, _ fetching: (any CacheSession<R>)?
    ) -> (Call, (any CacheSession<R>)?) {
        let fetching = fetching ?? stages.cache?.session(endpoint, on: pool, for: self)
        let behaviour = fetching?.copyingBody(endpoint.behaviour) ?? endpoint.behaviour
        return (Call(client: self, id: id, plan: endpoint.plan, behaviour: behaviour, pool: pool), fetching)
    }

    /// Ends the call's row, and delivers the result.
    /// - Returns: `false` when a cancel came first, and no caller receives the result.
    @inline(never)
    private func end<R: Sendable>(_ call: Call, _ result: Result<R, NetError>, _ land: (Result<R, NetError>) -> Void) -> Bool {
        let taking = taskRegistry.endTask(call.id, result, sharing: call.outcome)
        if taking == .caller { land(result) }
        return taking != .nobody
    }

    /// After a cancel the landing holds the cancel's reason. A result that joined calls received is the
    /// outcome, even though this caller is gone.
    private func notifyHooks<R>(_ call: inout Call, _ result: Result<R, NetError>?, _ landing: Landing<Result<R, NetError>>) async
    {
        let told = if let result { result } else { await landing.value() }
        await call.landed(told.map { _ in })
    }

    /// Makes a call that starts later, by ``PreparedRequest/start()``.
    public func prepare<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> PreparedRequest<R> {
        PreparedRequest(endpoint, on: pool, client: self)
    }

    /// Starts a prepared call. Returns `nil` exactly when `prepared` is `nil`: no call was made, so nothing
    /// is sent.
    public func start<R>(_ prepared: PreparedRequest<R>?) -> Handle<R>? { prepared?.start() }

    /// The same for a type that represents one endpoint.
    public func dispatch<E: EndpointConvertible>(_ endpoint: E, on pool: ServicePool) -> Handle<E.Response> {
        dispatch(endpoint.endpoint, on: pool)
    }

    /// Starts a call and waits for it. It is cancelled when the waiting Swift task is (structured lifetime):
    /// its row ends at once. The method then throws at once, or, without policies, hooks and adapters, when
    /// its transport has released the socket.
    public func send<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) async throws(NetError) -> R {
        if canSendInCallerTask(endpoint, on: pool) { return try await sendInCallerTask(endpoint, on: pool) }
        if let hit = stages.cache?.hit(endpoint, on: pool, for: self) { return hit }
        let handle = dispatch(endpoint, on: pool)
        return try await value(of: handle.id, in: handle.landing)
    }

    // MARK: Cancellation

    /// Ends a task as cancelled: its row ends and its handle lands now, and its socket is closed at once,
    /// whatever its work is doing.
    /// - Returns: `false` when there is no such task or it had ended.
    @discardableResult
    public func cancel(_ id: TaskID, because reason: CancelReason = .user) -> Bool { !cancel([id], because: reason).isEmpty }

    /// Ends those of `ids` that are still live, in one step: no task that starts meanwhile is missed.
    /// - Returns: the tasks that this call ended.
    @discardableResult
    public func cancel(_ ids: some Sequence<TaskID>, because reason: CancelReason = .user) -> [TaskID] {
        // A lazy sequence runs its owner's code, so it is evaluated outside the lock.
        let ids = Array(ids)
        return taskRegistry.cancel(because: reason) { _ in ids }
    }

    /// Ends all selected tasks that have not ended, in one step.
    @discardableResult
    public func cancel(_ selection: TaskSelection, because reason: CancelReason = .user) -> [TaskID] {
        taskRegistry.cancel(because: reason) { $0.liveTasks(selection) }
    }

    /// How many selected tasks have not ended: 0 means that none of them is loading.
    public func count(of selection: TaskSelection) -> Int { taskRegistry.count(of: selection) }

    /// Ends every task that has not ended.
    @discardableResult
    public func cancelAll(because reason: CancelReason = .user) -> [TaskID] {
        taskRegistry.cancel(because: reason) { $0.liveIDs }
    }

    // MARK: Observation

    /// A new observer's stream: a snapshot first, then every event. See ``EventStream``.
    /// - Parameter capacity: how many unread events are kept before they are replaced by a snapshot.
    public func events(capacity: Int = 100_000) -> EventStream { taskRegistry.events(capacity: capacity) }

    /// A task's current row, live or among the newest ended ones; `nil` when the row is no longer stored.
    public func row(of id: TaskID) -> TaskRow? { taskRegistry.row(id) }

    /// Everything known now.
    public func snapshot() -> TaskSnapshot { taskRegistry.snapshot() }

    /// 0 when only ended rows are left of all tasks.
    public var liveCount: Int { taskRegistry.liveCount }
}
