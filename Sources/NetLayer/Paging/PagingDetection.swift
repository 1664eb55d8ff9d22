// Finds out how an interface divides a list into pages, by its first response and its parameters.

import Document

/// A paging style, and the evidence for it.
public struct FoundPaging: Sendable, Hashable {
    /// How the list is divided.
    public var style: PagingStyle
    /// For users: `Link rel=next`, `cursor at /meta/next_cursor`.
    public var reason: String

    /// A style, and the evidence for it.
    public init(style: PagingStyle, reason: String) {
        self.style = style
        self.reason = reason
    }
}

/// Inspects the first response of a list. The surest sign counts: a `Link` header (RFC 8288), a next page's
/// URL in the body, a cursor with its parameter, the last item's key, a page number, an offset.
public struct PagingDetection: Sendable {
    /// A query parameter that the interface is known to accept.
    public struct Known: Sendable, Hashable {
        /// The parameter's name.
        public var name: String
        /// The number at which it begins to count, if its description says so: its default or its minimum.
        public var first: Int?

        /// A parameter, and the number at which it begins to count; `nil` when that is unknown.
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
    ///   - plan: the request that was sent.
    ///   - known: query parameters in addition to those of the request; empty when the interface is unknown.
    ///   - answer: the response: the first page.
    ///   - list: JSON pointer to the list in the response; `nil` finds it.
    ///   - override: the user's settings; `list` takes precedence over theirs.
    ///   - parsed: the body's document, where it has been parsed already.
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
        self.list = Self.findList(in: page, at: list)
    }

    /// Where the list is, when its place is not one of the usual names: the given place, or that of
    /// the response's only array.
    public var listPointer: String? { list.pointer }

