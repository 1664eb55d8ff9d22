// Renders the export dialog: the formats, and the line for the file.

import Canvas
import Document

enum ExportOverlay {
    static func frame(_ prompt: ExportPrompt, on size: Size) -> Rect {
        DialogBox.frame(
            width: min(max(56, TextWidth.measure(prompt.field.text) + 6), max(1, size.width - 4)), height: 6, on: size)
    }

    static func draw(_ prompt: ExportPrompt, _ model: Model, on screen: inout Screen) {
        DialogBox.draw(frame(prompt, on: screen.size), title: prompt.title(model), on: &screen) { screen, area in
            var x = area.x
            for format in TableExport.Format.allCases {
                let isChosen = format == prompt.format
                let text = " \(isChosen ? "•" : " ")\(format.title) "
                screen.write(text, x: x, y: area.y, style: isChosen ? .dialogButtonFocus : .dialogButton, in: area)
                x += TextWidth.measure(text) + 1
            }
            DialogBox.draw(prompt.field, empty: "the clipboard", at: area.row(area.height > 2 ? 2 : 0), on: &screen)
        }
    }
}

extension ExportPrompt: FieldDialog {
    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.edit(self, key) }
    func frame(_ model: Model) -> Rect { ExportOverlay.frame(self, on: model.view.size) }
    func draw(_ model: Model, on screen: inout Screen) { ExportOverlay.draw(self, model, on: &screen) }
    func title(_ model: Model) -> String { "Export \(Quantity.count(rows)) row\(rows == 1 ? "" : "s") to" }

    func spoken(_ model: Model) -> SpokenDialog {
        let name = field.text.isEmpty ? "the clipboard" : field.text
        return SpokenDialog(texts: [title(model)], field: SpokenDialog.Field(name: "file", value: name), row: format.title)
    }

    var hints: [KeyHint] {
        [("enter", "write"), ("tab", "format"), ("C-u", "empty: to the clipboard"), ("esc", "cancel")]
    }
}
