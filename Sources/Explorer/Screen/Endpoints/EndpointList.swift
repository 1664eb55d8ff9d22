// The endpoints as rows: APIs, groups, folding, filter, selection.

import Canvas
import Catalog

/// The content of the endpoint pane.
public struct EndpointList: Sendable {
    /// One line of the list. Groups and endpoints are those of the row's API.
    public enum Row: Sendable, Hashable {
        /// The heading of an API, where there are several.
        case api(Int)
        case group(Int)
        case endpoint(Int)
    }

    public private(set) var rows: [Row] = []
    /// The API of each row; empty while one API is shown.
    private var homes: [Int] = []
    /// The group of each row, where the rows are grouped.
    private var owners: [Int?] = []
    public private(set) var filter = TextField()
    var isFiltering = false
    private(set) var list = ListState()
    /// The APIs; never empty.
    private(set) var sections = [EndpointSection()]
    /// The API in use: the other functions of this type speak of its endpoints.
    private(set) var current = 0
    /// The only API that is shown; `nil`: all of them.
    private(set) var only: Int?
    /// The number of endpoints that pass the filter.
    private(set) var shownCount = 0

    init() {}

    /// - Parameter names: the APIs, of which the first is in use; fewer than two need no names.
    init(apis names: [String]) {
        guard names.count > 1 else { return }
        sections = names.map { EndpointSection(name: $0) }
        for index in sections.indices { sections[index].note = "reading …" }
        rebuild()
    }

    /// Starts with a description of the API in use, without a state of an earlier one.
    mutating func begin(_ description: APIDescription) {
        let isAlone = sections.count == 1
        sections[current] = EndpointSection(name: sections[current].name)
        sections[current].take(description)
        if isAlone { (filter, isFiltering) = (TextField(), false) }
        let kept = isAlone || selectedEndpoint == nil && selectedHome == current ? nil : selected
        rebuild(keeping: kept)
        if kept == nil { selectFirstEndpoint() }
    }

    /// The number of endpoints of all shown APIs.
    public var total: Int { shownSections.reduce(0) { $0 + sections[$1].total } }

    private var shownSections: [Int] { only.map { [$0] } ?? Array(sections.indices) }

    /// Whether each API has a heading.
    private var hasHeadings: Bool { sections.count > 1 && only == nil }

    /// The query; its matches are highlighted.
    var query: FuzzyQuery { EndpointFilter(filter.text).isInverted ? FuzzyQuery("") : EndpointFilter(filter.text).query }

    /// The endpoint under the cursor; `nil` on a heading, and in another API than the one in use.
    public var selectedEndpoint: Int? {
        if selectedHome == current, case .endpoint(let index)? = selected?.row { index } else { nil }
    }

    /// The API of the row under the cursor.
    var selectedHome: Int { home(of: list.selected) }

    /// The API of a row.
    func home(of index: Int) -> Int { homes.indices.contains(index) ? homes[index] : only ?? current }

    /// Whether the rows are grouped; a filter orders its results by score.
    var hasGroups: Bool { !EndpointFilter(filter.text).isRanked }

    /// A group of the section is folded now.
    func isFolded(_ group: Int, of section: Int) -> Bool { hasGroups && sections[section].isFolded(group) }

    /// Typing selects the best match. An inverted or empty filter has no best match, so the
    /// selection stays if it can.
    mutating func editFilter(_ body: (inout TextField) -> Void) {
        let before = (filter: EndpointFilter(filter.text), row: selected)
        body(&filter)
        let now = EndpointFilter(filter.text)
        guard now != before.filter else { return }
        rebuild(keeping: now.isRanked ? nil : before.row)
        if case .endpoint? = selected?.row, !now.isRanked { return }
        selectFirstEndpoint()
    }

    /// Sets the filter as if the user had typed it.
    mutating func setFilter(_ text: String) { editFilter { $0 = TextField(text) } }

    mutating func clearFilter() {
        isFiltering = false
        let before = selected
        filter = TextField()
        rebuild(keeping: before)
    }

    mutating func move(by count: Int, height: Int) { list.move(by: count, count: rows.count, height: height) }
    mutating func move(to index: Int, height: Int) { list.moveTo(index, count: rows.count, height: height) }
    mutating func pick(_ index: Int, height: Int) { list.selectInPlace(index, count: rows.count, height: height) }
    mutating func scroll(by count: Int, height: Int) { list.scroll(by: count, count: rows.count, height: height) }
    mutating func clamp(height: Int) { list.clamp(count: rows.count, height: height) }

    /// Folds the group or the API under the cursor (`true`), unfolds it (`false`), or toggles it (`nil`).
    mutating func fold(_ wish: Bool?) {
        guard hasGroups else { return }
        let home = selectedHome
        if case .api? = selected?.row {
            sections[home].isClosed = wish ?? !sections[home].isClosed
            return rebuild(keeping: Selected(row: .api(home), home: home))
        }
        guard let group = selectedGroup else {
            // The endpoint stands below the heading of its API only.
            guard hasHeadings, wish == true else { return }
            sections[home].isClosed = true
            return rebuild(keeping: Selected(row: .api(home), home: home))
        }
        let fold = wish ?? !sections[home].folded.contains(group)
        if fold { sections[home].folded.insert(group) } else { sections[home].folded.remove(group) }
        rebuild(keeping: Selected(row: .group(group), home: home))
    }

