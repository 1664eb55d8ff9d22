// The endpoints of one API in the endpoint list.

import Canvas
import Catalog

/// The groups of an API, the ones that are folded, and the search through its endpoints.
struct EndpointSection: Sendable {
    /// The API's name in the workspace; empty where the program has one API.
    let name: String
    private(set) var groups: [EndpointGroup] = []
    /// The API's own endpoints; saved and typed requests follow them.
    private var ownCount = 0
    private var search = EndpointSearch()
    var folded: Set<Int> = []
    /// The heading of the API hides its endpoints.
    var isClosed = false
    /// The endpoint that was selected last; `nil` for none.
    var lastSelected: Int?
    /// Why the API has no endpoints: it is being read, or could not be read.
    var note = ""
    /// The number of endpoints that pass the filter in each group.
    private(set) var shown: [Int] = []

    init(name: String = "") { self.name = name }

    var total: Int { search.count }

    /// The heading of a group with one endpoint would say no more than the endpoint's path. A saved request
    /// shows its name, and its group the folder.
    func hasHeading(_ group: Int) -> Bool {
        let endpoints = groups[group].endpoints
        return endpoints.count > 1 || endpoints.contains { $0 >= ownCount }
    }

    func isFolded(_ group: Int) -> Bool { folded.contains(group) && hasHeading(group) }

    /// The names of the folded groups, in their order.
    var foldedNames: [String] { groups.indices.filter(folded.contains).map { groups[$0].name } }

    mutating func fold(named names: some Collection<String>) {
        folded = Set(groups.indices.filter { names.contains(groups[$0].name) })
    }

    mutating func unfold(around endpoint: Int) {
        for (number, group) in groups.enumerated() where group.endpoints.contains(endpoint) { folded.remove(number) }
    }

    /// Takes the endpoints of a description; groups of the same name stay folded.
    mutating func take(_ description: APIDescription) {
        let names = Set(foldedNames)
        (groups, ownCount, note) = (description.groups, description.ownCount, "")
        search = EndpointSearch(description.endpoints)
        fold(named: names)
    }

    /// The rows that pass the filter, each with its group, and how many endpoints they are.
    mutating func rows(passing filter: EndpointFilter) -> (rows: [EndpointList.Row], owners: [Int?], count: Int) {
        guard !filter.isRanked else {
            let rows = search.find(filter.query).map(EndpointList.Row.endpoint)
            return (rows, Array(repeating: nil, count: rows.count), rows.count)
        }
        let hidden = filter.isEmpty ? [] : Set(search.containing(filter.query))
        return grouped { hidden.isEmpty || !hidden.contains($0) }
    }

    /// All groups with a matching endpoint: the heading, and the endpoints unless the group is folded. Groups
    /// without a heading are the last: between others, an endpoint would look like a member of the one before.
    private mutating func grouped(
        _ passes: (Int) -> Bool
    ) -> (rows: [EndpointList.Row], owners: [Int?], count: Int) {
        var (rows, owners): ([EndpointList.Row], [Int?]) = ([], [])
        shown = groups.map { $0.endpoints.count(where: passes) }
        let order = groups.indices.filter { hasHeading($0) } + groups.indices.filter { !hasHeading($0) }
        for number in order where shown[number] > 0 {
            if hasHeading(number) { rows.append(.group(number)) }
            if !isFolded(number) { rows += groups[number].endpoints.lazy.filter(passes).map(EndpointList.Row.endpoint) }
            owners += repeatElement(Int?.some(number), count: rows.count - owners.count)
        }
        return (rows, owners, shown.reduce(0, +))
    }
}
