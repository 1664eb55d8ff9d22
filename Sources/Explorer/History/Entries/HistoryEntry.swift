// One finished task in the history. The caller has removed the secrets; the history does not search for any.

/// How a task ended.
public enum HistoryState: String, Sendable, Hashable, CaseIterable {
    /// With a successful response.
    case succeeded
    /// With an error, or a response that counts as one.
    case failed
    /// By the user, or by the end of the program.
    case cancelled
}

/// One finished task.
///
/// Callers must remove secrets from all texts. A text above 64 KB is truncated, and then ends in `…`; a text
/// with a NUL ends before it.
public struct HistoryEntry: Sendable, Hashable, Identifiable {
    /// Unique among all programs that write this history. An entry whose id exists
    /// already is not written again.
    public var id: HistoryID
    /// The title for people: `GET /items`.
    public var title: String
    /// The method as sent: `GET`.
    public var method: String
    /// The URL with its query, redacted.
    public var url: String
    /// When the task began: milliseconds since 1970 by the wall clock, 0 or more.
    public var started: Int64
    /// How long it took, in milliseconds; `nil` if unknown. Default `nil`.
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
    /// The service of the last response. Default `nil`.
    public var service: String?
    /// The response's status, 100 to 599; `nil` without a response. Default `nil`.
    public var status: Int?
    /// How it ended. Default ``HistoryState/succeeded``.
    public var state: HistoryState
    /// The kind of the error, by its name in the program: `connect`. Default `nil`.
    public var errorKind: String?
    /// The error for people. Default `nil`.
    public var errorText: String?
    /// The number of attempts, 0 or more. Default 1.
    public var attempts: Int
    /// Sent bytes on the wire, including heads. Default 0.
    public var bytesSent: Int64
    /// Received bytes on the wire, including heads. Default 0.
    public var bytesReceived: Int64
    /// The name of the saved request, if it was one. Default `nil`.
    public var savedName: String?
    /// A value that the members of one group or chain share. Default `nil`.
    public var group: String?
    /// Whether the bytes of a body are not stored, or no longer stored; ``HistoryBody/Content/absent(_:)``
    /// says why. Set by the store. Default `false`.
    public internal(set) var hasLostBody: Bool
    /// The messages on the wire. `nil` in lists, which leave it out, and in an entry that is written without
    /// one; an entry that is read by its id always has one. Default `nil`.
    public var exchange: HistoryExchange?

    /// Creates an entry; each parameter sets the property of its name.
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
