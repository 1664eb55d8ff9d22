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
        let fetching = clientCache?.session(applyingPolicies(endpoint), on: pool, for: self) { value, age, freshness in
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
        guard let stage = clientCache else { return }
        let cache = stage.cache
        if let name = plan.policies.caching.key { return await cache.clear(.named(name)) }
        guard let key = try? subject(plan, on: pool, identity(of: plan, on: pool), stage)?.key else { return }
        if let name = key.name { return await cache.clear(.named(name)) }
        await cache.clear(allParameters ? .url(key.url) : .parameters(key.url))
    }

    // MARK: Parts

    /// The cache of its calls, as a stage of them.
    private var clientCache: ClientCache? { stages.cache as? ClientCache }

    /// Refreshes in the background, in a row of its own; `nil` when a refresh is already running.
    func refresh<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, for origin: TaskID, _ key: CacheKey, _ stage: ClientCache
    ) -> TaskID? {
        let cache = stage.cache
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
        let fetching = FetchSession<R>(stage, policy, isRefresh: true) { _, _ in nil }
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
}
