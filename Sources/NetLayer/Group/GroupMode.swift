// The goals of groups, and when a goal is reached or out of reach.

/// The goal of a group.
public enum GroupMode: Sendable, Hashable {
    /// Collects every outcome. The goal is reached when all members have succeeded; no member is
    /// stopped because of another.
    case collectAll
    /// All must succeed: the first failure cancels the rest at once.
    case failFast
    /// One is enough: the first success cancels the rest at once.
    case firstSuccess
    /// The given number is enough, at least 1: the rest is cancelled when that many have succeeded, or when
    /// that many cannot succeed any more.
    case quorum(Int)

    /// Whether the goal is reached; `nil` while that is undecided.
    package func verdict(total: Int, succeeded: Int, failed: Int) -> Bool? {
        switch self {
        case .collectAll: succeeded + failed == total ? failed == 0 : nil
        case .failFast: failed > 0 ? false : succeeded == total ? true : nil
        case .firstSuccess, .quorum: succeeded >= needed(of: total) ? true : failed > total - needed(of: total) ? false : nil
        }
    }

    /// How many must succeed.
    func needed(of total: Int) -> Int {
        switch self {
        case .collectAll, .failFast: total
        case .firstSuccess: 1
        case .quorum(let count): max(1, count)
        }
    }
}
