// The cookies of all scopes, as a value: sets, selects and evicts them. Pure: the caller
// passes the time of day.

struct CookieStore: Sendable {
    /// RFC 6265 §6.1: at least 50 a domain and 3,000 in all.
    static let perDomain = 180
    static let perScope = 3_000

    private(set) var scopes: [AccountScope: [CookieID: Cookie]] = [:]

    /// Stores the cookies that a response sets.
    mutating func store(_ fields: [String], from url: URI, in scope: AccountScope, now: Duration, suffixes: PublicSuffixes) {
        for field in fields {
            guard var cookie = SetCookie(field)?.cookie(from: url, now: now, suffixes: suffixes) else { continue }
            let old = scopes[scope]?[cookie.id]
            // An insecure response must not change a secure cookie (RFC 6265bis §5.7, step 11).
            guard CookieDomain.isTrusted(url) || !hidesSecure(cookie, in: scope) else { continue }
            if let old { cookie.createdAt = old.createdAt }
            scopes[scope, default: [:]][cookie.id] = cookie.isExpired(at: now) ? nil : cookie
            if scopes[scope]?.isEmpty == true { scopes[scope] = nil }
        }
        evictExcess(scope, now: now)
    }

    private func hidesSecure(_ cookie: Cookie, in scope: AccountScope) -> Bool {
        (scopes[scope] ?? [:]).values.contains { old in
            old.isSecure && old.name == cookie.name && CookiePath.matches(cookie.path, old.path)
                && (CookieDomain.matches(old.domain, cookie.domain) || CookieDomain.matches(cookie.domain, old.domain))
        }
    }

    /// The cookies to send to a URL, in the order of RFC 6265 §5.4: longer paths first, then older cookies.
    mutating func cookies(for url: URI, in scope: AccountScope, now: Duration) -> [Cookie] {
        guard let all = scopes[scope] else { return [] }
        let meant = all.values.filter { !$0.isExpired(at: now) && $0.applies(to: url) }
        for cookie in meant { scopes[scope]?[cookie.id]?.usedAt = now }
        return meant.sorted {
            let (a, b) = ($0.path.utf8.count, $1.path.utf8.count)
            return a != b ? a > b : ($0.createdAt, $0.name, $0.domain) < ($1.createdAt, $1.name, $1.domain)
        }
    }

    /// Restores a cookie from the file, unless it has expired.
    mutating func restore(_ cookie: Cookie, in scope: AccountScope, now: Duration) {
        guard !cookie.isExpired(at: now), scopes[scope]?[cookie.id] == nil else { return }
        scopes[scope, default: [:]][cookie.id] = cookie
    }

    mutating func remove(_ id: CookieID, in scope: AccountScope) {
        scopes[scope]?[id] = nil
        if scopes[scope]?.isEmpty == true { scopes[scope] = nil }
    }

    mutating func removeAll(in scope: AccountScope?) {
        if let scope { scopes[scope] = nil } else { scopes = [:] }
    }

    /// Evicts cookies above the limits: expired ones first, then the least recently used ones, first of each
    /// domain, then of the whole scope.
    private mutating func evictExcess(_ scope: AccountScope, now: Duration) {
        guard let all = scopes[scope] else { return }
        let domains = Dictionary(grouping: all.values, by: \.domain)
        guard all.count > Self.perScope || domains.values.contains(where: { $0.count > Self.perDomain }) else { return }
        var kept: [Cookie] = []
        for cookies in domains.values {
            kept += Self.newest(cookies.filter { !$0.isExpired(at: now) }, Self.perDomain)
        }
        kept = Self.newest(kept, Self.perScope)
        scopes[scope] = Dictionary(kept.map { ($0.id, $0) }) { $1 }
    }

    /// Secure cookies stay longest (RFC 6265bis §5.7).
    private static func newest(_ cookies: [Cookie], _ limit: Int) -> [Cookie] {
        guard cookies.count > limit else { return cookies }
        return Array(
            cookies.sorted { a, b in
                a.isSecure != b.isSecure ? a.isSecure : (a.usedAt, a.createdAt, a.name) > (b.usedAt, b.createdAt, b.name)
            }.prefix(limit))
    }
}
