// A list as far as it has been read.

/// The list as far as it has been read.
struct PageRun<Item: Sendable>: Sendable {
    var next: PageNext
    /// The newest page that has landed, from 1.
    var ordinal = 0
    /// Which service answered it.
    var service = ""
    /// How many have landed: fewer than `ordinal` after a jump.
    var pages = 0
    /// How many items these had.
    var received = 0
    /// How many of them were new, and within the limit.
    var taken = 0
    /// Empty where they are not kept.
    var items: [Item] = []
    /// The identities of all items.
    var seen: Set<String> = []
    /// The places of all pages.
    var visited: Set<PageSpot> = []
    var duplicates = 0
    var total: Int?
    var pageCount: Int?
    /// How many items a page has as this server makes them.
    var served: Int
    /// Where the list would go on if it were allowed.
    var refused: PageSpot?

    init(_ style: PagingStyle) {
        next = .maybe(style.firstSpot)
        served = style.size
    }

    /// There is nothing more. A list that would go on where it must not is not over.
    var isOver: Bool {
        switch next {
        case .more, .maybe, .end(.loop), .end(.foreignHost), .end(.badURL), .end(.maximumPages), .end(.maximumItems): false
        case .end(.last), .end(.emptyPage), .end(.nowhere): true
        }
    }

    /// Ends a list that would go on.
    mutating func cut(_ end: PageEnd) {
        switch next {
        case .more, .maybe: next = .end(end)
        case .end: break
        }
    }
}
