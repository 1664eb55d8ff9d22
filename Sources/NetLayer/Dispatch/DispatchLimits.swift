// How many requests a client sends at once.

/// How many requests may be in flight.
public struct DispatchLimits: Sendable, Hashable {
    /// For all origins together.
    public var total: Int
    /// For one origin (scheme, host and port).
    public var perHost: Int

    /// Each limit is at least 1.
    public init(total: Int = 64, perHost: Int = 16) {
        self.total = max(1, total)
        self.perHost = max(1, perHost)
    }
}
