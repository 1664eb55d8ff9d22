// The history in the model: opens the dialog, searches, and shows, sends again or compares the chosen entry.

import Canvas
import NetLayer

extension Model {
    /// `H`
    mutating func showHistory() -> [Effect] {
        var box = HistoryBox()
        let query = box.ask()
        dialogs.open = box
        return [.history(.list(query))]
    }

    /// Handles a key while the dialog is open.
    mutating func perform(_ box: HistoryBox, _ key: Key) -> [Effect] {
        box.isTyping ? edit(box, key) : act(on: box, key)
    }

    private mutating func edit(_ box: HistoryBox, _ key: Key) -> [Effect] {
        var box = box
        let before = box.field.text
        switch key {
        case .enter: box.isTyping = false
        case .escape:
            box.isTyping = false
            box.field = TextField("")
        case .up: box.list.move(by: -1, count: box.lines.count, height: KeptTable.listHeight(view.size))
        case .down: box.list.move(by: 1, count: box.lines.count, height: KeptTable.listHeight(view.size))
        default: _ = box.field.handle(key)
        }
        return search(box, before)
    }

    /// Inserts pasted text into the search field.
    mutating func paste(_ text: String, into box: HistoryBox) -> [Effect] {
        var box = box
        let before = box.field.text
        box.field.insert(String(text.prefix(TextField.longest).filter { !$0.isNewline }))
        return search(box, before)
    }

    /// Starts a query, when the typed text has changed.
    private mutating func search(_ box: HistoryBox, _ before: String) -> [Effect] {
        var box = box
        let query = box.field.text == before ? nil : box.askForTyped()
        dialogs.open = box
        return query.map { [.history(.list($0))] } ?? []
    }

    private mutating func act(on box: HistoryBox, _ key: Key) -> [Effect] {
        var box = box
        switch key {
        case .enter: return open(box, .show)
        case .character("r"): return open(box, .resend)
        case .character("d"): return open(box, .compare)
        case .character("/"):
            box.isTyping = true
            dialogs.open = box
            return []
        case .character("x"):
            if let line = box.selected { dialogs.open = Question.deletePast(line, box) }
            return []
        case .character("D"):
            if box.selected != nil { dialogs.open = Question.clearHistory(box) }
            return []
        case .escape where !box.field.text.isEmpty:
            let before = box.field.text
            box.field = TextField("")
            return search(box, before)
        default: break
        }
        let command = view.keymap.command(for: key, in: .tasks)
        if command == .undo { return perform(.undo) }
        if command == .history {
            dialogs.open = nil
        } else if let list = steer(box.list, count: box.lines.count, by: key) {
            box.list = list
            dialogs.open = box
        }
        return []
    }

    private mutating func open(_ box: HistoryBox, _ use: PastUse) -> [Effect] {
        guard let line = box.selected else { return [] }
        result.nextPast += 1
        return [.history(.open(line.id, as: PastExchange.task(result.nextPast), use))]
    }

    /// Deletes an entry, or all of them; the list of the others comes back. `undo` takes it back.
    mutating func delete(_ line: PastRequest?, from box: HistoryBox) -> [Effect] {
        var box = box
        let query = box.ask()
        dialogs.open = box
        let number = undoStack.nextDeletion()
        return [.history(line.map { .delete($0.id, query, as: number) } ?? .clear(query, as: number))]
    }

    mutating func receive(_ news: HistoryNews) -> [Effect] {
        switch news {
        case .listed(let query, let lines, let isWhole, let now):
            guard var box = dialogs.open as? HistoryBox else { return [] }
            guard box.take(lines, isWhole: isWhole, of: query, now: now, height: KeptTable.listHeight(view.size)) else {
                return []
            }
            dialogs.open = box
        case .opened(let past, let use, let answer):
            guard dialogs.open is HistoryBox else { return [.body(.forget([past.task]))] }
            return receive(past, use, answer)
        case .deleted(let number, let count):
            guard count > 0 else { return [] }
            undoStack.record(.history(number, count: count))
            say(
                count == 1
                    ? "1 history entry is deleted: \(undoHint)"
                    : "\(Quantity.count(count)) history entries are deleted: \(undoHint)")
        case .failed(let reason): say(reason, .warning)
        case .off(let reason):
            guard var box = dialogs.open as? HistoryBox else { return [] }
            box.problem = reason
            dialogs.open = box
        }
        return []
    }

    private mutating func receive(_ past: PastExchange, _ use: PastUse, _ answer: Answer) -> [Effect] {
        if use != .show, past.plan == nil {
            say(past.whyNoPlan, .warning)
            return [.body(.forget([past.task]))]
        }
        dialogs.open = nil
        focus = .result
        // The entry that was shown before is only one key away in the list.
        let old = result.past.map { [Effect.body(.forget([$0.task]))] } ?? []
        if use == .resend, let plan = past.plan { return [.body(.forget([past.task]))] + send(plan, page: 1) }
        if let before = result.past { result.forget(before.task) }
        result.past = past
        result.answers[past.task] = answer
        result.plans[past.task] = past.plan
        let shown = old + show(past.task)
        guard use == .compare, let plan = past.plan else { return shown }
        guard plan.method.isSafe else {
            say("\(plan.method) may change something: r sends it again, then d compares", .warning)
            return shown
        }
        return shown + send(plan, toCompareWith: past.task, service: "the API")
    }
}

extension Model {
    /// Takes a deletion back; an open dialog lists the entries again.
    mutating func restoreHistory(_ number: Int, count: Int) -> [Effect] {
        var query: HistoryQuery?
        if var box = dialogs.open as? HistoryBox {
            query = box.ask()
            dialogs.open = box
        }
        say(
            count == 1
                ? "Undone: 1 history entry is back" : "Undone: \(Quantity.count(count)) history entries are back")
        return [.history(.restore(number, query))]
    }

    /// The entry of the history whose response is shown.
    var shownPast: PastExchange? { result.past.flatMap { $0.task == result.task ? $0 : nil } }
}

extension PastExchange {
    /// A row that has ended, for code that needs one.
    var row: TaskRow {
        TaskRow(
            id: task, info: TaskInfo(endpoint: "", title: "", method: .get), state: .succeeded, openedAt: .zero)
    }
}
