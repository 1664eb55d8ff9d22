// Responses that outlive the program: the driver between the index, which is a value, and the folder, whose
// calls wait for the disk.
//
//   keep ─► pending (found at once) ─► writer queue: draft file ─► renamed ─► index
//        ─► over the capacity? the least recently used are evicted
//   entries ─► pending? ─► reader queue: index (made of the folder's names at first use) ─► file ─► checked
//           ─► entry, or dropped and counted

import Dispatch
import Synchronization

/// One file for each entry, in a folder of its own. May be used from any thread, and by several programs at
/// once: each checks every file that it finds, and every file is complete. No caller waits for a write.
///
/// No data in it names an account: partitions are digests, and only the owner can read the files (0600 in
/// 0700). A torn, foreign or expired file, or one of another version, is removed and counted, never served.
/// The next process removes half-written files of a process that was killed.
public final class DiskCache: Sendable {
    private struct Pending {
        var key: CacheKey
        var entry: CacheEntry
        /// The turn of the writer that writes the entry: an earlier turn precedes a clearing in between.
        var turn: Int
    }

    private struct State {
        var index = DiskIndex()
        var isScanned = false
        /// Entries that are not written yet.
        var pending: [String: Pending] = [:]
        var pendingBytes = 0
        var keeps = 0
        /// Name prefixes with a running clearing: their entries count as absent until the files are gone.
        var hidden: [String: Int] = [:]
        /// Running clearings that have no name prefix: the entries on the disk that they
        /// cover count as absent too.
        var clearings: [Int: CacheClearing] = [:]
        var lastClearing = 0
        var dropped = 0
        var evicted = 0
        var trouble: String?
        /// Files written since the last scan of the folder. Other programs may write there too.
        var written = 0
    }

    /// The cache's folder: absolute, or relative to the working directory.
    public var folder: String { files.path }
    /// In bytes: the limit for the folder's size, except during a write.
    public let capacity: Int
    private let longestKept: Duration
    private let files: EntryFolder
    private let wallClock: @Sendable () -> Duration
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let scanning = Mutex(())
    private let writer = DispatchQueue(label: "explorer.cache.writer", qos: .utility)
    private let reader = DispatchQueue(label: "explorer.cache.reader", attributes: .concurrent)
    /// The limit in bytes for entries that wait for the writer; more are not stored.
    private static let longestQueue = 32 << 20
    /// After this many writes the cache scans the folder again.
    private static let rescan = 512

    /// Reads nothing yet: the first operation scans the folder.
    /// - Parameters:
    ///   - folder: belongs to the cache alone: absolute, or relative to the working directory; created when
    ///     it does not exist.
    ///   - capacity: in bytes, including bookkeeping: 50 MB.
    ///   - longestKept: entries that are older, or unused for this long, are removed: 30 days.
    ///   - wallClock: the time since 1970-01-01 UTC.
    ///   - report: called once when writes to the disk begin to fail, from a thread of the cache. Calls
    ///     go on without the disk.
    public init(
        folder: String, capacity: Int = 50 << 20, longestKept: Duration = .seconds(30 * 86_400),
        wallClock: @escaping @Sendable () -> Duration = WallClock.system, report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        files = EntryFolder(folder)
        self.capacity = capacity
        self.longestKept = longestKept
        self.wallClock = wallClock
        self.report = report
    }

    // MARK: operations

    /// The variants of a key that fit the request's fields, the newest first. Counts as a use.
    func entries(for key: CacheKey, request: Headers) async -> [CacheEntry] {
        let prefix = EntryName.prefix(key)
        let waiting = state.withLock { state in
            state.pending.isEmpty ? [] : state.pending.filter { $0.key.hasPrefix(prefix) }.map(\.value.entry)
        }
        // The newest entries are still waiting for the writer.
        let fitting = waiting.filter { $0.selection.matches(request) }
        guard fitting.isEmpty else { return fitting }
        return await withCheckedContinuation { continuation in
            reader.async { [self] in continuation.resume(returning: readEntries(prefix, key, request)) }
        }
    }

    /// Stores an entry asynchronously. The cache may evict it at any time.
    func store(_ entry: CacheEntry, for key: CacheKey) {
        let name = EntryName.fileName(key, entry.selection)
        let turn = state.withLock { state -> Int? in
            if let old = state.pending.removeValue(forKey: name) { state.pendingBytes -= old.entry.size }
            guard state.pendingBytes + entry.size <= Self.longestQueue, entry.size <= capacity else { return nil }
            state.keeps += 1
            state.pending[name] = Pending(key: key, entry: entry, turn: state.keeps)
            state.pendingBytes += entry.size
            return state.keeps
        }
        // The entry that it would have replaced is outdated in any case.
        guard let turn else { return removeVariant(entry.selection, of: key) }
        writer.async { [self] in write(name, turn) }
    }

    /// Removes one variant: it is not found from now on.
    func removeVariant(_ selection: VarySelection, of key: CacheKey) {
        remove(prefix: EntryName.fileName(key, selection)) { _ in }
    }

