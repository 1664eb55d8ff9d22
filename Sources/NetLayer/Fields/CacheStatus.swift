// What the caches between a server and here say they have done with a request: the field Cache-Status.

/// One cache's word on one answer (RFC 9211). The first of a list stands nearest to the server.
public struct CacheStatus: Sendable, Hashable, CustomStringConvertible {
    /// Who speaks.
    public var cache: String
    /// It was answered from what the cache had stored.
    public var isHit: Bool
    /// Why it was forwarded: `uri-miss`, `stale`, `bypass`, `method` … (§2.2); `nil` when it was not, or the cache does not say.
    public var forwarded: String?
    /// What the next server answered, where it was forwarded.
    public var forwardedStatus: Int?
    /// The answer was stored.
    public var isStored: Bool
    /// It was one of several requests that were made one.
    public var isCollapsed: Bool
    /// How many seconds it stays fresh; negative when it is stale.
    public var timeToLive: Int?
    /// What the cache has to say besides.
    public var detail: String?

    /// What the fields of an answer say; empty when there are none, or none that can be read.
    public static func all(in headers: Headers) -> [CacheStatus] {
        let lines = headers.all("Cache-Status")
        guard !lines.isEmpty else { return [] }
        return (StructuredField.list(lines) ?? []).compactMap { member in
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

    /// For people: `edge: hit, fresh for 60 s`.
    public var description: String {
        var parts: [String] = []
        if isHit { parts.append("hit") }
        if let forwarded {
            parts.append("forwarded (\(forwarded))" + (forwardedStatus.map { ", answered \($0)" } ?? ""))
        }
        if isCollapsed { parts.append("one of several made one") }
        if isStored { parts.append("stored") }
        if let timeToLive { parts.append(timeToLive < 0 ? "stale for \(timeToLive.magnitude) s" : "fresh for \(timeToLive) s") }
        if let detail { parts.append(detail) }
        return parts.isEmpty ? cache : "\(cache): \(parts.joined(separator: ", "))"
    }
}
