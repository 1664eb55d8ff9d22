// How a call's responses are stored: for how long, where, under which name and for which account. Plain
// values, for all calls or for one.

/// Where responses are stored and looked up. Empty: nowhere.
public struct CacheTiers: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// For as long as the program runs.
    public static let memory = CacheTiers(rawValue: 1)
    /// For later runs too.
    public static let disk = CacheTiers(rawValue: 2)
    /// Memory and disk.
    public static let both: CacheTiers = [.memory, .disk]
    /// Nowhere: no response is stored or looked up.
    public static let none: CacheTiers = []

    /// For users and files: `memory`, `disk`, `memory and disk`, `nowhere`.
    public var name: String {
        switch (contains(.memory), contains(.disk)) {
        case (true, true): "memory and disk"
        case (true, false): "memory"
        case (false, true): "disk"
        case (false, false): "nowhere"
        }
    }
}

/// How long a response is fresh. At exactly that age it is stale.
public enum CacheLifetime: Sendable, Hashable {
    /// As the response's headers say (RFC 9111 §4.2); where they give no lifetime,
    /// ``ResponseCache/Options/lifetime``.
    case byHeaders
    /// This long, whatever the headers say, except for `no-store`. With zero or less the call neither reads
    /// nor stores responses, except under ``FetchPolicy/http``, which then validates them each time.
    case fixed(Duration)
    /// Without limit.
    case unlimited

    /// `cacheValidTimeInterval` of HH's configuration, in seconds: 0, its default, and
    /// less read and store nothing; fractions count.
    public static func classic(_ seconds: Double) -> CacheLifetime { .fixed(.seconds(max(0, seconds))) }

    /// The lifetime that overrides the headers; `nil` leaves it to them.
    var override: Duration? {
        switch self {
        case .byHeaders: nil
        case .fixed(let duration): duration
        // 100 years.
        case .unlimited: .seconds(3_155_760_000)
        }
    }

    /// Zero or less: except under ``FetchPolicy/http``, no response is read or stored.
    var isZero: Bool { override.map { $0 <= .zero } ?? false }
}

/// Which requests count as the same for the cache.
public enum KeyStyle: Sendable, Hashable {
    /// Method, URL and content in canonical form, parameters sorted by name (RFC 3986 §6.2.2).
    case canonical
    /// HH's key: lower-case hexadecimal MD5 of the path and of `&name=value` for each parameter, sorted
    /// by name. Allows a comparison with HH's keys. The partition and the method are still separate
    /// parts of the cache's key.
    case classic
}

/// How a call's responses are stored. A `nil` option takes its value from the client's policies, and where
/// these do not set it, from ``ResponseCache/Options``.
public struct CacheOptions: Sendable, Hashable {
    /// How long the response is fresh. Default: ``CacheLifetime/byHeaders``.
    public var lifetime: CacheLifetime?
    /// A response older than this does not count as fresh for this call. Default: no limit.
    public var maxAge: Duration?
    /// Where responses are stored and looked up. Default: every tier that the cache has.
    public var tiers: CacheTiers?
    /// The name of a disk cache of ``ResponseCache/init(_:memory:disk:folders:account:time:wallClock:)``
    /// that stores this call's responses, with a folder, a capacity and a time limit of its own. A name that
    /// the cache does not have: not on the disk. Calls with different folders share no response. Default:
    /// the cache's main folder.
    public var folder: String?
    /// A name for the resource that replaces URL and content in the key. Partition,
    /// method and version still count.
    public var key: String?
    /// Default: the key style of ``ResponseCache/Options``, which is canonical unless changed.
    public var keyStyle: KeyStyle?
    /// Responses of another version are not found. Default: the cache's version.
    public var version: String?
    /// The account that owns the response. Default: the account that ``ResponseCache`` names; where it names
    /// none, all credentials of the request stand for the account.
    public var account: Secret?
    /// The services of the pool have different data: after a switch the call finds no response of the other
    /// service. Default: they have the same data.
    public var keepsServicesApart: Bool?
    /// Names of request headers whose values are part of the key, for servers that do
    /// not name them in `Vary`.
    public var keyHeaders: [String] = []

    /// Sets nothing: the client's policies and the cache decide everything.
    public init() {}

    /// Sets the given options; `nil` leaves an option to the client's policies and the cache.
    public init(lifetime: CacheLifetime? = nil, tiers: CacheTiers? = nil, key: String? = nil, account: Secret? = nil) {
        self.lifetime = lifetime
        self.tiers = tiers
        self.key = key
        self.account = account
    }

    /// These options, with the common ones where these are not set.
    func withDefaults(_ common: CacheOptions) -> CacheOptions {
        var all = self
        all.lifetime = lifetime ?? common.lifetime
        all.maxAge = maxAge ?? common.maxAge
        all.tiers = tiers ?? common.tiers
        all.folder = folder ?? common.folder
        all.key = key ?? common.key
        all.keyStyle = keyStyle ?? common.keyStyle
        all.version = version ?? common.version
        all.account = account ?? common.account
        all.keepsServicesApart = keepsServicesApart ?? common.keepsServicesApart
        if keyHeaders.isEmpty { all.keyHeaders = common.keyHeaders }
        return all
    }
}
