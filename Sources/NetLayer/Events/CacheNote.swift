// What the cache did for a call and why, for the call's row.

/// One finding or action of the cache. A row records it as ``Decision/cache(_:)``.
public enum CacheNote: Sendable, Hashable, CustomStringConvertible {
    /// The response is a stored one.
    case serves(ResponseSource, CacheFreshness)
    /// The stored response is shown first; the network request follows in any case.
    case shows(age: Duration, CacheFreshness)
    /// No response is stored.
    case missed
    /// The stored response has been stale for this long: the network request follows.
    case expired(ago: Duration)
    /// The stored response is older than the call accepts.
    case tooOld(age: Duration)
    /// The stored response is not used.
    case notUsed(because: String)
    /// The call asks the server whether the stored response is still valid.
    case asks(age: Duration)
    /// This task refreshes the stored response.
    case refreshed(by: TaskID)
    /// Another task is already refreshing the stored response.
    case refreshing
    /// This task refreshes the response that another task got stale.
    case refreshes(TaskID)
    /// The network failed, and the stored response replaces its response.
    case standsIn(age: Duration, because: NetError.Kind)
    /// The response is stored in these tiers, and fresh for this long.
    case stored(CacheTiers, lifetime: Duration)
    /// The response is not stored, for this reason.
    case notStored(because: String)

    /// For users: one line without a final period.
    public var description: String {
        switch self {
        case .serves(.memory(let age), let freshness): "from the cache, \(Self.format(age)) old, \(Self.format(freshness))"
        case .serves(.disk(let age), let freshness):
            "from the cache on the disk, \(Self.format(age)) old, \(Self.format(freshness))"
        case .serves(.revalidated, _): "the server confirmed the stored response"
        case .serves(let source, let freshness):
            "from the cache, \(Self.format(source.age ?? .zero)) old, \(Self.format(freshness))"
        case .shows(let age, let freshness):
            "shown from the cache, \(Self.format(age)) old, \(Self.format(freshness)); the network is used too"
        case .missed: "nothing is stored: requested"
        case .expired(let ago): "expired \(Self.format(ago)) ago: requested again"
        case .tooOld(let age): "stored \(Self.format(age)) ago, too old for this call: requested again"
        case .notUsed(let reason): "the stored response is not used: \(reason)"
        case .asks(let age): "stored \(Self.format(age)) ago: revalidated"
        case .refreshed(let id): "\(id) refreshes it"
        case .refreshing: "a refresh is already running"
        case .refreshes(let id): "refreshes what \(id) got from the cache"
        case .standsIn(let age, let kind): "from the cache, \(Self.format(age)) old, because of \(kind.name)"
        case .stored(let tiers, let lifetime): "stored in \(tiers.name) for \(Self.format(lifetime))"
        case .notStored(let reason): "not stored: \(reason)"
        }
    }

    private static func format(_ freshness: CacheFreshness) -> String {
        switch freshness {
        case .fresh(let left): "fresh for \(format(left))"
        case .stale(let since): "stale for \(format(since))"
        }
    }

    /// In whole units, rounded down: `0 s`, `59 s`, `4 min`, `3 h`, `12 days`.
    static func format(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        return switch seconds {
        case ..<120: "\(max(0, seconds)) s"
        case ..<7_200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
