// Where responses are stored: the protocol between the caching decisions and the storage.

/// Stores responses. May be used from any thread; no call waits for the network.
public protocol CacheStore: Sendable {
    /// The variants of a key, the newest first. Counts as a use of the key.
    func entries(for key: CacheKey) -> [CacheEntry]
    /// Stores an entry and replaces the variant with the same selection. The store may evict it at any time.
    func store(_ entry: CacheEntry, for key: CacheKey)
    /// Removes one variant.
    func removeVariant(_ selection: VarySelection, of key: CacheKey)
    /// Removes the entries that `what` covers.
    func clear(_ what: CacheClearing)
    /// The store's current size.
    var usage: CacheUsage { get }
}

/// Which entries to remove, for all accounts unless the case names one.
public enum CacheClearing: Sendable, Hashable {
    /// Every entry.
    case all
    /// A URL with any parameters: the URL's own query does not count.
    case url(URI)
    /// A URL with exactly these parameters, in any order.
    case parameters(URI)
    /// All entries of one account, environment and service: a logout removes these.
    case partition(CachePartition)
    /// The resource with this name of the caller's own (``CacheOptions/key``).
    case named(String)
    /// All entries of one environment, for all accounts.
    case environment(String)
    /// The entries that are stale at that moment, since 1970-01-01 UTC.
    case stale(at: Duration)
}

/// How full a store is.
public struct CacheUsage: Sendable, Hashable {
    /// Keys with at least one variant.
    public var keys = 0
    /// Stored responses, all variants of all keys.
    public var entries = 0
    /// Their size in bytes, including bookkeeping.
    public var bytes = 0
    /// The upper limit of ``bytes``.
    public var capacity = 0
    /// How many entries the store has evicted since it was created.
    public var evicted = 0

    /// The usage of an empty store.
    public init() {}
}
