// The facts that a page's response states about its list, and the conclusion: is there
// another page, and where.

import Document

/// The facts that a response states about the list, apart from its items.
struct PageFacts: Sendable, Hashable {
    /// How many items the page had, including those that were left out.
    var count: Int
    /// The cursor, URL or key of the next page, where the style reads one.
    var next: PageSpot?
    var total: Int?
    var pageCount: Int?
    var hasMore: Bool?
    /// The response's URL.
    var url: URI

    init(count: Int, next: PageSpot? = nil, total: Int? = nil, pageCount: Int? = nil, hasMore: Bool? = nil, url: URI) {
        self.count = count
        self.next = next
        self.total = total
        self.pageCount = pageCount
        self.hasMore = hasMore
        self.url = url
    }

    /// - Throws: an error when the body must be read and is not JSON, or when an item has no key.
    init(_ page: PageContent, count: Int, style: PagingStyle) throws {
        if style.readsBody, let problem = page.problem { throw problem }
        self.init(count: count, url: page.response.url)
        total = style.totals.lazy.compactMap { $0.readCount(in: page) }.first
        pageCount = style.pageCounts.lazy.compactMap { $0.readCount(in: page) }.first
        hasMore = style.moreFlags.lazy.compactMap { $0.readFlag(in: page) }.first
        switch style.turn {
        case .page, .offset: break
        case .cursor(_, let place): next = place.readToken(in: page).map { .value($0) }
        case .link: next = PageLinks(page.response.head, at: url).next.map { Self.followed($0, url) }
        case .nextURL(let place): next = place.readToken(in: page).map { Self.followed(url.resolving(URI($0)), url) }
        case .keyset(_, let key):
            guard let last = try page.elements().last else { break }
            guard let node = last.resolve(pointer: key), node.kind == .string || node.kind == .number else {
                throw PageProblem("the last item has no key at \(key)")
            }
            next = .value(node.displayText)
        }
    }

    /// As in a redirect, a user in the URL stays within the origin, and the fragment is dropped.
    private static func followed(_ target: URI, _ url: URI) -> PageSpot {
        var target = target
        if target.origin == url.origin { target.keepUser(of: url) }
        target.fragment = nil
        return .url(target)
    }
}

/// Why a list ends where it does.
public enum PageEnd: Sendable, Hashable {
    /// The response said, or its length showed, that nothing follows.
    case last
    /// The page after the last one was requested, and was empty.
    case emptyPage
    /// The response said that more follows, but not where.
    case nowhere
    /// Cut by ``PageLimits/pages``; the server has more, or may have.
    case maximumPages
    /// Cut by ``PageLimits/items``; the server has more, or may have.
    case maximumItems
    /// The next page would be one that was loaded already.
    case loop
    /// The server sent a page again that it had sent for another place: it does not know the parameter, or limits it to
    /// its list. The page is left out.
    case repeated
    /// The next page is on a server that is not this service, would leave https, or a ``RedirectPolicy``
    /// refuses it.
    case foreignHost
    /// The next page's URL is not an http or https URL.
    case badURL
}

/// Whether another page follows.
enum PageNext: Sendable, Hashable {
    /// The response says so.
    case more(PageSpot)
    /// The response does not rule it out.
    case maybe(PageSpot)
    case end(PageEnd)

    var hasMore: HasMore {
        switch self {
        case .more: .yes
        case .maybe: .unknown
        case .end: .no
        }
    }
}

extension PagingStyle {
    /// Determines the page after a page.
    /// - Parameters:
    ///   - ordinal: how many pages there are up to this one, including it.
    ///   - received: how many items these pages had, including this one's.
    ///   - served: how many items a page of this server has.
    func findNext(after spot: PageSpot, _ facts: PageFacts, ordinal: Int, received: Int, served: Int) -> PageNext {
        let following: PageSpot?
        var counted: Bool? = facts.hasMore ?? facts.pageCount.map { ordinal < $0 }
        switch (turn, spot) {
        case (.page, .number(let number)):
            counted = counted ?? facts.total.map { ordinal < Self.pages($0, served) }
            // Only an explicit statement of the interface leads past an empty page.
            guard facts.count > 0 || facts.hasMore == true else { return .end(.emptyPage) }
            following = number < .max ? self.pageSpot(ofPage: number + 1) : nil
        case (.offset(_, let first), .offset(let offset)):
            guard facts.count > 0 else { return .end(.emptyPage) }
            let (next, overflow) = offset.addingReportingOverflow(facts.count)
            counted = facts.hasMore ?? facts.total.map { next - first < $0 } ?? counted
            following = overflow ? nil : .offset(next)
        case (.keyset, _):
            guard facts.count > 0 else { return .end(.emptyPage) }
            counted = facts.hasMore ?? facts.total.map { received < $0 } ?? counted
            following = facts.next
        case (.cursor, _), (.link, _), (.nextURL, _):
            // A response that names the next page implies that there is one.
            if facts.hasMore == false { return .end(.last) }
            return facts.next.map { .more($0) } ?? .end(facts.hasMore == true ? .nowhere : .last)
        case (.page, _), (.offset, _): return .end(.nowhere)
        }
        guard let following else { return .end(.nowhere) }
        if let counted { return counted ? .more(following) : .end(.last) }
        return endsAtShortPage && facts.count < size ? .end(.last) : .maybe(following)
    }

    /// How many pages `total` items fill.
    static func pages(_ total: Int, _ size: Int) -> Int { total / size + (total % size == 0 ? 0 : 1) }
}
