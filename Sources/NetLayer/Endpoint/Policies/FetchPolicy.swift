// How a call uses stored responses: whether it reads them, whether it uses the network, and whether
// it stores the network's response.

/// How a call uses its client's ``ResponseCache``; without a cache every call goes to the network.
///
/// | policy | reads | uses the network | stores |
/// | --- | --- | --- | --- |
/// | ``cacheElseNetwork`` | a fresh response completes the call | on a miss | yes |
/// | ``cacheOnly`` | a fresh response, else ``NetError/Kind/cacheMiss`` | never | no |
/// | ``cacheThenNetwork(allowStale:)`` | a fresh response first | always | yes |
/// | ``networkElseCache(maxStale:)`` | only after a failure | always | yes |
/// | ``networkOnly(store:)`` | no | always | by its argument |
/// | ``deferred`` | the last copy first, at any age | always, silently if there was a copy | yes |
/// | ``http`` | by RFC 9111 | as needed, with conditions | by the response's headers |
/// | ``staleWhileRevalidate(window:)`` | fresh, or stale within the window | in the background | yes |
///
/// ``NetClient/send(_:on:)`` returns the last of a call's responses, `NetClient.fetch(_:on:)` delivers all of
/// them in order. The cache stores a response as received, after status, business code, policies, decoding
/// and checks have accepted it; it never stores streams and downloads. ``CacheOptions`` sets how long, where
/// and for which account a response is stored.
///
///     var plan = RequestPlan(id: "news", path: "/news")
///     plan.policies.fetch = .cacheElseNetwork
///     plan.policies.caching.lifetime = .fixed(.seconds(300))
///     let news = try await client.send(Endpoint(plan, decode: News.init), on: pool)
///     for try await event in client.fetch(Endpoint(plan, decode: News.init), on: pool) { … }
public enum FetchPolicy: Sendable, Hashable {
    /// A fresh response completes the call; otherwise the call uses the network and stores the response.
    case cacheElseNetwork
    /// A fresh response, or the call fails with ``NetError/Kind/cacheMiss``: nothing is sent.
    case cacheOnly
    /// A fresh response first, and the network's response after it in any case. With `allowStale` the first
    /// response may have any age.
    case cacheThenNetwork(allowStale: Bool = false)
    /// The network; where it fails (no connection, no time, 408, 429, 5xx), the stored response. With
    /// `maxStale` only a response that has been stale for no longer than that; `nil`: at any age.
    case networkElseCache(maxStale: Duration? = nil)
    /// The network alone. With `store` its response is stored for other calls: a call that ignores the cache
    /// can still write to it.
    case networkOnly(store: Bool = false)
    /// The stored copy, at any age and at once; a background request updates it for the next call. Without a
    /// copy the call delivers the network's response.
    case deferred
    /// As HTTP defines it: fresh responses are used, stale ones validated (RFC 9111). Where the headers allow
    /// it, a stale response is served during validation or in place of an error (RFC 5861).
    case http
    /// A fresh response, or one that has been stale for no longer than `window`; a stale one is refreshed in
    /// the background (RFC 5861).
    case staleWhileRevalidate(window: Duration)

    /// The policy's name for users and files.
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

    /// The policy with this ``name``, with defaults for its arguments: any age for
    /// `network-else-cache`, 60 s for `stale-while-revalidate`.
    public init?(name: String) {
        let known: [FetchPolicy] = [
            .cacheElseNetwork, .cacheOnly, .cacheThenNetwork(), .networkElseCache(), .networkOnly(), .networkOnly(store: true),
            .deferred, .http, .staleWhileRevalidate(window: .seconds(60)),
        ]
        guard let policy = known.first(where: { $0.name == name }) else { return nil }
        self = policy
    }

    /// Whether stored responses may replace the network's.
    public var reads: Bool { if case .networkOnly = self { false } else { true } }

    /// Whether the network's response is stored.
    public var stores: Bool {
        switch self {
        case .cacheOnly, .networkOnly(store: false): false
        default: true
        }
    }
}
