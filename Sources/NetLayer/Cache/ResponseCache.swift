// The response cache of a client: memory over disk, one switch, one set of defaults, and the list of entries
// that a user sees and clears.

import Synchronization

/// Stores responses for the calls of a client, by their ``FetchPolicy``. Give each client its own cache, or
/// share one among several.
///
///     let cache = ResponseCache(disk: DiskCache(folder: folder))
///     let client = NetClient(transport: CurlTransport(), cache: cache)
public final class ResponseCache: Sendable {
    /// The defaults for calls that set no option of their own.
    public struct Options: Sendable {
        /// See ``ResponseCache/isEnabled``.
        public var isEnabled = true
        /// The policy of calls for which neither the plan nor the client's policies set one: none. Applies
        /// only to safe methods.
        public var policy: FetchPolicy?
        /// How long a response is fresh whose headers give no lifetime: 60 s.
        public var lifetime: Duration = .seconds(60)
        /// The same for the disk; `nil`: as long as in memory.
        public var diskLifetime: Duration?
        /// See ``CacheOptions/version``.
        public var version = ""
        /// See ``CacheOptions/keyStyle``.
        public var keyStyle = KeyStyle.canonical
        /// See ``CacheOptions/keepsServicesApart``.
        public var keepsServicesApart = false
        /// The choices that HTTP leaves to a cache, and the length of the longest body that is stored.
        public var rules = CacheRules()

        /// Each option at its default.
        public init() {}
    }

    /// The options that the cache was created with.
    public let options: Options
    let memory: MemoryCache?
    let disk: DiskCache?
    /// Further disk caches, by the names in ``CacheOptions/folder``.
    let folders: [String: DiskCache]
    /// All of them, each once.
    private let disks: [DiskCache]
    let machine: CacheMachine
    /// The account that owns the responses of a call which names none itself.
    let account: @Sendable (RequestPlan, ServicePool) -> Secret?
    private let enabled: Mutex<Bool>
    /// Removals and stores in one order: a response that was requested before a clearing
    /// is not stored after it.
    private let clearings = Mutex(ClearingLog())
    /// Keys with a running refresh: one task each.
    private let refreshing = Mutex<Set<CacheKey>>([])
    /// The time since 1970-01-01 UTC. Does not follow steps of the system's clock while the program runs.
    let now: @Sendable () -> Duration

    /// - Parameters:
    ///   - options: the defaults for calls that set no option of their own.
    ///   - memory: `nil` stores nothing in memory; by default 20 MB.
    ///   - disk: `nil` stores nothing on the disk, except in `folders`.
    ///   - folders: further disk caches for calls that name one (``CacheOptions/folder``), each with a folder
    ///     of its own. Clearing, listing and usage cover them too.
    ///   - account: the account that owns the responses of a call. Called for every call with a policy, so it
    ///     must be quick. `nil`: all credentials of the request stand for the account; the cache must run the
    ///     adapters to learn the credentials that they add.
    ///   - time: measures the time that passes while the program runs.
    ///   - wallClock: the time since 1970-01-01 UTC, read once.
    public init(
        _ options: Options = Options(), memory: MemoryCache? = MemoryCache(), disk: DiskCache? = nil,
        folders: [String: DiskCache] = [:],
        account: @escaping @Sendable (RequestPlan, ServicePool) -> Secret? = { _, _ in nil }, time: TimeSource = .continuous,
        wallClock: @Sendable () -> Duration = WallClock.system
    ) {
        self.options = options
        self.memory = memory
        self.disk = disk
        self.folders = folders
        disks = folders.values.reduce(into: disk.map { [$0] } ?? []) { disks, folder in
            if !disks.contains(where: { $0 === folder }) { disks.append(folder) }
        }
        self.account = account
        machine = CacheMachine(rules: options.rules)
        enabled = Mutex(options.isEnabled)
        let start = wallClock() - time.now()
        now = { start + time.now() }
    }

