// Applies a policy to the stored response: a value without a clock, used before the network
// request and after its failure.

struct FetchMachine: Sendable {
    let policy: FetchPolicy
    /// See ``CacheOptions/maxAge``.
    var maxAge: Duration?

    /// The first step of a call. Indirect: a waiting call holds a step, and an entry takes hundreds of bytes.
    indirect enum Step: Sendable, Hashable {
        /// Serve this entry.
        case serve(CacheEntry)
        /// Serve this entry although it is stale, and refresh it in the background.
        case serveAndRefresh(CacheEntry)
        /// Deliver this entry first, then the network's response.
        case show(CacheEntry)
        /// Send the request, for this reason.
        case ask(CacheNote?)
        /// Send nothing; no response is available.
        case miss
    }

    /// Not for ``FetchPolicy/http``, which uses ``CacheMachine``.
    func firstStep(_ entry: CacheEntry?, now: Duration) -> Step {
        guard policy.reads, let entry else {
            if policy == .cacheOnly { return .miss }
            return .ask(policy.reads && !isForFailures ? .missed : nil)
        }
        let isFresh = isFresh(entry, now)
        switch policy {
        case .cacheElseNetwork: return isFresh ? .serve(entry) : .ask(missReason(entry, now))
        case .cacheOnly: return isFresh ? .serve(entry) : .miss
        case .cacheThenNetwork(let allowStale): return isFresh || allowStale ? .show(entry) : .ask(missReason(entry, now))
        case .deferred: return .serveAndRefresh(entry)
        case .staleWhileRevalidate(let window):
            if isFresh { return .serve(entry) }
            return !forbidsStale(entry) && entry.staleness(at: now) <= window
                ? .serveAndRefresh(entry) : .ask(missReason(entry, now))
        case .networkElseCache, .networkOnly, .http: return .ask(nil)
        }
    }

    private var isForFailures: Bool { if case .networkElseCache = policy { true } else { false } }

    /// Whether the stored response replaces that failure.
    func standsIn(_ entry: CacheEntry, for error: NetError, now: Duration) -> Bool {
        guard case .networkElseCache(let maxStale) = policy, Self.isOutage(error.kind),
            !forbidsStale(entry) || isFresh(entry, now)
        else { return false }
        return maxStale.map { entry.staleness(at: now) <= $0 } ?? true
    }

    /// The network or the server caused the failure, not the request, and a later attempt may succeed.
    static func isOutage(_ kind: NetError.Kind) -> Bool {
        switch kind {
        case .noNetwork, .dns, .connect, .cut, .timedOut, .protocolViolation, .transport: true
        case .status(let status): status >= 500 || status == 408 || status == 429
        default: false
        }
    }

    func isFresh(_ entry: CacheEntry, _ now: Duration) -> Bool {
        guard !entry.control.noCache || entry.hasOwnLifetime, entry.isFresh(at: now) else { return false }
        return maxAge.map { entry.age(at: now) <= $0 } ?? true
    }

    /// The server forbids stale responses, and the call has not overridden that.
    private func forbidsStale(_ entry: CacheEntry) -> Bool {
        (entry.control.mustRevalidate || entry.control.noCache) && !entry.hasOwnLifetime
    }

    private func missReason(_ entry: CacheEntry, _ now: Duration) -> CacheNote {
        if let maxAge, entry.isFresh(at: now), entry.age(at: now) > maxAge { return .tooOld(age: entry.age(at: now)) }
        if entry.isFresh(at: now) { return .notUsed(because: "its server requires revalidation each time (no-cache)") }
        return .expired(ago: entry.staleness(at: now))
    }
}
