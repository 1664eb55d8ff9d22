// Events for observers: numbered facts in the past tense, each with the row at that moment.

/// One fact about one task.
public struct NetEvent: Sendable {
    /// What happened. The raw value is the word in JSON.
    ///
    /// `attempt` also reports the second copy of a request: see ``TaskRow/hedge``.
    public enum Kind: String, Sendable {
        case queued, attempt, phase, progress, redirected, ended
        /// It will be retried: ``TaskRow/retry`` says when and why.
        case retry
        /// A member of this group or chain has ended: ``TaskRow/members``.
        case member
        /// A decision that has changed nothing else yet: ``NetEvent/decision``.
        case decided
    }

    /// The number of the event; it rises by one with every event of a client. Progress events may be merged
    /// for a slow observer, state changes never.
    public let seq: UInt64
    /// Time since the client's start.
    public let time: Duration
    /// The kind of the event.
    public let kind: Kind
    /// The task after the event.
    public let row: TaskRow

    /// The decision that caused this event, with its reason; `nil` for an event without a decision.
    public var decision: Decision? { row.decisions.last.flatMap { $0.seq == seq ? $0.decision : nil } }
}

/// The full state at one moment; it includes event ``seq``.
public struct TaskSnapshot: Sendable {
    /// ``NetEvent/seq`` of the last event that the snapshot includes; 0 before the first.
    public let seq: UInt64
    /// When the snapshot was made, on the client's clock.
    public let time: Duration
    /// Tasks that have not ended, by id.
    public let live: [TaskRow]
    /// The newest ended tasks, in the order in which they ended.
    public let ended: [TaskRow]
    /// The totals at that moment.
    public let counters: TaskCounters
}

/// Totals since the client was created.
public struct TaskCounters: Sendable, Hashable {
    /// Tasks that got a row.
    public internal(set) var opened = 0
    /// Tasks that ended as ``TaskState/succeeded``.
    public internal(set) var succeeded = 0
    /// Tasks that ended as ``TaskState/failed``.
    public internal(set) var failed = 0
    /// Tasks that ended as ``TaskState/timedOut(_:)``.
    public internal(set) var timedOut = 0
    /// Tasks that ended as ``TaskState/cancelled(_:)``.
    public internal(set) var cancelled = 0
    /// Tasks that ended as ``TaskState/superseded``.
    public internal(set) var superseded = 0
    /// Results that arrived after their task had ended. They are dropped, and counted here.
    public internal(set) var late = 0

    /// Totals before the first event.
    public init() {}

    mutating func count(_ state: TaskState) {
        switch state {
        case .queued, .running, .retrying: break
        case .succeeded: succeeded += 1
        case .failed: failed += 1
        case .timedOut: timedOut += 1
        case .cancelled: cancelled += 1
        case .superseded: superseded += 1
        }
    }

    /// Tasks that have ended, in any state.
    public var ended: Int { succeeded + failed + timedOut + cancelled + superseded }
}

/// The events that an observer receives at one wake-up.
public enum EventBatch: Sendable {
    /// Comes at the start of an observation, and whenever this observer is so far behind that events were
    /// left out. Replace all known state by it. Events continue with `seq + 1`.
    case snapshot(TaskSnapshot)
    /// The events since the last batch, in the order of their numbers.
    case events([NetEvent])
}
