// The pages around an answer: for a reader who turns pages one by one, where a Pager reads a list in order.

import Document

/// What an answer says of the pages around it, and how they are asked for: ``PagingStyle/plan(_:at:)`` makes a request of a place.
public struct PageTurns: Sendable, Hashable {
    /// How the list is divided, and by what that is known.
    public let paging: FoundPaging
    /// The page after it; `nil` when none is known.
    public var next: PageSpot?
    /// The page before it; `nil` when none is known.
    public var previous: PageSpot?
    /// Where the list begins; `nil` when that is not known.
    public var first: PageSpot?
    /// Where the list ends; `nil` when that is not known.
    public var last: PageSpot?
    /// Which page it is, from 1; `nil` when nothing tells.
    public var number: Int?
    /// How many pages there are, when the answer tells.
    public var count: Int?
    /// How many items the whole list has, when the answer tells.
    public var total: Int?

    /// - Parameters:
    ///   - paging: how the list is divided, and by what that is known.
    ///   - plan: what was sent.
    ///   - number: which page it is, where whoever asked for it knows.
    ///   - answer: what came for it: its links and counts tell of the other pages.
    ///   - parsed: the body's document, where somebody has read it already.
    public init(_ paging: FoundPaging, _ plan: RequestPlan, number: Int?, answer: RawResponse, parsed: JSONDocument? = nil) {
        self.paging = paging
        let style = paging.style
        let page = PageContent(answer, style: style, parsed: parsed)
        guard let facts = try? PageFacts(page, count: page.list?.count ?? 0, style: style) else { return }
        let spot = style.spot(of: plan)
        self.number = style.ordinal(ofSent: spot) ?? number
        total = facts.total
        let ordinal = self.number ?? 1
        let before = (ordinal - 1).multipliedReportingOverflow(by: style.size)
        let received = before.overflow ? facts.count : before.partialValue + facts.count
        switch style.next(after: spot, facts, ordinal: ordinal, received: received, served: style.size) {
        case .more(let spot), .maybe(let spot): next = spot
        case .end: break
        }
        count = facts.pageCount ?? total.map { PagingStyle.pages($0, style.size) }
        switch style.turn {
        case .page, .offset: count(style, ordinal)
        case .link: link(PageLinks(answer.head, at: answer.url))
        case .nextURL(let place): name(place, page)
        case .cursor, .keyset: break
        }
    }

    /// Where pages have numbers, each can be asked for.
    private mutating func count(_ style: PagingStyle, _ ordinal: Int) {
        first = style.spot(ofOrdinal: 1)
        previous = ordinal > 1 ? style.spot(ofOrdinal: ordinal - 1) : nil
        last = count.flatMap { $0 > 0 ? style.spot(ofOrdinal: $0) : nil }
    }

    private mutating func link(_ links: PageLinks) {
        previous = links.previous.map { .url($0) }
        first = links.first.map { .url($0) }
        last = links.last.map { .url($0) }
        number = links.number ?? number
        count = count ?? links.last?.pageNumber
    }

    /// URLs in the body: beside `/links/next` stands `/links/prev`, beside `/next_url` `/previous_url`.
    private mutating func name(_ place: AnswerPlace, _ page: PageContent) {
        guard case .body(let pointer) = place else { return }
        func beside(_ names: [String]) -> PageSpot? {
            guard let word = pointer.ranges(of: "next").last else { return nil }
            return names.lazy.compactMap { name in
                var other = pointer
                other.replaceSubrange(word, with: name)
                return AnswerPlace.body(other).token(in: page).map { .url(page.response.url.resolving(URI($0))) }
            }.first
        }
        previous = beside(["previous", "prev"])
        first = beside(["first"])
        last = beside(["last"])
    }

    /// No other page is known: this one is the whole list, as far as the answer tells.
    public var isAlone: Bool { next == nil && previous == nil && (number ?? 1) == 1 && (count ?? 1) <= 1 }

    /// Which page a place is, from 1; `nil` when it cannot be known. Every style that numbers its pages can be asked for any.
    public func spot(ofPage number: Int) -> PageSpot? { paging.style.spot(ofOrdinal: number) }
}

extension PagingStyle {
    /// The place of the page with that many up to it, itself included; `nil` when it cannot be known without the page before it.
    /// - Parameter served: how many items a page has as this server makes them, where that is known: places by offset are counted only
    ///   when it is what was asked for.
    func spot(ofOrdinal ordinal: Int, served: Int? = nil) -> PageSpot? {
        guard (1...Self.mostPlaces).contains(ordinal) else { return nil }
        switch turn {
        case .page(_, let first, _): return spot(ofPage: first + ordinal - 1)
        case .offset: return served ?? size == size ? spot(ofPage: ordinal) : nil
        case .cursor, .link, .nextURL, .keyset: return nil
        }
    }

    /// The place that a request asks for, by the parameters that it has.
    fileprivate func spot(of plan: RequestPlan) -> PageSpot {
        switch turn {
        case .page(let name, let first, _): .number(plan.queryValue(name).flatMap(Self.place) ?? first)
        case .offset(let name, let first): .offset(plan.queryValue(name).flatMap(Self.place) ?? first)
        case .cursor(let name, _), .keyset(let name, _): plan.queryValue(name).map { .value($0) } ?? .first
        case .link, .nextURL: .first
        }
    }

    /// The page's number by its place. That no cursor was sent says first page; that nothing was sent for a link says nothing.
    fileprivate func ordinal(ofSent spot: PageSpot) -> Int? {
        switch turn {
        case .page, .offset, .cursor, .keyset: ordinal(of: spot)
        case .link, .nextURL: nil
        }
    }
}

extension PageLinks {
    /// The number of the page that has these links, by the numbers in those around it.
    fileprivate var number: Int? {
        previous?.pageNumber.map { $0 + 1 } ?? next?.pageNumber.map { $0 - 1 }
    }
}
