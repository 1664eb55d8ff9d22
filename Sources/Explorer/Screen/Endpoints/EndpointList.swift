// The endpoints as rows: groups, folding, filter, selection.

import Canvas
import Catalog

/// What the endpoint pane shows.
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
    private var search = EndpointSearch()
    /// How many endpoints pass the filter, and how many of each group.
    private(set) var shownCount = 0
    private(set) var shown: [Int] = []

    init() {}

    init(_ description: APIDescription) {
        groups = description.groups
        search = EndpointSearch(description.endpoints)
        rebuild(keeping: nil)
        selectFirstEndpoint()
    }

    public var total: Int { search.count }

    /// What is looked for; its letters are lit.
    var query: FuzzyQuery { EndpointFilter(filter.text).isInverted ? FuzzyQuery("") : EndpointFilter(filter.text).query }

    /// The endpoint under the cursor; on a group's line, none.
    public var selectedEndpoint: Int? {
        if rows.indices.contains(list.selected), case .endpoint(let index) = rows[list.selected] { index } else { nil }
    }

    /// Whether the rows stand in groups; what a filter finds stands by how well it fits.
    var hasGroups: Bool { !EndpointFilter(filter.text).isRanked }

    func isFolded(_ group: Int) -> Bool { folded.contains(group) && hasGroups }

    /// Whoever types means the best match; a filter that takes out, or nothing, has no best, so the selection stays if it can.
    mutating func editFilter(_ body: (inout TextField) -> Void) {
        let before = (filter: EndpointFilter(filter.text), row: selectedRow)
        body(&filter)
        let now = EndpointFilter(filter.text)
        guard now != before.filter else { return }
        rebuild(keeping: now.isRanked ? nil : before.row)
        if now.isRanked || selectedEndpoint == nil { selectFirstEndpoint() }
    }

    /// Looks for these words as if they had been typed.
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

    /// Folds the group that the cursor is in (`true`), unfolds it (`false`), or turns it (`nil`).
    mutating func fold(_ wish: Bool?) {
        guard hasGroups, let group = selectedGroup else { return }
        let fold = wish ?? !folded.contains(group)
        if fold { folded.insert(group) } else { folded.remove(group) }
        rebuild(keeping: .group(group))
    }

    /// The group that the cursor is in is folded.
    var isFoldedHere: Bool { selectedGroup.map(folded.contains) == true }

    /// Names of the groups that are folded, in their order.
    var foldedNames: [String] { groups.indices.filter(folded.contains).map { groups[$0].name } }

    /// As it was another time: folded groups by their names, the selected endpoint, the first line on the screen.
    mutating func open(folded names: [String], selected: Int?, top: Int, height: Int) {
        folded = Set(groups.indices.filter { names.contains(groups[$0].name) })
        rebuild(keeping: selected.map(Row.endpoint) ?? selectedRow)
        list.top = top
        clamp(height: height)
        if let selected { show(selected, height: height) }
    }

    private var selectedRow: Row? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }

    private var selectedGroup: Int? {
        guard rows.indices.contains(list.selected) else { return nil }
        for row in rows[...list.selected].reversed() { if case .group(let group) = row { return group } }
        return nil
    }

    /// Selects an endpoint; what hides it gives way.
    mutating func show(_ endpoint: Int, height: Int) {
        isFiltering = false
        if !rows.contains(.endpoint(endpoint)) {
            filter = TextField()
            for (number, group) in groups.enumerated() where group.endpoints.contains(endpoint) { folded.remove(number) }
            rebuild(keeping: nil)
        }
        if let index = rows.firstIndex(of: .endpoint(endpoint)) { move(to: index, height: height) }
    }

    /// Shows another reading of the description: filter, folds and selection stay with what they were for.
    mutating func reread(_ description: APIDescription, _ moved: [Int: Int]) {
        let names = Set(folded.map { groups[$0].name })
        let kept = selectedRow.flatMap { row -> Row? in
            switch row {
            case .endpoint(let index): moved[index].map(Row.endpoint)
            case .group(let number): description.groups.firstIndex { $0.name == groups[number].name }.map(Row.group)
            }
        }
        groups = description.groups
        folded = Set(groups.indices.filter { names.contains(groups[$0].name) })
        search = EndpointSearch(description.endpoints)
        rebuild(keeping: kept)
        if selectedEndpoint == nil, kept == nil { selectFirstEndpoint() }
    }

    private mutating func rebuild(keeping row: Row?) {
        let filter = EndpointFilter(filter.text)
        if filter.isRanked {
            rows = search.find(filter.query).map(Row.endpoint)
            shownCount = rows.count
        } else {
            let hidden = filter.isEmpty ? [] : Set(search.containing(filter.query))
            group { hidden.isEmpty || !hidden.contains($0) }
        }
        list.selected = row.flatMap { rows.firstIndex(of: $0) } ?? min(list.selected, max(0, rows.count - 1))
    }

    /// All groups that have an endpoint to show, each with its endpoints unless it is folded.
    private mutating func group(_ passes: (Int) -> Bool) {
        rows = []
        shown = groups.map { $0.endpoints.count(where: passes) }
        shownCount = shown.reduce(0, +)
        for (number, group) in groups.enumerated() where shown[number] > 0 {
            rows.append(.group(number))
            if !isFolded(number) { rows += group.endpoints.lazy.filter(passes).map(Row.endpoint) }
        }
    }

    private mutating func selectFirstEndpoint() {
        list.selected = rows.firstIndex { if case .endpoint = $0 { true } else { false } } ?? 0
        list.top = 0
    }
}
