// A selection of tasks, as a value: no code of the caller runs under the client's lock.

/// Selects live tasks, to be cancelled or counted in one step.
public enum TaskSelection: Sendable, Hashable {
    /// Tasks with these numbers.
    case ids([TaskID])
    /// All calls of one endpoint, by ``RequestPlan/id``.
    case endpoint(String)
    /// All calls whose ``CallPolicies/tag`` names this scope.
    case tag(String)
    /// The direct members of a group or chain.
    case members(of: TaskID)
    /// All tasks that a ``RequestScope`` or ``RequestOwner`` has started.
    case scope(ScopeID)
    /// Every task that has not ended.
    case all
}
