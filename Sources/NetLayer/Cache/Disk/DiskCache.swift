// Answers that outlive the program: the rim between the index, which is a value, and the folder, which waits for a disk.
//
//   keep ─► pending (found at once) ─► writer queue: file beside its place ─► renamed ─► index ─► too much? the oldest go
//   entries ─► pending? ─► reader queue: index (made of the folder's names at first use) ─► file ─► checked ─► entry, or dropped and counted

import Dispatch
import Synchronization

/// One file for each entry, in a folder that belongs to it alone (HD-12). May be used from any thread, and by several programs at once: each takes what
/// it finds for what it is, and whole files are all that is ever found. Nobody's call waits for a write.
///
/// Nothing in it names an account: partitions are digests, files are for their owner (0600 in 0700). A file that is torn, foreign, too old or of
/// another version is removed and counted, never served. What a process that was killed has left half written is removed by the next.
public final class DiskCache: Sendable {
    private struct Pending {
        var key: CacheKey
        var entry: CacheEntry
        /// Whose turn of the writer writes it: an earlier turn stands before a clearing that came between.
        var turn: Int
    }

    private struct State {
        var index = DiskIndex()
        var isScanned = false
        /// What the writer has not got to yet.
        var pending: [String: Pending] = [:]
        var pendingBytes = 0
        var keeps = 0
        /// What names begin with that are being cleared: until their files are gone they are not there.
        var hidden: [String: Int] = [:]
        /// What is being cleared that no beginning of a name tells: what lies on the disk of it is not there either.
        var clearings: [Int: CacheClearing] = [:]
        var lastClearing = 0
        var dropped = 0
        var evicted = 0
        var trouble: String?
        /// Files written since the folder's names were read last: others may write there too.
        var written = 0
    }

    /// Its folder: absolute, or from where the program runs.
    public var folder: String { files.path }
    /// In bytes: never more than this lies there, but for the moment of a write.
    public let capacity: Int
    private let longestKept: Duration
    private let files: EntryFolder
    private let wallClock: @Sendable () -> Duration
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let scanning = Mutex(())
    private let writer = DispatchQueue(label: "explorer.cache.writer", qos: .utility)
    private let reader = DispatchQueue(label: "explorer.cache.reader", attributes: .concurrent)
    /// What waits to be written may have so many bytes; more is not kept.
    private static let longestQueue = 32 << 20
    /// After so many files the folder's names are read again.
    private static let rescan = 512

    /// Reads nothing yet: the folder is looked at when something is asked of it.
    /// - Parameters:
    ///   - folder: belongs to the cache alone: absolute, or from where the program runs; made when it is not there.
    ///   - capacity: in bytes, bookkeeping counted: 50 MB (HD-12).
    ///   - longestKept: what was not used for so long is removed: 30 days (HD-12).
    ///   - wallClock: the time since 1970-01-01 UTC.
    ///   - report: told once when the disk begins to refuse, from a thread of the cache's. Calls go on without it.
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

    // MARK: what is asked of it

    /// The variants of a key that fit the request's fields, the newest first. Counts as a use.
    func entries(for key: CacheKey, request: Headers) async -> [CacheEntry] {
        let prefix = EntryName.prefix(key)
        let waiting = state.withLock { state in
            state.pending.isEmpty ? [] : state.pending.filter { $0.key.hasPrefix(prefix) }.map(\.value.entry)
        }
        // What is newest is on its way to the disk.
        let fitting = waiting.filter { $0.selection.fits(request) }
        guard fitting.isEmpty else { return fitting }
        return await withCheckedContinuation { continuation in
            reader.async { [self] in continuation.resume(returning: read(prefix, key, request)) }
        }
    }

    /// Keeps it, some time soon. It may be thrown out at any time.
    func keep(_ entry: CacheEntry, for key: CacheKey) {
        let name = EntryName.name(key, entry.selection)
        let turn = state.withLock { state -> Int? in
            if let old = state.pending.removeValue(forKey: name) { state.pendingBytes -= old.entry.size }
            guard state.pendingBytes + entry.size <= Self.longestQueue, entry.size <= capacity else { return nil }
            state.keeps += 1
            state.pending[name] = Pending(key: key, entry: entry, turn: state.keeps)
            state.pendingBytes += entry.size
            return state.keeps
        }
        // What it would have replaced is outdated all the same.
        guard let turn else { return drop(entry.selection, of: key) }
        writer.async { [self] in write(name, turn) }
    }

    /// Removes one variant: it is not found from now on.
    func drop(_ selection: VarySelection, of key: CacheKey) { remove(prefix: EntryName.name(key, selection)) { _ in } }

    /// Removes what is meant: it is not found from now on. Returns when it is gone from the disk.
    public func clear(_ what: CacheClearing) async {
        await withCheckedContinuation { continuation in begin(clearing: what) { continuation.resume() } }
    }

    /// The same, and nobody waits for it.
    func outdate(_ what: CacheClearing) { begin(clearing: what) {} }

    /// Returns when all that was kept before is on the disk.
    public func flush() async {
        await withCheckedContinuation { continuation in writer.async { continuation.resume() } }
    }

