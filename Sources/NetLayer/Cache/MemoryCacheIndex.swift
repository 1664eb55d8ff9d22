// The entries of a memory cache by key, by URL and by last use: a value, so that tests of
// its order need no threads.

/// Counts bytes and evicts the least recently used key first. The time of every operation is independent of
/// the number of entries, except for clearing a partition.
struct MemoryCacheIndex {
    private struct Slot {
        var key: CacheKey
        /// The newest first.
        var variants: [CacheEntry]
        var weight: Int
        var newer: Int?
        var older: Int?
    }

    /// The bytes that a key takes besides its strings: slot, dictionaries, sets.
    private static let overhead = 512

    private var slots: [Slot?] = []
    private var free: [Int] = []
    private var places: [CacheKey: Int] = [:]
    private var addresses: [String: Set<Int>] = [:]
    private var newest: Int?
    private var oldest: Int?
    private let variantLimit: Int
    private let keyLimit: Int
    private(set) var usage = CacheUsage()

    init(capacity: Int, variants: Int, keys: Int? = nil) {
        usage.capacity = capacity
        variantLimit = max(1, variants)
        keyLimit = max(0, keys ?? .max)
    }

    mutating func entries(for key: CacheKey) -> [CacheEntry] {
        guard let place = places[key] else { return [] }
        touch(place)
        return slots[place]?.variants ?? []
    }

    mutating func store(_ entry: CacheEntry, for key: CacheKey) {
        // An entry that is too large on its own must not evict all others. The entry that it
        // would have replaced is outdated.
        guard entry.weight + key.weight + Self.overhead <= usage.capacity else {
            removeVariant(entry.selection, of: key)
            return
        }
        let place = places[key] ?? insert(key)
        touch(place)
        let limit = variantLimit
        change(place) { variants in
            variants.removeAll { $0.selection == entry.selection }
            variants.insert(entry, at: 0)
            if variants.count > limit { variants.removeLast(variants.count - limit) }
        }
        while usage.bytes > usage.capacity || usage.keys > keyLimit, let oldest {
            usage.evicted += slots[oldest]?.variants.count ?? 0
            remove(oldest)
        }
    }

    mutating func removeVariant(_ selection: VarySelection, of key: CacheKey) {
        guard let place = places[key] else { return }
        change(place) { $0.removeAll { $0.selection == selection } }
        if slots[place]?.variants.isEmpty == true { remove(place) }
    }

    mutating func clear(_ what: CacheClearing) {
        switch what {
        case .all:
            let (capacity, evicted) = (usage.capacity, usage.evicted)
            self = MemoryCacheIndex(capacity: capacity, variants: variantLimit, keys: keyLimit)
            usage.evicted = evicted
        case .url(let url): for place in addresses[CacheKey.canonical(url).address] ?? [] { remove(place) }
        case .parameters(let url):
            let (address, query) = CacheKey.canonical(url)
            for place in addresses[address] ?? [] where slots[place]?.key.query == query { remove(place) }
        case .partition(let partition):
            for (key, place) in places where key.partition == partition { remove(place) }
        case .named(let name): for place in addresses[CacheKey.address(named: name)] ?? [] { remove(place) }
        case .environment(let name):
            for (key, place) in places where key.partition.environment == name { remove(place) }
        case .stale(let now):
            for (key, place) in places {
                for variant in slots[place]?.variants ?? [] where !variant.isFresh(at: now) {
                    removeVariant(variant.selection, of: key)
                }
            }
        }
    }

    /// All entries, the most recently used first.
    var all: [(key: CacheKey, entry: CacheEntry)] {
        var all: [(CacheKey, CacheEntry)] = []
        var place = newest
        while let slot = place.flatMap({ slots[$0] }) {
            all += slot.variants.map { (slot.key, $0) }
            place = slot.older
        }
        return all
    }

    // MARK: slots

    private mutating func insert(_ key: CacheKey) -> Int {
        let slot = Slot(key: key, variants: [], weight: key.weight + Self.overhead, newer: nil, older: nil)
        usage.bytes += slot.weight
        usage.keys += 1
        let place = free.popLast() ?? slots.count
        if place == slots.count { slots.append(slot) } else { slots[place] = slot }
        places[key] = place
        addresses[key.address, default: []].insert(place)
        linkAsNewest(place)
        return place
    }

    private mutating func remove(_ place: Int) {
        guard let slot = slots[place] else { return }
        unlink(place)
        usage.bytes -= slot.weight
        usage.keys -= 1
        usage.entries -= slot.variants.count
        places[slot.key] = nil
        addresses[slot.key.address]?.remove(place)
        if addresses[slot.key.address]?.isEmpty == true { addresses[slot.key.address] = nil }
        slots[place] = nil
        free.append(place)
    }

    private mutating func change(_ place: Int, _ work: (inout [CacheEntry]) -> Void) {
        guard var slot = slots[place] else { return }
        usage.entries -= slot.variants.count
        usage.bytes -= slot.weight
        work(&slot.variants)
        slot.weight = slot.variants.reduce(slot.key.weight + Self.overhead) { $0 + $1.weight }
        usage.entries += slot.variants.count
        usage.bytes += slot.weight
        slots[place] = slot
    }

    // MARK: the order of use

    private mutating func touch(_ place: Int) {
        guard newest != place else { return }
        unlink(place)
        linkAsNewest(place)
    }

    private mutating func linkAsNewest(_ place: Int) {
        slots[place]?.older = newest
        slots[place]?.newer = nil
        if let newest { slots[newest]?.newer = place }
        newest = place
        if oldest == nil { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        guard let slot = slots[place] else { return }
        if let newer = slot.newer { slots[newer]?.older = slot.older } else { newest = slot.older }
        if let older = slot.older { slots[older]?.newer = slot.newer } else { oldest = slot.newer }
    }
}