    /// Removes the entries that `what` covers: they are not found from now on. Returns when they
    /// are gone from the disk.
    public func clear(_ what: CacheClearing) async {
        await withCheckedContinuation { continuation in begin(clearing: what) { continuation.resume() } }
    }

    /// Does the same without waiting.
    func invalidate(_ what: CacheClearing) { begin(clearing: what) {} }

    /// Returns when all entries stored before this call are on the disk.
    public func flush() async {
        await withCheckedContinuation { continuation in writer.async { continuation.resume() } }
    }

    /// The cache's current size.
    public func usage() async -> DiskUsage {
        await withCheckedContinuation { continuation in
            writer.async { [self] in
                scanFolder()
                let usage = state.withLock { state in
                    var usage = CacheUsage()
                    usage.keys = state.index.keyCount
                    usage.entries = state.index.records.count
                    usage.bytes = state.index.bytes
                    usage.capacity = capacity
                    usage.evicted = state.evicted
                    return DiskUsage(usage: usage, dropped: state.dropped, trouble: state.trouble)
                }
                continuation.resume(returning: usage)
            }
        }
    }

    /// The metadata of each file, by the file's name.
    func metas() async -> [(name: String, size: Int, meta: StoredMeta)] {
        await withCheckedContinuation { continuation in
            writer.async { [self] in
                scanFolder()
                let records = state.withLock { $0.index.records }
                continuation.resume(
                    returning: records.compactMap { name, record in readMeta(name).map { (name, record.size, $0) } })
            }
        }
    }

    /// Removes the entry of that file.
    func remove(_ name: String) async {
        await withCheckedContinuation { continuation in remove(prefix: name) { _ in continuation.resume() } }
    }

    // MARK: reading

    private func readEntries(_ prefix: String, _ key: CacheKey, _ request: Headers) -> [CacheEntry] {
        scanFolder()
        let now = wallClock()
        let names = state.withLock { state -> Set<String> in
            guard state.hidden.isEmpty || !state.hidden.keys.contains(where: prefix.hasPrefix),
                state.clearings.isEmpty || !state.clearings.values.contains(where: { $0.covers(key) })
            else { return [] }
            // The index does not contain entries that another program has written.
            return state.index.names(ofKey: prefix).union([EntryName.fileName(key, VarySelection())])
                .filter { name in !state.hidden.keys.contains(where: name.hasPrefix) }
        }
        var entries: [CacheEntry] = []
        for name in names {
            guard let bytes = files.readFile(name, upTo: capacity) else {
                state.withLock { $0.index.remove(name) }
                continue
            }
            do throws(StoredFault) {
                guard let entry = try EntryFileFormat.decodeEntry(bytes, for: key, request: request) else { continue }
                guard now - entry.responseTime <= longestKept else {
                    discard(name)
                    continue
                }
                recordUse(name, bytes.count, now)
                entries.append(entry)
            } catch {
                // Another key may have the same name once in 2^128: its file stays.
                if error != .otherKey { discard(name) }
            }
        }
        return entries.sorted { $0.responseTime > $1.responseTime }
    }

    private func recordUse(_ name: String, _ size: Int, _ now: Duration) {
        let isLong = state.withLock { state -> Bool in
            guard let record = state.index.records[name] else {
                state.index.insert(name, DiskIndex.Record(size: size, used: now))
                return true
            }
            state.index.recordUse(name, at: now)
            return now - record.used >= .seconds(60)
        }
        if isLong { files.touch(name, now) }
    }

    private func readMeta(_ name: String) -> StoredMeta? {
        // Most entries have few fields, and this function does not need the bodies.
        for limit in [16 << 10, EntryFileFormat.headCount + EntryFileFormat.longestMeta] {
            guard let head = files.readFile(name, upTo: limit) else { return nil }
            if let meta = try? EntryFileFormat.decodeMeta(head).meta { return meta }
            if head.count < limit { break }
        }
        discard(name)
        return nil
    }

    /// Removes and counts a file that is not a valid entry.
    private func discard(_ name: String) {
        files.remove(name)
        state.withLock { state in
            state.index.remove(name)
            state.dropped += 1
        }
    }

    /// Builds the index from the folder's names, once, and again after many writes.
    private func scanFolder() {
        guard state.withLock({ !$0.isScanned || $0.written >= Self.rescan }) else { return }
        scanning.withLock { _ in
            guard state.withLock({ !$0.isScanned || $0.written >= Self.rescan }) else { return }
            let oldest = wallClock() - longestKept
            var index = DiskIndex()
            var old: [String] = []
            for file in files.files() {
                if file.used < oldest {
                    old.append(file.name)
                } else {
                    index.insert(file.name, DiskIndex.Record(size: file.size, used: file.used))
                }
            }
            old.forEach(files.remove)
            state.withLock { state in
                // Entries used or written meanwhile are more recent in the old index.
                for (name, record) in state.index.records where record.used > index.records[name]?.used ?? .zero {
                    if index.records[name] != nil { index.recordUse(name, at: record.used) }
                }
                state.index = index
                state.isScanned = true
                state.written = 0
                state.dropped += old.count
            }
        }
    }

    // MARK: writing

