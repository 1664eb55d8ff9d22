// The cache of a client: opens a session for each call that may use stored responses, serves hits that need
// no task, and removes what a change makes invalid.

/// A client's stored responses, as a stage of its calls.
final class ClientCache: CacheStage {
    let cache: ResponseCache
    /// Separate for each client, because its additions to requests are.
    let subjects = CacheSubjectMemory()

    init(_ cache: ResponseCache) { self.cache = cache }

    func session<R>(_ endpoint: Endpoint<R>, on pool: ServicePool, for client: NetClient) -> (any CacheSession<R>)? {
        session(endpoint, on: pool, for: client, preview: nil)
    }

    /// - Parameter preview: receives a response that precedes the last.
    func session<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, for client: NetClient,
        preview: (@Sendable (R, Duration, CacheFreshness) -> Void)?
    ) -> FetchSession<R>? {
        // A login's response contains a credential, which must not be stored.
        guard let policy = endpoint.plan.policies.fetch, cache.isEnabled, !endpoint.plan.bypassesAuth else { return nil }
        return FetchSession(self, policy, preview: preview) { [weak client] origin, key in
            client?.refresh(endpoint, on: pool, for: origin, key, self)
        }
    }

    /// A fresh response in memory for a call without other participants: the caller's own task delivers it,
    /// at a fraction of a task's cost. `nil`: the call takes the usual path.
    func hit<R>(_ endpoint: Endpoint<R>, on pool: ServicePool, for client: NetClient) -> R? {
        guard !Task.isCancelled, endpoint.behaviour.runsNoForeignCode, client.behaviour.runsNoForeignCode,
            endpoint.behaviour.checkParameters == nil, endpoint.behaviour.takesBody == nil
        else { return nil }
        let endpoint = client.applyingPolicies(endpoint)
        let plan = endpoint.plan
        guard let policy = plan.policies.fetch, policy.endsWithHit, cache.isEnabled, !plan.bypassesAuth,
            plan.policies.duplicates ?? .allowAll == .allowAll,
            pool.services.allSatisfy({ $0.behaviour == nil }),
            let subject = try? client.subject(plan, on: pool, client.identity(of: plan, on: pool), self)
        else { return nil }
        let run = CacheRun(cache, policy, subject, plan.policies.caching)
        guard let entry = run.hitInMemory() else { return nil }
        let source = ResponseSource.memory(age: entry.age(at: cache.now()))
        let response = run.response(entry, source)
        let judge = CallJudge(client.behaviour, endpoint.behaviour)
        guard case .success(let answer) = judge.outcome(response, plan),
            case .success(let value) = judge.response(answer, plan, endpoint.decode)
        else { return nil }
        client.taskRegistry.recordServed(
            client.makeTaskInfo(plan), source, status: entry.head.status, .serves(source, run.freshness(of: entry)))
        return value
    }

    /// At its own URL, and at the URLs that the response names.
    func invalidate(after answer: RawResponse, to call: Call) {
        let (client, plan, pool) = (call.client, call.plan, call.pool)
        // A call that reads or stores the responses of an unsafe method uses the method as
        // a query: it changes nothing.
        let isQuestion = plan.policies.fetch.map { $0 != .http && ($0.reads || $0.stores) } ?? false
        guard (200..<400).contains(answer.head.status), !isQuestion else { return }
        let own = answer.redirects.first?.from ?? answer.url
        let named = ["Location", "Content-Location"].compactMap { answer.head.headers[$0] }.map { answer.url.resolving(URI($0)) }
        for url in [own] + named.filter({ $0.origin == own.origin }) {
            cache.invalidate(.parameters(client.canonical(url, from: answer.service, plan, pool, cache)))
        }
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
        let variants = cache.memoryVariants(subject.key, readTiers)
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
