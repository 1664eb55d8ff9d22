// The history as values: orders and events. The runtime stores it.

import NetLayer

/// A search in the history.
public struct HistoryQuery: Sendable, Hashable {
    /// Words that all must occur; empty finds everything.
    public var text: String
    /// Rises with each query of a dialog: results of an older one are dropped.
    public var number: Int
}

/// Orders for the history.
public enum HistoryOrder: Sendable, Hashable {
    case list(HistoryQuery)
    /// Opens a complete entry; its body is then stored under this number.
    case open(PastRequest.ID, as: TaskID, PastUse)
    /// Hides an entry, and lists again. Until the deletion of that number is final, it can be taken back.
    case delete(PastRequest.ID, HistoryQuery, as: Int)
    /// Hides all entries, and lists again.
    case clear(HistoryQuery, as: Int)
    /// Takes a deletion back, and lists again where a query is given.
    case restore(Int, HistoryQuery?)
    /// Deletes the hidden entries of a deletion from the file.
    case makeFinal(Int)
}

/// The purpose of opening an entry.
public enum PastUse: Sendable, Hashable {
    /// Shows its response.
    case show
    /// Sends its request again.
    case resend
    /// Compares its response with the one that the request gets now.
    case compare
}

/// Events of the history.
public enum HistoryNews: Sendable {
    /// - Parameters:
    ///   - isWhole: there are no more matching entries.
    ///   - now: since 1970-01-01 UTC.
    case listed(HistoryQuery, [PastRequest], isWhole: Bool, now: Duration)
    case opened(PastExchange, PastUse, Answer)
    /// The entries of the deletion of that number are hidden.
    case deleted(Int, count: Int)
    /// The history cannot be read or changed, with the reason.
    case failed(String)
    /// Nothing is recorded here, with the reason.
    case off(String)
}

/// A past request, for a list.
public struct PastRequest: Sendable, Hashable, Identifiable {
    /// As the history names it.
    public var id: String
    /// Since 1970-01-01 UTC.
    public var started: Duration
    public var method: String
    public var url: String
    public var status: Int?
    /// In place of a status: the kind of error, or the outcome.
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

/// A past request with its response, whose body is stored under a number of its own.
public struct PastExchange: Sendable {
    public var task: TaskID
    /// The age of the request when the entry was opened.
    public var age: Duration
    public var duration: Duration?
    public var service: String
    /// Request and response as they were stored: first lines and header fields.
    public var heads: [String]
    /// The plan that sends it again; `nil` when it was not stored completely.
    public var plan: RequestPlan?
    /// Why there is no plan.
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

    /// The number of the n-th opened entry. The engine never reaches it, and the
    /// outputs of programs begin above.
    static func task(_ number: Int) -> TaskID { TaskID(1 << 62 + UInt64(number)) }
}
