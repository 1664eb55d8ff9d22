// When a group has reached its goal, or cannot any more.

/// What a group is for.
public enum GroupMode: Sendable, Hashable {
    /// Every outcome, whatever it is. The goal is reached when all have succeeded; no member is stopped because of another.
    case collectAll
    /// All must succeed: the first failure cancels the rest at once.
    case failFast
    /// One is enough: the first success cancels the rest at once.
    case firstSuccess
    /// So many are enough, at least 1: the rest is cancelled when they have succeeded, or when so many cannot succeed any more.
    case quorum(Int)

    /// Whether the goal is reached; `nil` while that is open.
    func verdict(total: Int, succeeded: Int, failed: Int) -> Bool? {
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
