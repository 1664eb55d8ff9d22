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
    /// What the filter looks at, in lower case, by endpoint.
    private var haystacks: [String] = []
    /// How many endpoints of each group pass the filter.
    private(set) var shown: [Int] = []

    init() {}

    init(_ description: APIDescription) {
        groups = description.groups
        haystacks = description.endpoints.map { endpoint in
            "\(endpoint.method) \(endpoint.path) \(endpoint.id) \(endpoint.summary) \(endpoint.tags.joined(separator: " "))"
                .lowercased()
        }
        rebuild(keeping: nil)
        list.selected = rows.firstIndex { if case .endpoint = $0 { true } else { false } } ?? 0
    }

    public var total: Int { haystacks.count }

    /// The endpoint under the cursor; on a group's line, none.
    public var selectedEndpoint: Int? {
        if rows.indices.contains(list.selected), case .endpoint(let index) = rows[list.selected] { index } else { nil }
    }

    func isFolded(_ group: Int) -> Bool { folded.contains(group) && filter.text.isEmpty }

    mutating func editFilter(_ body: (inout TextField) -> Void) {
        let before = selectedRow
        body(&filter)
        rebuild(keeping: before)
        if selectedEndpoint == nil { selectFirstEndpoint() }
    }

    mutating func clearFilter() {
        isFiltering = false
        let before = selectedRow
        filter = TextField()
        rebuild(keeping: before)
    }

    mutating func move(by count: Int, height: Int) { list.move(by: count, count: rows.count, height: height) }
    mutating func move(to index: Int, height: Int) { list.moveTo(index, count: rows.count, height: height) }
    mutating func pick(_ index: Int, height: Int) { list.pick(index, count: rows.count, height: height) }
    mutating func scroll(by count: Int, height: Int) { list.scroll(by: count, count: rows.count, height: height) }
    mutating func clamp(height: Int) { list.clamp(count: rows.count, height: height) }

    /// Folds the group that the cursor is in (`true`), unfolds it (`false`), or turns it (`nil`).
    mutating func fold(_ wish: Bool?) {
        guard filter.text.isEmpty, let group = selectedGroup else { return }
        let fold = wish ?? !folded.contains(group)
        if fold { folded.insert(group) } else { folded.remove(group) }
        rebuild(keeping: .group(group))
    }

    private var selectedRow: Row? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }

    private var selectedGroup: Int? {
        guard rows.indices.contains(list.selected) else { return nil }
        for row in rows[...list.selected].reversed() { if case .group(let group) = row { return group } }
        return nil
    }

    private mutating func rebuild(keeping row: Row?) {
        let matches = EndpointFilter(filter.text)
        rows = []
        shown = groups.map { _ in 0 }
        for (number, group) in groups.enumerated() {
            let passing = matches.isEmpty ? group.endpoints : group.endpoints.filter { matches.passes(haystacks[$0]) }
            shown[number] = passing.count
            guard !passing.isEmpty else { continue }
            rows.append(.group(number))
            if !isFolded(number) { rows += passing.map(Row.endpoint) }
        }
        list.selected = row.flatMap { rows.firstIndex(of: $0) } ?? min(list.selected, max(0, rows.count - 1))
    }

    private mutating func selectFirstEndpoint() {
        list.selected = rows.firstIndex { if case .endpoint = $0 { true } else { false } } ?? 0
        list.top = 0
    }
}

/// Words that must all occur; a leading `!` keeps what does not match.
struct EndpointFilter {
    private let words: [String]
    private let inverted: Bool

    init(_ text: String) {
        inverted = text.hasPrefix("!")
        words = text.drop { $0 == "!" }.lowercased().split(separator: " ").map(String.init)
    }

    var isEmpty: Bool { words.isEmpty }
    func passes(_ haystack: String) -> Bool { words.allSatisfy(haystack.contains) != inverted }
}
