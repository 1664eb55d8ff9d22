// How much history is kept.

/// How much history is kept. What is over goes, some at a time and never within an insert: the bytes of the oldest bodies first,
/// then the oldest rows.
public struct HistoryLimits: Sendable, Hashable {
    /// Bytes of all rows and bodies, as ``HistoryUsage/bytes`` counts them; the file is about as long. Default 256 MB.
    public var bytes: Int64
    /// Milliseconds after which a row goes, counted from ``HistoryEntry/started``. Default 90 days.
    public var age: Int64
    /// Bytes of one body; of a longer one only its length and type are kept. Default 4 MB.
    public var body: Int
    /// Rows. Default 200,000.
    public var rows: Int
    /// Bytes of what waits to be written by ``HistoryStore/record(_:)``. New entries above it lose the bytes of their bodies, above
    /// its double they are lost as a whole; both are counted and told. Default 32 MB.
    public var pending: Int

    /// Longer than any clock shows, and short enough to count with.
    private static let longestAge: Int64 = 1 << 60

    /// Limits; each parameter is the property of its name. What is below 0 counts as 0.
    public init(
        bytes: Int64 = 256 << 20, age: Int64 = 90 * 86_400_000, body: Int = 4 << 20, rows: Int = 200_000, pending: Int = 32 << 20
    ) {
        self.bytes = max(0, bytes)
        self.age = min(max(0, age), Self.longestAge)
        self.body = max(0, body)
        self.rows = max(0, rows)
        self.pending = min(max(0, pending), .max / 4)
    }
}

/// How much history there is.
public struct HistoryUsage: Sendable, Hashable {
    /// Rows.
    public var rows: Int
    /// Bodies whose bytes are kept; at most two a row.
    public var bodies: Int
    /// Bytes of those bodies.
    public var bodyBytes: Int64
    /// Bytes of all rows with their part of the index, and of all bodies: what ``HistoryLimits/bytes`` bounds.
    public var bytes: Int64
    /// Bytes of the database's file now. It is shortened in steps, so it may be longer than `bytes` for a while.
    public var fileBytes: Int64
}
