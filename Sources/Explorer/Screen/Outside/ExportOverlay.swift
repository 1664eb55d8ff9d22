// Draws the dialog that asks how the table is exported: the formats, and the line for the file.

import Canvas
import Document

enum ExportOverlay {
    static let hints = [("enter", "write"), ("tab", "format"), ("C-u", "empty: to the clipboard"), ("esc", "cancel")]

    static func frame(_ prompt: ExportPrompt, on size: Size) -> Rect {
        Dialog.frame(width: min(max(56, TextWidth.of(prompt.field.text) + 6), max(1, size.width - 4)), height: 6, on: size)
    }

    static func draw(_ prompt: ExportPrompt, on screen: inout Screen) {
        let title = "Export \(Quantity.count(prompt.rows)) row\(prompt.rows == 1 ? "" : "s") to"
        Dialog.draw(frame(prompt, on: screen.size), title: title, on: &screen) { screen, area in
            var x = area.x
            for format in TableExport.Format.allCases {
                let isChosen = format == prompt.format
                let text = " \(isChosen ? "•" : " ")\(format.title) "
                screen.put(text, x: x, y: area.y, style: isChosen ? .dialogButtonFocus : .dialogButton, in: area)
                x += TextWidth.of(text) + 1
            }
            Dialog.draw(prompt.field, empty: "the clipboard", at: area.row(area.height > 2 ? 2 : 0), on: &screen)
        }
    }
}
