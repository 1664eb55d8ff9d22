// How an interface divides its lists into pages, as a value: the seven common styles,
// with any parameter names.

/// How to request pages, and how a response says whether another one follows.
///
/// Make one with the function named after the style, then set the differences:
///
///     var style = PagingStyle.page("pageNo", size: "rows", of: 20)
///     style.totals = [.body("/totalRow"), .body("/total_count")]
///
/// The seventh style, a total count, combines with any of the others: ``totals`` and ``pageCounts``.
public struct PagingStyle: Sendable, Hashable {
    /// How a request names the next page.
    public enum Turn: Sendable, Hashable {
        /// Its number. `start` names a parameter that also gets the place of its first item, from 0:
        /// size · (pages before it).
        case page(name: String, first: Int, start: String?)
        /// How many items come before it, plus `first`.
        case offset(name: String, first: Int)
        /// A value of the previous response, sent back unchanged.
        case cursor(name: String, from: ResponsePlace)
        /// Without a parameter: the target of the `Link` with `rel="next"` is followed as it is (RFC 8288).
        case link
        /// Without a parameter: the URL in the response is followed as it is; it may be relative.
        case nextURL(ResponsePlace)
        /// The key of the last item of the previous page, at a JSON pointer within each item. The interface
        /// must treat it as exclusive: an item that comes twice looks like a loop.
        case keyset(name: String, key: String)
    }

    /// The largest page number and offset of a list. Larger values are rejected: only an attempt to cause an
    /// overflow would use them.
    static let mostPlaces = 1_000_000_000_000

    /// A page number or an offset as a text; `nil` for any other text.
    static func place(_ text: some StringProtocol) -> Int? { Int(text).flatMap { (0...mostPlaces).contains($0) ? $0 : nil } }

    /// How a request names the next page.
    public var turn: Turn
    /// The parameter for a page's size; `nil` sends none.
    public var sizeName: String?
    /// How many items a page has, at least 1.
    public var size: Int
    /// Where in the request the parameters go. In ``Parameter/Place/json``, pages, offsets and sizes are
    /// numbers, cursors and keys strings.
    public var place: Parameter.Place = .query
    /// JSON pointer to the list in the response; `nil` finds it by its usual names (`JSONList` of Document).
    public var list: String?
    /// Where the response states how many items there are in all; the first place with a number counts.
    public var totals: [ResponsePlace] = []
    /// Where the response states how many pages there are.
    public var pageCounts: [ResponsePlace] = []
    /// Where the response states by yes or no whether more follows: `has_more`, `hasNext`.
    public var moreFlags: [ResponsePlace] = []
    /// A page with fewer items than ``size`` is the last, when the response does not say otherwise.
    /// Unreliable where the interface may return fewer items than requested.
    public var endsAtShortPage: Bool

    /// A style from its parts; see the functions for the usual ones.
    public init(_ turn: Turn, sizeName: String? = nil, size: Int = 10, endsAtShortPage: Bool = true) {
        self.turn = turn
        self.sizeName = sizeName
        self.size = max(1, size)
        self.endsAtShortPage = endsAtShortPage
    }

    /// `?page=2&pageSize=10`: numbers from 1 or from 0.
    public static func page(
        _ name: String = "page", size sizeName: String? = "pageSize", of size: Int = 10, first: Int = 1, start: String? = nil
    ) -> PagingStyle { PagingStyle(.page(name: name, first: first, start: start), sizeName: sizeName, size: size) }

    /// `?offset=10&limit=10`.
    public static func offset(
        _ name: String = "offset", size sizeName: String? = "limit", of size: Int = 10, first: Int = 0
    ) -> PagingStyle { PagingStyle(.offset(name: name, first: first), sizeName: sizeName, size: size) }

    /// `?cursor=…`: sends back the value at `place` of the response (Slack `next_cursor`,
    /// Google `nextPageToken`).
    public static func cursor(
        _ name: String = "cursor", from place: ResponsePlace, size sizeName: String? = nil, of size: Int = 10
    ) -> PagingStyle { PagingStyle(.cursor(name: name, from: place), sizeName: sizeName, size: size) }

    /// The `Link` header's `rel="next"` (GitHub).
    public static func link(size sizeName: String? = nil, of size: Int = 10) -> PagingStyle {
        PagingStyle(.link, sizeName: sizeName, size: size)
    }

    /// A URL in the response: `/next`, `/@odata.nextLink`, `/_links/next/href`.
    public static func nextURL(_ place: ResponsePlace, size sizeName: String? = nil, of size: Int = 10) -> PagingStyle {
        PagingStyle(.nextURL(place), sizeName: sizeName, size: size)
    }

    /// `?since=…`: the last item's key, which may be a time (Stripe `starting_after` with
    /// `/id`). Ends at an empty page.
    public static func keyset(
        _ name: String, key: String = "/id", size sizeName: String? = nil, of size: Int = 10
    ) -> PagingStyle { PagingStyle(.keyset(name: name, key: key), sizeName: sizeName, size: size, endsAtShortPage: false) }

    /// Whether any page can be requested without the one before it, because its number is known.
    public var isRandomAccess: Bool {
        switch turn {
        case .page, .offset: true
        case .cursor, .link, .nextURL, .keyset: false
        }
    }

    /// Whether the end of the list is determined by the body: then the body must be JSON.
    var readsBody: Bool {
        let places = totals + pageCounts + moreFlags
        return switch turn {
        case .page, .offset, .link: places.contains(where: \.isBody)
        case .cursor(_, let place), .nextURL(let place): place.isBody || places.contains(where: \.isBody)
        case .keyset: true
        }
    }
}
