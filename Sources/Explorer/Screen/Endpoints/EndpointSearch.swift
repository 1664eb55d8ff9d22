// Finds endpoints by a typed query: holds an index of all endpoints, and the last results, so that the next
// letter searches only those.

import Canvas
import Catalog

/// A parsed filter line: words to search for; a leading `!` excludes endpoints that match all of them.
struct EndpointFilter: Hashable {
    let query: FuzzyQuery
    let isInverted: Bool

    init(_ text: String) {
        isInverted = text.hasPrefix("!")
        query = FuzzyQuery(text.drop { $0 == "!" })
    }

    var isEmpty: Bool { query.isEmpty }
    /// Whether results are ordered by score, without groups.
    var isRanked: Bool { !isInverted && !isEmpty }
}

/// All endpoints, searchable.
struct EndpointSearch: Sendable {
    private var index = FuzzyIndex()
    /// The results while the query grew, the shortest query first.
    private var trail: [(query: FuzzyQuery, found: [Int])] = []

    init() {}

    init(_ endpoints: [EndpointSummary]) {
        for endpoint in endpoints {
            let texts = [endpoint.subtitle] + endpoint.tags
            index.append(
                [.name(endpoint.title), .alias(endpoint.id), .keyword(endpoint.method.rawValue)]
                    + texts.lazy.filter { !$0.isEmpty }.map(FuzzyIndex.Field.text))
        }
    }

    var count: Int { index.count }

    /// The endpoints that match, the best first.
    mutating func find(_ query: FuzzyQuery) -> [Int] {
        while let last = trail.last, !query.isNarrower(than: last.query) { trail.removeLast() }
        if let last = trail.last, last.query == query { return last.found }
        let found = index.search(query, among: trail.last?.found)
        trail.append((query, found))
        return found
    }

    func containing(_ query: FuzzyQuery) -> [Int] { index.containing(query) }
}
