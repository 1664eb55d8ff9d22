// One page for a caller, and the status of its pager.

/// Whether another page follows.
public enum HasMore: String, Sendable, Hashable {
    case yes, no
    /// The response does not say: the next page may be empty.
    case unknown
}

/// One page of a list.
public struct Page<Item: Sendable>: Sendable {
    /// Its place in the list, from 1, whatever number the interface begins with.
    public let number: Int
    /// Its items, without those of earlier pages.
    public let items: [Item]
    /// How many of its items earlier pages had already: they are left out.
    public let duplicates: Int
    /// Whether another page follows it.
    public let hasMore: HasMore
    /// How many items the whole list has, when the interface says so.
    public let total: Int?
    /// The unchanged response.
    public let response: RawResponse
}

/// Limits on reading a list: how much, and from which hosts.
public struct PageLimits: Sendable, Hashable {
    /// The highest number of pages; then the list ends as ``PageEnd/maximumPages``. `nil` is no limit.
    public var pages: Int?
    /// The highest number of items; then the list ends as ``PageEnd/maximumItems``, and further items of the
    /// last page are left out. `nil` is no limit.
    public var items: Int?
    /// Whether a next page's URL may lead to another origin than the service's. That origin gets none of the
    /// credentials. A ``RedirectPolicy`` may refuse it, and decides whether it may leave https.
    public var allowsForeignHosts: Bool

    /// No limits, and only the service's own hosts.
    public init(pages: Int? = nil, items: Int? = nil, allowsForeignHosts: Bool = false) {
        self.pages = pages
        self.items = items
        self.allowsForeignHosts = allowsForeignHosts
    }
}

/// The state of a pager.
public enum PagerState: Sendable, Hashable {
    /// The purpose of a load.
    public enum Load: String, Sendable, Hashable { case refresh, more, jump }

    /// Another page can be loaded.
    case idle
    /// A load is in flight. Responses of older generations are dropped.
    case loading(Load, generation: UInt64)
    /// There is no next page; ``PagerStatus/ending`` says why.
    case exhausted
    /// The last load of that page failed; nothing else changed, and the page can be loaded again.
    case failed(page: Int, NetError.Kind)
}

/// The status of a pager at one moment.
public struct PagerStatus: Sendable, Hashable {
    /// Its state.
    public let state: PagerState
    /// The newest loaded page, from 1; 0 before the first. Changes on success only.
    public let currentPage: Int
    /// How many items a page has: as requested, or as this server divides its list.
    public let pageSize: Int
    /// How many items are loaded.
    public let itemCount: Int
    /// How many repeated items were left out.
    public let duplicates: Int
    /// How many items the whole list has, when the interface says so.
    public let total: Int?
    /// How many pages the whole list has, when the interface says so or it follows from ``total``.
    public let maxPage: Int?
    /// Whether another page follows the newest.
    public let hasMore: HasMore
    /// Why the list ends; `nil` while it may go on.
    public let ending: PageEnd?
    /// When the newest load started, since the client's start.
    public let requestedAt: Duration?

    /// No page after the first is loaded.
    public var isFirstPage: Bool { currentPage <= 1 }
    /// The newest page is the last.
    public var isLastPage: Bool { hasMore == .no }
}
