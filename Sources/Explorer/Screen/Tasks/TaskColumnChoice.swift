// The user's choice of the columns of the task table: by the popup, or by `:columns NAME…`. A session
// remembers it.

extension Model {
    /// The columns of the task table as chosen, or as its width has them. One that does not fit is left out.
    var taskColumns: [TaskColumn] { tasks.columns ?? TaskColumn.usual(view.layout.inside[.tasks]?.width ?? 0, of: tasks) }

    /// Opens the popup.
    mutating func chooseTaskColumns() -> [Effect] {
        dialogs.open = taskColumnPicker(at: nil)
        return []
    }

    func taskColumnPicker(at title: String?) -> ColumnPicker {
        var picker = ColumnPicker(
            of: .tasks, shown: taskColumns.map(\.rawValue), others: TaskColumn.choosable.map(\.rawValue), selected: title)
        picker.clamp(height: ColumnsOverlay.listHeight(view.size))
        return picker
    }

    /// `:columns [NAME…]` in the task table
    mutating func chooseTaskColumns(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        guard !words.isEmpty else { return chooseTaskColumns() }
        guard words != ["reset"] else { return show(taskColumns: nil) }
        var chosen: [TaskColumn] = []
        for word in words {
            guard let column = TaskColumn.choosable.first(where: { $0.rawValue == word }) else {
                throw .unknown("column", word, among: TaskColumn.choosable.map(\.rawValue))
            }
            if !chosen.contains(column) { chosen.append(column) }
        }
        return show(taskColumns: chosen)
    }

    private mutating func show(taskColumns: [TaskColumn]?) -> [Effect] {
        undoStack.record(.taskColumns(tasks.columns))
        tasks.columns = taskColumns
        say("The task table has other columns: \(undoHint)")
        return []
    }

    func taskColumnCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        TaskColumn.choosable.filter { !words.contains($0.rawValue) }
            .map { .init(word: $0.rawValue, note: taskColumns.contains($0) ? "shown" : "") }
            + (words.isEmpty ? [.init(word: "reset", note: "the columns that fit")] : [])
    }
}
