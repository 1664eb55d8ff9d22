// Where answers are kept: the seam between who decides and what remembers.

/// Keeps answers. May be used from any thread; no call waits for the network.
public protocol CacheStore: Sendable {
    /// The variants of a key, the newest first. Counts as a use of it.
    func entries(for key: CacheKey) -> [CacheEntry]
    /// Keeps it in the place of the variant with the same selection. It may be thrown out at any time.
    func keep(_ entry: CacheEntry, for key: CacheKey)
    /// Removes one variant.
    func drop(_ selection: VarySelection, of key: CacheKey)
    /// Removes what is meant.
    func clear(_ what: CacheClearing)
    /// What is in it now.
    var usage: CacheUsage { get }
}

/// Which entries are removed (HD-11), whoever they are for unless it says so.
public enum CacheClearing: Sendable, Hashable {
    /// Every entry.
    case all
    /// A URL with whatever parameters: its own query does not count.
    case url(URI)
    /// A URL with exactly these parameters, in whatever order.
    case parameters(URI)
    /// All of one account, environment and service: what a logout removes.
    case partition(CachePartition)
    /// What bears a name of the caller's own (``CacheOptions/key``).
    case named(String)
    /// All of one environment, whoever it is for.
    case environment(String)
    /// What is stale at that moment, since 1970-01-01 UTC.
    case stale(at: Duration)
}

/// How full a store is.
public struct CacheUsage: Sendable, Hashable {
    /// Keys with at least one variant.
    public var keys = 0
    /// Stored answers, all variants of all keys.
    public var entries = 0
    /// What they take, bookkeeping counted.
    public var bytes = 0
    /// Never more than this.
    public var capacity = 0
    /// Entries that were thrown out to make room, since it was made.
    public var evicted = 0

    /// Of an empty store.
    public init() {}
}
