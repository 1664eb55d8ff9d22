// Which tasks are meant, as a value: nothing of the caller's runs under the client's lock.

/// Names live tasks, to be cancelled or counted in one step.
public enum TaskSelection: Sendable, Hashable {
    /// Those with these numbers.
    case ids([TaskID])
    /// All calls of one endpoint, by ``RequestPlan/id`` (HH-D4).
    case endpoint(String)
    /// All calls whose ``CallPolicies/tag`` names this scope.
    case tag(String)
    /// The direct members of a group or chain.
    case members(of: TaskID)
    /// All that a ``RequestScope`` or ``RequestOwner`` has started.
    case scope(ScopeID)
    /// Every one that has not ended.
    case all
}

/// The number of a scope: never used again in the life of a client.
public struct ScopeID: Sendable, Hashable {
    let number: UInt64
}
