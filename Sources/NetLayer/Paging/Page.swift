// One page as a caller gets it, and where its pager stands.

/// Whether another page follows.
public enum HasMore: String, Sendable, Hashable {
    case yes, no
    /// Nothing says no: the next page may be empty.
    case unknown
}

/// One page of a list.
public struct Page<Item: Sendable>: Sendable {
    /// Its place in the list, from 1, whatever the interface counts from.
    public let number: Int
    /// What it brought that no earlier page had.
    public let items: [Item]
    /// How many of its items earlier pages had already: they are left out.
    public let duplicates: Int
    /// Whether another page follows it.
    public let hasMore: HasMore
    /// How many items the whole list has, when the interface says so.
    public let total: Int?
    /// The answer as it came.
    public let response: RawResponse
}

/// How much of a list is read, and from whom.
public struct PageLimits: Sendable, Hashable {
    /// After so many pages the list ends as ``PageEnd/maximumPages``; `nil` is no limit.
    public var pages: Int?
    /// After so many items the list ends as ``PageEnd/maximumItems``; what is more of the last page is left out.
    public var items: Int?
    /// A next page's URL may lead to another origin than the service's. It gets none of the credentials. From https to http is never allowed.
    public var allowsForeignHosts: Bool

    /// No limits, and the service's own hosts.
    public init(pages: Int? = nil, items: Int? = nil, allowsForeignHosts: Bool = false) {
        self.pages = pages
        self.items = items
        self.allowsForeignHosts = allowsForeignHosts
    }
}

/// What a pager is doing.
public enum PagerState: Sendable, Hashable {
    /// What a load is for.
    public enum Load: String, Sendable, Hashable { case refresh, more, jump }

    /// Another page can be asked for.
    case idle
    /// A load is in the air. What an older generation brings is dropped.
    case loading(Load, generation: UInt64)
    /// There is no next page; ``PagerStatus/ending`` says why.
    case exhausted
    /// The last load of that page failed; nothing else changed, and it can be asked for again.
    case failed(page: Int, NetError.Kind)
}

/// Everything that can be said of a pager at one moment (HH-P1, CT-G1).
public struct PagerStatus: Sendable, Hashable {
    /// What it is doing.
    public let state: PagerState
    /// The newest page that is there, from 1; 0 before the first. Moves on success only.
    public let currentPage: Int
    /// How many items a page has: as asked for, or as this server makes its pages.
    public let pageSize: Int
    /// How many items are there.
    public let itemCount: Int
    /// How many items came more than once and were left out.
    public let duplicates: Int
    /// How many items the whole list has, when the interface says so.
    public let total: Int?
    /// How many pages the whole list has, when the interface says so or it follows from ``total`` (HH-P3).
    public let maxPage: Int?
    /// Whether another page follows the newest.
    public let hasMore: HasMore
    /// Why the list ends; `nil` while it may go on.
    public let ending: PageEnd?
    /// When the newest load started, since the client did.
    public let requestedAt: Duration?

    /// No page after the first is there.
    public var isFirstPage: Bool { currentPage <= 1 }
    /// The newest page is the last.
    public var isLastPage: Bool { hasMore == .no }
}
