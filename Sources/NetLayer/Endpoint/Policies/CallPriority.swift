// A call's priority among the calls that wait for a slot.

/// The order of waiting calls. It sorts the queue and never takes a slot away from a running call. The Swift
/// task of a call has the priority of the task that makes it, whatever its `CallPriority` is.
///
/// Within one priority the oldest call goes first. Every fourth free slot goes to the oldest call of all, so
/// that no call waits forever. The raw value sorts, the ``name`` is for users and files.
public enum CallPriority: Int8, Sendable, Hashable, CaseIterable, Comparable {
    case low = -1
    case normal = 0
    case high = 1

    /// The priority's name for users and files: `low`, `normal`, `high`.
    public var name: String {
        switch self {
        case .low: "low"
        case .normal: "normal"
        case .high: "high"
        }
    }

    public static func < (a: CallPriority, b: CallPriority) -> Bool { a.rawValue < b.rawValue }
}
