// One stored cookie (RFC 6265 §5.3, RFC 6265bis for SameSite and prefixes).

/// A cookie.
public struct Cookie: Sendable, Hashable, Identifiable {
    /// To which cross-site requests a browser would add the cookie. The jar stores and shows it, but does not
    /// enforce it: here only the user sends requests.
    public enum SameSite: String, Sendable, Hashable, CaseIterable { case none, lax, strict }

    /// The name as the server wrote it; case matters.
    public var name: String
    /// The value that the client sends back to the server.
    public var value: Secret
    /// In lower case, without a leading dot.
    public var domain: String
    /// The cookie applies to requests for this path and the paths below it.
    public var path: String
    /// Since 1970-01-01 UTC; `nil` for a session cookie, which lasts as long as the program runs.
    public var expiresAt: Duration?
    /// The cookie applies to exactly this host, not to its subdomains.
    public var isHostOnly: Bool
    /// Requests carry it only over TLS, or to this machine.
    public var isSecure: Bool
    /// The server hides it from scripts; nothing here depends on that.
    public var isHTTPOnly: Bool
    /// `nil` where the server did not set it.
    public var sameSite: SameSite?
    /// Since 1970-01-01 UTC.
    public var createdAt: Duration
    /// When it was last sent or set. Since 1970-01-01 UTC.
    public var usedAt: Duration

    /// A new cookie replaces the one with the same name, domain and path.
    public var id: CookieID { CookieID(name: name, domain: domain, path: path) }

    func isExpired(at now: Duration) -> Bool { expiresAt.map { $0 <= now } ?? false }

    /// RFC 6265 §5.4, step 1.
    func applies(to url: URI) -> Bool {
        guard let host = url.host else { return false }
        guard isHostOnly ? host == domain : CookieDomain.matches(host, domain) else { return false }
        return CookiePath.matches(url.path, path) && (!isSecure || CookieDomain.isTrusted(url))
    }
}

/// The identity of a cookie.
public struct CookieID: Sendable, Hashable {
    /// ``Cookie/name``.
    public var name: String
    /// ``Cookie/domain``.
    public var domain: String
    /// ``Cookie/path``.
    public var path: String
}

/// Hosts and domains of cookies (RFC 6265 §5.1.3).
enum CookieDomain {
    static func matches(_ host: String, _ domain: String) -> Bool {
        guard host != domain else { return true }
        return host.hasSuffix("." + domain) && !isAddress(host)
    }

    /// An IP address is not a domain.
    static func isAddress(_ host: String) -> Bool {
        if host.utf8.contains(UInt8(ascii: ":")) { return true }
        guard let last = host.split(separator: ".", omittingEmptySubsequences: true).last else { return false }
        // A host whose last label is a number is an IPv4 address or invalid (URL
        // Standard, "ends in a number").
        return last.utf8.allSatisfy { (0x30...0x39).contains($0) } || last.lowercased().hasPrefix("0x")
    }

    /// Secure cookies travel over TLS, or to this machine, as in browsers.
    static func isTrusted(_ url: URI) -> Bool {
        guard url.scheme != "https", let host = url.host else { return url.scheme == "https" }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host.hasPrefix("127.") && isAddress(host)
    }
}

/// Paths of cookies (RFC 6265 §5.1.4).
enum CookiePath {
    /// The default path of a cookie that a URL sets.
    static func standard(_ path: String) -> String {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    static func matches(_ path: String, _ cookie: String) -> Bool {
        let path = path.isEmpty ? "/" : path
        guard path != cookie else { return true }
        guard path.hasPrefix(cookie) else { return false }
        return cookie.hasSuffix("/") || path.utf8.dropFirst(cookie.utf8.count).first == UInt8(ascii: "/")
    }
}