    /// Whether the group or the API under the cursor is folded.
    var isFoldedHere: Bool {
        if case .api? = selected?.row { return sections[selectedHome].isClosed }
        return selectedGroup.map(sections[selectedHome].folded.contains) == true
    }

    /// The names of the folded groups, in their order.
    var foldedNames: [String] { sections[current].foldedNames }

    /// Restores an earlier state: folded groups by their names, the selected
    /// endpoint, the first visible line.
    mutating func open(folded names: [String], selected endpoint: Int?, top: Int, height: Int) {
        sections[current].fold(named: names)
        rebuild(keeping: endpoint.map { Selected(row: .endpoint($0), home: current) } ?? selected)
        if sections.count == 1 { list.top = top }
        clamp(height: height)
        if let endpoint { show(endpoint, height: height) }
    }

    /// A row that can be found again after the rows have changed.
    private struct Selected {
        var row: Row
        var home: Int
    }

    private var selected: Selected? {
        rows.indices.contains(list.selected) ? Selected(row: rows[list.selected], home: home(of: list.selected)) : nil
    }

    private func index(of wanted: Selected) -> Int? {
        homes.isEmpty
            ? rows.firstIndex(of: wanted.row)
            : rows.indices.first { homes[$0] == wanted.home && rows[$0] == wanted.row }
    }

    /// The group of the row under the cursor, if it has a heading.
    private var selectedGroup: Int? {
        guard owners.indices.contains(list.selected), let group = owners[list.selected] else { return nil }
        return sections[selectedHome].hasHeading(group) ? group : nil
    }

    /// Selects an endpoint; clears a filter and unfolds a group that hide it.
    mutating func show(_ endpoint: Int, height: Int) {
        isFiltering = false
        let wanted = Selected(row: .endpoint(endpoint), home: current)
        if index(of: wanted) == nil {
            filter = TextField()
            sections[current].unfold(around: endpoint)
            sections[current].isClosed = false
            rebuild()
        }
        if let index = index(of: wanted) { move(to: index, height: height) }
    }

    /// Shows another reading of the description: filter, folding and selection stay with their endpoints.
    mutating func reread(_ description: APIDescription, _ moved: [Int: Int]) {
        let groups = sections[current].groups
        let before = selected
        let kept = before.flatMap { before -> Selected? in
            guard before.home == current else { return before }
            let row: Row? =
                switch before.row {
                case .api: before.row
                case .endpoint(let index): moved[index].map(Row.endpoint)
                case .group(let number): description.groups.firstIndex { $0.name == groups[number].name }.map(Row.group)
                }
            return row.map { Selected(row: $0, home: current) }
        }
        sections[current].take(description)
        rebuild(keeping: kept)
        sections[current].lastSelected = sections[current].lastSelected.flatMap { moved[$0] }
        if selectedEndpoint == nil, kept == nil { selectFirstEndpoint() }
    }

    // MARK: APIs

    /// Makes an API the one in use. Unless the selection is in it, its endpoint that was selected last is
    /// selected, or its first one.
    mutating func use(_ section: Int, height: Int) {
        current = section
        guard only.map({ $0 != section }) ?? (selectedHome != section) else { return }
        if only != nil { only = section }
        sections[section].isClosed = false
        rebuild()
        if let last = sections[section].lastSelected, index(of: Selected(row: .endpoint(last), home: section)) != nil {
            show(last, height: height)
        } else {
            selectFirstEndpoint(of: section)
        }
    }

    /// Remembers the selected endpoint for the time when its API is in use again.
    mutating func noteSelection() {
        if let selectedEndpoint { sections[current].lastSelected = selectedEndpoint }
    }

    /// Handles events for another API in between: the rows stay as they are.
    mutating func visit(_ section: Int) { current = section }

    /// Shows one API alone, or all of them.
    mutating func show(only section: Int?) {
        let before = selected
        only = section
        rebuild(keeping: before)
    }

    /// Why an API has no endpoints.
    mutating func setNote(_ note: String, of section: Int) {
        let before = selected
        sections[section].note = note
        rebuild(keeping: before)
    }

    private mutating func rebuild(keeping kept: Selected? = nil) {
        let filter = EndpointFilter(filter.text)
        (rows, homes, owners, shownCount) = ([], [], [], 0)
        for number in shownSections {
            let part = sections[number].rows(passing: filter)
            shownCount += part.count
            if hasHeadings, filter.isEmpty || part.count > 0 {
                rows.append(.api(number))
                owners.append(nil)
            }
            if !(hasHeadings && filter.isEmpty && sections[number].isClosed) {
                rows += part.rows
                owners += part.owners
            }
            if hasHeadings { homes += repeatElement(number, count: rows.count - homes.count) }
        }
        list.selected = kept.flatMap { index(of: $0) } ?? min(list.selected, max(0, rows.count - 1))
    }

    private mutating func selectFirstEndpoint(of section: Int? = nil) {
        let first = rows.indices.first { index in
            guard section == nil || home(of: index) == section else { return false }
            if case .endpoint = rows[index] { return true }
            return false
        }
        list.selected = first ?? section.flatMap { index(of: Selected(row: .api($0), home: $0)) } ?? 0
        list.top = 0
    }
}
