// A call's place among those that wait for a slot.

/// Who goes first of those that wait. It orders the queue and takes nobody's slot away.
///
/// Of one priority the oldest goes first; of all, every fourth slot that comes free goes to the oldest, so nobody waits for
/// ever (YT-8). The raw value orders, the ``name`` is the word for people and files.
public enum CallPriority: Int8, Sendable, Hashable, CaseIterable, Comparable {
    case low = -1
    case normal = 0
    case high = 1

    /// The word for people and files: `low`, `normal`, `high`.
    public var name: String {
        switch self {
        case .low: "low"
        case .normal: "normal"
        case .high: "high"
        }
    }

    public static func < (a: CallPriority, b: CallPriority) -> Bool { a.rawValue < b.rawValue }
}
