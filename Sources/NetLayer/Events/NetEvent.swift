// What observers are told: numbered facts in the past tense, each with the row as it stood then.

/// One fact about one task.
public struct NetEvent: Sendable {
    /// What happened. The raw value is the word in JSON.
    ///
    /// An attempt is also told when the second copy of a request goes out: ``TaskRow/hedge``.
    public enum Kind: String, Sendable {
        case queued, attempt, phase, progress, redirected, ended
        /// It will be tried again: ``TaskRow/retry`` says when and why.
        case retry
        /// A member of this group or chain has ended: ``TaskRow/members``.
        case member
        /// Something was decided that changed nothing else yet: ``NetEvent/decision``.
        case decided
    }

    /// Numbers rise by one with every event of a client. Progress may be merged on its way to a slow observer, state changes never are.
    public let seq: UInt64
    /// Since the client's start.
    public let time: Duration
    /// What happened.
    public let kind: Kind
    /// The task as it stood after the event.
    public let row: TaskRow

    /// The decision that this event comes of, with its reason; `nil` for what merely happened.
    public var decision: Decision? { row.decisions.last.flatMap { $0.seq == seq ? $0.decision : nil } }
}

/// Everything there is to know at one moment; true up to and including event ``seq``.
public struct TaskSnapshot: Sendable {
    /// ``NetEvent/seq`` of the last event that is in it; 0 before the first.
    public let seq: UInt64
    /// When it was made, on the client's clock.
    public let time: Duration
    /// Tasks that have not ended, by id.
    public let live: [TaskRow]
    /// The newest ended tasks, in the order in which they ended.
    public let ended: [TaskRow]
    /// Totals up to that moment.
    public let counters: TaskCounters
}

/// Totals since the client was made.
public struct TaskCounters: Sendable, Hashable {
    /// Tasks that were given a row.
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
    /// Results that arrived after their task had ended: dropped, and counted here.
    public internal(set) var late = 0

    /// Nothing has happened.
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

    /// Tasks that have ended, however.
    public var ended: Int { succeeded + failed + timedOut + cancelled + superseded }
}

/// What an observer receives at one wake-up.
public enum EventBatch: Sendable {
    /// The start of an observation, and again when this observer fell so far behind that events had to be left out:
    /// replace everything known by this. Events go on with `seq + 1`.
    case snapshot(TaskSnapshot)
    /// What happened since the last batch, in the order of the numbers.
    case events([NetEvent])
}
