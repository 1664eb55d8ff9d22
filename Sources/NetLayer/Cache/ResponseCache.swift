// What a client is given to keep answers in: memory over disk, one switch, one set of defaults, and what a person sees and clears of it.

import Synchronization

/// Keeps answers for the calls of a client, by their ``FetchPolicy``. Give each client its own, or several the same.
///
///     let cache = ResponseCache(disk: DiskCache(folder: folder))
///     let client = NetClient(transport: CurlTransport(), cache: cache)
public final class ResponseCache: Sendable {
    /// What holds for all calls that say nothing of their own (CT-E2).
    public struct Options: Sendable {
        /// See ``ResponseCache/isEnabled``.
        public var isEnabled = true
        /// The policy of calls that neither their plans nor their client's policies give one: none (B-CT-15). Of safe methods alone.
        public var policy: FetchPolicy?
        /// How long an answer is fresh whose headers say nothing: 60 s (HH-K2).
        public var lifetime: Duration = .seconds(60)
        /// The same on the disk (CT-E2); `nil`: as long as in memory.
        public var diskLifetime: Duration?
        /// See ``CacheOptions/version``.
        public var version = ""
        /// See ``CacheOptions/keyStyle``.
        public var keyStyle = KeyStyle.canonical
        /// See ``CacheOptions/keepsServicesApart``.
        public var keepsServicesApart = false
        /// What HTTP leaves to a cache, and the longest body that is kept.
        public var rules = CacheRules()

        /// Each option at its default.
        public init() {}
    }

    /// What it was made with.
    public let options: Options
    let memory: MemoryCache?
    let disk: DiskCache?
    let machine: CacheMachine
    /// Whose answers those of a call are, when it does not say so itself.
    let account: @Sendable (RequestPlan, ServicePool) -> Secret?
    private let enabled: Mutex<Bool>
    /// What takes away, and what keeps, in one order: what was asked for before a clearing is not put back after it.
    private let clearings = Mutex(ClearingLog())
    /// Keys that are being asked for anew: one task each.
    private let refreshing = Mutex<Set<CacheKey>>([])
    /// The time since 1970-01-01 UTC; a step of the system's clock is not seen while the program runs (B-HH-K6).
    let now: @Sendable () -> Duration

    /// - Parameters:
    ///   - options: what holds for all calls that say nothing of their own.
    ///   - memory: `nil` keeps nothing in memory: 20 MB (HH-K3).
    ///   - disk: `nil` keeps nothing on the disk.
    ///   - account: whose the answers of a call are; asked for every call with a policy, so it must be quick. `nil`: all
    ///     credentials of the request stand for the account, and what adapters add of them is known only by asking them.
    ///   - time: what passes of the time while the program runs.
    ///   - wallClock: the time since 1970-01-01 UTC, read once.
    public init(
        _ options: Options = Options(), memory: MemoryCache? = MemoryCache(), disk: DiskCache? = nil,
        account: @escaping @Sendable (RequestPlan, ServicePool) -> Secret? = { _, _ in nil }, time: TimeSource = .continuous,
        wallClock: @Sendable () -> Duration = WallClock.system
    ) {
        self.options = options
        self.memory = memory
        self.disk = disk
        self.account = account
        machine = CacheMachine(rules: options.rules)
        enabled = Mutex(options.isEnabled)
        let start = wallClock() - time.now()
        now = { start + time.now() }
    }

