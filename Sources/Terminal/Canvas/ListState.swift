// The selection and the scroll position of any list.

/// Which row of a list is selected and which one is at the top. Every change keeps the selection in view;
/// moving also keeps up to two rows beyond it in view, where they exist.
public struct ListState: Hashable, Sendable {
    /// The selected row, from 0; 0 in an empty list.
    public var selected: Int
    /// The first row on the screen.
    public var top: Int

    /// A list with `selected` selected, scrolled to `top`.
    public init(selected: Int = 0, top: Int = 0) {
        self.selected = selected
        self.top = top
    }

    /// Moves the selection by some rows, stopping at either end.
    /// - Parameters:
    ///   - count: rows in the list.
    ///   - height: rows on the screen.
    public mutating func move(by rows: Int, count: Int, height: Int) {
        let (target, overflow) = selected.addingReportingOverflow(rows)
        moveTo(overflow ? (rows > 0 ? count - 1 : 0) : target, count: count, height: height)
    }

    /// Selects a row, or the nearest existing one, and scrolls no further than needed.
    public mutating func moveTo(_ row: Int, count: Int, height: Int) {
        select(row, count: count, height: height, margin: min(2, max(0, (height - 1) / 2)))
    }

    /// Selects a row, or the nearest existing one. A row in view stays in
    /// place, under the pointer that picked it.
    public mutating func selectInPlace(_ row: Int, count: Int, height: Int) {
        select(row, count: count, height: height, margin: 0)
    }

    /// Scrolls by some rows, within the list. The selection stays on its row while that row is in
    /// view, and then moves along at the edge.
    public mutating func scroll(by rows: Int, count: Int, height: Int) {
        let last = max(0, count - max(1, height))
        top = min(max(0, top + min(max(rows, -count), count)), last)
        selectInPlace(min(max(selected, top), top + max(1, height) - 1), count: count, height: height)
    }

    /// Adapts the state to a list or a screen that has changed.
    public mutating func clamp(count: Int, height: Int) { selectInPlace(selected, count: count, height: height) }

    private mutating func select(_ row: Int, count: Int, height: Int, margin: Int) {
        selected = min(max(0, row), max(0, count - 1))
        if selected - margin < top { top = selected - margin }
        if height > 0, selected + margin >= top + height { top = selected + margin - height + 1 }
        top = min(max(0, top), max(0, count - max(1, height)))
    }
}
