// Answers in memory, for as long as the program runs.

import Synchronization

/// Byte-counted, least recently used out first (HH-K3, HH-K5). Not `NSCache`, which on Linux throws out the newest.
public final class MemoryCache: CacheStore {
    private let shelf: Mutex<CacheShelf>

    /// - Parameters:
    ///   - capacity: in bytes, fields, bookkeeping and what the allocator loses counted: 20 MB.
    ///   - variants: how many of one key are kept: 16.
    ///   - keys: how many keys are kept (CT-E2: 1,000); `nil`: as many as there is room for.
    public init(capacity: Int = 20 << 20, variants: Int = CacheRules().variants, keys: Int? = nil) {
        shelf = Mutex(CacheShelf(capacity: capacity, variants: variants, keys: keys))
    }

    /// The variants of a key, the newest first. Counts as a use of it.
    public func entries(for key: CacheKey) -> [CacheEntry] { shelf.withLock { $0.entries(for: key) } }

    /// Keeps it. What alone is larger than the capacity is not kept.
    public func keep(_ entry: CacheEntry, for key: CacheKey) {
        var entry = entry
        entry.trim()
        let kept = entry
        shelf.withLock { $0.keep(kept, for: key) }
    }

    /// Removes one variant.
    public func drop(_ selection: VarySelection, of key: CacheKey) { shelf.withLock { $0.drop(selection, of: key) } }

    /// Removes what is meant. All but a partition is found without looking at the other entries.
    public func clear(_ what: CacheClearing) { shelf.withLock { $0.clear(what) } }

    /// Everything, the newest use first. Takes as long as there is much of it.
    var all: [(key: CacheKey, entry: CacheEntry)] { shelf.withLock { $0.all } }

    /// What is in it now.
    public var usage: CacheUsage { shelf.withLock { $0.usage } }
}
