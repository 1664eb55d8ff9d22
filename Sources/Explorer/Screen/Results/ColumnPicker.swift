// The popup that chooses the columns of a table, of the result or of the tasks: shown columns come first, in
// their order.

import Canvas

struct ColumnPicker: Sendable, Hashable {
    struct Row: Sendable, Hashable {
        var title: String
        var isShown: Bool
    }

    /// The table whose columns are chosen.
    enum Table: Sendable, Hashable { case result, tasks }

    let table: Table
    private(set) var rows: [Row]
    private(set) var list = ListState()
    /// A path that the user is typing.
    var field: TextField?
    /// The columns before the first change are kept for `undo`: all changes of one popup are one act.
    var isKept = false

    /// - Parameters:
    ///   - shown: titles of the shown columns.
    ///   - others: titles of the columns that could be shown.
    ///   - selected: the title of the column under the cursor.
    init(of table: Table = .result, shown: [String], others: [String], selected: String?) {
        self.table = table
        var seen = Set(shown)
        rows =
            shown.map { Row(title: $0, isShown: true) }
            + others.filter { seen.insert($0).inserted }.map { Row(title: $0, isShown: false) }
        list.selected = rows.firstIndex { $0.title == selected } ?? 0
    }

    var titles: [String] { rows.filter(\.isShown).map(\.title) }
    var selected: String? { rows.indices.contains(list.selected) ? rows[list.selected].title : nil }

    mutating func move(by step: Int, height: Int) { list.move(by: step, count: rows.count, height: height) }
    mutating func clamp(height: Int) { list.clamp(count: rows.count, height: height) }

    /// Shows or hides the selected column. One column always stays shown.
    mutating func toggle() {
        guard rows.indices.contains(list.selected), !rows[list.selected].isShown || titles.count > 1 else { return }
        rows[list.selected].isShown.toggle()
    }

    /// Moves the selected column, together with the cursor.
    mutating func carry(by step: Int, height: Int) {
        let (from, to) = (list.selected, list.selected + step)
        guard rows.indices.contains(from), rows.indices.contains(to) else { return }
        rows.swapAt(from, to)
        move(by: step, height: height)
    }

    /// Inserts a column that the user has typed, behind the shown columns.
    mutating func add(_ title: String, height: Int) {
        rows.removeAll { $0.title == title }
        let place = (rows.lastIndex(where: \.isShown) ?? -1) + 1
        rows.insert(Row(title: title, isShown: true), at: place)
        list.moveTo(place, count: rows.count, height: height)
    }
}

extension Model {
    var whyNoColumns: String? {
        if focus == .tasks { return whyNoTask }
        return whyNoTable("given other columns") ?? (result.table.titles.isEmpty ? "The list is empty: it has no columns" : nil)
    }

    /// Opens the popup.
    mutating func chooseColumns() -> [Effect] {
        dialogs.open = picker(at: result.table.columnTitle)
        return []
    }

    private func picker(at title: String?) -> ColumnPicker {
        let table = result.table
        var picker = ColumnPicker(
            shown: table.choice.columns ?? table.titles, others: (table.window?.found ?? []) + (table.window?.nested ?? []),
            selected: title)
        picker.clamp(height: ColumnsOverlay.listHeight(view.size))
        return picker
    }

    /// `:columns [TITLE…]`
    mutating func chooseColumns(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoColumns { throw PaletteProblem(reason) }
        if focus == .tasks { return try chooseTaskColumns(words) }
        guard !words.isEmpty else { return chooseColumns() }
        keepColumns()
        result.show(columns: words == ["reset"] ? nil : words)
        say("The table has other columns: \(undoHint)")
        return []
    }

