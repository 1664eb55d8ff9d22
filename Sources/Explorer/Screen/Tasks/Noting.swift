// `:note TEXT`: the user's words on tasks, for this session. The table shows them behind the response, and
// filters find them.

import NetLayer

extension Model {
    /// The most characters of a note.
    static let longestNote = 200

    var whyNoNote: String? { notedTasks.isEmpty ? "There is no task to put a note on" : nil }

    /// The tasks that a note is for: in the result, the shown one.
    private var notedTasks: [TaskID] {
        guard focus == .result else { return tasks.chosen }
        return result.task.flatMap(tasks.row).map { [$0.id] } ?? []
    }

    /// - Parameter words: the note; none removes the notes.
    mutating func note(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        let ids = notedTasks
        if let reason = whyNoNote { throw PaletteProblem(reason) }
        let text = words.joined(separator: " ")
        guard text.count <= Self.longestNote else {
            throw PaletteProblem("A note has at most \(Self.longestNote) characters, not \(text.count)")
        }
        if text.isEmpty, !ids.contains(where: { tasks.note(of: $0) != nil }) {
            throw PaletteProblem("There is no note to remove. Write one behind the command: note slow again")
        }
        let old = Dictionary(uniqueKeysWithValues: ids.compactMap { id in tasks.note(of: id).map { (id, $0) } })
        if !old.isEmpty { undoStack.record(.notes(old)) }
        tasks.setNote(text.isEmpty ? nil : text, of: ids)
        let count = ids.count == 1 ? "task \(ids[0])" : "\(Quantity.count(ids.count)) tasks"
        say((text.isEmpty ? "Removed the note of \(count)" : "Noted on \(count)") + (old.isEmpty ? "" : ": \(undoHint)"))
        return []
    }
}
