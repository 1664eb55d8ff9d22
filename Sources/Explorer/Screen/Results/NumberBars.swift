// Numbers of the result's table as bars: which columns have them, their scale and their text. The choice is
// stored by endpoint while the program runs, like the choice of columns.

import Canvas
import Document
import NetLayer

/// The scale of the bars in one column. It includes zero: bars begin there.
struct BarScale: Sendable, Hashable {
    /// The usual width of a bar, and the least useful one.
    static let widths = (usual: 12, least: 4)

    /// The smallest number, or zero.
    let low: Double
    /// The largest number, or zero.
    let high: Double

    /// `nil` where all numbers are zero: there is nothing to compare.
    init?(_ numbers: [Double]) {
        low = min(0, numbers.min() ?? 0)
        high = max(0, numbers.max() ?? 0)
        if low == high { return nil }
    }

    /// The bar of a number, in at most `width` columns. Where the column has negative numbers, a line
    /// stands at zero and their bars lie left of it.
    func text(_ number: Double, width: Int) -> String {
        guard low < 0 else { return Self.right(number / high, width) }
        let share = low / (low - high)
        let left = high > 0 ? min(max(1, Int((Double(width - 1) * share).rounded())), width - 2) : width - 1
        let negative = number < 0 ? Self.left(number / low, left) : ""
        let positive = high > 0 ? Self.right(number / high, width - 1 - left) : ""
        return TextWidth.pad(negative, left, alignRight: true) + "│" + positive
    }

    /// A bar that grows to the right, in eighths of a column. A positive number is never invisible.
    private static func right(_ share: Double, _ width: Int) -> String {
        guard share > 0 else { return "" }
        let eighths = max(1, Int((min(1, share) * Double(8 * width)).rounded()))
        return String(repeating: "█", count: eighths / 8) + ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    }

    /// A bar that grows to the left, in halves: no character has another part of its right side.
    private static func left(_ share: Double, _ width: Int) -> String {
        let halves = max(1, Int((min(1, share) * Double(2 * width)).rounded()))
        return (halves % 2 == 1 ? "▐" : "") + String(repeating: "█", count: halves / 2)
    }
}

extension TableCell {
    /// The number that a bar shows; `nil` for other values, and where it is too large to compare.
    var number: Double? { kind == .number ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil }
}

extension TableView {
    func hasBars(_ column: Int) -> Bool {
        guard let window, window.heads.indices.contains(column) else { return false }
        return window.heads[column].isNumeric && bars.contains(window.heads[column].title)
    }

    /// The scale of a column with bars: of a sample of rows from the whole table, which is all of a short
    /// one, and of the loaded rows.
    func scale(of column: Int) -> BarScale? {
        guard let window, hasBars(column) else { return nil }
        let loaded = window.lines.compactMap { $0.cells.indices.contains(column) ? $0.cells[column].number : nil }
        return BarScale(window.heads[column].extremes + loaded)
    }

    /// The titles of the columns that can have bars.
    var numericTitles: [String] { window?.heads.filter(\.isNumeric).map(\.title) ?? [] }
}

extension ResultView {
    /// The titles of the columns that have bars in the table of a task.
    func bars(for task: TaskID?) -> Set<String> { endpoint(of: task).flatMap { barColumns[$0] } ?? [] }

    /// Shows bars in these columns, in later tables of the same endpoint too.
    mutating func show(bars titles: Set<String>) {
        guard let endpoint = endpoint(of: task) else { return }
        barColumns[endpoint] = titles
        table.bars = titles
    }
}

extension Model {
    var whyNoBars: String? {
        whyNoTable("shown with bars") ?? (result.table.numericTitles.isEmpty ? "No column of the table has numbers" : nil)
    }

    /// Shows or hides the bars of the column under the cursor.
    mutating func toggleBars() {
        guard let title = result.table.columnTitle else { return }
        guard result.table.numericTitles.contains(title) else { return say("Bars need a column of numbers: \(title) has none") }
        result.show(bars: result.table.bars.symmetricDifference([title]))
        refitColumns()
    }

    /// `:bars [NAME…|off]`
    mutating func showBars(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoBars { throw PaletteProblem(reason) }
        let numeric = result.table.numericTitles
        if let wrong = words.first(where: { !numeric.contains($0) }), words != ["off"] {
            throw .unknown("column of numbers", wrong, among: numeric)
        }
        if words.isEmpty {
            toggleBars()
        } else {
            result.show(bars: words == ["off"] ? [] : Set(words))
            refitColumns()
        }
        return []
    }

    /// The column under the cursor stays in view when others become wider.
    private mutating func refitColumns() {
        result.table.step(to: result.table.column, width: view.layout.tableWidth)
    }

    func barCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        let table = result.table
        let columns = table.numericTitles.filter { !words.contains($0) && !$0.contains(" ") }
        return columns.map { .init(word: $0, note: table.bars.contains($0) ? "has bars" : "") }
            + (words.isEmpty && !table.bars.isEmpty ? [.init(word: "off", note: "no bars")] : [])
    }
}