    /// Switches the cache for all calls. While it is off, calls behave as without a
    /// cache, and stored responses stay.
    public var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set { enabled.withLock { $0 = newValue } }
    }

    // MARK: stored entries

    /// The stored entries, the newest first. Takes time proportional to their number.
    public func entries() async -> [CachedEntry] {
        let now = now()
        var entries: [CachedEntry.ID: CachedEntry] = [:]
        for (key, entry) in memory?.all ?? [] {
            let found = CachedEntry(key, entry, now: now)
            entries[found.id] = found
        }
        for disk in disks {
            for (name, size, meta) in await disk.metas() {
                let found = CachedEntry(name, size, meta, now: now)
                entries[found.id] = entries[found.id].map { $0.merged(found) } ?? found
            }
        }
        return entries.values.sorted { ($0.age, $0.url.description) < ($1.age, $1.url.description) }
    }

    /// The cache's current size.
    public func usage() async -> CacheReport {
        var sum: DiskUsage?
        for disk in disks {
            let usage = await disk.usage()
            sum = sum?.adding(usage) ?? usage
        }
        return CacheReport(memory: memory?.usage, disk: sum)
    }

    // MARK: clearing

    /// Removes the entries that `what` covers, from memory at once; returns when they
    /// are gone from the disk too. Responses to earlier calls are not stored
    /// afterwards either, except for ``CacheClearing/stale(at:)``.
    public func clear(_ what: CacheClearing) async {
        clearInMemory(what)
        for disk in disks { await disk.clear(what) }
        // A call that read the disk meanwhile may have copied an entry into memory.
        clearInMemory(what)
    }

    /// Removes the entries that are no longer fresh.
    public func clearExpired() async { await clear(.stale(at: now())) }

    /// Empties the memory; entries on the disk stay.
    public func clearMemory() { clearInMemory(.all) }

    /// Empties the disk; entries in memory stay.
    public func clearDisk() async { for disk in disks { await disk.clear(.all) } }

    /// Removes one entry.
    public func remove(_ id: CachedEntry.ID) async {
        for (key, entry) in memory?.all ?? [] where EntryName.fileName(key, entry.selection) == id.name {
            memory?.removeVariant(entry.selection, of: key)
        }
        for disk in disks { await disk.remove(id.name) }
    }

    /// Returns when all entries stored before this call are on the disk.
    public func flush() async { for disk in disks { await disk.flush() } }

    private func clearInMemory(_ what: CacheClearing) {
        clearings.withLock { clearings in
            clearings.recordClearing(what)
            memory?.clear(what)
        }
    }

    /// Marks the moment of a request, for ``keep(_:for:in:isCommon:since:)``.
    var mark: ClearingLog.Mark { clearings.withLock { $0.mark } }

    // MARK: for calls

    /// Whether services have different data for that call.
    func keepsServicesApart(_ plan: RequestPlan) -> Bool {
        plan.policies.caching.keepsServicesApart ?? options.keepsServicesApart
    }

    /// The stored responses for a request, the newest first, and whether the first came from the disk.
    struct Found: Sendable {
        var variants: [CacheEntry] = []
        var isFromDisk = false
    }

    /// The variants in memory for a key.
    func memoryVariants(_ key: CacheKey, _ tiers: CacheTiers) -> [CacheEntry] {
        tiers.contains(.memory) ? memory?.entries(for: key) ?? [] : []
    }

    /// Reads memory first, then the disk unless memory has a fresh response. A miss on the
    /// disk removes nothing from memory.
    func findVariants(_ key: CacheKey, for request: Headers, in tiers: CacheTiers) async -> Found {
        let inMemory = memoryVariants(key, tiers)
        let fitting = inMemory.first { $0.selection.matches(request) }
        guard let disk = disk(for: key), tiers.contains(.disk), !(fitting?.isFresh(at: now()) ?? false) else {
            return Found(variants: inMemory)
        }
        let changesBefore = clearings.withLock { $0.changes }
        let onDisk = await disk.entries(for: key, request: request)
        // The lock lets no other call store or remove an entry between the comparison and the store.
        return clearings.withLock { clearings in
            // Reads memory again: a refresh may have stored a newer response while the disk was read. That one counts, and stays.
            let inMemory = memoryVariants(key, tiers)
            let fitting = inMemory.first { $0.selection.matches(request) }
            guard let best = onDisk.first, fitting.map({ $0.responseTime < best.responseTime }) ?? true else {
                return Found(variants: inMemory)
            }
            // Only where the call stores its responses in memory, and no clearing has happened since: it
            // may have covered this entry.
            if tiers.contains(.memory), clearings.changes == changesBefore { memory?.store(best, for: key) }
            return Found(variants: [best] + inMemory.filter { $0.selection != best.selection }, isFromDisk: true)
        }
    }

    /// Stores an entry in the given tiers and removes it from the others: an older one
    /// there would be found first.
    /// - Parameter mark: when the response was requested.
    /// - Returns: `false` when a clearing since then covers the key: a change of the resource, or a logout.
    func keep(
        _ entry: CacheEntry, for key: CacheKey, in tiers: CacheTiers, isCommon: Bool, since mark: ClearingLog.Mark
    ) -> Bool {
        // The lock lets no clearing in between the check and the store.
        clearings.withLock { clearings in
            guard !clearings.hasCleared(key, since: mark) else { return false }
            store(entry, for: key, in: tiers, isCommon: isCommon)
            return true
        }
    }

    private func store(_ entry: CacheEntry, for key: CacheKey, in tiers: CacheTiers, isCommon: Bool) {
        if tiers.contains(.memory), let memory {
            memory.store(entry, for: key)
        } else {
            memory?.removeVariant(entry.selection, of: key)
        }
        guard let disk = disk(for: key) else { return }
        guard tiers.contains(.disk) else { return disk.removeVariant(entry.selection, of: key) }
        disk.store(isCommon ? options.diskLifetime.map(entry.withLifetime) ?? entry : entry, for: key)
    }

    func removeVariant(_ selection: VarySelection, of key: CacheKey) {
        clearings.withLock { removeVariant(selection, of: key, &$0) }
    }

    /// Removes an entry that a call has found. One of the same variant stays if it is newer: a refresh has stored it since.
    func removeEntry(_ entry: CacheEntry, of key: CacheKey) {
        clearings.withLock { clearings in
            let isReplaced = memory?.entries(for: key).contains {
                $0.selection == entry.selection && $0.responseTime > entry.responseTime
            }
            if isReplaced != true { removeVariant(entry.selection, of: key, &clearings) }
        }
    }

    private func removeVariant(_ selection: VarySelection, of key: CacheKey, _ clearings: inout ClearingLog) {
        clearings.recordRemoval()
        memory?.removeVariant(selection, of: key)
        disk(for: key)?.removeVariant(selection, of: key)
    }

    /// Entries that `what` covers are not found from now on. Does not wait until the disk has deleted them.
    func invalidate(_ what: CacheClearing) {
        clearInMemory(what)
        for disk in disks { disk.invalidate(what) }
    }

    /// The existing tiers among the requested ones.
    func availableTiers(_ tiers: CacheTiers?, for key: CacheKey) -> CacheTiers {
        var all = CacheTiers.none
        if memory != nil { all.insert(.memory) }
        if disk(for: key) != nil { all.insert(.disk) }
        return tiers.map(all.intersection) ?? all
    }

    private func disk(for key: CacheKey) -> DiskCache? {
        guard let folder = key.folder else { return disk }
        return folders[folder]
    }

    /// `false` when a refresh of the key already runs.
    func beginRefresh(_ key: CacheKey) -> Bool { refreshing.withLock { $0.insert(key).inserted } }
    func endRefresh(_ key: CacheKey) { _ = refreshing.withLock { $0.remove(key) } }
}