    /// The switch for all: while it is off calls behave as without a cache, and what is stored stays.
    public var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set { enabled.withLock { $0 = newValue } }
    }

    // MARK: what is stored

    /// What is stored, the newest first. Takes as long as there is much of it.
    public func entries() async -> [CachedEntry] {
        let now = now()
        var entries: [CachedEntry.ID: CachedEntry] = [:]
        for (key, entry) in memory?.all ?? [] {
            let found = CachedEntry(key, entry, now: now)
            entries[found.id] = found
        }
        for (name, size, meta) in await disk?.metas() ?? [] {
            let found = CachedEntry(name, size, meta, now: now)
            entries[found.id] = entries[found.id].map { $0.also(found) } ?? found
        }
        return entries.values.sorted { ($0.age, $0.url.description) < ($1.age, $1.url.description) }
    }

    /// How full it is.
    public func usage() async -> CacheReport {
        let disk = await disk?.usage()
        return CacheReport(memory: memory?.usage, disk: disk)
    }

    // MARK: clearing

    /// Removes what is meant, in memory at once; returns when it is gone from the disk too (HD-11, YB-18). What calls bring that were made
    /// before is not kept either, but for ``CacheClearing/stale(at:)``.
    public func clear(_ what: CacheClearing) async {
        clearInMemory(what)
        await disk?.clear(what)
        // Who looked there meanwhile may have found it still.
        clearInMemory(what)
    }

    /// Removes what is no longer fresh.
    public func clearExpired() async { await clear(.stale(at: now())) }

    /// Empties the memory; what is on the disk stays (YB-18).
    public func clearMemory() { clearInMemory(.all) }

    /// Empties the disk; what is in memory stays (YB-18).
    public func clearDisk() async { await disk?.clear(.all) }

    /// Removes one entry.
    public func remove(_ id: CachedEntry.ID) async {
        for (key, entry) in memory?.all ?? [] where EntryName.name(key, entry.selection) == id.name {
            memory?.drop(entry.selection, of: key)
        }
        await disk?.remove(id.name)
    }

    /// Returns when all that was kept before is on the disk.
    public func flush() async { await disk?.flush() }

    private func clearInMemory(_ what: CacheClearing) {
        clearings.withLock { clearings in
            clearings.note(what)
            memory?.clear(what)
        }
    }

    /// What is kept later was asked for from now on; see ``keep(_:for:in:isCommon:since:)``.
    var mark: ClearingLog.Mark { clearings.withLock { $0.mark } }

    // MARK: for calls

    /// Whether services have different data for that call.
    func keepsServicesApart(_ plan: RequestPlan) -> Bool {
        plan.policies.caching.keepsServicesApart ?? options.keepsServicesApart
    }

    /// What is stored for a request, the newest first, and which of it came from the disk.
    struct Found: Sendable {
        var variants: [CacheEntry] = []
        var isFromDisk = false
    }

    /// What is in memory for it.
    func memoryVariants(_ key: CacheKey, _ tiers: CacheTiers) -> [CacheEntry] {
        tiers.contains(.memory) ? memory?.entries(for: key) ?? [] : []
    }

    /// Memory first, then the disk unless what was found is fresh. A miss there takes nothing away (B-CT-2).
    func find(_ key: CacheKey, for request: Headers, in tiers: CacheTiers) async -> Found {
        let inMemory = memoryVariants(key, tiers)
        let fitting = inMemory.first { $0.selection.fits(request) }
        guard let disk, tiers.contains(.disk), !(fitting?.isFresh(at: now()) ?? false) else { return Found(variants: inMemory) }
        let changesBefore = clearings.withLock { $0.changes }
        let onDisk = await disk.entries(for: key, request: request)
        guard let best = onDisk.first, fitting.map({ $0.responseTime < best.responseTime }) ?? true else {
            return Found(variants: inMemory)
        }
        // Only where the call keeps its answers there (B-YB-7), and nobody has cleared anything since: it may be what was meant.
        if tiers.contains(.memory) {
            clearings.withLock { if $0.changes == changesBefore { memory?.keep(best, for: key) } }
        }
        return Found(variants: [best] + inMemory.filter { $0.selection != best.selection }, isFromDisk: true)
    }

    /// Keeps it where it belongs, and nowhere else: an older one there would be found before it.
    /// - Parameter mark: when it was asked for.
    /// - Returns: `false` when what it would be kept under was cleared since: a change of it, or a logout, came between.
    func keep(
        _ entry: CacheEntry, for key: CacheKey, in tiers: CacheTiers, isCommon: Bool, since mark: ClearingLog.Mark
    ) -> Bool {
        // No clearing comes between the question and the deed.
        clearings.withLock { clearings in
            guard !clearings.hasCleared(key, since: mark) else { return false }
            keep(entry, for: key, in: tiers, isCommon: isCommon)
            return true
        }
    }

    private func keep(_ entry: CacheEntry, for key: CacheKey, in tiers: CacheTiers, isCommon: Bool) {
        if tiers.contains(.memory), let memory { memory.keep(entry, for: key) } else { memory?.drop(entry.selection, of: key) }
        guard let disk else { return }
        guard tiers.contains(.disk) else { return disk.drop(entry.selection, of: key) }
        disk.keep(isCommon ? options.diskLifetime.map(entry.living) ?? entry : entry, for: key)
    }

    func drop(_ selection: VarySelection, of key: CacheKey) {
        clearings.withLock { clearings in
            clearings.noteDrop()
            memory?.drop(selection, of: key)
        }
        disk?.drop(selection, of: key)
    }

    /// What is meant is not found from now on; nobody waits until the disk is rid of it.
    func outdate(_ what: CacheClearing) {
        clearInMemory(what)
        disk?.outdate(what)
    }

    /// The places that there are of those that are meant.
    func places(_ tiers: CacheTiers?) -> CacheTiers {
        var all = CacheTiers.none
        if memory != nil { all.insert(.memory) }
        if disk != nil { all.insert(.disk) }
        return tiers.map(all.intersection) ?? all
    }

    /// `false` when somebody is at it.
    func beginRefresh(_ key: CacheKey) -> Bool { refreshing.withLock { $0.insert(key).inserted } }
    func endRefresh(_ key: CacheKey) { _ = refreshing.withLock { $0.remove(key) } }
}

