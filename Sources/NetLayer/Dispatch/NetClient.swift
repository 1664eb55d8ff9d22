// The façade: what a program does with the engine. What a call consists of stands in Call, who waits and runs in TaskDesk.

/// Dispatches calls and knows each of them: who waits, what runs, how everything ended.
///
/// Use one client for a program. All its methods may be called from any thread and return at once, except those marked `async`.
public final class NetClient: Sendable {
    let transport: any Transport
    let generator: RequestGenerator
    let random: RandomSource
    /// The time since 1970-01-01 UTC.
    let wallClock: @Sendable () -> Duration
    let policies: CallPolicies
    let budgets: RetryBudgets
    let latencies = Latencies()
    let desk: TaskDesk

    /// - Parameters:
    ///   - keepEnded: how many ended rows a snapshot can bring back.
    ///   - policies: hold for every call whose plan has none of its own. Nothing is sent again by default.
    ///   - retryBudget: how many retries and hedges each pool is sent at most.
    ///   - wallClock: the time since 1970-01-01 UTC, to understand a server's dates.
    public init(
        transport: any Transport, generator: RequestGenerator = RequestGenerator(), limits: DispatchLimits = DispatchLimits(),
        keepEnded: Int = 1_000, time: TimeSource = .continuous, random: RandomSource = .system,
        policies: CallPolicies = CallPolicies(), retryBudget: RetryBudgetRule = RetryBudgetRule(),
        wallClock: @escaping @Sendable () -> Duration = WallClock.system
    ) {
        self.transport = transport
        self.generator = generator
        self.random = random
        self.policies = policies
        self.wallClock = wallClock
        budgets = RetryBudgets(retryBudget)
        desk = TaskDesk(limits: limits, keepEnded: keepEnded, time: time)
    }

    var time: TimeSource { desk.time }

    /// The time of its events: how long ago the client was made.
    public var now: Duration { time.now() }

    // MARK: Calls

    /// Starts a call and returns its handle, live and in the table, before any of its work has run.
    public func dispatch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> Handle<R> {
        let landing = Landing<Result<R, NetError>>()
        let id = desk.open(TaskInfo(endpoint.plan)) { landing.land(.failure($0)) }
        desk.start(id) { [self] in
            let result: Result<R, NetError>
            do throws(NetError) {
                let call = Call(client: self, id: id, plan: endpoint.plan, behaviour: endpoint.behaviour, pool: pool)
                result = .success(try await call.run(endpoint.decode))
            } catch {
                result = .failure(error)
            }
            if desk.end(id, result) { landing.land(result) }
        }
        return Handle(id: id, landing: landing, client: self)
    }

    /// Starts a call whose body is read as it arrives, with back-pressure; returns once the head of the final answer is there.
    ///
    /// A 4xx or 5xx is returned like any answer; its row ends as failed. Nothing is kept of the body but what the reader has not taken.
    /// The call is cancelled when the waiting or reading Swift task is, or when the stream is dropped unread.
    public func stream(_ plan: RequestPlan, on pool: ServicePool) async throws(NetError) -> StreamedResponse {
        let landing = Landing<Result<(head: ResponseHead, url: URI), NetError>>()
        let pipe = BodyPipe { landing.land(.success(($0, $1))) }
        let id = desk.open(TaskInfo(plan)) { error in
            landing.land(.failure(error))
            pipe.finish(error)
        }
        desk.start(id) { [self] in
            do throws(NetError) {
                let (response, story) = try await Call(client: self, id: id, plan: plan, pool: pool, sink: pipe).answer()
                // Who has been cancelled is told so by the cancel, with its reason.
                if desk.end(id, Call.statusError(response, story).map { .failure($0) } ?? .success(())) { pipe.finish(nil) }
            } catch {
                guard desk.end(id, Result<Void, NetError>.failure(error)) else { return }
                landing.land(.failure(error))
                pipe.finish(error)
            }
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

    /// Starts a call and waits for it; it is cancelled when the waiting Swift task is (structured lifetime).
    public func send<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) async throws(NetError) -> R {
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

    /// Ends every task that has not ended.
    @discardableResult
    public func cancelAll(because reason: CancelReason = .user) -> [TaskID] { desk.cancel(because: reason) { $0.liveIDs } }

    // MARK: Observation

    /// A new observer's stream: a snapshot first, then every event. See ``EventStream``.
    /// - Parameter capacity: how many unread events are kept before they are replaced by a snapshot.
    public func events(capacity: Int = 100_000) -> EventStream { desk.events(capacity: capacity) }

    /// Everything known now.
    public func snapshot() -> TaskSnapshot { desk.snapshot() }

    /// 0 when nothing is left of any task but ended rows.
    public var liveCount: Int { desk.liveCount }
}
