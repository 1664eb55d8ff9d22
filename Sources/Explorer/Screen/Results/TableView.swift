// The user's position in a table: the row, the column, the order.

import Canvas
import Document
import NetLayer

struct TableView: Sendable {
    private(set) var list = ListState()
    private(set) var column = 0
    /// The first shown column beside the frozen one.
    private(set) var left = 1
    private(set) var order: JSONTableOrder?
    /// The query whose matches are shown; `nil`: the whole list.
    private(set) var filter: JSONPath?
    private(set) var choice = TableChoice()
    private(set) var window: TableWindow?
    /// The titles of the columns whose numbers have bars.
    var bars: Set<String>
    /// The title of the column that the cursor goes to once the chosen columns are loaded.
    private var wanted: String?
    private var asked: TableRequest?
    /// The number of rows of the list, if it has grown since the window was made.
    private var grown: Int?

    var total: Int { window == nil ? 0 : grown ?? window?.total ?? 0 }

    private var isCurrent: Bool {
        window?.request.order == order && window?.request.filter == filter && window?.request.choice == choice
    }

    /// The row under the cursor, if it is loaded.
    var line: TableLine? { isCurrent ? window?.line(at: list.selected) : nil }

    /// The preferred widths of the columns, with their bars.
    var widths: [Int] {
        textWidths.enumerated().map { $1 + (hasBars($0) ? 1 + BarScale.widths.usual : 0) }
    }

    /// The preferred widths without bars: of a sample of rows from the whole table, and of the visible rows.
    var textWidths: [Int] {
        guard let window else { return [] }
        var widths = window.heads.map(\.width)
        for line in window.lines {
            for (column, cell) in line.cells.enumerated() where widths[column] < TableHead.widest {
                widths[column] = max(widths[column], min(TableHead.widest, TextWidth.measure(cell.text)))
            }
        }
        if let order, widths.indices.contains(order.column) { widths[order.column] += 2 }
        return widths
    }

    init(choice: TableChoice = TableChoice(), filter: JSONPath? = nil, bars: Set<String> = []) {
        (self.choice, self.filter, self.bars) = (choice, filter, bars)
    }

    /// The titles of the shown columns, if they are loaded.
    var titles: [String] { window?.heads.map(\.title) ?? [] }

    /// The title of the column under the cursor.
    var columnTitle: String? { titles.indices.contains(column) ? titles[column] : nil }

    /// Shows other columns; the cursor and the order stay with their columns.
    /// - Parameter title: the column that the cursor goes to.
    mutating func choose(_ next: TableChoice, at title: String? = nil) {
        guard next != choice else { return }
        let old = choice.columns ?? window?.found ?? []
        let new = next.columns ?? window?.found ?? []
        if let order { self.order = Self.moved(order, from: old, to: new) }
        wanted = title ?? wanted ?? columnTitle
        choice = next
        asked = nil
    }

    private static func moved(_ order: JSONTableOrder, from old: [String], to new: [String]) -> JSONTableOrder? {
        guard old.indices.contains(order.column), let place = new.firstIndex(of: old[order.column]) else { return nil }
        return JSONTableOrder(column: place, isDescending: order.isDescending)
    }

    /// Shows the matches of another query; the loaded rows stay until those arrive.
    mutating func refilter(_ filter: JSONPath?) {
        let window = window
        self = TableView(choice: choice, filter: filter, bars: bars)
        self.window = window
    }

    /// Selects the row on a visible line.
    mutating func pick(_ row: Int, height: Int) { list.selectInPlace(row, count: total, height: height) }

    mutating func move(by count: Int, height: Int) { list.move(by: count, count: total, height: height) }

    /// Moves to a cell; `width` is the room of the table, in columns of the screen.
    mutating func go(row: Int, column: Int, width: Int, height: Int) {
        list.moveTo(row, count: total, height: height)
        step(to: column, width: width)
    }

    /// Moves to another column and scrolls it into view.
    mutating func step(to column: Int, width: Int) {
        guard let window else { return }
        self.column = min(max(0, column), max(0, window.heads.count - 1))
        left = TableFit(self, width: width).left
    }

    /// Sorts by the current column: the smallest first, then the largest first, then in the original order.
    mutating func sort(height: Int) {
        switch order {
        case let old? where old.column == column:
            order = old.isDescending ? nil : JSONTableOrder(column: column, isDescending: true)
        case _: order = JSONTableOrder(column: column)
        }
        list.moveTo(0, count: total, height: height)
    }

    /// Reverses the order; without one, sorts by the current column, the largest first.
    mutating func reverse(height: Int) {
        order = JSONTableOrder(column: order?.column ?? column, isDescending: !(order?.isDescending ?? false))
        list.moveTo(0, count: total, height: height)
    }

