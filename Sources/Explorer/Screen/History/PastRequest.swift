// The history as values: what is asked of it, what it answers. Who keeps it is outside.

import NetLayer

/// What of the history is looked for.
public struct HistoryQuery: Sendable, Hashable {
    /// Words that all must occur; empty finds everything.
    public var text: String
    /// Rises with each query of a dialog: an answer to an older one is not for it any more.
    public var number: Int
}

/// What is wanted of the history.
public enum HistoryOrder: Sendable, Hashable {
    case list(HistoryQuery)
    /// Bring the whole of an entry; its body is kept under this number then.
    case open(PastRequest.ID, as: TaskID, PastUse)
    /// Delete an entry, and list again.
    case delete(PastRequest.ID, HistoryQuery)
    /// Delete all entries, and list again.
    case clear(HistoryQuery)
}

/// What an entry is opened for.
public enum PastUse: Sendable, Hashable {
    /// To look at its answer.
    case show
    /// To send its request again.
    case resend
    /// To look at what differs between its answer and the one that the request is given now.
    case compare
}

/// What the history has to say.
public enum HistoryNews: Sendable {
    /// - Parameters:
    ///   - isWhole: there are no more that fit.
    ///   - now: since 1970-01-01 UTC.
    case listed(HistoryQuery, [PastRequest], isWhole: Bool, now: Duration)
    case opened(PastExchange, PastUse, Answer)
    /// It cannot be read or changed, and why.
    case failed(String)
    /// Nothing is recorded here, and why.
    case off(String)
}

/// A request of the past, for a list.
public struct PastRequest: Sendable, Hashable, Identifiable {
    /// As the history names it.
    public var id: String
    /// Since 1970-01-01 UTC.
    public var started: Duration
    public var method: String
    public var url: String
    public var status: Int?
    /// In place of a status: the kind of error, or how it ended.
    public var outcome: String
    public var hasSucceeded: Bool
    public var duration: Duration?
    public var api: String
    public var environment: String

    public init(
        id: String, started: Duration, method: String, url: String, status: Int?, outcome: String, hasSucceeded: Bool,
        duration: Duration?, api: String, environment: String
    ) {
        self.id = id
        self.started = started
        self.method = method
        self.url = url
        self.status = status
        self.outcome = outcome
        self.hasSucceeded = hasSucceeded
        self.duration = duration
        self.api = api
        self.environment = environment
    }
}

/// A request of the past with its answer, whose body is kept under a number of its own.
public struct PastExchange: Sendable {
    public var task: TaskID
    /// How long ago it was, when it was opened.
    public var age: Duration
    public var duration: Duration?
    public var service: String
    /// Request and answer as they were kept: first lines and header fields.
    public var heads: [String]
    /// What sends it again; `nil` when not all of it was kept.
    public var plan: RequestPlan?
    /// Why there is none.
    public var whyNoPlan: String

    public init(
        task: TaskID, age: Duration, duration: Duration?, service: String, heads: [String], plan: RequestPlan?, whyNoPlan: String
    ) {
        self.task = task
        self.age = age
        self.duration = duration
        self.service = service
        self.heads = heads
        self.plan = plan
        self.whyNoPlan = whyNoPlan
    }

    /// The number of the n-th that is opened. The engine never comes this far, and the outputs of programs begin above.
    static func task(_ number: Int) -> TaskID { TaskID(1 << 62 + UInt64(number)) }
}
