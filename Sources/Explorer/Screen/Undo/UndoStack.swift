// The last acts that a user may want back, with what takes them back.

import Catalog
import NetLayer

/// A destructive act, as what was before it.
enum UndoableAct: Sendable {
    /// Columns of a response's table were hidden, moved or replaced.
    case columns(ColumnsBefore)
    /// Columns of the task table were hidden, moved or replaced; `nil`: those that fit.
    case taskColumns([TaskColumn]?)
    /// Typed values of a form were replaced.
    case form(FormBefore)
    /// Notes were removed or replaced.
    case notes([TaskID: String])
    case clearedTasks(ClearedTasks)
    /// Entries of the history were hidden, in the deletion of that number.
    case history(Int, count: Int)
    case cookies([KeptCookie])
    /// The workspace was changed.
    case saved(SavedChange)

    /// The bytes that the act keeps in memory, as far as they may be many.
    fileprivate var weight: Int { if case .clearedTasks(let cleared) = self { cleared.weight } else { 0 } }
}

/// The chosen columns of a table of responses.
struct ColumnsBefore: Sendable {
    let endpoint: String
    /// The list that they belong to.
    let list: String?
    /// `nil`: those that the rows have.
    let columns: [String]?
    /// A column was moved.
    let isMove: Bool
}

struct UndoStack: Sendable {
    /// The most acts; the oldest one then becomes final.
    static let capacity = 50

    /// The last one at the end.
    private(set) var acts: [UndoableAct] = []
    /// Acts that have become final in this step.
    private var expired: [UndoableAct] = []
    private var deletions = 0
    /// The changes of the workspace that `undo` has ordered back, and that the runtime has not reported yet.
    private var savedUndos = 0

    var isEmpty: Bool { acts.isEmpty }

    mutating func record(_ act: UndoableAct) {
        // Moves of columns one after the other are one act.
        if case .columns(let new) = act, new.isMove, case .columns(let last)? = acts.last, last.isMove,
            last.endpoint == new.endpoint
        {
            return
        }
        acts.append(act)
        if acts.count > Self.capacity { expired.append(acts.removeFirst()) }
        while acts.reduce(0, { $0 + $1.weight }) > TraceKeeper.capacity,
            let oldest = acts.dropLast().firstIndex(where: { $0.weight > 0 })
        {
            expired.append(acts.remove(at: oldest))
        }
    }

    mutating func takeLast() -> UndoableAct? { acts.popLast() }

    mutating func takeExpired() -> [UndoableAct] {
        guard !expired.isEmpty else { return [] }
        defer { expired = [] }
        return expired
    }

    /// A new number for a deletion in the history.
    mutating func nextDeletion() -> Int {
        deletions += 1
        return deletions
    }

    mutating func dropCookies() { acts.removeAll { if case .cookies = $0 { true } else { false } } }

    // MARK: Saved requests

    /// The runtime holds the changes of the workspace, and takes the last one back.
    mutating func beginSavedUndo() { savedUndos += 1 }

    mutating func endSavedUndo() { savedUndos = max(0, savedUndos - 1) }

    /// The last change was taken back: by `undo`, or by `:request undo`, whose act is still here.
    mutating func takeBackSaved() {
        guard savedUndos == 0 else { return endSavedUndo() }
        let last = acts.lastIndex { if case .saved = $0 { true } else { false } }
        if let last { acts.remove(at: last) }
    }
}
