// Parses a `Set-Cookie` field (RFC 6265 §5.2) and applies the limits on what it may set (§5.3,
// RFC 6265bis §4.1.3 and §5.7).

struct SetCookie {
    var name = ""
    var value = ""
    var domain: String?
    var path: String?
    var expires: Int?
    var maxAge: Int?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: Cookie.SameSite?

    /// In bytes: the limit for name and value together, and below it the limit for
    /// each attribute (RFC 6265bis §5.6).
    static let longest = 4_096
    private static let longestAttribute = 1_024
    /// No cookie lives longer (RFC 6265bis §5.5).
    static let longestLife = 400 * 86_400

    /// `nil` where the field is not a valid cookie.
    init?(_ field: String) {
        guard !field.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7f }) else { return nil }
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let pair = parts.first ?? ""
        let (name, value) = Self.halves(pair)
        // A pair without '=' is a value without a name.
        (self.name, self.value) = value.map { (name, $0) } ?? ("", name)
        guard !(self.name.isEmpty && self.value.isEmpty), self.name.utf8.count + self.value.utf8.count <= Self.longest else {
            return nil
        }
        for part in parts.dropFirst() {
            let (name, value) = Self.halves(part)
            guard (value?.utf8.count ?? 0) <= Self.longestAttribute else { continue }
            readAttribute(name.lowercased(), value ?? "")
        }
    }

    private mutating func readAttribute(_ name: String, _ value: String) {
        switch name {
        case "expires": expires = CookieDate.parse(value) ?? expires
        case "max-age":
            let digits = value.hasPrefix("-") ? value.dropFirst() : value[...]
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
            maxAge = value.hasPrefix("-") ? 0 : Int(digits) ?? .max
        case "domain":
            // An empty domain counts as none. Of several domains the last one counts.
            let name = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
            domain = name.isEmpty ? nil : name
        case "path": path = value.hasPrefix("/") ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = Cookie.SameSite(rawValue: value.lowercased())
        default: break
        }
    }

    private static func halves(_ text: String) -> (String, String?) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmingBlanks }
        return (halves.first ?? "", halves.count > 1 ? halves[1] : nil)
    }

    /// The cookie that a URL may set with this field; `nil` when it may not.
    /// - Parameter now: since 1970-01-01 UTC.
    func cookie(from url: URI, now: Duration, suffixes: PublicSuffixes) -> Cookie? {
        guard let host = url.host, !host.isEmpty else { return nil }
        var domain = domain
        if let wanted = domain {
            guard CookieDomain.matches(host, wanted) else { return nil }
            // A host may itself be a public suffix. Its cookies then apply to that host alone.
            if suffixes.contains(wanted) || CookieDomain.isAddress(host) {
                guard wanted == host else { return nil }
                domain = nil
            }
        }
        let isTrusted = CookieDomain.isTrusted(url)
        guard isTrusted || !isSecure else { return nil }
        let path = path ?? CookiePath.standard(url.path)
        guard keepsPrefix(domain, path) else { return nil }
        var cookie = Cookie(
            name: name, value: Secret(value), domain: domain ?? host, path: path, isHostOnly: domain == nil, isSecure: isSecure,
            isHTTPOnly: isHTTPOnly, sameSite: sameSite, createdAt: now, usedAt: now)
        // Max-Age wins over Expires.
        if let maxAge {
            cookie.expiresAt = maxAge <= 0 ? .zero : now + .seconds(min(maxAge, Self.longestLife))
        } else if let expires {
            cookie.expiresAt = min(.seconds(expires), now + .seconds(Self.longestLife))
        }
        return cookie
    }

    /// Checks the guarantees of the name prefixes `__Host-` and `__Secure-`, in any case.
    private func keepsPrefix(_ domain: String?, _ path: String) -> Bool {
        let name = (self.name.isEmpty ? value : self.name).lowercased()
        if name.hasPrefix("__host-") { return !self.name.isEmpty && isSecure && domain == nil && self.path == "/" }
        if name.hasPrefix("__secure-") { return !self.name.isEmpty && isSecure }
        return true
    }
}