    func columnCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        if focus == .tasks { return taskColumnCompletions(after: words) }
        let table = result.table
        let all = ((table.window?.found ?? []) + (table.window?.nested ?? [])).filter { !words.contains($0) && !$0.contains(" ") }
        return all.map { .init(word: $0, note: table.titles.contains($0) ? "shown" : "") }
            + (words.isEmpty ? [.init(word: "reset", note: "the detected columns")] : [])
    }

    /// Hides the column under the cursor.
    mutating func hideColumn() {
        let titles = result.table.titles
        guard titles.count > 1 else { return say("The last column cannot be hidden") }
        guard titles.indices.contains(result.table.column) else { return }
        let hidden = titles[result.table.column]
        keepColumns()
        result.show(columns: titles.filter { $0 != hidden })
        say("\(hidden) is hidden: \(undoHint)")
    }

    /// Moves the column under the cursor; the cursor stays on it.
    mutating func moveColumn(by step: Int) {
        var titles = result.table.titles
        let (from, to) = (result.table.column, result.table.column + step)
        guard titles.indices.contains(from), titles.indices.contains(to) else { return }
        titles.swapAt(from, to)
        keepColumns(isMove: true)
        result.show(columns: titles)
    }

    /// Keeps the columns of the result's table for `undo`.
    /// - Parameter isMove: moves one after the other are one act.
    private mutating func keepColumns(isMove: Bool = false) {
        guard let endpoint = result.endpoint(of: result.task) else { return }
        let choice = result.choices[endpoint]
        undoStack.record(
            .columns(ColumnsBefore(endpoint: endpoint, list: choice?.list, columns: choice?.columns, isMove: isMove)))
    }

    /// Keeps the columns before the first change of a popup.
    private mutating func keepColumns(before picker: inout ColumnPicker) {
        guard !picker.isKept else { return }
        picker.isKept = true
        switch picker.table {
        case .result: keepColumns()
        case .tasks: undoStack.record(.taskColumns(tasks.columns))
        }
    }

    /// Handles a key while the popup is open.
    mutating func perform(_ picker: ColumnPicker, _ key: Key) -> [Effect] {
        var picker = picker
        let height = ColumnsOverlay.listHeight(view.size)
        if var field = picker.field {
            switch key {
            case .escape, .control("c"): picker.field = nil
            case .enter:
                picker.field = nil
                let title = field.text.filter { !$0.isNewline }
                if !title.isEmpty {
                    picker.add(title, height: height)
                    return take(picker)
                }
            default:
                _ = field.handle(key)
                picker.field = field
            }
            dialogs.open = picker
            return []
        }
        switch key {
        case .escape, .enter, .control("c"), .character("q"), .character("c"):
            dialogs.open = nil
            if picker.isKept { say("The table has other columns: \(undoHint)") }
            return []
        case .character(" "): picker.toggle()
        case .character("J"): picker.carry(by: 1, height: height)
        case .character("K"): picker.carry(by: -1, height: height)
        case .character("a") where picker.table == .result: picker.field = TextField()
        case .character("r"):
            dialogs.open = reset(picker, height: height)
            return []
        default:
            if let distance = view.keymap.command(for: key, in: .result)?.distance(height: height) {
                picker.move(by: distance, height: height)
            }
            dialogs.open = picker
            return []
        }
        return take(picker)
    }

    /// Resets the choice. Returns the popup with the columns as they are without one.
    private mutating func reset(_ picker: ColumnPicker, height: Int) -> ColumnPicker {
        var picker = picker
        keepColumns(before: &picker)
        switch picker.table {
        case .result:
            result.show(columns: nil)
            var fresh = ColumnPicker(
                shown: result.table.window?.found ?? [], others: result.table.window?.nested ?? [], selected: picker.selected)
            fresh.clamp(height: height)
            fresh.isKept = true
            return fresh
        case .tasks:
            tasks.columns = nil
            var fresh = taskColumnPicker(at: picker.selected)
            fresh.isKept = true
            return fresh
        }
    }

    /// Shows the chosen columns at once in the table behind the popup.
    private mutating func take(_ chosen: ColumnPicker) -> [Effect] {
        var picker = chosen
        switch picker.table {
        case .result:
            if picker.titles != result.table.choice.columns ?? result.table.titles {
                keepColumns(before: &picker)
                result.show(columns: picker.titles)
            }
        case .tasks:
            if picker.titles != taskColumns.map(\.rawValue) {
                keepColumns(before: &picker)
                tasks.columns = picker.titles.compactMap { TaskColumn(rawValue: $0) }
            }
        }
        dialogs.open = picker
        return []
    }
}
