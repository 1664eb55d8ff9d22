// The choices that HTTP leaves to a cache.

/// The choices of a private cache (RFC 9111).
public struct CacheRules: Sendable, Hashable {
    /// The share of the time since a response's last change for which the response counts as fresh when it
    /// gives no lifetime: 0.1 (§4.2.2). 0: never.
    public var heuristicShare: Double = 0.1
    /// The upper limit of that heuristic lifetime: one day.
    public var longestGuess: Duration = .seconds(86_400)
    /// How long a stale response may replace an error although neither side allows it explicitly (§4.2.4);
    /// `nil`: never. `must-revalidate` and `no-cache` win.
    public var staleIfError: Duration?
    /// How many variants of one resource are stored (§4.1): the newest 16.
    public var variants = 16
    /// Responses with a longer body are not stored, in bytes: 4 MB.
    public var longestBody = 4 << 20

    /// Each rule at its default.
    public init() {}
}
