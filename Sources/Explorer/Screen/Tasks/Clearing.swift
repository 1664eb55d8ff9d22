// `:clear`: removes ended tasks from the table.

import NetLayer

extension Model {
    var whyNothingToClear: String? { tasks.counts.ended > 0 ? nil : "No task has ended" }

    mutating func clearTasks() throws(PaletteProblem) -> [Effect] {
        if let reason = whyNothingToClear { throw PaletteProblem(reason) }
        let (hasMarks, isFiltered) = (!tasks.marks.isEmpty, tasks.isFiltered)
        let cleared = tasks.clear()
        guard !cleared.isEmpty else {
            throw PaletteProblem(
                hasMarks ? "None of the marked tasks has ended" : "None of the tasks that the filter shows has ended")
        }
        let which = hasMarks ? "marked " : isFiltered ? "shown " : ""
        say("Removed \(Quantity.count(cleared.count)) \(which)task\(cleared.count == 1 ? "" : "s") from the table")
        return forget(cleared)
    }

    /// Forgets everything about tasks that have left the table.
    mutating func forget(_ tasks: [TaskID]) -> [Effect] {
        tasks.forEach { result.forget($0) }
        return tasks.isEmpty ? [] : [.body(.forget(tasks))]
    }
}
