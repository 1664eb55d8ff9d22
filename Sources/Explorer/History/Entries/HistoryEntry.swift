// One finished task, as the history keeps it. The caller has taken the secrets out; nothing here looks for any.

/// How a task ended.
public enum HistoryState: String, Sendable, Hashable, CaseIterable {
    /// With an answer that counts as one.
    case succeeded
    /// With an error, or an answer that counts as one.
    case failed
    /// By the user, or by the program's end.
    case cancelled
}

/// One finished task.
///
/// Texts are free of secrets when they come here. A text above 64 KB is cut, and ends in `…` then; one with a NUL ends before it.
public struct HistoryEntry: Sendable, Hashable, Identifiable {
    /// Unique among all programs that write this history. An entry whose number is there already is not written again.
    public var id: HistoryID
    /// For people: `GET /items`.
    public var title: String
    /// As sent: `GET`.
    public var method: String
    /// With its query, redacted.
    public var url: String
    /// When the task began: milliseconds since 1970 by the wall clock, 0 or more.
    public var started: Int64
    /// How long it took, in milliseconds; `nil` when that is not known. Default `nil`.
    public var duration: Int64?
    /// The name of the workspace. Default `nil`.
    public var workspace: String?
    /// The name of the API. Default `nil`.
    public var api: String?
    /// The name of the environment. Default `nil`.
    public var environment: String?
    /// The name of the account, never a credential. Default `nil`.
    public var account: String?
    /// The endpoint's id in its description. Default `nil`: a request without a description.
    public var endpoint: String?
    /// The service that answered last. Default `nil`.
    public var service: String?
    /// The answer's status, 100 to 599; `nil` without an answer. Default `nil`.
    public var status: Int?
    /// How it ended. Default ``HistoryState/succeeded``.
    public var state: HistoryState
    /// The kind of the error by its name in the program: `connect`. Default `nil`.
    public var errorKind: String?
    /// The error for people. Default `nil`.
    public var errorText: String?
    /// How many attempts were made, 0 or more. Default 1.
    public var attempts: Int
    /// Bytes on the wire, heads included. Default 0.
    public var bytesSent: Int64
    /// Bytes on the wire, heads included. Default 0.
    public var bytesReceived: Int64
    /// The name of the saved request that this was. Default `nil`.
    public var savedName: String?
    /// What the members of one group or chain have in common. Default `nil`.
    public var group: String?
    /// Whether a body that there was is not kept, or no longer; ``HistoryBody/Content/absent(_:)`` says why. Set by the store. Default `false`.
    public internal(set) var hasLostBody: Bool
    /// What went over the wire. `nil` in lists, which leave it out, and in an entry that is written without; an entry read by its
    /// id always has one. Default `nil`.
    public var exchange: HistoryExchange?

    /// An entry; each parameter is the property of its name.
    public init(
        id: HistoryID = HistoryID(), title: String, method: String, url: String, started: Int64, duration: Int64? = nil,
        workspace: String? = nil, api: String? = nil, environment: String? = nil, account: String? = nil, endpoint: String? = nil,
        service: String? = nil, status: Int? = nil, state: HistoryState = .succeeded, errorKind: String? = nil,
        errorText: String? = nil, attempts: Int = 1, bytesSent: Int64 = 0, bytesReceived: Int64 = 0, savedName: String? = nil,
        group: String? = nil, exchange: HistoryExchange? = nil
    ) {
        self.id = id
        self.title = title
        self.method = method
        self.url = url
        self.started = started
        self.duration = duration
        self.workspace = workspace
        self.api = api
        self.environment = environment
        self.account = account
        self.endpoint = endpoint
        self.service = service
        self.status = status
        self.state = state
        self.errorKind = errorKind
        self.errorText = errorText
        self.attempts = attempts
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        self.savedName = savedName
        self.group = group
        self.exchange = exchange
        hasLostBody = false
    }
}
