// The limits of the stored history.

/// The limits of the stored history. Data beyond a limit is removed in small steps, never within an insert:
/// first the bytes of the oldest bodies, then the oldest rows.
public struct HistoryLimits: Sendable, Hashable {
    /// The limit for the bytes of all rows and bodies, as counted by ``HistoryUsage/bytes``; the file has
    /// about this length. Default 256 MB.
    public var bytes: Int64
    /// The age in milliseconds at which a row is removed, counted from
    /// ``HistoryEntry/started``. Default 90 days.
    public var age: Int64
    /// The limit for one body in bytes. Of a longer body, only its length and type are stored. Default 4 MB.
    public var body: Int
    /// The limit of rows. Default 200,000.
    public var rows: Int
    /// The limit for the bytes of entries that wait for writing by ``HistoryStore/record(_:)``. Above it, new
    /// entries lose the bytes of their bodies; above twice the limit, whole entries are lost. Both losses are
    /// counted and reported. Default 32 MB.
    public var pending: Int

    /// Longer than any clock shows, and short enough for arithmetic.
    private static let longestAge: Int64 = 1 << 60

    /// Creates limits; each parameter sets the property of its name. Negative numbers count as 0.
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

/// The size of the stored history.
public struct HistoryUsage: Sendable, Hashable {
    /// The number of rows.
    public var rows: Int
    /// The number of bodies with stored bytes; at most two per row.
    public var bodies: Int
    /// The bytes of those bodies.
    public var bodyBytes: Int64
    /// The bytes of all rows with their part of the index, and of all bodies: the value that
    /// ``HistoryLimits/bytes`` limits.
    public var bytes: Int64
    /// The current length of the database file. It shrinks in steps, so it may exceed `bytes` for a while.
    public var fileBytes: Int64
}
