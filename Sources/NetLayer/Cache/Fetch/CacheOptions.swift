// How a call's answers are stored: for how long, where, under which name and for whom. Plain values, for all calls or for one.

/// Where answers are kept and looked for (YB-5). Empty: nowhere.
public struct CacheTiers: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// For as long as the program runs.
    public static let memory = CacheTiers(rawValue: 1)
    /// For the next run too.
    public static let disk = CacheTiers(rawValue: 2)
    /// Memory and disk.
    public static let both: CacheTiers = [.memory, .disk]
    /// Nowhere: nothing is kept or looked for.
    public static let none: CacheTiers = []

    /// For people and files: `memory`, `disk`, `memory and disk`, `nowhere`.
    public var name: String {
        switch (contains(.memory), contains(.disk)) {
        case (true, true): "memory and disk"
        case (true, false): "memory"
        case (false, true): "disk"
        case (false, false): "nowhere"
        }
    }
}

/// How long an answer is fresh. At its limit it is stale (HH-K2).
public enum CacheLifetime: Sendable, Hashable {
    /// As the answer's headers say (RFC 9111 §4.2); where they say nothing, ``ResponseCache/Options/lifetime``.
    case byHeaders
    /// So long, whatever the headers say but `no-store` (HD-5). Zero and less: it is not kept.
    case fixed(Duration)
    /// For ever (YB-7: no limit).
    case unlimited

    /// `cacheValidTimeInterval` of HH's configuration, in seconds: 0, its default, and less keeps nothing (HH-K1); fractions count (B-HH-K5).
    public static func classic(_ seconds: Double) -> CacheLifetime { .fixed(.seconds(max(0, seconds))) }

    /// What wins over the headers; `nil` leaves it to them.
    var override: Duration? {
        switch self {
        case .byHeaders: nil
        case .fixed(let duration): duration
        // 100 years.
        case .unlimited: .seconds(3_155_760_000)
        }
    }
}

/// Which requests are the same to the cache.
public enum KeyStyle: Sendable, Hashable {
    /// Method, URL and content in one spelling, parameters sorted by name (RFC 3986 §6.2.2).
    case canonical
    /// The source's: lower-case hexadecimal MD5 of the path and of `&name=value` for each parameter (HH-K1), sorted by name (B-HH-K1). For
    /// comparing with it. The partition and the method stand beside it all the same (B-HH-K3).
    case classic
}

/// How a call's answers are stored. What is `nil` is as the client's policies have it, and where these say nothing, as ``ResponseCache/Options`` does.
public struct CacheOptions: Sendable, Hashable {
    private struct Parts: Sendable, Hashable {
        var lifetime: CacheLifetime?
        var maxAge: Duration?
        var tiers: CacheTiers?
        var key: String?
        var keyStyle: KeyStyle?
        var version: String?
        var account: Secret?
        var keepsServicesApart: Bool?
        var keyHeaders: [String] = []
    }

    /// One element or none. An array, because every call takes it along, and most have nothing in it.
    private var shared: [Parts] = []
    private var parts: Parts {
        get { shared.first ?? Parts() }
        _modify {
            if shared.isEmpty { shared = [Parts()] }
            yield &shared[0]
        }
    }

    /// How long its answer is fresh. Nobody's: ``CacheLifetime/byHeaders``.
    public var lifetime: CacheLifetime? {
        get { parts.lifetime }
        set { parts.lifetime = newValue }
    }
    /// An answer that is older than this is no fresh one for this call (YB-7). Nobody's: none.
    public var maxAge: Duration? {
        get { parts.maxAge }
        set { parts.maxAge = newValue }
    }
    /// Where it is kept and looked for (YB-5). Nobody's: wherever the cache can.
    public var tiers: CacheTiers? {
        get { parts.tiers }
        set { parts.tiers = newValue }
    }
    /// A name of its own in the place of URL and content (YB-8). Partition, method and version stand beside it.
    public var key: String? {
        get { parts.key }
        set { parts.key = newValue }
    }
    /// Nobody's: canonical.
    public var keyStyle: KeyStyle? {
        get { parts.keyStyle }
        set { parts.keyStyle = newValue }
    }
    /// Answers of another version are not found (YT-2). Nobody's: the cache's.
    public var version: String? {
        get { parts.version }
        set { parts.version = newValue }
    }
    /// Whose answer it is. Nobody's: whom ``ResponseCache`` names, and where it names nobody all credentials of the request stand for the account.
    public var account: Secret? {
        get { parts.account }
        set { parts.account = newValue }
    }
    /// The services of the pool have different data: a switch finds nothing of the other's. Nobody's: they have the same.
    public var keepsServicesApart: Bool? {
        get { parts.keepsServicesApart }
        set { parts.keepsServicesApart = newValue }
    }
    /// Names of request headers whose values stand in the key, for servers that do not name them in `Vary`.
    public var keyHeaders: [String] {
        get { parts.keyHeaders }
        set { parts.keyHeaders = newValue }
    }

    /// Says nothing: all is as the client's policies and the cache have it.
    public init() {}

    /// Says what is given; `nil` is as the client's policies and the cache have it.
    public init(lifetime: CacheLifetime? = nil, tiers: CacheTiers? = nil, key: String? = nil, account: Secret? = nil) {
        guard lifetime != nil || tiers != nil || key != nil || account != nil else { return }
        shared = [Parts(lifetime: lifetime, tiers: tiers, key: key, account: account)]
    }

    /// These, and the common ones where they say nothing.
    func over(_ common: CacheOptions) -> CacheOptions {
        guard let own = shared.first else { return common }
        guard let other = common.shared.first else { return self }
        var all = CacheOptions()
        all.shared = [
            Parts(
                lifetime: own.lifetime ?? other.lifetime, maxAge: own.maxAge ?? other.maxAge, tiers: own.tiers ?? other.tiers,
                key: own.key ?? other.key, keyStyle: own.keyStyle ?? other.keyStyle, version: own.version ?? other.version,
                account: own.account ?? other.account, keepsServicesApart: own.keepsServicesApart ?? other.keepsServicesApart,
                keyHeaders: own.keyHeaders.isEmpty ? other.keyHeaders : own.keyHeaders)
        ]
        return all
    }
}
