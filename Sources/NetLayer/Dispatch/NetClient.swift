// The façade: what a program does with the engine. What a call consists of stands in Call, who waits and runs in TaskDesk.

/// Dispatches calls and knows each of them: who waits, what runs, how everything ended.
///
/// Use one client for a program. All its methods may be called from any thread and return at once, except those marked `async`.
public final class NetClient: Sendable {
    let transport: any Transport
    let generator: RequestGenerator
    let requests: RequestMemory
    /// What its calls are to a cache: of its own, because what it adds to requests is.
    let subjects: CacheSubjectMemory
    let random: RandomSource
    /// The time since 1970-01-01 UTC.
    let wallClock: @Sendable () -> Duration
    let policies: CallPolicies
    /// Whether ``policies`` say anything.
    let isRuled: Bool
    let budgets: RetryBudgets
    let latencies: Latencies
    let desk: TaskDesk
    let probers: Probers
    let behaviour: ClientBehaviour
    /// Who asks.
    public let accounts: Accounts
    /// Keeps cookies, each for whom it was given to; `nil` sends and keeps none.
    public let cookies: CookieJar?
    /// What is known of the network.
    public let network: NetworkMonitor
    /// Where answers are kept; see ``FetchPolicy``.
    public let cache: ResponseCache?
    /// Its calls belong to a login: they carry no credential, wait for none, and nothing of them is stored.
    let isOfLogin: Bool

    /// - Parameters:
    ///   - transport: sends the requests: ``CurlTransport``, or ``ScriptedTransport`` in a test.
    ///   - generator: makes the requests, and has what is common to all of them.
    ///   - limits: how many requests may be in the air; by default 64, of them 16 for one origin.
    ///   - keepEnded: how many ended rows a snapshot can bring back.
    ///   - policies: hold for every call, rule by rule, whose plan says nothing of its own. Nothing is sent again by default.
    ///   - retryBudget: how many retries and hedges each pool is sent at most.
    ///   - behaviour: hooks, policies and texts for all calls.
    ///   - accounts: who asks, and how that is proved. Nobody in particular by default.
    ///   - cookies: where cookies are kept. None are by default.
    ///   - network: who knows whether there is a network.
    ///   - time: by what it tells the moments of events, and waits; by default the clock of the machine.
    ///   - random: where jitter and nonces come from; by default the system.
    ///   - wallClock: the time since 1970-01-01 UTC, to understand a server's dates.
    ///   - cache: where answers are kept, for calls with a ``CallPolicies/fetch``; `nil`: nowhere.
    public init(
        transport: any Transport, generator: RequestGenerator = RequestGenerator(), limits: DispatchLimits = DispatchLimits(),
        keepEnded: Int = 1_000, policies: CallPolicies = CallPolicies(), retryBudget: RetryBudgetRule = RetryBudgetRule(),
        behaviour: ClientBehaviour = ClientBehaviour(), accounts: Accounts = Accounts(), cookies: CookieJar? = nil,
        network: NetworkStatusSource = .none, time: TimeSource = .continuous, random: RandomSource = .system,
        wallClock: @escaping @Sendable () -> Duration = WallClock.system, cache: ResponseCache? = nil
    ) {
        var policies = policies
        policies.fetch = policies.fetch ?? cache?.options.policy
        self.transport = transport
        self.generator = generator
        requests = RequestMemory(generator)
        self.random = random
        self.wallClock = wallClock
        self.policies = policies
        isRuled = policies != CallPolicies()
        budgets = RetryBudgets(retryBudget)
        self.behaviour = behaviour
        self.accounts = accounts
        self.cookies = cookies
        self.network = NetworkMonitor(network, time: time)
        self.cache = cache
        desk = TaskDesk(limits: limits, keepEnded: keepEnded, time: time)
        (subjects, latencies, probers) = (CacheSubjectMemory(), Latencies(), Probers())
        isOfLogin = false
    }

    /// The same client, with its rows, slots and caches, for the calls of a login: whatever sends by it, in whichever Swift task, does not
    /// wait for the login that it is a part of.
    init(loginOf client: NetClient) {
        transport = client.transport
        generator = client.generator
        requests = client.requests
        random = client.random
        wallClock = client.wallClock
        policies = client.policies
        isRuled = client.isRuled
        budgets = client.budgets
        behaviour = client.behaviour
        accounts = client.accounts
        cookies = client.cookies
        network = client.network
        cache = client.cache
        desk = client.desk
        (subjects, latencies, probers) = (client.subjects, client.latencies, client.probers)
        isOfLogin = true
    }

