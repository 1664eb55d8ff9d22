// The names of entries on the disk: digests alone, so that no file name reveals an account, and clearing
// finds entries without opening files.
//
//   address 16 │ query 16 │ partition 16 │ method, version, detail 16 │ selection 16 │ .entry
//
//   The numbers count hexadecimal digits.

enum EntryName {
    static let suffix = ".entry"
    /// The length of a key's name, without the selection.
    static let keyCount = 64
    private static let partCount = 16

    static func fileName(_ key: CacheKey, _ selection: VarySelection) -> String {
        prefix(key) + variant(selection) + suffix
    }

    /// The common prefix of the names of a key's variants.
    static func prefix(_ key: CacheKey) -> String {
        address(key.address) + query(key.query) + digestPart([partition(key.partition)])
            + digestPart([Array(key.method.rawValue.utf8), Array(key.version.utf8), Array(key.detail.utf8)])
    }

    /// The common prefix of the entries that `what` covers; `nil` when names do not determine them.
    static func prefix(_ what: CacheClearing) -> String? {
        switch what {
        case .all: ""
        case .url(let url): address(CacheKey.canonical(url).address)
        case .parameters(let url): address(CacheKey.canonical(url).address) + query(CacheKey.canonical(url).query)
        case .named(let name): address(CacheKey.address(named: name))
        case .partition, .environment, .stale: nil
        }
    }

    /// Whether a name belongs to a partition.
    static func isName(_ name: String, of partition: CachePartition) -> Bool {
        name.utf8.dropFirst(2 * partCount).starts(with: digestPart([Self.partition(partition)]).utf8)
    }

    /// Whether a file of this name belongs to the cache.
    static func isEntry(_ name: String) -> Bool {
        name.utf8.count == keyCount + partCount + suffix.utf8.count && name.hasSuffix(suffix)
            && name.utf8.prefix(keyCount + partCount).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// A digest of the whole key, for comparison.
    static func digest(of key: CacheKey) -> [UInt8] {
        Digest.sha256(
            joined([
                Array(key.address.utf8), query(bytes: key.query), partition(key.partition), Array(key.method.rawValue.utf8),
                Array(key.version.utf8), Array(key.detail.utf8),
            ]))
    }

    /// The digest of a selecting field's value; empty when the field is absent.
    static func digest(of value: Secret?) -> [UInt8] { value.map { Digest.sha256(Array($0.reveal().utf8)) } ?? [] }

    /// The account for display: eight digits, or an empty string where there is no particular account.
    static func account(_ partition: CachePartition) -> String {
        let text = partition.account.reveal()
        return text.isEmpty ? "" : String(Digest.hexString(Digest.sha256(Array(text.utf8))).prefix(8))
    }

    private static func address(_ text: String) -> String { digestPart([Array(text.utf8)]) }
    private static func query(_ text: String?) -> String { digestPart([query(bytes: text)]) }
    /// No query differs from an empty query.
    private static func query(bytes text: String?) -> [UInt8] { text.map { [1] + Array($0.utf8) } ?? [0] }

    private static func partition(_ partition: CachePartition) -> [UInt8] {
        joined([
            Array(partition.account.reveal().utf8), Array(partition.environment.utf8), Array(partition.service.utf8),
        ])
    }

    private static func variant(_ selection: VarySelection) -> String {
        digestPart(selection.fields.flatMap { [Array($0.name.utf8), digest(of: $0.value)] })
    }

    private static func digestPart(_ texts: [[UInt8]]) -> String {
        String(Digest.hexString(Array(Digest.sha256(joined(texts)).prefix(partCount / 2))))
    }

    /// Each with its length first, so that different lists never give the same bytes.
    private static func joined(_ texts: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        for text in texts { ByteWriter.append(text, &bytes) }
        return bytes
    }
}

extension EntryFolder {
    /// The files of all entries.
    func files() -> [File] { files(where: EntryName.isEntry) }
}