    /// How the list is divided; `nil` where no sign of pages was found.
    public var found: FoundPaging? {
        guard page.document == nil || list.pointer != nil || page.list != nil else { return nil }
        guard var found = byOverride ?? byAnswer else { return nil }
        found.style.list = list.pointer
        found.style.sizeName = override?.sizeName
        found.style.size = override?.size ?? override?.sizeName.flatMap(sentNumber) ?? max(1, list.count)
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

    /// The list under its usual names, else the only array of the response: of two arrays
    /// either might be the list.
    private static func findList(in page: PageContent, at pointer: String?) -> (pointer: String?, count: Int) {
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
        // The last page, or the only one: its links point to the others.
        guard links.previous != nil || links.first != nil || links.last != nil else { return nil }
        return FoundPaging(style: .link(), reason: "Link without rel=next")
    }

    private var byURL: FoundPaging? {
        let places = PagingSigns.places(PagingSigns.nextURLs)
        if let place = places.first(where: { bodyText($0).map(Self.isURL) == true }) {
            return FoundPaging(style: .nextURL(.body(place)), reason: "next URL at \(place)")
        }
        return nil
    }

    /// `"next": null` where a URL would be, and no other sign: the last page of such a list.
    private var byMissingURL: FoundPaging? {
        let places = PagingSigns.places(PagingSigns.nextURLs)
        guard let place = places.first(where: { page.document?.root.resolve(pointer: $0)?.kind == .null }) else { return nil }
        return FoundPaging(style: .nextURL(.body(place)), reason: "no next URL at \(place)")
    }

    private static func isURL(_ text: String) -> Bool {
        text.hasPrefix("/") || text.hasPrefix("?") || URI(text).isAbsoluteHTTP
    }

    private var byCursor: FoundPaging? {
        for (name, parameters) in PagingSigns.cursors {
            // Where the interface's parameters are unknown, only unambiguous names count.
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
        guard let node = page.document?.root.resolve(pointer: pointer) else { return false }
        return node.kind == .string || node.kind == .number || node.kind == .null
    }

    private var byKey: FoundPaging? {
        guard let parameter = PagingSigns.keysets.first(where: { isParameter([$0]) }), !moreFlags.isEmpty else { return nil }
        return FoundPaging(style: .keyset(parameter), reason: "the last id, sent as \(parameter)")
    }

    private var byNumber: FoundPaging? {
        let echoed = PagingSigns.places(PagingSigns.ownNumbers).lazy.compactMap { ResponsePlace.body($0).readCount(in: page) }
            .first
        let parameter: String
        if let named = PagingSigns.pageNumbers.first(where: counts) {
            parameter = named
        } else if known.isEmpty, echoed != nil, !pageCounts.isEmpty {
            parameter = "page"
        } else {
            return nil
        }
        // Where the pages begin, which is not where this request begins.
        let first = countingStart(parameter) ?? (sentNumber(parameter) == 0 ? 0 : nil) ?? echoed.map { min($0, 1) } ?? 1
        return FoundPaging(style: .page(parameter, size: nil, first: first), reason: "parameter \(parameter)")
    }

    private var byOffset: FoundPaging? {
        guard let parameter = PagingSigns.offsets.first(where: counts) else { return nil }
        // These names may also mean a date, or the number of items to return.
        guard !PagingSigns.everydayOffsets.contains(parameter) || !totals.isEmpty else { return nil }
        let first = countingStart(parameter) ?? 0
        return FoundPaging(style: .offset(parameter, size: nil, first: first), reason: "parameter \(parameter)")
    }

    // MARK: Counts in the response

    private var totals: [ResponsePlace] {
        let headers = PagingSigns.totalHeaders.map(ResponsePlace.header) + [.contentRange]
        let places = PagingSigns.places(PagingSigns.totals).map(ResponsePlace.body)
        // A total that is not larger than the page counts the page.
        return present(headers + places) { $0 > list.count || $0 == list.count && moreFlags.isEmpty }
    }

    private var pageCounts: [ResponsePlace] {
        present(
            PagingSigns.pageCountHeaders.map(ResponsePlace.header)
                + PagingSigns.places(PagingSigns.pageCounts).map(ResponsePlace.body)
        ) { _ in true }
    }

    private var moreFlags: [ResponsePlace] {
        PagingSigns.places(PagingSigns.moreFlags).map(ResponsePlace.body).first { $0.readFlag(in: page) != nil }.map { [$0] }
            ?? []
    }

    private func present(_ places: [ResponsePlace], _ fits: (Int) -> Bool) -> [ResponsePlace] {
        places.first { place in place.readCount(in: page).map(fits) ?? false }.map { [$0] } ?? []
    }

    // MARK: Parameters

    private func bodyText(_ pointer: String) -> String? { ResponsePlace.body(pointer).readText(in: page) }

    private func isParameter(_ names: [String]) -> Bool {
        names.contains { name in known.contains { $0.name == name } || value(name) != nil }
    }

    /// The first of these that the interface accepts; the first of all where its parameters are unknown.
    private func taken(_ names: [String]) -> String? { names.first { isParameter([$0]) } ?? (known.isEmpty ? names.first : nil) }

    /// Whether it is a parameter whose value in the request, if there is one, is a number.
    private func counts(_ name: String) -> Bool { isParameter([name]) && (value(name) == nil || sentNumber(name) != nil) }

    /// The number at which a parameter begins to count, by its description: 0 or 1.
    private func countingStart(_ name: String) -> Int? { known.first { $0.name == name }?.first.map { min(max($0, 0), 1) } }

    private func sentNumber(_ name: String) -> Int? { value(name).flatMap(PagingStyle.place) }

    private func value(_ name: String) -> String? { plan.queryValue(name) }
}

extension RequestPlan {
    /// The value that the request sends for a parameter in that place, as a text.
    func sentValue(_ name: String, in place: Parameter.Place) -> String? {
        guard place != .query else { return queryValue(name) }
        if let parameter = parameters.last(where: { $0.name == name && $0.place == place }) { return parameter.value.revealed }
        guard place == .json, case .json(.object(let members)) = body else { return nil }
        return members.last { $0.name == name }?.value.plainText
    }

    /// The value that the request sends for a query parameter, whether it is set as a
    /// parameter or in the path.
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
