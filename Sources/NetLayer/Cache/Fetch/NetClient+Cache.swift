// The cache operations of a client: all responses of a call in order, and the
// removal of its stored responses.

extension NetClient {
    /// Starts a call and delivers its responses in the order of their arrival, by its
    /// ``CallPolicies/fetch``: stored ones as ``FetchEvent/cached(_:age:freshness:)``, and at the end
    /// ``FetchEvent/network(_:)``, ``FetchEvent/fallback(_:age:because:)``, or the error. A call whose
    /// stored response is the only one ends after it.
    ///
    /// The call starts at once. It is cancelled when the stream is dropped or its reader's Swift task is
    /// cancelled. No event precedes the return of this method.
    /// - Throws: ``NetError``, out of the stream.
    public func fetch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> AsyncThrowingStream<FetchEvent<R>, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: FetchEvent<R>.self)
        let landing = Landing<Result<R, NetError>>()
        let fetching = fetching(applyingPolicies(endpoint), on: pool) { value, age, freshness in
            continuation.yield(.cached(value, age: age, freshness: freshness))
        }
        let id = launch(endpoint, on: pool, landing: landing, fetching: fetching)
        continuation.onTermination = { [weak self] end in
            if case .cancelled = end { self?.cancel(id, because: .scope) }
        }
        Task {
            do throws(NetError) {
                let value = try await landing.value().get()
                continuation.yield(event(value, id, fetching?.landedResponse))
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        return stream
    }

    /// The same for a type that represents one endpoint.
    public func fetch<E: EndpointConvertible>(_ endpoint: E, on pool: ServicePool)
        -> AsyncThrowingStream<FetchEvent<E.Response>, any Error>
    { fetch(endpoint.endpoint, on: pool) }

    /// The last response of a call. A call that joined another call's work reads the
    /// response's origin from its row.
    private func event<R>(_ value: R, _ id: TaskID, _ told: FetchSession<R>.LandedResponse?) -> FetchEvent<R> {
        let row = told == nil ? taskRegistry.row(id) : nil
        switch told?.source ?? row?.source ?? .network {
        case .network, .revalidated: return .network(value)
        case .fallback(let age, let kind): return .fallback(value, age: age, because: told?.failure ?? NetError(kind))
        case .memory(let age), .disk(let age), .stale(let age, _):
            let served = row?.decisions.lazy.compactMap { record -> CacheFreshness? in
                if case .cache(.serves(_, let freshness)) = record.decision { freshness } else { nil }
            }.last
            return .cached(value, age: age, freshness: told?.freshness ?? served ?? .stale(since: .zero))
        }
    }

    /// Removes the stored responses of a call, for all accounts: with exactly its parameters, or with any.
    public func forget(_ plan: RequestPlan, on pool: ServicePool, allParameters: Bool = false) async {
        guard let cache else { return }
        if let name = plan.policies.caching.key { return await cache.clear(.named(name)) }
        guard let key = try? subject(plan, on: pool, caller(plan, on: pool), cache)?.key else { return }
        if let name = key.name { return await cache.clear(.named(name)) }
        await cache.clear(allParameters ? .url(key.url) : .parameters(key.url))
    }

    // MARK: Parts

    /// The extra state of a call with a fetch policy; `nil` for all other calls, and without a cache.
    func fetching<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool,
        preview: (@Sendable (R, Duration, CacheFreshness) -> Void)? = nil
    ) -> FetchSession<R>? {
        // A login's response contains a credential, which must not be stored.
        guard let policy = endpoint.plan.policies.fetch, let cache, cache.isEnabled, !endpoint.plan.bypassesAuth else {
            return nil
        }
        return FetchSession(cache, policy, preview: preview) { [weak self] origin, key in
            self?.refresh(endpoint, on: pool, for: origin, key, cache)
        }
    }

    /// Refreshes in the background, in a row of its own; `nil` when a refresh is already running.
    private func refresh<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, for origin: TaskID, _ key: CacheKey, _ cache: ResponseCache
    ) -> TaskID? {
        guard cache.beginRefresh(key) else { return nil }
        var endpoint = endpoint
        // The refresh resembles its call, but must neither supersede it nor join it.
        endpoint.plan.policies.duplicates = nil
        endpoint.plan.policies.likeness = nil
        // No caller reads the refresh's body.
        endpoint.behaviour.takesBody = nil
        let policy = endpoint.plan.policies.fetch == .http ? FetchPolicy.http : .networkOnly(store: true)
        endpoint.plan.policies.fetch = policy
        let landing = Landing<Result<R, NetError>>()
        let plan = endpoint.plan
        let info = TaskInfo(plan, kind: .refresh, deadline: plan.policies.deadline, origin: origin)
        let (id, _) = openTask(endpoint, on: pool, info) { landing.land($0) }
        taskRegistry.update { $0.recordDecision(.cache(.refreshes(origin)), id, at: $1) }
        let fetching = FetchSession<R>(cache, policy, isRefresh: true) { _, _ in nil }
        taskRegistry.start(id) { [self, endpoint] in
            await perform(endpoint, on: pool, as: id, landing: landing, fetching: fetching) { landing.land($0) }
        }
        Task {
            // Both the work's own end and a cancel land here.
            _ = await landing.value()
            cache.endRefresh(key)
        }
        return id
    }

    /// Copies the data for the body's taker, where the response is to be stored.
    func copyingBody(_ behaviour: CallBehaviour, _ policy: FetchPolicy, _ cache: ResponseCache) -> CallBehaviour {
        guard policy.stores, let taking = behaviour.takesBody else { return behaviour }
        var behaviour = behaviour
        let limit = cache.options.rules.longestBody
        behaviour.takesBody = { id, head, url in taking(id, head, url).map { CopyingTaker($0, limit: limit) } }
        return behaviour
    }

    // MARK: A hit without a task

    /// A fresh response in memory for a call without other participants: the caller's own task delivers it,
    /// at a fraction of a task's cost. `nil`: the call takes the usual path.
    func freshHit<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> R? {
        guard let cache, !Task.isCancelled, endpoint.behaviour.runsNoForeignCode, behaviour.runsNoForeignCode,
            endpoint.behaviour.checkParameters == nil, endpoint.behaviour.takesBody == nil
        else { return nil }
        let endpoint = applyingPolicies(endpoint)
        let plan = endpoint.plan
        guard let policy = plan.policies.fetch, policy.endsWithHit, cache.isEnabled, !plan.bypassesAuth,
            plan.policies.duplicates ?? .allowAll == .allowAll,
            pool.services.allSatisfy({ $0.behaviour == nil }),
            let subject = try? subject(plan, on: pool, caller(plan, on: pool), cache)
        else { return nil }
        let run = CacheRun(cache, policy, subject, plan.policies.caching)
        guard let entry = run.hitInMemory() else { return nil }
        let source = ResponseSource.memory(age: entry.age(at: cache.now()))
        let response = run.response(entry, source)
        let judge = CallJudge(behaviour, endpoint.behaviour)
        guard case .success(let answer) = judge.outcome(response, plan),
            case .success(let value) = judge.response(answer, plan, endpoint.decode)
        else { return nil }
        taskRegistry.recordServed(
            makeTaskInfo(plan), source, status: entry.head.status, .serves(source, run.freshness(of: entry)))
        return value
    }
}

extension FetchPolicy {
    /// A fresh response completes the call.
    var endsWithHit: Bool {
        switch self {
        case .cacheElseNetwork, .cacheOnly, .http, .staleWhileRevalidate: true
        case .cacheThenNetwork, .networkElseCache, .networkOnly, .deferred: false
        }
    }
}

extension CacheRun {
    /// The fresh response in memory that the policy would serve.
    func hitInMemory() -> CacheEntry? {
        let variants = cache.memoryVariants(subject.key, tiers)
        guard !variants.isEmpty else { return nil }
        let now = cache.now()
        guard isHTTP else {
            guard let entry = variants.first(where: { $0.selection.matches(subject.request.headers) }),
                FetchMachine(policy: policy, maxAge: options.maxAge).isFresh(entry, now)
            else { return nil }
            return entry
        }
        guard case .serve(let entry) = cache.machine.decide(subject.request, stored: variants, now: now) else { return nil }
        return entry
    }
}
