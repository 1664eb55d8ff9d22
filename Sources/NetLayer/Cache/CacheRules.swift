// What a cache may decide for itself where HTTP leaves it a choice.

/// The choices of a private cache (RFC 9111).
public struct CacheRules: Sendable, Hashable {
    /// How much of the time since an answer's last change it counts as fresh when it says nothing itself: 0.1 (§4.2.2). 0: never.
    public var heuristicShare: Double = 0.1
    /// No longer than this by that guess: one day.
    public var longestGuess: Duration = .seconds(86_400)
    /// How long a stale answer may stand in for an error although neither side says so (§4.2.4); `nil`: it may not.
    /// `must-revalidate` and `no-cache` win.
    public var staleIfError: Duration?
    /// How many variants of one resource are kept (§4.1): 16, the newest.
    public var variants = 16
    /// Answers with a longer body are not kept, in bytes: 4 MB.
    public var longestBody = 4 << 20

    /// Each rule at its default.
    public init() {}
}
