// A task that ended before it came to this client, such as an entry of an archive: only its row is left to add.

/// The record of a task whose work was done elsewhere, and has ended.
package struct EndedTask: Sendable {
    /// The facts of its row. It belongs to no group, chain or scope.
    package var info: TaskInfo
    /// How it ended. A state without an end counts as ``TaskState/failed``.
    package var state: TaskState
    /// ``TaskRow/reason``: empty after a success.
    package var reason = ""
    /// ``TaskRow/errorKind``: `nil` after a success.
    package var errorKind: String?
    /// When it was opened, since the client's start: negative for a task that is older than the client.
    package var openedAt: Duration
    /// When it ended, since the client's start.
    package var endedAt: Duration
    /// Its requests with their responses, the oldest first. Each has its own start, since the client's start.
    package var exchanges: [ExchangeRecord]

    /// By default a success.
    package init(
        _ info: TaskInfo, state: TaskState = .succeeded, openedAt: Duration, endedAt: Duration, exchanges: [ExchangeRecord]
    ) {
        self.info = info
        self.state = state
        self.openedAt = openedAt
        self.endedAt = endedAt
        self.exchanges = exchanges
    }
}

extension NetClient {
    /// Adds the row of a task that ended before, in one step. Nothing is sent, no hook runs, and no service counts
    /// the outcome.
    /// - Returns: the number of the row.
    @discardableResult
    package func addEnded(_ task: EndedTask) -> TaskID { taskRegistry.recordEnded(task) }
}
