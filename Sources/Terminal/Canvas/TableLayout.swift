// Distributes the columns of the screen among the columns of a table.

/// One column of a table and its widths, in cells.
public struct Column: Hashable, Sendable {
    /// The text above it.
    public var title: String
    /// The least useful width; at least 1.
    public var minimum: Int
    /// The width it takes when there is room; at least `minimum`.
    public var ideal: Int
    /// The width it grows to when there is more room; `nil` without limit.
    public var maximum: Int?
    /// Where room is short, the column of the lowest priority is dropped first; of
    /// equal ones, the one furthest to the right.
    public var priority: Int
    /// Whether its text is aligned right, as numbers are.
    public var alignRight: Bool

    /// A column; `minimum` is the title's width by default, `ideal` is `minimum`.
    public init(
        title: String, minimum: Int? = nil, ideal: Int? = nil, maximum: Int? = nil, priority: Int = 0, alignRight: Bool = false
    ) {
        self.title = title
        self.minimum = max(1, minimum ?? TextWidth.measure(title))
        self.ideal = max(ideal ?? 0, self.minimum)
        self.maximum = maximum.map { [least = self.ideal] in max($0, least) }
        self.priority = priority
        self.alignRight = alignRight
    }
}

/// The widths of a table's columns.
public enum TableLayout {
    /// Distributes `available` columns, with `gap` of them between two neighbours. Columns without room for
    /// their minimum are dropped by priority. The others get their minimum, then grow to their ideal, then
    /// towards their maximum, those with the most room to grow the most.
    /// - Returns: one width per column, 0 for a dropped one. Widths and gaps together are never more than
    ///   `available`, and exactly that when a shown column has no maximum.
    public static func widths(_ columns: [Column], available: Int, gap: Int = 1) -> [Int] {
        let gap = max(0, gap)
        let byPriority = columns.indices.sorted { (columns[$0].priority, -$0) < (columns[$1].priority, -$1) }
        var shown = Set(columns.indices)
        func minimumWidth() -> Int { shown.reduce(0) { $0 + columns[$1].minimum } + gap * (shown.count - 1) }
        for index in byPriority where shown.count > 1 && minimumWidth() > available { shown.remove(index) }
        var widths = Array(repeating: 0, count: columns.count)
        for index in shown { widths[index] = max(0, min(columns[index].minimum, available)) }
        func remainingWidth() -> Int { available - widths.reduce(0, +) - gap * (shown.count - 1) }
        let order = shown.sorted()
        share(remainingWidth(), among: order, of: &widths) { columns[$0].ideal }
        share(remainingWidth(), among: order, of: &widths) { columns[$0].maximum ?? Int.max }
        return widths
    }

    /// Grows widths towards their limits, in proportion to their distance from them; the
    /// remainder is distributed from the left.
    private static func share(_ room: Int, among order: [Int], of widths: inout [Int], limit: (Int) -> Int) {
        guard room > 0 else { return }
        // More than a terminal ever has, so that limited columns hardly count beside an unlimited one.
        let unlimited = max(room, 4096)
        let wishes = order.map { min(limit($0), widths[$0] + unlimited) - widths[$0] }.map { max(0, $0) }
        let total = wishes.reduce(0, +)
        guard total > 0 else { return }
        var left = min(room, total)
        let granted = left
        for (index, wish) in zip(order, wishes) {
            let part = wish * granted / total
            widths[index] += part
            left -= part
        }
        for (index, wish) in zip(order, wishes) where left > 0 && wish * granted / total < wish {
            widths[index] += 1
            left -= 1
        }
    }
}
