// What a policy makes of what is stored: a value without a clock, asked before the network and after its failure.

struct FetchMachine: Sendable {
    let policy: FetchPolicy
    /// See ``CacheOptions/maxAge``.
    var maxAge: Duration?

    /// What to do first.
    enum Step: Sendable, Hashable {
        /// This is the answer.
        case serve(CacheEntry)
        /// This is the answer although it is stale; it is asked for anew in the background.
        case serveAndRefresh(CacheEntry)
        /// This comes first, the network's after it.
        case show(CacheEntry)
        /// The network, because of that.
        case ask(CacheNote?)
        /// Nothing is sent, and nothing is there.
        case miss
    }

    /// Not for ``FetchPolicy/http``, which asks ``CacheMachine``.
    func step(_ entry: CacheEntry?, now: Duration) -> Step {
        guard policy.reads, let entry else {
            if policy == .cacheOnly { return .miss }
            return .ask(policy.reads && !isForFailures ? .missed : nil)
        }
        let isFresh = isFresh(entry, now)
        switch policy {
        case .cacheElseNetwork: return isFresh ? .serve(entry) : .ask(why(entry, now))
        case .cacheOnly: return isFresh ? .serve(entry) : .miss
        case .cacheThenNetwork(let allowStale): return isFresh || allowStale ? .show(entry) : .ask(why(entry, now))
        case .deferred: return .serveAndRefresh(entry)
        case .staleWhileRevalidate(let window):
            if isFresh { return .serve(entry) }
            return !forbidsStale(entry) && entry.staleness(at: now) <= window ? .serveAndRefresh(entry) : .ask(why(entry, now))
        case .networkElseCache, .networkOnly, .http: return .ask(nil)
        }
    }

    private var isForFailures: Bool { if case .networkElseCache = policy { true } else { false } }

    /// Whether what is stored stands in for that failure.
    func standsIn(_ entry: CacheEntry, for error: NetError, now: Duration) -> Bool {
        guard case .networkElseCache(let maxStale) = policy, Self.isOutage(error.kind),
            !forbidsStale(entry) || isFresh(entry, now)
        else { return false }
        return maxStale.map { entry.staleness(at: now) <= $0 } ?? true
    }

    /// The network or the server is to blame, not what was asked; and another time it may go well.
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

    /// Its server forbids it, and nobody has overruled that.
    private func forbidsStale(_ entry: CacheEntry) -> Bool {
        (entry.control.mustRevalidate || entry.control.noCache) && !entry.hasOwnLifetime
    }

    private func why(_ entry: CacheEntry, _ now: Duration) -> CacheNote {
        if let maxAge, entry.isFresh(at: now), entry.age(at: now) > maxAge { return .tooOld(age: entry.age(at: now)) }
        if entry.isFresh(at: now) { return .notUsed(because: "its server wants to be asked each time (no-cache)") }
        return .expired(ago: entry.staleness(at: now))
    }
}
