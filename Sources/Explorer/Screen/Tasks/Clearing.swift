// `:clear`: removes ended tasks from the table, until `undo` brings them back.

import NetLayer

/// Tasks that the user has removed from the table, with all that is known of them.
struct ClearedTasks: Sendable {
    /// Oldest first.
    let rows: [TaskRow]
    let notes: [TaskID: String]
    /// The APIs that they were sent for, where there are several.
    let apis: [TaskID: String]
    /// The responses of the members, by group.
    let figures: [TaskID: GroupFigures]
    /// The measured groups among them.
    let measured: MeasuredGroups
    /// The failures among them that the user has seen.
    let seenFailures: Set<TaskID>
    /// Whether their responses are as described.
    var contracts: [TaskID: ContractMark] = [:]
    /// What the result pane knows of them.
    var results: [TaskID: ResultMemory] = [:]

    init(
        rows: [TaskRow], notes: [TaskID: String], apis: [TaskID: String], figures: [TaskID: GroupFigures],
        measured: MeasuredGroups, seenFailures: Set<TaskID>
    ) {
        (self.rows, self.notes, self.apis, self.figures) = (rows, notes, apis, figures)
        (self.measured, self.seenFailures) = (measured, seenFailures)
    }

    var ids: [TaskID] { rows.map(\.id) }
    /// The bytes of their traces.
    var weight: Int { rows.reduce(0) { $0 + $1.traceWeight } }
}

extension Model {
    var whyNothingToClear: String? { tasks.counts.ended > 0 ? nil : "No task has ended" }

    mutating func clearTasks() throws(PaletteProblem) -> [Effect] {
        if let reason = whyNothingToClear { throw PaletteProblem(reason) }
        let (hasMarks, isFiltered) = (!tasks.marks.isEmpty, tasks.isFiltered)
        let contracts = tasks.arrangement.contracts
        var cleared = tasks.clear()
        let ids = cleared.ids
        for id in ids { cleared.contracts[id] = contracts[id] }
        guard !ids.isEmpty else {
            throw PaletteProblem(
                hasMarks ? "None of the marked tasks has ended" : "None of the tasks that the filter shows has ended")
        }
        for id in ids {
            cleared.results[id] = result.memory(of: id)
            result.forget(id)
        }
        undoStack.record(.clearedTasks(cleared))
        let which = hasMarks ? "marked " : isFiltered ? "shown " : ""
        let what = "\(Quantity.count(ids.count)) \(which)task\(ids.count == 1 ? "" : "s")"
        say("Removed \(what) from the table: \(undoHint)")
        return []
    }

    /// Brings removed tasks back.
    mutating func restore(_ cleared: ClearedTasks) -> [Effect] {
        let lost = tasks.restore(cleared)
        for (id, mark) in cleared.contracts where tasks.row(id) != nil { tasks.setContract(mark, of: id) }
        for (id, memory) in cleared.results { result.restore(memory, of: id) }
        if let task = result.task, cleared.results[task] != nil { result.show(task) }
        let count = cleared.rows.count - lost.count
        say(count == 1 ? "Undone: 1 task is back" : "Undone: \(Quantity.count(count)) tasks are back")
        return forget(lost)
    }

    /// Forgets everything about tasks that have left the table for good.
    mutating func forget(_ tasks: [TaskID]) -> [Effect] {
        tasks.forEach { result.forget($0) }
        verifications.forget(tasks)
        return tasks.isEmpty ? [] : [.body(.forget(tasks))]
    }
}
