// The outcome of a group.

/// The outcomes of all members of a group.
public struct GroupOutcome<Value: Sendable>: Sendable {
    /// The goal of the group.
    public let mode: GroupMode
    /// In the order in which the members were added, whichever ended first. A member that was
    /// cancelled because the group's outcome was decided has failed with
    /// ``NetError/Kind/cancelled(_:)`` and ``CancelReason/group``.
    public let results: [Result<Value, NetError>]
    /// Whether the group reached the goal of its mode.
    public let isGoalReached: Bool
    /// How many members had failed at the decision.
    public let failed: Int
    /// The member that failed first in time, by its place in ``results``; `nil` when none
    /// did before the decision.
    public let firstFailure: Int?
    /// The title of the group.
    public let title: String

    /// The successful responses, with their places.
    public var successes: [(index: Int, value: Value)] {
        results.enumerated().compactMap { index, result in (try? result.get()).map { (index, $0) } }
    }

    /// Why the goal was not reached: the kind of the first failure, and how many members failed.
    public var error: NetError? {
        if isGoalReached { return nil }
        guard let firstFailure, case .failure(let first) = results[firstFailure] else {
            let needed = mode.needed(of: results.count)
            return NetError(.badRequest, attempted: title, detail: "\(needed) must succeed, and there are \(results.count)")
        }
        return NetError(
            first.kind, attempted: title, detail: "\(failed) of \(results.count) failed: \(first.why)", response: first.response)
    }

    /// Every response, in order: for groups whose members must all succeed.
    /// - Throws: the error of the member that failed first.
    public func values() throws(NetError) -> [Value] {
        if let firstFailure { _ = try results[firstFailure].get() }
        var values: [Value] = []
        for result in results { values.append(try result.get()) }
        return values
    }
}
