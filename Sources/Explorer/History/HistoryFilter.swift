// Selects entries for a list, a count or a deletion.

import FilterLanguage

/// Selects entries. An entry matches when it matches each given property; an empty
/// filter matches all entries.
public struct HistoryFilter: Sendable, Hashable {
    /// A filter as the user wrote it. A word must occur, ignoring case, in the title, URL, endpoint, API,
    /// environment, name of the saved request or text of the error. Of a text with more than 1,000 characters,
    /// the first 1,000 count. Default: matches everything.
    public var terms: FilterExpression
    /// Whether a word of ``terms`` may occur in a body instead. In bodies, case is ignored only for ASCII
    /// letters. Default `false`.
    public var inBodies: Bool
    /// The status is in this range. Default `nil`: any status, or none.
    public var status: ClosedRange<Int64>?
    /// The method as sent: `GET`. Default `nil`: any.
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
    /// The earliest start of a task, in milliseconds since 1970, inclusive. Default `nil`.
    public var since: Int64?
    /// The latest start of a task, in milliseconds since 1970, exclusive. Default `nil`.
    public var until: Int64?

    /// Creates a filter; each parameter sets the property of its name.
    public init(
        terms: FilterExpression = FilterExpression(), inBodies: Bool = false, status: ClosedRange<Int64>? = nil,
        method: String? = nil, state: HistoryState? = nil, workspace: String? = nil, api: String? = nil,
        environment: String? = nil, endpoint: String? = nil, group: String? = nil, since: Int64? = nil, until: Int64? = nil
    ) {
        self.terms = terms
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

    /// Whether it matches all entries.
    var isEmpty: Bool {
        var other = self
        other.inBodies = false
        return other == HistoryFilter()
    }
}

/// The position in a list from which the next page continues.
public struct HistoryCursor: Sendable, Hashable {
    let place: Int64
}

/// A page of a list, newest first.
public struct HistoryPage: Sendable, Hashable {
    /// The entries, without their exchanges.
    public var entries: [HistoryEntry]
    /// The start of the next page; `nil` at the end. A page may be short, and even empty, and have a next
    /// one: a call reads a bounded number of rows, so that each call is fast.
    public var next: HistoryCursor?
}

/// The number of entries that match a filter.
public struct HistoryCount: Sendable, Hashable {
    /// The number of matches found.
    public var number: Int
    /// Whether all rows were checked; if not, there may be more matches.
    public var isComplete: Bool
}
