// An entry as one file: metadata and body together, each with its digest, so that half a
// file never counts as complete.
//
//   magic 8 │ version 4 │ length of meta 4 │ SHA-256 of meta 32 │ meta │ body    (numbers are little-endian)
//   meta: key's digest │ digest and length of body │ times │ status, fields │
//         selection (names, digests of values) │ data for display

/// Why a file is not a valid entry.
enum StoredFault: Error, Equatable {
    /// Not a file of this cache.
    case foreign
    /// A file in another version of the format.
    case version
    /// Truncated or modified.
    case torn
    /// A file for another key with the same name.
    case otherKey
}

/// The metadata of an entry, which its file holds before the body.
struct StoredMeta: Equatable {
    var key: [UInt8]
    var bodyCount: Int
    var bodyDigest: [UInt8]
    var requestTime: Duration
    var responseTime: Duration
    var lifetime: Duration
    var initialAge: Duration
    var hasOwnLifetime: Bool
    var head: ResponseHead
    /// Names of the selecting fields, and digests of their values; an empty digest
    /// where the field was absent.
    var selection: [(name: String, digest: [UInt8])]
    var service: String
    var method: String
    /// Secrets masked.
    var url: String
    var environment: String
    var pool: String
    var account: String
    var name: String?

    static func == (a: StoredMeta, b: StoredMeta) -> Bool { a.bytes == b.bytes }
}

enum EntryFileFormat {
    static let magic = Array("NLCACHE\n".utf8)
    static let version: UInt32 = 1
    static let headCount = 8 + 4 + 4 + 32
    /// Longer than any metadata that the cache writes.
    static let longestMeta = 4 << 20

    /// The file of an entry.
    static func encodeFile(_ entry: CacheEntry, for key: CacheKey) -> [UInt8] {
        let meta = StoredMeta(entry, key).bytes
        var file = magic
        file.reserveCapacity(headCount + meta.count + entry.body.count)
        ByteWriter.append(version, &file)
        ByteWriter.append(UInt32(meta.count), &file)
        file += Digest.sha256(meta)
        file += meta
        file += entry.body
        return file
    }

    /// The metadata of a file, and the offset of its body.
    /// - Parameter bytes: the beginning of the file, or all of it.
    static func decodeMeta(_ bytes: [UInt8]) throws(StoredFault) -> (meta: StoredMeta, end: Int) {
        guard bytes.count >= headCount, Array(bytes[..<8]) == magic else { throw .foreign }
        var reader = ByteReader(bytes, from: 8)
        guard reader.readUInt32() == version else { throw .version }
        guard let count = reader.readUInt32().map(Int.init), count <= longestMeta, bytes.count >= headCount + count else {
            throw .torn
        }
        let metaBytes = Array(bytes[headCount..<headCount + count])
        guard Array(bytes[16..<48]) == Digest.sha256(metaBytes), let meta = StoredMeta(metaBytes) else { throw .torn }
        return (meta, headCount + count)
    }

    /// The entry of a complete file. Its selection comes from `request`; `nil` when
    /// it applies to other requests.
    static func decodeEntry(_ file: [UInt8], for key: CacheKey, request: Headers) throws(StoredFault) -> CacheEntry? {
        let (meta, end) = try decodeMeta(file)
        guard meta.key == EntryName.digest(of: key) else { throw .otherKey }
        guard file.count - end == meta.bodyCount else { throw .torn }
        let body = Array(file[end...])
        guard Digest.sha256(body) == meta.bodyDigest else { throw .torn }
        var fields: [VarySelection.Field] = []
        for (name, digest) in meta.selection {
            let value = VarySelection.value(name, request)
            guard EntryName.digest(of: value) == digest else { return nil }
            fields.append(VarySelection.Field(name: name, value: value))
        }
        return CacheEntry(
            head: meta.head, body: body, selection: VarySelection(fields: fields), requestTime: meta.requestTime,
            responseTime: meta.responseTime, lifetime: meta.lifetime, initialAge: meta.initialAge,
            hasOwnLifetime: meta.hasOwnLifetime, service: meta.service)
    }
}