/// How full a cache is.
public struct CacheReport: Sendable, Hashable {
    /// `nil`: there is no memory cache.
    public var memory: CacheUsage?
    /// All disk caches together. `nil`: there is no disk cache.
    public var disk: DiskUsage?
    /// A report on the given caches; by default on none.
    public init(memory: CacheUsage? = nil, disk: DiskUsage? = nil) {
        self.memory = memory
        self.disk = disk
    }

    /// Bytes in memory and on the disk.
    public var bytes: Int { (memory?.bytes ?? 0) + (disk?.usage.bytes ?? 0) }
    /// Why the disk stores nothing now; `nil` while it works.
    public var trouble: String? { disk?.trouble }
}

/// One stored response, for display. It contains no secret: accounts are digests, URLs are masked.
public struct CachedEntry: Sendable, Hashable, Identifiable {
    /// Identifies the entry in every tier.
    public struct ID: Sendable, Hashable {
        let name: String
    }

    public let id: ID
    /// The requested URL, secrets masked.
    public let url: URI
    /// The request's method; `GET` for `HEAD`.
    public let method: String
    /// The response's status.
    public let status: Int
    /// The body's size.
    public let bytes: Int
    /// Its age (RFC 9111 §4.2.3), including the time before its arrival.
    public let age: Duration
    /// How long it stays fresh, or how long it has been stale.
    public let freshness: CacheFreshness
    /// The tiers that hold it.
    public internal(set) var tiers: CacheTiers
    /// The environment of the request: ``CachePartition/environment``.
    public let environment: String
    /// The service that sent it; empty for an absolute URL.
    public let service: String
    /// Eight digits that stand for the account; empty: no particular account.
    public let account: String
    /// Its `Content-Type`; empty when it has none.
    public let mediaType: String
    /// ``CacheOptions/key`` of the call that stored it.
    public let name: String?

    init(_ key: CacheKey, _ entry: CacheEntry, now: Duration) {
        id = ID(name: EntryName.fileName(key, entry.selection))
        // The URL's text is masked, so that no display can reveal a secret part.
        url = URI("\(key.url)")
        method = key.method.rawValue
        status = entry.head.status
        bytes = entry.body.count
        age = entry.age(at: now)
        freshness = CacheFreshness(staleness: entry.staleness(at: now))
        tiers = .memory
        environment = key.partition.environment
        service = entry.service
        account = EntryName.account(key.partition)
        mediaType = entry.head.headers["Content-Type"] ?? ""
        name = key.name
    }

    init(_ name: String, _ size: Int, _ meta: StoredMeta, now: Duration) {
        id = ID(name: name)
        url = URI(meta.url)
        method = meta.method
        status = meta.head.status
        bytes = meta.bodyCount
        age = now >= meta.responseTime ? meta.initialAge + (now - meta.responseTime) : .seconds(DeltaSeconds.largest)
        freshness = CacheFreshness(staleness: age - meta.lifetime)
        tiers = .disk
        environment = meta.environment
        service = meta.service
        account = meta.account
        mediaType = meta.head.headers["Content-Type"] ?? ""
        self.name = meta.name
    }

    /// Merges the same entry of two tiers: the newer one is shown.
    func merged(_ other: CachedEntry) -> CachedEntry {
        var newer = other.age < age ? other : self
        newer.tiers = tiers.union(other.tiers)
        return newer
    }
}
