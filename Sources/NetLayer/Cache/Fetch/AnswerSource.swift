// Where an answer came from, for rows, answers and people.

/// Where an answer came from.
public enum AnswerSource: Sendable, Hashable {
    /// The server; nothing stored had a part in it.
    case network
    /// Stored in memory, and fresh; so old.
    case memory(age: Duration)
    /// Stored on the disk, and fresh.
    case disk(age: Duration)
    /// Stored, and confirmed by the server just now (304).
    case revalidated(age: Duration)
    /// Stored, and no longer fresh.
    case stale(age: Duration, because: StaleReason)
    /// Stored, in the place of a failure of this ``NetError/Kind``.
    case fallback(age: Duration, because: NetError.Kind)

    /// Why an answer that was not fresh was given.
    public enum StaleReason: String, Sendable, Hashable {
        /// The call takes stale answers.
        case accepted
        /// It is asked for anew meanwhile.
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

    /// How old the stored answer was; `nil` for the network's own.
    public var age: Duration? {
        switch self {
        case .network: nil
        case .memory(let age), .disk(let age), .revalidated(let age), .stale(let age, _), .fallback(let age, _): age
        }
    }

    /// It was stored, whether or not the network was asked.
    public var isFromCache: Bool { age != nil }
}

/// How fresh a stored answer is.
public enum CacheFreshness: Sendable, Hashable {
    /// For so long still.
    case fresh(for: Duration)
    /// It has been stale for so long: 0 at its limit.
    case stale(since: Duration)

    init(staleness: Duration) { self = staleness < .zero ? .fresh(for: .zero - staleness) : .stale(since: staleness) }

    /// Whether it is fresh still.
    public var isFresh: Bool { if case .fresh = self { true } else { false } }
}

/// One of the answers that a call may bring, in order: see `NetClient.fetch(_:on:)`.
public enum FetchEvent<Response: Sendable>: Sendable {
    /// A stored one. Never an empty one: on a miss nothing is told (B-HD-2).
    case cached(Response, age: Duration, freshness: CacheFreshness)
    /// The network's, be it that the server confirmed the stored one.
    case network(Response)
    /// A stored one in the place of the failure. Nothing is thrown besides (B-HD-3).
    case fallback(Response, age: Duration, because: NetError)

    /// The response itself.
    public var value: Response {
        switch self {
        case .cached(let value, _, _), .network(let value), .fallback(let value, _, _): value
        }
    }
}

extension FetchEvent: Equatable where Response: Equatable {}