    /// What is in it now.
    public func usage() async -> DiskUsage {
        await withCheckedContinuation { continuation in
            writer.async { [self] in
                scan()
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

    /// What each file says of its entry, by its name.
    func metas() async -> [(name: String, size: Int, meta: StoredMeta)] {
        await withCheckedContinuation { continuation in
            writer.async { [self] in
                scan()
                let records = state.withLock { $0.index.records }
                continuation.resume(
                    returning: records.compactMap { name, record in meta(name).map { (name, record.size, $0) } })
            }
        }
    }

    /// Removes the entry of that file.
    func remove(_ name: String) async {
        await withCheckedContinuation { continuation in remove(prefix: name) { _ in continuation.resume() } }
    }

    // MARK: reading

    private func read(_ prefix: String, _ key: CacheKey, _ request: Headers) -> [CacheEntry] {
        scan()
        let now = wallClock()
        let names = state.withLock { state -> Set<String> in
            guard state.hidden.isEmpty || !state.hidden.keys.contains(where: prefix.hasPrefix),
                state.clearings.isEmpty || !state.clearings.values.contains(where: { $0.covers(key) })
            else { return [] }
            // What another program has written stands in no index of ours.
            return state.index.names(ofKey: prefix).union([EntryName.name(key, VarySelection())])
                .filter { name in !state.hidden.keys.contains(where: name.hasPrefix) }
        }
        var entries: [CacheEntry] = []
        for name in names {
            guard let bytes = files.read(name, upTo: capacity) else {
                state.withLock { $0.index.remove(name) }
                continue
            }
            do throws(StoredFault) {
                guard let entry = try StoredForm.entry(bytes, for: key, request: request) else { continue }
                guard now - entry.responseTime <= longestKept else {
                    discard(name)
                    continue
                }
                used(name, bytes.count, now)
                entries.append(entry)
            } catch {
                // Another key's name may be the same one time in 2^128: it stays where it is.
                if error != .otherKey { discard(name) }
            }
        }
        return entries.sorted { $0.responseTime > $1.responseTime }
    }

    private func used(_ name: String, _ size: Int, _ now: Duration) {
        let isLong = state.withLock { state -> Bool in
            guard let record = state.index.records[name] else {
                state.index.keep(name, DiskIndex.Record(size: size, used: now))
                return true
            }
            state.index.use(name, at: now)
            return now - record.used >= .seconds(60)
        }
        if isLong { files.touch(name, now) }
    }

    private func meta(_ name: String) -> StoredMeta? {
        // Most have few fields, and bodies that nobody wants here.
        for limit in [16 << 10, StoredForm.headCount + StoredForm.longestMeta] {
            guard let head = files.read(name, upTo: limit) else { return nil }
            if let meta = try? StoredForm.meta(head).meta { return meta }
            if head.count < limit { break }
        }
        discard(name)
        return nil
    }

    /// It is no entry: gone, and counted.
    private func discard(_ name: String) {
        files.remove(name)
        state.withLock { state in
            state.index.remove(name)
            state.dropped += 1
        }
    }

    /// Makes the index of the folder's names, once; and again when much was written.
    private func scan() {
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
                    index.keep(file.name, DiskIndex.Record(size: file.size, used: file.used))
                }
            }
            old.forEach(files.remove)
            state.withLock { state in
                // What was used or written meanwhile knows better.
                for (name, record) in state.index.records where record.used > index.records[name]?.used ?? .zero {
                    if index.records[name] != nil { index.use(name, at: record.used) }
                }
                state.index = index
                state.isScanned = true
                state.written = 0
                state.dropped += old.count
            }
        }
    }

    // MARK: writing

    /// On the writer's queue.
    private func write(_ name: String, _ turn: Int) {
        guard let pending = state.withLock({ $0.pending[name] }), pending.turn == turn else { return }
        let (key, entry) = (pending.key, pending.entry)
        scan()
        let now = wallClock()
        let file = StoredForm.file(entry, for: key)
        do throws(FileProblem) {
            if state.withLock({ $0.index.records.isEmpty }) { try files.make() }
            do throws(FileProblem) {
                try files.write(file, as: name, used: now)
            } catch {
                // Somebody may have removed the folder.
                try files.make()
                try files.write(file, as: name, used: now)
            }
            let leaving = state.withLock { state -> [String] in
                state.index.keep(name, DiskIndex.Record(size: file.count, used: now))
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
            // An older one of the same would be found from now on.
            files.remove(name)
            let isNews = state.withLock { state in
                state.index.remove(name)
                defer { state.trouble = error.detail }
                return state.trouble == nil
            }
            if isNews { report("the cache on the disk is out of use: \(error.detail)") }
        }
        state.withLock { state in
            // Another one of the same name may have come meanwhile: it has a turn of its own.
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
            scan()
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
        case .environment(let environment): meta(name)?.environment == environment
        case .stale(let now): meta(name).map { !$0.isFresh(at: now) } ?? false
        case .all, .url, .parameters, .named: true
        }
    }

    /// What is called so, or begins so.
    private func remove(prefix: String, _ done: @escaping @Sendable (Int) -> Void) {
        state.withLock { state in
            for (name, pending) in state.pending where name.hasPrefix(prefix) {
                state.pending[name] = nil
                state.pendingBytes -= pending.entry.size
            }
            state.hidden[prefix, default: 0] += 1
        }
        writer.async { [self] in
            scan()
            // A whole name may be that of a file of which the index knows nothing: another program has written it.
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

/// How a disk cache stands.
public struct DiskUsage: Sendable, Hashable {
    /// How full it is.
    public var usage: CacheUsage
    /// Files that were no entries any more, since it was made: torn, foreign, of another version, too old.
    public var dropped: Int
    /// Why the disk takes nothing now, in its words; `nil` while it does.
    public var trouble: String?
}

extension StoredMeta {
    func isFresh(at now: Duration) -> Bool {
        let age = now >= responseTime ? initialAge + (now - responseTime) : .seconds(DeltaSeconds.largest)
        return age < lifetime
    }
}
