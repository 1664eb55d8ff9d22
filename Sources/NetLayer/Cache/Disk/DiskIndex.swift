// The entries of a folder, with their sizes and last uses: a value, so that tests of the
// eviction order need no disk.

struct DiskIndex {
    struct Record: Equatable {
        var size: Int
        /// Since 1970-01-01 UTC.
        var used: Duration
    }

    private(set) var records: [String: Record] = [:]
    private var variants: [String: Set<String>] = [:]
    private(set) var bytes = 0

    /// How many keys have an entry.
    var keyCount: Int { variants.count }

    mutating func insert(_ name: String, _ record: Record) {
        remove(name)
        records[name] = record
        variants[Self.keyPrefix(name), default: []].insert(name)
        bytes += record.size
    }

    mutating func remove(_ name: String) {
        guard let record = records.removeValue(forKey: name) else { return }
        bytes -= record.size
        let key = Self.keyPrefix(name)
        variants[key]?.remove(name)
        if variants[key]?.isEmpty == true { variants[key] = nil }
    }

    mutating func recordUse(_ name: String, at now: Duration) { records[name]?.used = now }

    /// The names of a key's variants.
    func names(ofKey prefix: String) -> Set<String> { variants[prefix] ?? [] }

    func names(where isMeant: (String) -> Bool) -> [String] { records.keys.filter(isMeant) }

    /// The entries to evict so that at most `capacity` bytes remain, the least recently used first.
    func overflow(_ capacity: Int) -> [String] {
        guard bytes > capacity else { return [] }
        var left = bytes
        var names: [String] = []
        for (name, record) in records.sorted(by: { ($0.value.used, $0.key) < ($1.value.used, $1.key) }) {
            guard left > capacity else { break }
            left -= record.size
            names.append(name)
        }
        return names
    }

    private static func keyPrefix(_ name: String) -> String { String(name.prefix(EntryName.keyCount)) }
}
