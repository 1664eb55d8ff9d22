// The endpoints as rows: groups, folding, filter, selection.

import Canvas
import Catalog

/// The content of the endpoint pane.
public struct EndpointList: Sendable {
    /// One line of the list.
    public enum Row: Sendable, Hashable {
        case group(Int)
        case endpoint(Int)
    }

    public private(set) var rows: [Row] = []
    public private(set) var filter = TextField()
    var isFiltering = false
    private(set) var list = ListState()
    private var folded: Set<Int> = []
    private var groups: [EndpointGroup] = []
    /// The API's own endpoints; saved and typed requests follow them.
    private var ownCount = 0
    /// The group of each row; empty while the rows are not grouped.
    private var owners: [Int] = []
    private var search = EndpointSearch()
    /// The number of endpoints that pass the filter, and their number in each group.
    private(set) var shownCount = 0
    private(set) var shown: [Int] = []

    init() {}

    init(_ description: APIDescription) {
        (groups, ownCount) = (description.groups, description.ownCount)
        search = EndpointSearch(description.endpoints)
        rebuild(keeping: nil)
        selectFirstEndpoint()
    }

    public var total: Int { search.count }

    /// The query; its matches are highlighted.
    var query: FuzzyQuery { EndpointFilter(filter.text).isInverted ? FuzzyQuery("") : EndpointFilter(filter.text).query }

    /// The endpoint under the cursor; `nil` on a group's line.
    public var selectedEndpoint: Int? {
        if rows.indices.contains(list.selected), case .endpoint(let index) = rows[list.selected] { index } else { nil }
    }

    /// Whether the rows are grouped; a filter orders its results by score.
    var hasGroups: Bool { !EndpointFilter(filter.text).isRanked }

    func isFolded(_ group: Int) -> Bool { folded.contains(group) && hasGroups && hasHeading(group) }

    /// The heading of a group with one endpoint would say no more than the endpoint's path. A saved request
    /// shows its name, and its group the folder.
    private func hasHeading(_ group: Int) -> Bool {
        let endpoints = groups[group].endpoints
        return endpoints.count > 1 || endpoints.contains { $0 >= ownCount }
    }

    /// Typing selects the best match. An inverted or empty filter has no best match, so the
    /// selection stays if it can.
    mutating func editFilter(_ body: (inout TextField) -> Void) {
        let before = (filter: EndpointFilter(filter.text), row: selectedRow)
        body(&filter)
        let now = EndpointFilter(filter.text)
        guard now != before.filter else { return }
        rebuild(keeping: now.isRanked ? nil : before.row)
        if now.isRanked || selectedEndpoint == nil { selectFirstEndpoint() }
    }

    /// Sets the filter as if the user had typed it.
    mutating func setFilter(_ text: String) { editFilter { $0 = TextField(text) } }

    mutating func clearFilter() {
        isFiltering = false
        let before = selectedRow
        filter = TextField()
        rebuild(keeping: before)
    }

    mutating func move(by count: Int, height: Int) { list.move(by: count, count: rows.count, height: height) }
    mutating func move(to index: Int, height: Int) { list.moveTo(index, count: rows.count, height: height) }
    mutating func pick(_ index: Int, height: Int) { list.selectInPlace(index, count: rows.count, height: height) }
    mutating func scroll(by count: Int, height: Int) { list.scroll(by: count, count: rows.count, height: height) }
    mutating func clamp(height: Int) { list.clamp(count: rows.count, height: height) }

    /// Folds the group under the cursor (`true`), unfolds it (`false`), or toggles it (`nil`).
    mutating func fold(_ wish: Bool?) {
        guard hasGroups, let group = selectedGroup else { return }
        let fold = wish ?? !folded.contains(group)
        if fold { folded.insert(group) } else { folded.remove(group) }
        rebuild(keeping: .group(group))
    }

    /// Whether the group under the cursor is folded.
    var isFoldedHere: Bool { selectedGroup.map(folded.contains) == true }

    /// The names of the folded groups, in their order.
    var foldedNames: [String] { groups.indices.filter(folded.contains).map { groups[$0].name } }

    /// Restores an earlier state: folded groups by their names, the selected
    /// endpoint, the first visible line.
    mutating func open(folded names: [String], selected: Int?, top: Int, height: Int) {
        folded = Set(groups.indices.filter { names.contains(groups[$0].name) })
        rebuild(keeping: selected.map(Row.endpoint) ?? selectedRow)
        list.top = top
        clamp(height: height)
        if let selected { show(selected, height: height) }
    }

    private var selectedRow: Row? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }

    /// The group of the row under the cursor, if it has a heading.
    private var selectedGroup: Int? {
        guard owners.indices.contains(list.selected) else { return nil }
        let group = owners[list.selected]
        return hasHeading(group) ? group : nil
    }

    /// Selects an endpoint; clears a filter and unfolds a group that hide it.
    mutating func show(_ endpoint: Int, height: Int) {
        isFiltering = false
        if !rows.contains(.endpoint(endpoint)) {
            filter = TextField()
            for (number, group) in groups.enumerated() where group.endpoints.contains(endpoint) { folded.remove(number) }
            rebuild(keeping: nil)
        }
        if let index = rows.firstIndex(of: .endpoint(endpoint)) { move(to: index, height: height) }
    }

    /// Shows another reading of the description: filter, folding and selection stay with their endpoints.
    mutating func reread(_ description: APIDescription, _ moved: [Int: Int]) {
        let names = Set(folded.map { groups[$0].name })
        let kept = selectedRow.flatMap { row -> Row? in
            switch row {
            case .endpoint(let index): moved[index].map(Row.endpoint)
            case .group(let number): description.groups.firstIndex { $0.name == groups[number].name }.map(Row.group)
            }
        }
        (groups, ownCount) = (description.groups, description.ownCount)
        folded = Set(groups.indices.filter { names.contains(groups[$0].name) })
        search = EndpointSearch(description.endpoints)
        rebuild(keeping: kept)
        if selectedEndpoint == nil, kept == nil { selectFirstEndpoint() }
    }

    private mutating func rebuild(keeping row: Row?) {
        let filter = EndpointFilter(filter.text)
        if filter.isRanked {
            rows = search.find(filter.query).map(Row.endpoint)
            owners = []
            shownCount = rows.count
        } else {
            let hidden = filter.isEmpty ? [] : Set(search.containing(filter.query))
            group { hidden.isEmpty || !hidden.contains($0) }
        }
        list.selected = row.flatMap { rows.firstIndex(of: $0) } ?? min(list.selected, max(0, rows.count - 1))
    }

    /// All groups with a matching endpoint: the heading, and the endpoints unless the group is folded. Groups
    /// without a heading are the last: between others, an endpoint would look like a member of the one before.
    private mutating func group(_ passes: (Int) -> Bool) {
        (rows, owners) = ([], [])
        shown = groups.map { $0.endpoints.count(where: passes) }
        shownCount = shown.reduce(0, +)
        let order = groups.indices.filter { hasHeading($0) } + groups.indices.filter { !hasHeading($0) }
        for number in order where shown[number] > 0 {
            if hasHeading(number) { rows.append(.group(number)) }
            if !isFolded(number) { rows += groups[number].endpoints.lazy.filter(passes).map(Row.endpoint) }
            owners += repeatElement(number, count: rows.count - owners.count)
        }
    }

    private mutating func selectFirstEndpoint() {
        list.selected = rows.firstIndex { if case .endpoint = $0 { true } else { false } } ?? 0
        list.top = 0
    }
}
