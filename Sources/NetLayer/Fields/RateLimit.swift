// How many more requests a server accepts: the fields with quotas, in their three dialects.

/// One quota of a server.
///
/// Parses `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers, from the seventh on), the
/// three fields `RateLimit-Limit`, `-Remaining`, `-Reset` of the earlier drafts, and their `X-` forms of
/// GitHub, Twitter, Shopify and others.
public struct RateLimit: Sendable, Hashable, CustomStringConvertible {
    /// The quota's name; empty when it has none.
    public var name: String
    /// The number of requests in a window; `nil` when the server does not say.
    public var limit: Int?
    /// The number of requests that are left.
    public var remaining: Int
    /// The number of seconds until there are more; `nil` when the server does not say.
    public var resetsIn: Int?

    /// The quotas in a response, in their order.
    public static func parseAll(in headers: Headers) -> [RateLimit] {
        let standard = quotas(headers)
        if !standard.isEmpty { return standard }
        return ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"].lazy.compactMap { parseSeparateFields(headers, $0) }.first.map {
            [$0]
        } ?? []
    }

    /// `RateLimit: "default";r=50;t=30` with `RateLimit-Policy: "default";q=100;w=60`.
    private static func quotas(_ headers: Headers) -> [RateLimit] {
        let lines = headers.allValues("RateLimit")
        guard !lines.isEmpty else { return [] }
        var limits: [String: Int] = [:]
        for case .item(let policy) in StructuredField.parseList(headers.allValues("RateLimit-Policy")) ?? [] {
            guard let name = policy.rfc9651BareItem.name, let count = policy.rfc9651Parameters["q"]?.number else { continue }
            limits[name] = Int(exactly: count)
        }
        return (StructuredField.parseList(lines) ?? []).compactMap { member in
            guard case .item(let item) = member, let name = item.rfc9651BareItem.name,
                let remaining = item.rfc9651Parameters["r"]?.number.flatMap(Int.init(exactly:)), remaining >= 0
            else { return nil }
            let resetsIn = item.rfc9651Parameters["t"]?.number.flatMap(Int.init(exactly:))
            return RateLimit(name: name, limit: limits[name], remaining: remaining, resetsIn: resetsIn)
        }
    }

    /// One quota in three fields. Where the reset is a point in time and not a span, the response's `Date`
    /// converts it to a span.
    private static func parseSeparateFields(_ headers: Headers, _ prefix: String) -> RateLimit? {
        guard let remaining = number(headers, prefix + "Remaining") else { return nil }
        var resetsIn = number(headers, prefix + "Reset")
        if let moment = resetsIn, moment > longestSpan {
            let now = headers.allValues("Date").first.flatMap { HTTPDate.parse($0, now: moment) }
            resetsIn = now.map { max(0, moment - $0) }
        }
        let name = headers.allValues(prefix + "Resource").first ?? ""
        return RateLimit(name: name, limit: number(headers, prefix + "Limit"), remaining: remaining, resetsIn: resetsIn)
    }

    /// A year: a larger number is a time since 1970.
    private static let longestSpan = 366 * 86_400

    /// The number at the beginning of a value: `100, 100;w=60` gives 100, `38.5` gives 38.
    private static func number(_ headers: Headers, _ name: String) -> Int? {
        headers.allValues(name).first.flatMap { text in Int(text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }) }
    }

    /// For the user: `4983 of 5000 left, more in 720 s`.
    public var description: String {
        let count = limit.map { "\(remaining) of \($0) left" } ?? "\(remaining) left"
        let more = resetsIn.map { ", more in \($0) s" } ?? ""
        return (name.isEmpty ? "" : "\(name): ") + count + more
    }
}
