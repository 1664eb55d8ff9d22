// Finds endpoints by what was typed: the index of all of them, and what the last letters found, so that the next letter looks there only.

import Canvas
import Catalog

/// What a filter line says: words to look for; a leading `!` takes out what has them all.
struct EndpointFilter: Hashable {
    let query: FuzzyQuery
    let isInverted: Bool

    init(_ text: String) {
        isInverted = text.hasPrefix("!")
        query = FuzzyQuery(text.drop { $0 == "!" })
    }

    var isEmpty: Bool { query.isEmpty }
    /// Whether what passes has an order of its own: the best first, without groups.
    var isRanked: Bool { !isInverted && !isEmpty }
}

/// All endpoints, searchable.
struct EndpointSearch: Sendable {
    private var index = FuzzyIndex()
    /// What was found while the query grew, the shortest query first.
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

    /// The endpoints that fit, the best first.
    mutating func find(_ query: FuzzyQuery) -> [Int] {
        while let last = trail.last, !query.isNarrower(than: last.query) { trail.removeLast() }
        if let last = trail.last, last.query == query { return last.found }
        let found = index.search(query, among: trail.last?.found)
        trail.append((query, found))
        return found
    }

    func containing(_ query: FuzzyQuery) -> [Int] { index.containing(query) }
}
