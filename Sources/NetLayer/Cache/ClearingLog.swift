// The clearings of a cache and their order: a response whose request precedes a clearing
// is not stored after it.

/// The newest clearings in their order. A value; its owner guards it.
struct ClearingLog: Sendable {
    /// A moment between two clearings.
    struct Mark: Sendable, Hashable {
        fileprivate let count: Int
    }

    /// How many clearings the log remembers. A call that began before the oldest of them stores nothing.
    static let longest = 256

    private var clearings: [CacheClearing] = []
    private var count = 0
    /// Rises with every removal, including single variants.
    private(set) var changes = 0

    /// The current moment.
    var mark: Mark { Mark(count: count) }

    mutating func recordRemoval() { changes += 1 }

    mutating func recordClearing(_ what: CacheClearing) {
        changes += 1
        // Clearing stale entries does not affect responses that arrive later.
        if case .stale = what { return }
        count += 1
        clearings.append(what)
        if clearings.count > 2 * Self.longest { clearings.removeFirst(Self.longest) }
    }

    /// Whether a clearing since `mark` covers this key.
    func hasCleared(_ key: CacheKey, since mark: Mark) -> Bool {
        let newer = count - mark.count
        return newer > clearings.count || clearings.suffix(newer).contains { $0.covers(key) }
    }
}

extension CacheClearing {
    /// Whether the clearing covers entries stored under the key.
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
