// The origin of a response, for rows, responses and users.

/// The origin of a response.
public enum ResponseSource: Sendable, Hashable {
    /// The server; no stored response was involved.
    case network
    /// Stored in memory, and fresh; with its age.
    case memory(age: Duration)
    /// Stored on the disk, and fresh.
    case disk(age: Duration)
    /// Stored, and just confirmed by the server (304).
    case revalidated(age: Duration)
    /// Stored, and no longer fresh.
    case stale(age: Duration, because: StaleReason)
    /// Stored, in place of a failure of this ``NetError/Kind``.
    case fallback(age: Duration, because: NetError.Kind)

    /// Why the call got a stale response.
    public enum StaleReason: String, Sendable, Hashable {
        /// The call accepts stale responses.
        case accepted
        /// The cache is refreshing it.
        case revalidating
    }

    /// The word in events and JSON.
    public var name: String {
        switch self {
        case .network: "network"
        case .memory: "memory"
        case .disk: "disk"
        case .revalidated: "revalidated"
        case .stale: "stale"
        case .fallback: "fallback"
        }
    }

    /// The stored response's age; `nil` for a response from the network.
    public var age: Duration? {
        switch self {
        case .network: nil
        case .memory(let age), .disk(let age), .revalidated(let age), .stale(let age, _), .fallback(let age, _): age
        }
    }

    /// The response was stored, whether or not the call used the network.
    public var isFromCache: Bool { age != nil }
}

/// How fresh a stored response is.
public enum CacheFreshness: Sendable, Hashable {
    /// The time for which it stays fresh.
    case fresh(for: Duration)
    /// The time since it became stale: 0 at the end of its lifetime.
    case stale(since: Duration)

    init(staleness: Duration) { self = staleness < .zero ? .fresh(for: .zero - staleness) : .stale(since: staleness) }

    /// Whether it is still fresh.
    public var isFresh: Bool { if case .fresh = self { true } else { false } }
}

/// One of the responses that a call may deliver, in order: see `NetClient.fetch(_:on:)`.
public enum FetchEvent<Response: Sendable>: Sendable {
    /// A stored response. A miss sends no event.
    case cached(Response, age: Duration, freshness: CacheFreshness)
    /// The network's response, including a stored response that the server confirmed.
    case network(Response)
    /// A stored response in place of the failure. The stream does not also throw the error.
    case fallback(Response, age: Duration, because: NetError)

    /// The response itself.
    public var value: Response {
        switch self {
        case .cached(let value, _, _), .network(let value), .fallback(let value, _, _): value
        }
    }
}

extension FetchEvent: Equatable where Response: Equatable {}
