// The dialog that lies over the panes and receives all keys while it is open.

import Canvas

/// A key and its action, for the footer.
typealias KeyHint = (key: String, title: String)

/// A dialog is a value with its own keys, clicks and rendering. It changes itself, or
/// closes, by `model.dialog`.
protocol Dialog: Sendable {
    /// Its position on the screen, with its borders.
    func frame(_ model: Model) -> Rect
    func draw(_ model: Model, on screen: inout Screen)
    /// The dialog in words, for reader mode.
    func spoken(_ model: Model) -> SpokenDialog
    func handle(_ key: Key, in model: inout Model) -> [Effect]
    /// Handles pasted text; `nil` when the dialog has no text field.
    func paste(_ text: String, in model: inout Model) -> [Effect]?
    /// A click inside of its frame.
    func press(_ point: Point, in frame: Rect, of model: inout Model) -> [Effect]
    /// A notch of the wheel, up or down.
    func turn(_ command: Command, in model: inout Model) -> [Effect]
    var hints: [KeyHint] { get }
    /// The text field that receives the keys; `nil` where none does.
    var edited: TextField? { get }
    /// The field shows dots: its text is not copied.
    var hidesText: Bool { get }
    /// Two letters may be one key in it: no key of its own begins such a sequence.
    var takesSequences: Bool { get }
}

extension Dialog {
    var edited: TextField? { nil }
    var hidesText: Bool { false }
    var takesSequences: Bool { false }

    func paste(_ text: String, in model: inout Model) -> [Effect]? { nil }
    func press(_ point: Point, in frame: Rect, of model: inout Model) -> [Effect] { [] }
    func turn(_ command: Command, in model: inout Model) -> [Effect] {
        (0..<Model.wheelLines).flatMap { _ in model.handle(command == .up ? Key.up : .down) }
    }
}

/// A dialog of lines that scroll.
protocol ScrollDialog: Dialog {
    var scroll: Int { get }
    func box(_ model: Model) -> ScrollBox
}

extension ScrollDialog {
    var takesSequences: Bool { true }
    func frame(_ model: Model) -> Rect { box(model).frame(on: model.view.size) }
    func draw(_ model: Model, on screen: inout Screen) { box(model).draw(scroll: scroll, on: &screen) }
}

/// A dialog of rows of which one is selected.
protocol TableDialog: Dialog {
    var list: ListState { get set }
    var content: KeptTable.Content { get }
}

extension TableDialog {
    var takesSequences: Bool { true }
    func frame(_ model: Model) -> Rect { KeptTable.frame(content.count, on: model.view.size) }
    func draw(_ model: Model, on screen: inout Screen) { KeptTable.draw(content, on: &screen) }

    func press(_ point: Point, in frame: Rect, of model: inout Model) -> [Effect] {
        var dialog = self
        KeptTable.press(point, in: frame, on: &dialog.list, count: content.count)
        model.dialogs.open = dialog
        return []
    }
}

/// A dialog with one line to type in.
protocol FieldDialog: Dialog {
    var field: TextField { get set }
    func title(_ model: Model) -> String
}

extension FieldDialog {
    var edited: TextField? { field }

    func paste(_ text: String, in model: inout Model) -> [Effect]? {
        var dialog = self
        dialog.field.insert(text.filter { !$0.isNewline })
        model.dialogs.open = dialog
        return []
    }
}
