// How an interface divides its lists into pages, as a value: the seven styles of the field, with whatever names it gives its parameters.

/// How pages are asked for, and how an answer says whether another one follows.
///
/// Make one by the function named after the style, then set what differs:
///
///     var style = PagingStyle.page("pageNo", size: "rows", of: 20)
///     style.totals = [.body("/totalRow"), .body("/total_count")]
///
/// The seventh style, a total count, goes with any of the others: ``totals`` and ``pageCounts``.
public struct PagingStyle: Sendable, Hashable {
    /// What is sent to get the next page.
    public enum Turn: Sendable, Hashable {
        /// Its number. `start` names a parameter that also gets the place of its first item, from 0: size · (pages before it) (PG-2).
        case page(name: String, first: Int, start: String?)
        /// How many items come before it, plus `first`.
        case offset(name: String, first: Int)
        /// What the answer before it said, sent back as it is.
        case cursor(name: String, from: AnswerPlace)
        /// Nothing: the target of the `Link` with `rel="next"` is followed as it is (RFC 8288).
        case link
        /// Nothing: the URL that the answer names is followed as it is; it may be relative.
        case nextURL(AnswerPlace)
        /// The key of the last item of the page before it, which stands at a JSON pointer within each item. The interface must take it
        /// as exclusive: an item that comes twice looks like a loop.
        case keyset(name: String, key: String)
    }

    /// No page number and no offset of a list is larger: what is comes from somebody who wants to count beyond what can be counted.
    static let mostPlaces = 1_000_000_000_000

    /// A page number or an offset as a text; `nil` for anything else.
    static func place(_ text: some StringProtocol) -> Int? { Int(text).flatMap { (0...mostPlaces).contains($0) ? $0 : nil } }

    /// What is sent to get the next page.
    public var turn: Turn
    /// The parameter that asks for a page's size; `nil` sends none.
    public var sizeName: String?
    /// How many items a page has, at least 1.
    public var size: Int
    /// Where the parameters go.
    public var place: Parameter.Place = .query
    /// JSON pointer to the answer's list; `nil` finds it by its usual names (`JSONList` of Document).
    public var list: String?
    /// Where the answer says how many items there are in all; the first place that has a number counts.
    public var totals: [AnswerPlace] = []
    /// Where the answer says how many pages there are.
    public var pageCounts: [AnswerPlace] = []
    /// Where the answer says by yes or no whether more follows: `has_more`, `hasNext`.
    public var moreFlags: [AnswerPlace] = []
    /// A page with fewer items than ``size`` is the last, when nothing else in the answer says so (PG-3). Not to be relied on where the
    /// interface may give less than was asked for.
    public var endsAtShortPage: Bool

    /// A style from its parts; see the functions for the usual ones.
    public init(_ turn: Turn, sizeName: String? = nil, size: Int = 10, endsAtShortPage: Bool = true) {
        self.turn = turn
        self.sizeName = sizeName
        self.size = max(1, size)
        self.endsAtShortPage = endsAtShortPage
    }

    /// `?page=2&pageSize=10`: numbers from 1 or from 0 (HH-P1, PG-1).
    public static func page(
        _ name: String = "page", size sizeName: String? = "pageSize", of size: Int = 10, first: Int = 1, start: String? = nil
    ) -> PagingStyle { PagingStyle(.page(name: name, first: first, start: start), sizeName: sizeName, size: size) }

    /// `?offset=10&limit=10`.
    public static func offset(
        _ name: String = "offset", size sizeName: String? = "limit", of size: Int = 10, first: Int = 0
    ) -> PagingStyle { PagingStyle(.offset(name: name, first: first), sizeName: sizeName, size: size) }

    /// `?cursor=…`: what the answer says at `place` is sent back (Slack `next_cursor`, Google `nextPageToken`).
    public static func cursor(
        _ name: String = "cursor", from place: AnswerPlace, size sizeName: String? = nil, of size: Int = 10
    ) -> PagingStyle { PagingStyle(.cursor(name: name, from: place), sizeName: sizeName, size: size) }

    /// The `Link` header's `rel="next"` (GitHub).
    public static func link(size sizeName: String? = nil, of size: Int = 10) -> PagingStyle {
        PagingStyle(.link, sizeName: sizeName, size: size)
    }

    /// A URL in the answer: `/next`, `/@odata.nextLink`, `/_links/next/href`.
    public static func nextURL(_ place: AnswerPlace, size sizeName: String? = nil, of size: Int = 10) -> PagingStyle {
        PagingStyle(.nextURL(place), sizeName: sizeName, size: size)
    }

    /// `?since=…`: the last item's key, which may be a time (Stripe `starting_after` with `/id`). Ends at an empty page.
    public static func keyset(
        _ name: String, key: String = "/id", size sizeName: String? = nil, of size: Int = 10
    ) -> PagingStyle { PagingStyle(.keyset(name: name, key: key), sizeName: sizeName, size: size, endsAtShortPage: false) }

    /// Any page can be asked for without the one before it: its number is known.
    public var isRandomAccess: Bool {
        switch turn {
        case .page, .offset: true
        case .cursor, .link, .nextURL, .keyset: false
        }
    }

    /// Whether the end of the list is read from the body: then the body must be JSON.
    var readsBody: Bool {
        let places = totals + pageCounts + moreFlags
        return switch turn {
        case .page, .offset, .link: places.contains(where: \.isBody)
        case .cursor(_, let place), .nextURL(let place): place.isBody || places.contains(where: \.isBody)
        case .keyset: true
        }
    }
}
