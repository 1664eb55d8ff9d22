// `undo`: takes back the last destructive act, and makes acts final that are too old.

import Catalog
import NetLayer

extension Model {
    /// The end of the notice of a destructive act: `U undoes`.
    var undoHint: String { "\(view.keymap.keys(of: .undo).first ?? ":undo") undoes" }

    mutating func undoLast() -> [Effect] {
        guard let act = undoStack.takeLast() else { return [] }
        switch act {
        case .columns(let before):
            guard result.restore(columns: before.columns, of: before.list, endpoint: before.endpoint) else {
                say("Nothing was undone: the table shows another list now", .warning)
                return []
            }
            say("Undone: the table has its columns back")
        case .taskColumns(let columns):
            tasks.columns = columns
            say("Undone: the task table has its columns back")
        case .form(let before): restore(before)
        case .notes(let notes): restore(notes)
        case .clearedTasks(let cleared): return restore(cleared)
        case .history(let number, let count): return restoreHistory(number, count: count)
        case .cookies(let cookies):
            say(cookies.count == 1 ? "Undone: 1 cookie is back" : "Undone: \(cookies.count) cookies are back")
            return [.kept(.restoreCookies(cookies))]
        case .saved:
            undoStack.beginSavedUndo()
            return [.workspace(.undo)]
        }
        return []
    }

    private mutating func restore(_ notes: [TaskID: String]) {
        for (id, note) in notes where tasks.row(id) != nil { tasks.setNote(note, of: [id]) }
        say(notes.count == 1 ? "Undone: 1 note is back" : "Undone: \(notes.count) notes are back")
    }

    /// Lets go what the acts kept that can no longer be undone.
    mutating func endExpiredActs() -> [Effect] {
        undoStack.takeExpired().flatMap { act -> [Effect] in
            if case .history(let number, _) = act { return [.history(.makeFinal(number))] }
            guard case .clearedTasks(let cleared) = act else { return [] }
            return forget(cleared.ids.filter { tasks.row($0) == nil })
        }
    }
}
