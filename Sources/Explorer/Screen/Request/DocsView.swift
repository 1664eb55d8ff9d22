// The view of the Docs tab on its tree: the open rows, the selected row, and the rows at this width.

import Canvas
import Catalog

/// A line of the docs.
struct DocsRow: Sendable, Hashable {
    var indent: Int
    var line: StyledLine
    /// The key of a row that folds; `nil` for a row that does not.
    var key: String?
    var isOpen = false
    /// The target of the row.
    var follow: DocsFollow?
}

struct DocsView: Sendable, Hashable {
    /// Rebuilt when the width or the folding changes, never while a frame is rendered.
    private(set) var rows: [DocsRow] = []
    private(set) var list = ListState()
    private var width: Int?
    /// The rows that differ from their initial folding.
    private(set) var toggled: Set<String> = []

    /// The target of the selected row.
    var follow: DocsFollow? { rows.indices.contains(list.selected) ? rows[list.selected].follow : nil }

    /// Whether the row that `toggle` would fold is open; `nil` when there is none.
    var isOpenHere: Bool? { rows.prefix(list.selected + 1).last { $0.key != nil }?.isOpen }

    mutating func fit(_ operation: Operation, _ neighbours: DocsNeighbours, width: Int) {
        guard self.width != width else { return }
        self.width = width
        // The last column is the scrollbar's.
        rows = DocsTree.rows(operation, neighbours, toggled: toggled, width: width - 1)
    }

    mutating func clamp(height: Int) { list.clamp(count: rows.count, height: height) }

    mutating func move(by count: Int, height: Int) { list.move(by: count, count: rows.count, height: height) }

    mutating func pick(_ index: Int, height: Int) { list.selectInPlace(index, count: rows.count, height: height) }

    /// Opens or closes the selected row, or the row that a line belongs to.
    mutating func toggle() {
        guard let key = rows.prefix(list.selected + 1).last(where: { $0.key != nil })?.key,
            let index = rows.firstIndex(where: { $0.key == key })
        else { return }
        if toggled.remove(key) == nil { toggled.insert(key) }
        list.selected = index
        width = nil
    }

    /// Restores the folding and the selected line from another reading of the description.
    mutating func restore(_ earlier: DocsView) {
        (toggled, list, width) = (earlier.toggled, earlier.list, nil)
    }
}
