// Which entries are meant: in a list, in a count, in a deletion.

/// Which entries are meant. An entry fits when it fits each thing that is given; an empty filter fits all.
public struct HistoryFilter: Sendable, Hashable {
    /// Statuses.
    public enum Status: Sendable, Hashable {
        case exactly(Int)
        /// All of one hundred: 5 for 500 to 599.
        case hundred(Int)
    }

    /// All must occur, in upper or lower case, in title, URL, endpoint, API, environment, name of the saved request or text of the
    /// error. Empty words count as none, of a word above 1,000 characters the first 1,000 count. Default none.
    public var words: [String]
    /// Whether a word may occur in a body instead; there only ASCII letters are the same in upper and lower case. Default `false`.
    public var inBodies: Bool
    /// Default `nil`: any, or none.
    public var status: Status?
    /// As sent: `GET`. Default `nil`: any.
    public var method: String?
    /// Default `nil`: any.
    public var state: HistoryState?
    /// Default `nil`: any.
    public var workspace: String?
    /// Default `nil`: any.
    public var api: String?
    /// Default `nil`: any.
    public var environment: String?
    /// The endpoint's id. Default `nil`: any.
    public var endpoint: String?
    /// Members of this group or chain. Default `nil`: any.
    public var group: String?
    /// The first millisecond since 1970 in which a task may have begun. Default `nil`.
    public var since: Int64?
    /// The first millisecond since 1970 in which it may no longer have begun. Default `nil`.
    public var until: Int64?

    /// A filter; each parameter is the property of its name.
    public init(
        words: [String] = [], inBodies: Bool = false, status: Status? = nil, method: String? = nil, state: HistoryState? = nil,
        workspace: String? = nil, api: String? = nil, environment: String? = nil, endpoint: String? = nil, group: String? = nil,
        since: Int64? = nil, until: Int64? = nil
    ) {
        self.words = words
        self.inBodies = inBodies
        self.status = status
        self.method = method
        self.state = state
        self.workspace = workspace
        self.api = api
        self.environment = environment
        self.endpoint = endpoint
        self.group = group
        self.since = since
        self.until = until
    }

    /// Whether it fits everything.
    var isEmpty: Bool {
        var other = self
        other.inBodies = false
        other.words.removeAll(where: \.isEmpty)
        return other == HistoryFilter()
    }
}

/// Where a list goes on: after the entry that it was taken from.
public struct HistoryCursor: Sendable, Hashable {
    let place: Int64
}

/// A part of a list, newest first.
public struct HistoryPage: Sendable, Hashable {
    /// Without their exchanges.
    public var entries: [HistoryEntry]
    /// Where the next part begins; `nil` at the end. A part may be short, and even empty, and have a next one: a call looks at a
    /// bounded number of rows, so that each answers fast.
    public var next: HistoryCursor?
}

/// How many entries fit a filter.
public struct HistoryCount: Sendable, Hashable {
    /// As many as were found.
    public var number: Int
    /// Whether all were looked at; if not, there may be more.
    public var isComplete: Bool
}
