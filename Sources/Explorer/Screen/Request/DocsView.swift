// What the Docs tab shows of its tree: which rows are open, which one is selected, and the rows at this width.

import Canvas
import Catalog

/// A line of the docs.
struct DocsRow: Sendable, Hashable {
    var indent: Int
    var line: StyledLine
    /// What folds here; `nil` for a line that only is read.
    var key: String?
    var isOpen = false
    /// Where it leads.
    var follow: DocsFollow?
}

struct DocsView: Sendable, Hashable {
    /// Made anew when the width changes or something is folded, never while a frame is drawn.
    private(set) var rows: [DocsRow] = []
    private(set) var list = ListState()
    private var width: Int?
    /// Those that stand the other way round than they do at first.
    private(set) var toggled: Set<String> = []

    /// What the selected row leads to.
    var follow: DocsFollow? { rows.indices.contains(list.selected) ? rows[list.selected].follow : nil }

    /// Whether what folding turns here is open; `nil` where there is nothing to fold.
    var isOpenHere: Bool? { rows.prefix(list.selected + 1).last { $0.key != nil }?.isOpen }

    mutating func fit(_ operation: Operation, _ neighbours: DocsNeighbours, width: Int, height: Int) {
        if self.width != width {
            self.width = width
            // The last column is the scrollbar's.
            rows = DocsTree.rows(operation, neighbours, toggled: toggled, width: width - 1)
        }
        list.clamp(count: rows.count, height: height)
    }

    mutating func move(by count: Int, height: Int) { list.move(by: count, count: rows.count, height: height) }

    mutating func pick(_ index: Int, height: Int) { list.selectInPlace(index, count: rows.count, height: height) }

    /// Opens or closes the selected row, or the one that a line belongs to.
    mutating func toggle() {
        guard let key = rows.prefix(list.selected + 1).last(where: { $0.key != nil })?.key,
            let index = rows.firstIndex(where: { $0.key == key })
        else { return }
        if toggled.remove(key) == nil { toggled.insert(key) }
        list.selected = index
        width = nil
    }

    /// Rows that were turned in another reading of the description, and the line that was selected.
    mutating func restore(_ earlier: DocsView) {
        (toggled, list, width) = (earlier.toggled, earlier.list, nil)
    }
}
