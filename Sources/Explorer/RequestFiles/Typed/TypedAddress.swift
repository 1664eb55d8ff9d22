// A URL as the user types it. Without a scheme it is http:// on this machine and in private networks, and
// https:// everywhere else.

import NetLayer

/// A URL as the user typed it.
public struct TypedAddress: Sendable {
    /// The URL with its scheme.
    public let url: String
    /// The message about the added scheme. It does not repeat the URL, which may contain a secret.
    public let note: String?

    public init(_ text: String) {
        let host = Self.parseHost(text)
        guard !text.contains("://"), Self.isHost(text) else {
            (url, note) = (text, nil)
            return
        }
        let (scheme, other) = Self.isNear(host) ? ("http", "https") : ("https", "http")
        url = "\(scheme)://\(text)"
        note = "\(host): no scheme was given, so \(scheme):// is used; write \(other):// to change it"
    }

    /// Whether a text that may also be a file is a URL: it has a scheme, or is a host with a port or a
    /// path, or an address.
    public static func isMeant(_ text: String) -> Bool {
        if text.contains("://") { return URI(text).isAbsoluteHTTP }
        let host = parseHost(text)
        let authority = text.prefix { !"/?#".contains($0) }
        guard isHost(text), !host.isEmpty, !host.hasPrefix("."), !text.hasPrefix("~") else { return false }
        return host == "localhost" || octets(host) != nil || authority.count < text.count || authority.count > host.count
    }

    private static func isHost(_ text: String) -> Bool {
        let authority = text.prefix { !"/?#".contains($0) }
        return authority == "localhost" || authority.contains { $0 == "." || $0 == ":" }
    }

    /// The host without user, port and the brackets of IPv6.
    private static func parseHost(_ text: String) -> String {
        var authority = text.prefix { !"/?#".contains($0) }
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        if authority.first == "[" { return authority.dropFirst().prefix { $0 != "]" }.lowercased() }
        return authority.prefix { $0 != ":" }.lowercased()
    }

    /// Loopback, link-local and private addresses, and names that exist only in a local network (RFC 1918,
    /// 4193, 6761, 6762).
    private static func isNear(_ host: String) -> Bool {
        if let octets = octets(host) {
            switch (octets[0], octets[1]) {
            case (0, _), (10, _), (127, _), (192, 168), (169, 254), (172, 16...31): return true
            default: return false
            }
        }
        if host.contains(":") {
            return host == "::1" || ["fc", "fd", "fe8", "fe9", "fea", "feb"].contains(where: host.hasPrefix)
        }
        return !host.contains(".") || [".localhost", ".local"].contains(where: host.hasSuffix)
    }

    private static func octets(_ host: String) -> [UInt8]? {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let octets = parts.compactMap { UInt8($0) }
        return parts.count == 4 && octets.count == 4 ? octets : nil
    }
}
