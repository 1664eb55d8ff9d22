// Finds out by its first answer, and by the parameters that it takes, how an interface divides a list into pages.

import Document

/// A paging style, and by what it is known.
public struct FoundPaging: Sendable, Hashable {
    /// How the list is divided.
    public var style: PagingStyle
    /// For people: `Link rel=next`, `cursor at /meta/next_cursor`.
    public var reason: String

    /// A style, and by what it is known.
    public init(style: PagingStyle, reason: String) {
        self.style = style
        self.reason = reason
    }
}

/// Looks at the first answer of a list. The surest sign counts: a `Link` header (RFC 8288), a next page's URL in the body, a cursor that a
/// parameter takes, the last item's key, a page number, an offset.
public struct PagingDetection: Sendable {
    /// A parameter of the query that the interface is known to take.
    public struct Known: Sendable, Hashable {
        /// The parameter's name.
        public var name: String
        /// Where it begins to count, if its description says so: its default or its minimum.
        public var first: Int?

        /// A parameter, and where it begins to count; `nil` when nothing says that.
        public init(_ name: String, first: Int? = nil) {
            self.name = name
            self.first = first
        }
    }

    private let plan: RequestPlan
    private let known: [Known]
    private let page: PageContent
    private let list: (pointer: String?, count: Int)
    private let override: PagingOverride?

    /// - Parameters:
    ///   - plan: what was sent.
    ///   - known: parameters of the query beside those that were sent; none when nothing is known of the interface.
    ///   - answer: what came: the first page.
    ///   - list: JSON pointer to the answer's list; `nil` finds it.
    ///   - override: what somebody says of it; `list` goes before its own.
    ///   - parsed: the body's document, where somebody has read it already.
    public init(
        _ plan: RequestPlan, known: [Known] = [], answer: RawResponse, list: String? = nil, override: PagingOverride? = nil,
        parsed: JSONDocument? = nil
    ) {
        let list = list ?? override?.list
        self.override = override
        self.plan = plan
        self.known = known
        var style = PagingStyle.link()
        style.list = list
        page = PageContent(answer, style: style, parsed: parsed)
        self.list = Self.list(in: page, at: list)
    }

    /// Where the list stands, where it is not found by its usual names: the place that was named, or that of the answer's one array.
    public var listPointer: String? { list.pointer }

    /// How the list goes on; `nil` where nothing says that there are pages.
    public var found: FoundPaging? {
        guard page.document == nil || list.pointer != nil || page.list != nil else { return nil }
        guard var found = byOverride ?? byAnswer else { return nil }
        found.style.list = list.pointer
        found.style.sizeName = override?.sizeName
        found.style.size = override?.size ?? override?.sizeName.flatMap(sent) ?? max(1, list.count)
        found.style.totals = totals
        found.style.pageCounts = pageCounts
        found.style.moreFlags = moreFlags
        return found
    }

    private var byOverride: FoundPaging? {
        guard let override, case .by(let turn) = override.turning else { return nil }
        return FoundPaging(style: PagingStyle(turn), reason: "\(override.reason): \(turn.words)")
    }

    /// By the surest sign.
    private var byAnswer: FoundPaging? {
        guard override?.turning != PagingOverride.Turning.none else { return nil }
        return byLink ?? byURL ?? byCursor ?? byKey ?? byNumber ?? byOffset ?? byMissingURL
    }

    // MARK: The list

    /// Where it is not found by itself, the one array of the answer: of two nobody knows.
    private static func list(in page: PageContent, at pointer: String?) -> (pointer: String?, count: Int) {
        if let list = page.list { return (pointer, list.count) }
        guard pointer == nil, let root = page.document?.root, root.kind == .object, !JSONList.isOneThing(root)
        else { return (pointer, 0) }
        let arrays = root.entries.filter { $0.value.kind == .array }
        guard arrays.count == 1, let only = arrays.first else { return (nil, 0) }
        return (JSONPointer.append("", only.key), only.value.count)
    }

    // MARK: Signs

    private var byLink: FoundPaging? {
        let links = PageLinks(page.response.head, at: page.response.url)
        if links.next != nil { return FoundPaging(style: .link(), reason: "Link rel=next") }
        // The last page, or the only one: it says where the others are.
        guard links.previous != nil || links.first != nil || links.last != nil else { return nil }
        return FoundPaging(style: .link(), reason: "Link without rel=next")
    }

    private var byURL: FoundPaging? {
        let places = PagingSigns.places(PagingSigns.nextURLs)
        if let place = places.first(where: { text($0).map(Self.isURL) == true }) {
            return FoundPaging(style: .nextURL(.body(place)), reason: "next URL at \(place)")
        }
        return nil
    }

    /// `"next": null` where a URL would be, and no other sign: the last page of such a list.
    private var byMissingURL: FoundPaging? {
        let places = PagingSigns.places(PagingSigns.nextURLs)
        guard let place = places.first(where: { page.document?.root.at(pointer: $0)?.kind == .null }) else { return nil }
        return FoundPaging(style: .nextURL(.body(place)), reason: "no next URL at \(place)")
    }

