// The dialog that asks where to save a body.

import Canvas
import NetLayer

/// The text that was typed so far.
struct SavePrompt: Sendable, Hashable {
    var task: TaskID
    var field: TextField
}

extension Model {
    /// Asks where to save the body, and suggests a name.
    mutating func askWhereToSave() -> [Effect] {
        guard let task = outsideBody, let answer = result.answers[task] else { return [] }
        let name = BodyFileName.suggested(headers: answer.head?.headers ?? Headers(), url: answer.url)
        dialogs.open = SavePrompt(task: task, field: TextField(suggestion: name))
        return []
    }

    /// Handles a key while the dialog is open.
    mutating func edit(_ prompt: SavePrompt, _ key: Key) -> [Effect] {
        var prompt = prompt
        switch key {
        case .escape, .control("c"):
            dialogs.open = nil
            return []
        case .enter:
            guard !prompt.field.text.isEmpty else { return [] }
            dialogs.open = nil
            return [.outside(.save(SaveRequest(task: prompt.task, path: prompt.field.text, overwrites: false)))]
        default:
            _ = prompt.field.handle(key)
            dialogs.open = prompt
            return []
        }
    }
}

enum SaveOverlay {
    static func frame(_ prompt: SavePrompt, on size: Size) -> Rect {
        DialogBox.frame(
            width: min(max(50, TextWidth.measure(prompt.field.text) + 6), max(1, size.width - 4)), height: 5, on: size)
    }

    static func draw(_ model: Model, _ prompt: SavePrompt, on screen: inout Screen) {
        DialogBox.draw(frame(prompt, on: screen.size), title: prompt.title(model), on: &screen) { screen, area in
            DialogBox.draw(prompt.field, at: area.row(area.height > 2 ? 1 : 0), on: &screen)
        }
    }
}

extension SavePrompt: FieldDialog {
    func title(_ model: Model) -> String {
        "Save \(Quantity.bytes(Int64(model.result.answers[task]?.bytes ?? 0))) to"
    }
    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.edit(self, key) }
    func frame(_ model: Model) -> Rect { SaveOverlay.frame(self, on: model.view.size) }
    func draw(_ model: Model, on screen: inout Screen) { SaveOverlay.draw(model, self, on: &screen) }
    var hints: [KeyHint] { [("enter", "save"), ("esc", "cancel"), ("C-u", "empty")] }
}
