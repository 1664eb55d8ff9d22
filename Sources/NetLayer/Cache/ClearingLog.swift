// What was taken away from a cache, and when: an answer that was asked for before is not kept after it.

/// The newest clearings in their order. A value; its owner guards it.
struct ClearingLog: Sendable {
    /// A moment between two clearings.
    struct Mark: Sendable, Hashable {
        fileprivate let count: Int
    }

    /// So many are remembered. A call that began before the oldest of them keeps nothing.
    static let longest = 256

    private var clearings: [CacheClearing] = []
    private var count = 0
    /// Rises with everything that takes away, single variants too.
    private(set) var changes = 0

    /// Now.
    var mark: Mark { Mark(count: count) }

    mutating func noteDrop() { changes += 1 }

    mutating func note(_ what: CacheClearing) {
        changes += 1
        // What is stale says nothing of what comes anew.
        if case .stale = what { return }
        count += 1
        clearings.append(what)
        if clearings.count > 2 * Self.longest { clearings.removeFirst(Self.longest) }
    }

    /// Whether something was taken away since that may have been meant for this key too.
    func hasCleared(_ key: CacheKey, since mark: Mark) -> Bool {
        let newer = count - mark.count
        return newer > clearings.count || clearings.suffix(newer).contains { $0.covers(key) }
    }
}

extension CacheClearing {
    /// Whether what is stored under the key is meant.
    func covers(_ key: CacheKey) -> Bool {
        switch self {
        case .all: true
        case .url(let url): CacheKey.canonical(url).address == key.address
        case .parameters(let url): CacheKey.canonical(url) == (key.address, key.query)
        case .partition(let partition): key.partition == partition
        case .named(let name): CacheKey.address(named: name) == key.address
        case .environment(let name): key.partition.environment == name
        case .stale: false
        }
    }
}
