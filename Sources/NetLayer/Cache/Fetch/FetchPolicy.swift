// What a call makes of stored answers: whether they are read, whether the network is asked, whether what comes is kept.

/// How a call uses its client's ``ResponseCache``; without one every call goes to the network.
///
/// | policy | reads | asks the network | keeps | source |
/// | --- | --- | --- | --- | --- |
/// | ``cacheElseNetwork`` | a fresh answer ends it | on a miss | yes | HH, CT-P6, YB |
/// | ``cacheOnly`` | a fresh one, else ``NetError/Kind/cacheMiss`` | never | no | HD |
/// | ``cacheThenNetwork(allowStale:)`` | a fresh one first | always | yes | HD, YB |
/// | ``networkElseCache(maxStale:)`` | after a failure only | always | yes | HD |
/// | ``networkOnly(store:)`` | no | always | as it says | HD, YT |
/// | ``deferred`` | the last copy first, however old | always, unheard if there was a copy | yes | CT-P5, CT-S7 |
/// | ``http`` | by RFC 9111 | as needed, with conditions | by the answer's headers | RFC 9111, RFC 5861 |
/// | ``staleWhileRevalidate(window:)`` | fresh, or stale within the window | in the background when stale | yes | RFC 5861 |
///
/// ``NetClient/send(_:on:)`` gives the last of a call's answers, `NetClient.fetch(_:on:)` all of them in order (YB-10, HD-9). What is stored is the
/// answer as it came (HD-7), once status, business code, policies, decoding and checks have said yes (CT-S5, B-HH-K7); streams and downloads never
/// are (YB-9). How long, where and for whom it is kept stands in ``CacheOptions``.
///
///     var plan = RequestPlan(id: "news", path: "/news")
///     plan.policies.fetch = .cacheElseNetwork
///     plan.policies.caching.lifetime = .fixed(.seconds(300))
///     let news = try await client.send(Endpoint(plan, decode: News.init), on: pool)
///     for try await event in client.fetch(Endpoint(plan, decode: News.init), on: pool) { … }
public enum FetchPolicy: Sendable, Hashable {
    /// A fresh answer is the end; otherwise the network is asked and its answer kept (CT-P6).
    case cacheElseNetwork
    /// A fresh answer, or the call fails with ``NetError/Kind/cacheMiss``: nothing is sent (HD-10).
    case cacheOnly
    /// A fresh answer first, and the network's after it in any case. With `allowStale` one of whatever age comes first.
    case cacheThenNetwork(allowStale: Bool = false)
    /// The network; where it fails (no connection, no time, 408, 429, 5xx), what is stored. With `maxStale` only what has not been stale for
    /// longer than that; `nil`: however old (B-HD-4).
    case networkElseCache(maxStale: Duration? = nil)
    /// The network alone. With `store` its answer is kept for others (YT-2: who ignores the cache still writes).
    case networkOnly(store: Bool = false)
    /// The copy of last time, at any age, and at once; the network is asked in the background for next time. Without a copy the network's answer
    /// is the answer (CT-P5, CT-S7).
    case deferred
    /// As HTTP has it: fresh answers are used, stale ones asked about with their validators (RFC 9111), and where the headers say so shown while
    /// that is done or in the place of an error (RFC 5861).
    case http
    /// A fresh answer; one that has been stale for no longer than `window` too, and then it is asked for anew in the background.
    case staleWhileRevalidate(window: Duration)

    /// The word for people and files.
    public var name: String {
        switch self {
        case .cacheElseNetwork: "cache-else-network"
        case .cacheOnly: "cache-only"
        case .cacheThenNetwork: "cache-then-network"
        case .networkElseCache: "network-else-cache"
        case .networkOnly(store: false): "network-only"
        case .networkOnly(store: true): "network-only-store"
        case .deferred: "deferred"
        case .http: "http"
        case .staleWhileRevalidate: "stale-while-revalidate"
        }
    }

    /// The policy that ``name`` says, with defaults for what it may carry: any age for `network-else-cache`, 60 s for `stale-while-revalidate`.
    public init?(name: String) {
        let known: [FetchPolicy] = [
            .cacheElseNetwork, .cacheOnly, .cacheThenNetwork(), .networkElseCache(), .networkOnly(), .networkOnly(store: true),
            .deferred, .http, .staleWhileRevalidate(window: .seconds(60)),
        ]
        guard let policy = known.first(where: { $0.name == name }) else { return nil }
        self = policy
    }

    /// Whether stored answers may stand in the place of the network's.
    public var reads: Bool { if case .networkOnly = self { false } else { true } }

    /// Whether what the network brings is kept.
    public var stores: Bool {
        switch self {
        case .cacheOnly, .networkOnly(store: false): false
        default: true
        }
    }
}
