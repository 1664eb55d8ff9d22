// The position of a queued task. Displays compute it: the engine reports no positions, because each task that
// leaves the queue would change the positions of all others.

/// Orders the tasks that wait for a slot: by priority, then by age, the oldest first. The index in that order
/// is a task's position. Its real position can be better for one host or group. Sometimes an old task of low
/// priority goes earlier (see ``CallPriority``).
public struct QueueTurn: Sendable, Hashable, Comparable {
    /// The call's priority: a higher one goes first.
    public let priority: CallPriority
    /// The task's number. Within one priority, the lower number is older and goes first.
    public let id: TaskID

    /// The turn of a waiting task.
    public init(priority: CallPriority, id: TaskID) {
        self.priority = priority
        self.id = id
    }

    public static func < (a: QueueTurn, b: QueueTurn) -> Bool { (b.priority, a.id) < (a.priority, b.id) }
}

extension TaskRow {
    /// Its turn while it waits for a slot; `nil` otherwise, also for a call that waits
    /// for the work of another task.
    public var turn: QueueTurn? {
        state == .queued && joined == nil && [.call, .refresh].contains(info.kind)
            ? QueueTurn(priority: info.priority, id: id) : nil
    }
}

extension TaskSnapshot {
    /// The tasks that wait for a slot, the next one first.
    public var queue: [TaskID] { live.compactMap(\.turn).sorted().map(\.id) }
}
