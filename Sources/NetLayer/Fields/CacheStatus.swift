// How the caches between the server and this program handled a request: the field Cache-Status.

/// One cache's report on one response (RFC 9211). The first of a list is nearest to the server.
public struct CacheStatus: Sendable, Hashable, CustomStringConvertible {
    /// The name of the cache.
    public var cache: String
    /// Whether the cache used a stored response.
    public var isHit: Bool
    /// Why the cache forwarded the request: `uri-miss`, `stale`, `bypass`, `method` … (§2.2); `nil` when it
    /// did not, or does not say.
    public var forwarded: String?
    /// The status from the next server, where the request was forwarded.
    public var forwardedStatus: Int?
    /// Whether the response was stored.
    public var isStored: Bool
    /// Whether the request was one of several that were collapsed into one.
    public var isCollapsed: Bool
    /// How many seconds it stays fresh; negative when it is stale.
    public var timeToLive: Int?
    /// Additional information from the cache.
    public var detail: String?

    /// The reports in the fields of a response; empty when there are none, or none that can be parsed.
    public static func parseAll(in headers: Headers) -> [CacheStatus] {
        let lines = headers.allValues("Cache-Status")
        guard !lines.isEmpty else { return [] }
        return (StructuredField.parseList(lines) ?? []).compactMap { member in
            guard case .item(let item) = member, let cache = item.rfc9651BareItem.name else { return nil }
            let told = item.rfc9651Parameters
            return CacheStatus(
                cache: cache, isHit: told["hit"]?.isTrue ?? false, forwarded: told["fwd"]?.name,
                forwardedStatus: told["fwd-status"]?.number.flatMap(Int.init(exactly:)),
                isStored: told["stored"]?.isTrue ?? false,
                isCollapsed: told["collapsed"]?.isTrue ?? false, timeToLive: told["ttl"]?.number.flatMap(Int.init(exactly:)),
                detail: told["detail"]?.name)
        }
    }

    /// For the user: `edge: hit, fresh for 60 s`.
    public var description: String {
        var parts: [String] = []
        if isHit { parts.append("hit") }
        if let forwarded {
            parts.append("forwarded (\(forwarded))" + (forwardedStatus.map { ", answered \($0)" } ?? ""))
        }
        if isCollapsed { parts.append("one of several merged") }
        if isStored { parts.append("stored") }
        if let timeToLive { parts.append(timeToLive < 0 ? "stale for \(timeToLive.magnitude) s" : "fresh for \(timeToLive) s") }
        if let detail { parts.append(detail) }
        return parts.isEmpty ? cache : "\(cache): \(parts.joined(separator: ", "))"
    }
}
