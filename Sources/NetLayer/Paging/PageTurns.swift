// The pages around a response: for a user who turns pages one by one, where a Pager reads a list in order.

import Document

/// The pages around a response, and how to request them: ``PagingStyle/makePlan(_:at:)``
/// makes a request from a place.
public struct PageTurns: Sendable, Hashable {
    /// How the list is divided, and the evidence for it.
    public let paging: FoundPaging
    /// The next page; `nil` when it is unknown.
    public var next: PageSpot?
    /// The previous page; `nil` when it is unknown.
    public var previous: PageSpot?
    /// The first page; `nil` when it is unknown.
    public var first: PageSpot?
    /// The last page; `nil` when it is unknown.
    public var last: PageSpot?
    /// The number of this page, from 1; `nil` when it is unknown.
    public var number: Int?
    /// How many pages there are, when the response says so.
    public var count: Int?
    /// How many items the whole list has, when the response says so.
    public var total: Int?

    /// - Parameters:
    ///   - paging: how the list is divided, and the evidence for it.
    ///   - plan: the request that was sent.
    ///   - number: the number of the page, where the caller knows it.
    ///   - answer: the response: its links and counts lead to the other pages.
    ///   - parsed: the body's document, where it has been parsed already.
    public init(_ paging: FoundPaging, _ plan: RequestPlan, number: Int?, answer: RawResponse, parsed: JSONDocument? = nil) {
        self.paging = paging
        let style = paging.style
        let page = PageContent(answer, style: style, parsed: parsed)
        guard let facts = try? PageFacts(page, count: page.list?.count ?? 0, style: style) else { return }
        let spot = style.pageSpot(of: plan)
        self.number = style.ordinal(ofSent: spot) ?? number
        total = facts.total
        let ordinal = self.number ?? 1
        let before = (ordinal - 1).multipliedReportingOverflow(by: style.size)
        let received = before.overflow ? facts.count : before.partialValue + facts.count
        switch style.findNext(after: spot, facts, ordinal: ordinal, received: received, served: style.size) {
        case .more(let spot), .maybe(let spot): next = spot
        case .end: break
        }
        count = facts.pageCount ?? total.map { PagingStyle.pages($0, style.size) }
        switch style.turn {
        case .page, .offset: applyNumbers(style, ordinal)
        case .link: applyLinks(PageLinks(answer.head, at: answer.url))
        case .nextURL(let place): applyNamedURLs(place, page)
        case .cursor, .keyset: break
        }
    }

    /// Numbered pages can all be requested.
    private mutating func applyNumbers(_ style: PagingStyle, _ ordinal: Int) {
        first = style.pageSpot(ofOrdinal: 1)
        previous = ordinal > 1 ? style.pageSpot(ofOrdinal: ordinal - 1) : nil
        last = count.flatMap { $0 > 0 ? style.pageSpot(ofOrdinal: $0) : nil }
    }

    private mutating func applyLinks(_ links: PageLinks) {
        previous = links.previous.map { .url($0) }
        first = links.first.map { .url($0) }
        last = links.last.map { .url($0) }
        number = links.number ?? number
        count = count ?? links.last?.pageNumber
    }

    /// URLs in the body: `/links/prev` corresponds to `/links/next`, and `/previous_url` to `/next_url`.
    private mutating func applyNamedURLs(_ place: ResponsePlace, _ page: PageContent) {
        guard case .body(let pointer) = place else { return }
        func beside(_ names: [String]) -> PageSpot? {
            guard let word = pointer.ranges(of: "next").last else { return nil }
            return names.lazy.compactMap { name in
                var other = pointer
                other.replaceSubrange(word, with: name)
                return ResponsePlace.body(other).readToken(in: page).map { .url(page.response.url.resolving(URI($0))) }
            }.first
        }
        previous = beside(["previous", "prev"])
        first = beside(["first"])
        last = beside(["last"])
    }

    /// No other page is known: as far as the response says, this page is the whole list.
    public var isAlone: Bool { next == nil && previous == nil && (number ?? 1) == 1 && (count ?? 1) <= 1 }

    /// The place of the page with that number, from 1; `nil` when it is unknown. Styles with
    /// numbered pages know every place.
    public func pageSpot(ofPage number: Int) -> PageSpot? { paging.style.pageSpot(ofOrdinal: number) }
}

extension PagingStyle {
    /// The place of the page with that ordinal, from 1; `nil` when it depends on the page before it.
    /// - Parameter served: how many items a page of this server has, where that is known: a place by offset
    ///   is computed only when this is the requested size.
    func pageSpot(ofOrdinal ordinal: Int, served: Int? = nil) -> PageSpot? {
        guard (1...Self.mostPlaces).contains(ordinal) else { return nil }
        switch turn {
        case .page(_, let first, _): return pageSpot(ofPage: first + ordinal - 1)
        case .offset: return served ?? size == size ? pageSpot(ofPage: ordinal) : nil
        case .cursor, .link, .nextURL, .keyset: return nil
        }
    }

    /// The place that a request asks for, by its parameters.
    fileprivate func pageSpot(of plan: RequestPlan) -> PageSpot {
        switch turn {
        case .page(let name, let first, _): .number(plan.sentValue(name, in: place).flatMap(Self.place) ?? first)
        case .offset(let name, let first): .offset(plan.sentValue(name, in: place).flatMap(Self.place) ?? first)
        case .cursor(let name, _), .keyset(let name, _): plan.sentValue(name, in: place).map { .value($0) } ?? .first
        case .link, .nextURL: .first
        }
    }

    /// The page's number by its place. A request without a cursor asks for the first page; a request of a
    /// list with links may ask for any page.
    fileprivate func ordinal(ofSent spot: PageSpot) -> Int? {
        switch turn {
        case .page, .offset, .cursor, .keyset: ordinal(of: spot)
        case .link, .nextURL: nil
        }
    }
}

extension PageLinks {
    /// The number of the page that has these links, by the numbers in them.
    fileprivate var number: Int? {
        previous?.pageNumber.map { $0 + 1 } ?? next?.pageNumber.map { $0 - 1 }
    }
}