    var time: TimeSource { desk.time }

    /// The time of its events, by its ``TimeSource``.
    public var now: Duration { time.now() }

    // MARK: Calls

    /// Starts a call and returns its handle, live and in the table, before any of its work has run. It runs to its end whether the handle is
    /// kept or not (detached lifetime); the end stands in ``events(capacity:)`` (B-YB-6).
    /// - Parameter id: the row's number, from ``reserveTaskID()``; `nil` takes the next one.
    public func dispatch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID? = nil) -> Handle<R> {
        dispatch(endpoint, on: pool, as: id, scope: nil)
    }

    /// A number for a task that starts later, or never. It serves one task: use it once.
    ///
    /// A program that waits for a response can name its task before the call starts.
    public func reserveTaskID() -> TaskID { desk.reserve() }

    func dispatch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID? = nil, scope: ScopeID?) -> Handle<R> {
        let landing = Landing<Result<R, NetError>>()
        let id = launch(endpoint, on: pool, landing: landing, number: id, scope: scope)
        return Handle(id: id, landing: landing, client: self, notice: notice(endpoint.plan))
    }

    /// The row, and the work behind it unless the duplicate policy says otherwise.
    /// - Parameter isCancelled: it was cancelled before it started; it becomes a row and sends nothing.
    @discardableResult
    func launch<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, landing: Landing<Result<R, NetError>>, number: TaskID? = nil,
        scope: ScopeID? = nil, isCancelled: Bool = false, fetching: Fetching<R>? = nil
    ) -> TaskID {
        let endpoint = ruled(endpoint)
        let (id, hasWork) = open(
            endpoint, on: pool, info(endpoint.plan, scope: scope), number: number, isCancelled: isCancelled
        ) { landing.land($0) }
        guard hasWork else { return id }
        if isCancelled { cancel(id) }
        desk.start(id) { [self] in
            await perform(endpoint, on: pool, as: id, landing: landing, fetching: fetching) { landing.land($0) }
        }
        return id
    }

    /// The call with the client's policies where it has none of its own.
    func ruled<R>(_ endpoint: Endpoint<R>) -> Endpoint<R> {
        let isOfLogin = isOfLogin || AuthBypass.isOn.get()
        guard isRuled || isOfLogin else { return endpoint }
        var endpoint = endpoint
        if isOfLogin { endpoint.plan.bypassesAuth = true }
        guard isRuled else { return endpoint }
        let own = endpoint.plan.policies.fetch
        endpoint.plan.policies = endpoint.plan.policies.over(policies)
        // What changes something is asked of a cache only where it says so itself (HD-9).
        if own == nil, !endpoint.plan.method.isSafe { endpoint.plan.policies.fetch = nil }
        return endpoint
    }

    /// What a callback hears of a cancel.
    func notice(_ plan: RequestPlan) -> CancelNotice { plan.policies.cancelNotice ?? policies.cancelNotice ?? .report }

    /// What the row of a call says of it.
    func info(_ plan: RequestPlan, parent: TaskID? = nil, scope: ScopeID? = nil) -> TaskInfo {
        TaskInfo(plan, parent: parent, scope: scope, deadline: plan.policies.deadline)
    }

    /// A call's row under its duplicate policy and its deadline.
    /// - Parameter land: brings the outcome of a call without work of its own, and that of one that is cancelled.
    /// - Returns: its number, and whether work must be started for it.
    func open<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, _ info: TaskInfo, number: TaskID? = nil, isCancelled: Bool = false,
        land: @escaping @Sendable (Result<R, NetError>) -> Void
    ) -> (id: TaskID, hasWork: Bool) {
        guard !isCancelled,
            let claim = DuplicateClaim(
                endpoint.plan, on: pool, as: caller(endpoint.plan, on: pool).name, hasTaker: endpoint.behaviour.takesBody != nil)
        else {
            let id = desk.open(info, number: number) { land(.failure($0)) }
            watchDeadline(of: id, info.deadline)
            return (id, true)
        }
        let shared = Landing<CallOutcome?>()
        let abandon: @Sendable (NetError) -> Void = { error in
            shared.land(nil)
            land(.failure(error))
        }
        let (id, opening) = desk.open(info, number: number, claim, abandon: abandon) { shared.land($1) }
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

    /// What a call makes of the answer of the one that it has joined. It waits in a task of its own, which has the task-local values and the
    /// priority of who sent it, and not those of the other.
    private func judge<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID, when shared: Landing<CallOutcome?>,
        land: @escaping @Sendable (Result<R, NetError>) -> Void
    ) {
        Task {
            guard let outcome = await shared.value() else { return }
            desk.start(id) { [self] in
                var call = Call(client: self, id: id, plan: endpoint.plan, behaviour: endpoint.behaviour, pool: pool)
                let result = await call.run(endpoint.decode, on: outcome)
                if desk.end(id, result) == .caller { land(result) }
            }
        }
    }

    /// The work behind a call's row.
    /// - Parameters:
    ///   - landing: where the outcome is to be found, whoever brings it: a cancel lands by itself.
    ///   - land: brings it there.
    func perform<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID, landing: Landing<Result<R, NetError>>,
        fetching: Fetching<R>? = nil, land: @Sendable (Result<R, NetError>) -> Void
    ) async {
        let fetching = fetching ?? self.fetching(endpoint, on: pool)
        let behaviour = fetching.map { copying(endpoint.behaviour, $0.policy, $0.cache) } ?? endpoint.behaviour
        var call = Call(client: self, id: id, plan: endpoint.plan, behaviour: behaviour, pool: pool)
        let result = await call.run(endpoint.decode, fetching)
        let taking = desk.end(id, result, sharing: call.outcome)
        if taking == .caller { land(result) }
        if call.isWatched { await tell(&call, taking == .nobody ? nil : result, landing) }
    }

    /// Of a cancel the landing tells who did it; a result that others were given, who had joined, is one although this caller is gone.
    private func tell<R>(_ call: inout Call, _ result: Result<R, NetError>?, _ landing: Landing<Result<R, NetError>>) async {
        let told = if let result { result } else { await landing.value() }
        await call.landed(told.map { _ in })
    }

    /// Makes a call that starts when it is told to (HH-D1).
    public func prepare<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> PreparedRequest<R> {
        PreparedRequest(endpoint, on: pool, client: self)
    }

    /// Starts what was made before (HH-D11); `nil` says that nothing was made and so nothing was sent, and nothing else does (HH-D3, B-HH-D9).
    public func start<R>(_ prepared: PreparedRequest<R>?) -> Handle<R>? { prepared?.start() }

    /// Starts a call whose body is read as it arrives, with back-pressure; returns once the head of the final answer is there.
    ///
    /// A 4xx or 5xx is returned like any answer; its row ends as failed. Nothing is kept of the body but what the reader has not taken.
    /// The call is cancelled when the waiting or reading Swift task is, or when the stream is dropped unread.
    ///
    /// A stream may last as long as it does not pause: a plan that says nothing of its own gets the timeouts of ``RequestKind/download`` (no
    /// limit in all, and one of 60 s for silence; the pauses of a slow reader are none) and, with the default ``ResponseLimits``, none for
    /// the length of the body.
    public func stream(_ plan: RequestPlan, on pool: ServicePool) async throws(NetError) -> StreamedResponse {
        try await stream(plan, behaviour: CallBehaviour(), on: pool)
    }

    func stream(_ plan: RequestPlan, behaviour: CallBehaviour, on pool: ServicePool) async throws(NetError) -> StreamedResponse {
        let plan = ruled(Endpoint(plan)).plan.streamed
        let landing = Landing<Result<(head: ResponseHead, url: URI), NetError>>()
        let pipe = BodyPipe { landing.land(.success(($0, $1))) }
        let cancelled = Landing<NetError>()
        let info = info(plan)
        let id = desk.open(info) { error in
            cancelled.land(error)
            landing.land(.failure(error))
            pipe.finish(error)
        }
        watchDeadline(of: id, info.deadline)
        desk.start(id) { [self] in
            var call = Call(client: self, id: id, plan: plan, behaviour: behaviour, pool: pool, sink: pipe)
            var result: Result<Void, NetError>
            var isOurs: Bool
            do throws(NetError) {
                result = try await call.stream().map { .failure($0) } ?? .success(())
                isOurs = desk.end(id, result) == .caller
                if isOurs { pipe.finish(nil) }
            } catch {
                result = .failure(error)
                isOurs = desk.end(id, result) == .caller
                if isOurs {
                    landing.land(.failure(error))
                    pipe.finish(error)
                }
            }
            guard call.isWatched else { return }
            // Who has been cancelled is told so by the cancel, with its reason.
            if !isOurs { result = .failure(await cancelled.value()) }
            await call.landed(result)
        }
        let result = await withTaskCancellationHandler {
            await landing.value()
        } onCancel: {
            cancel(id, because: .scope)
        }
        let (head, url) = try result.get()
        let body = BodyStream(pipe: pipe) { [weak self] in self?.cancel(id, because: .scope) }
        return StreamedResponse(id: id, head: head, url: url, body: body)
    }

    /// The same for a type that stands for one endpoint.
    public func dispatch<E: EndpointConvertible>(_ endpoint: E, on pool: ServicePool) -> Handle<E.Response> {
        dispatch(endpoint.endpoint, on: pool)
    }

    /// Starts a call and waits for it; it is cancelled when the waiting Swift task is (structured lifetime): its row ends at once. It throws
    /// then, or, where neither policies, hooks nor adapters have a part in it, when its transport has let go of the socket.
    public func send<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) async throws(NetError) -> R {
        if waitsForNobody(endpoint, on: pool) { return try await sendHere(endpoint, on: pool) }
        if cache != nil, let hit = hitHere(endpoint, on: pool) { return hit }
        let handle = dispatch(endpoint, on: pool)
        let result = await withTaskCancellationHandler {
            await handle.landing.value()
        } onCancel: {
            cancel(handle.id, because: .scope)
        }
        return try result.get()
    }

    // MARK: Cancellation

    /// Ends a task as cancelled: its row ends and its handle lands now, its socket is closed at once, whatever its work is doing.
    /// - Returns: `false` when there is no such task or it had ended.
    @discardableResult
    public func cancel(_ id: TaskID, because reason: CancelReason = .user) -> Bool { !cancel([id], because: reason).isEmpty }

    /// Ends those of `ids` that still live, in one step: nothing that starts meanwhile is forgotten (B-HH-D7).
    /// - Returns: those that were ended by this call.
    @discardableResult
    public func cancel(_ ids: some Sequence<TaskID>, because reason: CancelReason = .user) -> [TaskID] {
        // A lazy sequence runs its owner's code: outside the lock.
        let ids = Array(ids)
        return desk.cancel(because: reason) { _ in ids }
    }

    /// Ends all that are meant and have not ended, in one step.
    @discardableResult
    public func cancel(_ selection: TaskSelection, because reason: CancelReason = .user) -> [TaskID] {
        desk.cancel(because: reason) { $0.live(selection) }
    }

    /// How many that are meant have not ended: 0 says that nothing of it is loading (CT-P8).
    public func count(of selection: TaskSelection) -> Int { desk.count(of: selection) }

    /// Ends every task that has not ended.
    @discardableResult
    public func cancelAll(because reason: CancelReason = .user) -> [TaskID] { desk.cancel(because: reason) { $0.liveIDs } }

    // MARK: Observation

    /// A new observer's stream: a snapshot first, then every event. See ``EventStream``.
    /// - Parameter capacity: how many unread events are kept before they are replaced by a snapshot.
    public func events(capacity: Int = 100_000) -> EventStream { desk.events(capacity: capacity) }

    /// A task's row as it stands now, live or among the newest that have ended; `nil` of one that is not kept.
    public func row(of id: TaskID) -> TaskRow? { desk.row(id) }

    /// Everything known now.
    public func snapshot() -> TaskSnapshot { desk.snapshot() }

    /// 0 when nothing is left of any task but ended rows.
    public var liveCount: Int { desk.liveCount }
}

extension RequestPlan {
    /// With the limits of a body that is read as it arrives.
    fileprivate var streamed: RequestPlan {
        var plan = self
        let usual = ResponseLimits()
        plan.kind = kind ?? .download
        if limits.body == usual.body { plan.limits.body = .max }
        if limits.decodedBody == usual.decodedBody { plan.limits.decodedBody = .max }
        return plan
    }
}
