// The part of a list that has been read.

/// The part of a list that has been read.
struct PageRun<Item: Sendable>: Sendable {
    var next: PageNext
    /// The newest loaded page, from 1.
    var ordinal = 0
    /// The service that served it.
    var service = ""
    /// How many pages were loaded: fewer than `ordinal` after a jump.
    var pages = 0
    /// How many items these pages had.
    var received = 0
    /// How many of the items were new, and within the limit.
    var taken = 0
    /// Empty where the pager stores no items.
    var items: [Item] = []
    /// The identities of all items.
    var seen: Set<String> = []
    /// What the pages had, in short.
    var marks = PageMemory()
    /// The places of all pages.
    var visited: Set<PageSpot> = []
    var duplicates = 0
    var total: Int?
    var pageCount: Int?
    /// How many items a page of this server has.
    var served: Int
    /// Where the list would continue if that were allowed.
    var refused: PageSpot?

    init(_ style: PagingStyle) {
        next = .maybe(style.firstSpot)
        served = style.size
    }

    /// Nothing follows. A list that must not continue is not over.
    var isOver: Bool {
        switch next {
        case .end(.last), .end(.emptyPage), .end(.nowhere): true
        default: false
        }
    }

    /// Ends a list that would continue.
    mutating func truncate(_ end: PageEnd) {
        switch next {
        case .more, .maybe: next = .end(end)
        case .end: break
        }
    }
}
