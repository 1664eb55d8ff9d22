// Stores responses in memory for as long as the program runs.

import Synchronization

/// Counts bytes and evicts the least recently used key first. Not `NSCache`, which on
/// Linux evicts the newest entries.
public final class MemoryCache: CacheStore {
    private let index: Mutex<MemoryCacheIndex>

    /// - Parameters:
    ///   - capacity: in bytes, including fields, bookkeeping and the allocator's loss: 20 MB.
    ///   - variants: how many variants of one key are stored: 16.
    ///   - keys: how many keys are stored; `nil`: no limit but the capacity.
    public init(capacity: Int = 20 << 20, variants: Int = CacheRules().variants, keys: Int? = nil) {
        index = Mutex(MemoryCacheIndex(capacity: capacity, variants: variants, keys: keys))
    }

    /// The variants of a key, the newest first. Counts as a use of the key.
    public func entries(for key: CacheKey) -> [CacheEntry] { index.withLock { $0.entries(for: key) } }

    /// Stores an entry. An entry that is larger than the capacity on its own is not stored.
    public func store(_ entry: CacheEntry, for key: CacheKey) {
        var entry = entry
        entry.trimCapacity()
        let kept = entry
        index.withLock { $0.store(kept, for: key) }
    }

    /// Removes one variant.
    public func removeVariant(_ selection: VarySelection, of key: CacheKey) {
        index.withLock { $0.removeVariant(selection, of: key) }
    }

    /// Removes the entries that `what` covers. Finds all but those of a partition without a
    /// scan of the other entries.
    public func clear(_ what: CacheClearing) { index.withLock { $0.clear(what) } }

    /// All entries, the most recently used first. Takes time proportional to their number.
    var all: [(key: CacheKey, entry: CacheEntry)] { index.withLock { $0.all } }

    /// The cache's current size.
    public var usage: CacheUsage { index.withLock { $0.usage } }
}