extension StoredMeta {
    init(_ entry: CacheEntry, _ key: CacheKey) {
        self.key = EntryName.digest(of: key)
        bodyCount = entry.body.count
        bodyDigest = Digest.sha256(entry.body)
        requestTime = entry.requestTime
        responseTime = entry.responseTime
        lifetime = entry.lifetime
        initialAge = entry.initialAge
        hasOwnLifetime = entry.hasOwnLifetime
        head = entry.head
        // These fields have already taken effect, and a cache must not hold session credentials.
        for name in ["Set-Cookie", "Set-Cookie2", "Authentication-Info"] { head.headers.remove(name) }
        selection = entry.selection.fields.map { ($0.name, EntryName.digest(of: $0.value)) }
        service = entry.service
        method = key.method.rawValue
        url = "\(key.url)"
        environment = key.partition.environment
        pool = key.partition.service
        account = EntryName.account(key.partition)
        name = key.name
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        ByteWriter.append(key, &bytes)
        ByteWriter.append(UInt64(bodyCount), &bytes)
        ByteWriter.append(bodyDigest, &bytes)
        for time in [requestTime, responseTime, lifetime, initialAge] { ByteWriter.append(time, &bytes) }
        bytes.append(hasOwnLifetime ? 1 : 0)
        ByteWriter.append(UInt32(truncatingIfNeeded: head.status), &bytes)
        for text in [head.reason, head.version, service, method, url, environment, pool, account] {
            ByteWriter.append(Array(text.utf8), &bytes)
        }
        bytes.append(name == nil ? 0 : 1)
        ByteWriter.append(Array((name ?? "").utf8), &bytes)
        let fields = head.headers.fields
        ByteWriter.append(UInt32(fields.count), &bytes)
        for field in fields {
            ByteWriter.append(Array(field.name.utf8), &bytes)
            ByteWriter.append(Array(field.value.revealed.utf8), &bytes)
        }
        ByteWriter.append(UInt32(selection.count), &bytes)
        for (name, digest) in selection {
            ByteWriter.append(Array(name.utf8), &bytes)
            ByteWriter.append(digest, &bytes)
        }
        return bytes
    }

    /// `nil` where the bytes are not valid metadata.
    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes, from: 0)
        guard let key = reader.readBytes(), let bodyCount = reader.readUInt64(), bodyCount <= UInt64(Int.max),
            let bodyDigest = reader.readBytes(), let requestTime = reader.readDuration(),
            let responseTime = reader.readDuration(),
            let lifetime = reader.readDuration(), let initialAge = reader.readDuration(), let own = reader.readByte(),
            let status = reader.readUInt32(), let reason = reader.readText(), let version = reader.readText(),
            let service = reader.readText(), let method = reader.readText(), let url = reader.readText(),
            let environment = reader.readText(), let pool = reader.readText(), let account = reader.readText(),
            let isNamed = reader.readByte(), let name = reader.readText(), let fieldCount = reader.readUInt32()
        else { return nil }
        var fields: [HeaderField] = []
        for _ in 0..<fieldCount {
            guard let name = reader.readText(), let value = reader.readText() else { return nil }
            fields.append(HeaderField(name, value))
        }
        var selection: [(String, [UInt8])] = []
        guard let selectionCount = reader.readUInt32() else { return nil }
        for _ in 0..<selectionCount {
            guard let name = reader.readText(), let digest = reader.readBytes() else { return nil }
            selection.append((name, digest))
        }
        guard reader.isAtEnd else { return nil }
        self.init(
            key: key, bodyCount: Int(bodyCount), bodyDigest: bodyDigest, requestTime: requestTime, responseTime: responseTime,
            lifetime: lifetime, initialAge: initialAge, hasOwnLifetime: own == 1,
            head: ResponseHead(status: Int(status), reason: reason, version: version, headers: Headers(fields)),
            selection: selection, service: service, method: method, url: url, environment: environment, pool: pool,
            account: account, name: isNamed == 1 ? name : nil)
    }
}