    /// Runs on the writer's queue.
    private func write(_ name: String, _ turn: Int) {
        guard let pending = state.withLock({ $0.pending[name] }), pending.turn == turn else { return }
        let (key, entry) = (pending.key, pending.entry)
        scanFolder()
        let now = wallClock()
        let file = EntryFileFormat.encodeFile(entry, for: key)
        do throws(FileProblem) {
            if state.withLock({ $0.index.records.isEmpty }) { try files.create() }
            do throws(FileProblem) {
                try files.write(file, as: name, used: now)
            } catch {
                // Another process may have removed the folder.
                try files.create()
                try files.write(file, as: name, used: now)
            }
            let leaving = state.withLock { state -> [String] in
                state.index.insert(name, DiskIndex.Record(size: file.count, used: now))
                state.written += 1
                state.trouble = nil
                return state.index.bytes > capacity ? state.index.overflow(capacity - capacity / 20) : []
            }
            for name in leaving { files.remove(name) }
            state.withLock { state in
                leaving.forEach { state.index.remove($0) }
                state.evicted += leaving.count
            }
        } catch {
            // An older file of the same name would be found from now on.
            files.remove(name)
            let isNews = state.withLock { state in
                state.index.remove(name)
                defer { state.trouble = error.detail }
                return state.trouble == nil
            }
            if isNews { report("the disk cache is off: \(error.detail)") }
        }
        state.withLock { state in
            // A newer entry of the same name may have arrived meanwhile: it has a turn of its own.
            guard state.pending[name]?.turn == turn else { return }
            state.pending[name] = nil
            state.pendingBytes -= entry.size
        }
    }

    // MARK: removing

    private func begin(clearing what: CacheClearing, _ done: @escaping @Sendable () -> Void) {
        if let prefix = EntryName.prefix(what) { return remove(prefix: prefix) { _ in done() } }
        let number = state.withLock { state in
            for (name, pending) in state.pending where Self.isMeant(what, pending) {
                state.pending[name] = nil
                state.pendingBytes -= pending.entry.size
            }
            state.lastClearing += 1
            state.clearings[state.lastClearing] = what
            return state.lastClearing
        }
        writer.async { [self] in
            scanFolder()
            for name in state.withLock({ $0.index.names { _ in true } }) where isMeant(what, name) {
                files.remove(name)
                state.withLock { $0.index.remove(name) }
            }
            state.withLock { _ = $0.clearings.removeValue(forKey: number) }
            done()
        }
    }

    private static func isMeant(_ what: CacheClearing, _ pending: Pending) -> Bool {
        switch what {
        case .partition(let meant): meant == pending.key.partition
        case .environment(let environment): pending.key.partition.environment == environment
        case .stale(let now): !pending.entry.isFresh(at: now)
        case .all, .url, .parameters, .named: true
        }
    }

    private func isMeant(_ what: CacheClearing, _ name: String) -> Bool {
        switch what {
        case .partition(let partition): EntryName.isName(name, of: partition)
        case .environment(let environment): readMeta(name)?.environment == environment
        case .stale(let now): readMeta(name).map { !$0.isFresh(at: now) } ?? false
        case .all, .url, .parameters, .named: true
        }
    }

    /// Removes the files with this name or prefix.
    private func remove(prefix: String, _ done: @escaping @Sendable (Int) -> Void) {
        state.withLock { state in
            for (name, pending) in state.pending where name.hasPrefix(prefix) {
                state.pending[name] = nil
                state.pendingBytes -= pending.entry.size
            }
            state.hidden[prefix, default: 0] += 1
        }
        writer.async { [self] in
            scanFolder()
            // A complete name may belong to a file that another program wrote and the index does not contain.
            let names =
                EntryName.isEntry(prefix) ? [prefix] : state.withLock { $0.index.names { $0.hasPrefix(prefix) } }
            names.forEach(files.remove)
            state.withLock { state in
                names.forEach { state.index.remove($0) }
                let count = (state.hidden[prefix] ?? 1) - 1
                state.hidden[prefix] = count > 0 ? count : nil
            }
            done(names.count)
        }
    }
}

/// The state of a disk cache.
public struct DiskUsage: Sendable, Hashable {
    /// The cache's size.
    public var usage: CacheUsage
    /// Files that were not valid entries, since the cache was created: torn, foreign,
    /// of another version, too old.
    public var dropped: Int
    /// Why the disk stores nothing now, in its own words; `nil` while it works.
    public var trouble: String?

    /// Both together; the trouble of this one comes first.
    func adding(_ other: DiskUsage) -> DiskUsage {
        var sum = self
        sum.usage.keys += other.usage.keys
        sum.usage.entries += other.usage.entries
        sum.usage.bytes += other.usage.bytes
        sum.usage.capacity += other.usage.capacity
        sum.usage.evicted += other.usage.evicted
        sum.dropped += other.dropped
        sum.trouble = trouble ?? other.trouble
        return sum
    }
}

extension StoredMeta {
    func isFresh(at now: Duration) -> Bool {
        let age = now >= responseTime ? initialAge + (now - responseTime) : .seconds(DeltaSeconds.largest)
        return age < lifetime
    }
}