/// How full a cache is.
public struct CacheReport: Sendable, Hashable {
    /// `nil`: it has none.
    public var memory: CacheUsage?
    /// `nil`: it has none.
    public var disk: DiskUsage?
    /// Of a cache that has neither.
    public init(memory: CacheUsage? = nil, disk: DiskUsage? = nil) {
        self.memory = memory
        self.disk = disk
    }

    /// Bytes in both.
    public var bytes: Int { (memory?.bytes ?? 0) + (disk?.usage.bytes ?? 0) }
    /// Why the disk takes nothing now; `nil` while it does.
    public var trouble: String? { disk?.trouble }
}

/// One stored answer, to be shown. Nothing of it is a secret: accounts are digests, URLs are masked.
public struct CachedEntry: Sendable, Hashable, Identifiable {
    /// Names it, in whatever place it lies.
    public struct ID: Sendable, Hashable {
        let name: String
    }

    public let id: ID
    /// What was asked for, secrets masked.
    public let url: URI
    /// The request's method; `GET` for `HEAD`.
    public let method: String
    /// The answer's status.
    public let status: Int
    /// Of the body.
    public let bytes: Int
    /// How old it is (RFC 9111 §4.2.3), the time before it came counted.
    public let age: Duration
    /// For how long it is fresh still, or has been stale.
    public let freshness: CacheFreshness
    /// Where it lies.
    public internal(set) var tiers: CacheTiers
    /// Where it was asked for: ``CachePartition/environment``.
    public let environment: String
    /// Who gave it; empty for an absolute URL.
    public let service: String
    /// Eight digits that stand for whose it is; empty: nobody's in particular.
    public let account: String
    /// Its `Content-Type`; empty when it has none.
    public let mediaType: String
    /// ``CacheOptions/key`` of who stored it.
    public let name: String?

    init(_ key: CacheKey, _ entry: CacheEntry, now: Duration) {
        id = ID(name: EntryName.name(key, entry.selection))
        // Its text is masked, so that no part of it can be read out of what is shown.
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

    /// The same entry in two places: the newer one is shown.
    func also(_ other: CachedEntry) -> CachedEntry {
        var newer = other.age < age ? other : self
        newer.tiers = tiers.union(other.tiers)
        return newer
    }
}
