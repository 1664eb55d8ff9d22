// What the cache did for a call and why: the reasons behind a row's answer.

/// One thing that the cache found or did. It stands in a row's story as ``Decision/cache(_:)``.
public enum CacheNote: Sendable, Hashable, CustomStringConvertible {
    /// The answer is a stored one.
    case serves(AnswerSource, CacheFreshness)
    /// It is shown first; the network is asked all the same.
    case shows(age: Duration, CacheFreshness)
    /// Nothing is stored of it.
    case missed
    /// What is stored is stale for so long: the network is asked.
    case expired(ago: Duration)
    /// What is stored is older than the call wants it.
    case tooOld(age: Duration)
    /// What is stored is not used.
    case notUsed(because: String)
    /// The server is asked whether the stored answer still holds.
    case asks(age: Duration)
    /// It is asked for anew by another task.
    case refreshed(by: TaskID)
    /// Another task is asking for it anew already.
    case refreshing
    /// This task asks anew for what another was given stale.
    case refreshes(TaskID)
    /// The network failed, and what is stored stands in for it.
    case standsIn(age: Duration, because: NetError.Kind)
    /// The answer is kept there, and fresh for so long.
    case stored(CacheTiers, lifetime: Duration)
    /// The answer is not kept, for that reason.
    case notStored(because: String)

    /// For people: one line without its end.
    public var description: String {
        switch self {
        case .serves(.memory(let age), let freshness): "from the cache, \(Self.text(age)) old, \(Self.text(freshness))"
        case .serves(.disk(let age), let freshness): "from the cache on the disk, \(Self.text(age)) old, \(Self.text(freshness))"
        case .serves(.revalidated, _): "the server confirmed what is stored"
        case .serves(let source, let freshness):
            "from the cache, \(Self.text(source.age ?? .zero)) old, \(Self.text(freshness))"
        case .shows(let age, let freshness):
            "shown from the cache, \(Self.text(age)) old, \(Self.text(freshness)); the network is asked all the same"
        case .missed: "nothing is stored: asked"
        case .expired(let ago): "expired \(Self.text(ago)) ago: asked again"
        case .tooOld(let age): "stored \(Self.text(age)) ago, which is too old for this call: asked again"
        case .notUsed(let reason): "what is stored is not used: \(reason)"
        case .asks(let age): "stored \(Self.text(age)) ago: asked whether it still holds"
        case .refreshed(let id): "\(id) asks for it anew"
        case .refreshing: "it is being asked for anew already"
        case .refreshes(let id): "asks anew for what \(id) was given from the cache"
        case .standsIn(let age, let kind): "from the cache, \(Self.text(age)) old, because of \(kind.name)"
        case .stored(let tiers, let lifetime): "stored in \(tiers.name) for \(Self.text(lifetime))"
        case .notStored(let reason): "not stored: \(reason)"
        }
    }

    private static func text(_ freshness: CacheFreshness) -> String {
        switch freshness {
        case .fresh(let left): "fresh for \(text(left))"
        case .stale(let since): "stale for \(text(since))"
        }
    }

    /// In whole units, rounded down: `0 s`, `59 s`, `4 min`, `3 h`, `12 days`.
    static func text(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        return switch seconds {
        case ..<120: "\(max(0, seconds)) s"
        case ..<7_200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
