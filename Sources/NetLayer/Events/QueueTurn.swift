// A queued task's place in the line, worked out by whoever shows it: the engine tells no places, because each that goes would change all others'.

/// Sorts those that wait for a slot: by priority, the oldest first within one. A task's place is its position in that order; for one host
/// or group it may be better, and now and then an old task of low priority is let in between (see ``CallPriority``).
public struct QueueTurn: Sendable, Hashable, Comparable {
    /// The call's priority: the higher goes first.
    public let priority: CallPriority
    /// The task's number: of one priority the lower, which is the older, goes first.
    public let id: TaskID

    /// The turn of a task that waits.
    public init(priority: CallPriority, id: TaskID) {
        self.priority = priority
        self.id = id
    }

    public static func < (a: QueueTurn, b: QueueTurn) -> Bool { (b.priority, a.id) < (a.priority, b.id) }
}

extension TaskRow {
    /// Its turn while it waits for a slot; `nil` otherwise, also for a call that waits for the work of another.
    public var turn: QueueTurn? {
        state == .queued && joined == nil && [.call, .refresh].contains(info.kind)
            ? QueueTurn(priority: info.priority, id: id) : nil
    }
}

extension TaskSnapshot {
    /// The tasks that wait for a slot, the next one first.
    public var queue: [TaskID] { live.compactMap(\.turn).sorted().map(\.id) }
}