    private static func isURL(_ text: String) -> Bool {
        text.hasPrefix("/") || text.hasPrefix("?") || URI(text).isAbsoluteHTTP
    }

    private var byCursor: FoundPaging? {
        for (name, parameters) in PagingSigns.cursors {
            // Where nothing is known of what the interface takes, only a name that means nothing else counts.
            guard isParameter(parameters) || !PagingSigns.everydayNames.contains(name), let parameter = taken(parameters),
                let place = PagingSigns.places([name]).first(where: isCursor)
            else {
                continue
            }
            return FoundPaging(style: .cursor(parameter, from: .body(place)), reason: "cursor at \(place), sent as \(parameter)")
        }
        return nil
    }

    private func isCursor(_ pointer: String) -> Bool {
        guard let node = page.document?.root.at(pointer: pointer) else { return false }
        return node.kind == .string || node.kind == .number || node.kind == .null
    }

    private var byKey: FoundPaging? {
        guard let parameter = PagingSigns.keysets.first(where: { isParameter([$0]) }), !moreFlags.isEmpty else { return nil }
        return FoundPaging(style: .keyset(parameter), reason: "the last id, sent as \(parameter)")
    }

    private var byNumber: FoundPaging? {
        let echoed = PagingSigns.places(PagingSigns.ownNumbers).lazy.compactMap { AnswerPlace.body($0).count(in: page) }.first
        let parameter: String
        if let named = PagingSigns.pageNumbers.first(where: counts) {
            parameter = named
        } else if known.isEmpty, echoed != nil, !pageCounts.isEmpty {
            parameter = "page"
        } else {
            return nil
        }
        // Where the pages begin, and not where this request does.
        let first = begin(parameter) ?? (sent(parameter) == 0 ? 0 : nil) ?? echoed.map { min($0, 1) } ?? 1
        return FoundPaging(style: .page(parameter, size: nil, first: first), reason: "parameter \(parameter)")
    }

    private var byOffset: FoundPaging? {
        guard let parameter = PagingSigns.offsets.first(where: counts) else { return nil }
        // What may as well be a date, or how many are wanted.
        guard !PagingSigns.everydayOffsets.contains(parameter) || !totals.isEmpty else { return nil }
        let first = begin(parameter) ?? 0
        return FoundPaging(style: .offset(parameter, size: nil, first: first), reason: "parameter \(parameter)")
    }

    // MARK: What the answer counts

    private var totals: [AnswerPlace] {
        let headers = PagingSigns.totalHeaders.map(AnswerPlace.header) + [.contentRange]
        let places = PagingSigns.places(PagingSigns.totals).map(AnswerPlace.body)
        // One that is no more than what the page has counts the page.
        return present(headers + places) { $0 > list.count || $0 == list.count && moreFlags.isEmpty }
    }

    private var pageCounts: [AnswerPlace] {
        present(
            PagingSigns.pageCountHeaders.map(AnswerPlace.header)
                + PagingSigns.places(PagingSigns.pageCounts).map(AnswerPlace.body)
        ) { _ in true }
    }

    private var moreFlags: [AnswerPlace] {
        PagingSigns.places(PagingSigns.moreFlags).map(AnswerPlace.body).first { $0.flag(in: page) != nil }.map { [$0] } ?? []
    }

    private func present(_ places: [AnswerPlace], _ fits: (Int) -> Bool) -> [AnswerPlace] {
        places.first { place in place.count(in: page).map(fits) ?? false }.map { [$0] } ?? []
    }

    // MARK: Parameters

    private func text(_ pointer: String) -> String? { AnswerPlace.body(pointer).text(in: page) }

    private func isParameter(_ names: [String]) -> Bool {
        names.contains { name in known.contains { $0.name == name } || value(name) != nil }
    }

    /// The first of these that the interface takes; where nothing is known of it, the first.
    private func taken(_ names: [String]) -> String? { names.first { isParameter([$0]) } ?? (known.isEmpty ? names.first : nil) }

    /// Whether it is a parameter whose value, where one was sent, is a number.
    private func counts(_ name: String) -> Bool { isParameter([name]) && (value(name) == nil || sent(name) != nil) }

    /// Where a parameter begins to count, by its description: 0 or 1.
    private func begin(_ name: String) -> Int? { known.first { $0.name == name }?.first.map { min(max($0, 0), 1) } }

    private func sent(_ name: String) -> Int? { value(name).flatMap(PagingStyle.place) }

    private func value(_ name: String) -> String? { plan.queryValue(name) }
}

extension RequestPlan {
    /// What is sent as that parameter of the query, whether it is set or stands in the path.
    func queryValue(_ name: String) -> String? {
        if let parameter = parameters.last(where: { $0.name == name && $0.place == .query }) {
            return parameter.value.revealed
        }
        guard let mark = path.firstIndex(of: "?") else { return nil }
        return path[path.index(after: mark)...].split(separator: "&").lazy.map {
            $0.split(separator: "=", maxSplits: 1)
        }.first {
            $0.first.map { PercentCoding.decode(String($0)) } == name
        }.map { $0.count > 1 ? PercentCoding.decode(String($0[1])) : "" }
    }
}