    /// The request for rows that the screen will need and that are not loaded.
    mutating func missing(_ task: TaskID, height: Int) -> TableRequest? {
        if let window, grown == nil, window.request.task == task, isCurrent, list.top >= window.start,
            min(window.total, list.top + height) <= window.start + window.lines.count
        {
            return nil
        }
        let request = TableRequest(
            task: task, order: order, range: max(0, list.top - height)..<(list.top + 2 * height), filter: filter, choice: choice)
        guard request != asked else { return nil }
        asked = request
        return request
    }

    /// The list has grown: requests the same rows once more.
    mutating func reload(_ rows: Int) {
        asked = nil
        grown = rows
    }

    /// More rows may bring more columns, or another order of them: the cursor and the
    /// order stay with their columns.
    private mutating func keepColumns(_ next: TableWindow) {
        defer { wanted = nil }
        guard let window, window.request.task == next.request.task, window.heads.map(\.title) != next.heads.map(\.title) else {
            return
        }
        guard window.request.choice == next.request.choice else {
            // The order was adapted when the columns were chosen.
            let place = wanted.flatMap { title in next.heads.firstIndex { $0.title == title } }
            return column = place ?? min(column, max(0, next.heads.count - 1))
        }
        func place(_ column: Int) -> Int? {
            guard window.heads.indices.contains(column) else { return nil }
            return next.heads.firstIndex { $0.title == window.heads[column].title }
        }
        column = place(column) ?? 0
        if let order { self.order = place(order.column).map { JSONTableOrder(column: $0, isDescending: order.isDescending) } }
    }

    /// Accepts rows for the last request only.
    mutating func receive(_ window: TableWindow, height: Int) {
        guard window.request == asked else { return }
        asked = nil
        grown = nil
        keepColumns(window)
        self.window = window
        list.clamp(count: total, height: height)
    }

    mutating func clamp(height: Int) { if window != nil { list.clamp(count: total, height: height) } }
}

/// The columns of a table that fit, with their positions.
struct TableFit {
    struct Place: Hashable {
        var column: Int
        var x: Int
        var width: Int
        /// The columns at its end that a bar takes; 0 for none.
        var bar = 0

        /// The columns for the text.
        var textWidth: Int { bar > 0 ? width - bar - 1 : width }
    }

    static let gap = 2
    /// Where not all columns fit completely, none is wider than this.
    private static let fair = 32

    /// Width of the row numbers.
    let numberWidth: Int
    let places: [Place]
    /// The first column beside the frozen one.
    let left: Int
    let hasMoreLeft: Bool
    let hasMoreRight: Bool

    /// The column at that position, including the gap behind it.
    func column(at x: Int) -> Int? { places.last { $0.x <= x }?.column }

    init(_ table: TableView, width: Int) {
        numberWidth = String(max(1, table.total)).count
        let room = max(0, width - numberWidth - Self.gap)
        var widths = table.widths
        let all = widths.reduce(0, +) + Self.gap * max(0, widths.count - 1)
        if all > room { widths = widths.map { min($0, Self.fair) } }
        guard let first = widths.first, room > 0 else {
            (places, left, hasMoreLeft, hasMoreRight) = ([], 1, false, widths.count > 1)
            return
        }
        let frozen = min(first, widths.count > 1 ? max(1, room / 2) : room)
        var left = min(max(1, table.left), max(1, table.column))
        func end(of column: Int) -> Int { frozen + widths[left...column].reduce(0) { $0 + $1 + Self.gap } }
        while table.column > left, end(of: table.column) > room { left += 1 }
        var places = [Place(column: 0, x: 0, width: frozen)]
        var x = frozen + Self.gap
        for column in widths.indices.dropFirst(left) where x < room {
            let width = min(widths[column], room - x)
            // A cut column that is too narrow says nothing, but some of the column
            // under the cursor must be visible.
            if width < widths[column], width < 6, column != table.column { break }
            places.append(Place(column: column, x: x, width: width))
            x += width + Self.gap
        }
        let start = String(max(1, table.total)).count + Self.gap
        // A bar has the room that the numbers leave.
        let textWidths = table.textWidths
        self.places = places.map { place in
            let rest = place.width - textWidths[place.column] - 1
            let hasBar = rest >= BarScale.widths.least && table.hasBars(place.column)
            return Place(column: place.column, x: place.x + start, width: place.width, bar: hasBar ? rest : 0)
        }
        self.left = left
        hasMoreLeft = left > 1
        hasMoreRight = (places.last?.column ?? 0) < widths.count - 1
    }
}
