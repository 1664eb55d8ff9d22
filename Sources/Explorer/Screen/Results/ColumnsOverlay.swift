// Draws the popup of columns: a mark, the title, and a field for a typed path.

import Canvas

enum ColumnsOverlay {
    static func listHeight(_ size: Size) -> Int { max(1, min(20, size.height - 6)) }

    static func frame(_ picker: ColumnPicker, on size: Size) -> Rect {
        let widest = picker.rows.map { TextWidth.measure($0.title) }.max() ?? 0
        return DialogBox.frame(
            width: min(max(widest + 10, 44), size.width - (size.width > 40 ? 4 : 0)),
            height: min(picker.rows.count, listHeight(size)) + 3, on: size)
    }

    static func draw(_ picker: ColumnPicker, on screen: inout Screen) {
        let count = picker.rows.count
        DialogBox.draw(frame(picker, on: screen.size), title: "Columns · \(picker.titles.count) of \(count)", on: &screen) {
            screen, area in
            let (list, foot) = area.splitBottom(area.height > 1 ? 1 : 0)
            for line in 0..<list.height where picker.rows.indices.contains(picker.list.top + line) {
                let row = picker.rows[picker.list.top + line]
                let place = list.row(line)
                let text = "\(row.isShown ? "[x]" : "[ ]") \(row.title)"
                screen.write(
                    TextWidth.truncate(text, place.width - 1), x: place.x, y: place.y, style: row.isShown ? .dialog : .muted,
                    in: place
                )
                screen.overlay(place, picker.list.top + line == picker.list.selected ? .selection : .surface)
            }
            let wide = Rect(x: list.x, y: list.y, width: list.width + 1, height: list.height)
            Scrollbar.draw(top: picker.list.top, shown: list.height, total: count, on: &screen, in: wide)
            guard let field = picker.field else {
                let hint =
                    switch picker.table {
                    case .result: "a adds a path in the rows: user.login"
                    case .tasks: "Columns without room are left out"
                    }
                screen.write(hint, x: foot.x, y: foot.y, style: .muted, in: foot)
                screen.overlay(foot, .surface)
                return
            }
            DialogBox.draw(field, at: foot, on: &screen)
        }
    }
}

extension ColumnPicker: Dialog {
    var edited: TextField? { field }
    var takesSequences: Bool { true }

    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.perform(self, key) }
    func frame(_ model: Model) -> Rect { ColumnsOverlay.frame(self, on: model.view.size) }
    func draw(_ model: Model, on screen: inout Screen) { ColumnsOverlay.draw(self, on: &screen) }

    func spoken(_ model: Model) -> SpokenDialog {
        var spoken = SpokenDialog(texts: ["Columns"])
        spoken.field = field.map { SpokenDialog.Field("path", $0) }
        if rows.indices.contains(list.selected) {
            let row = rows[list.selected]
            let place = "\(list.selected + 1) of \(rows.count)"
            spoken.row = ReaderWords.parts([row.title, row.isShown ? "shown" : "hidden", place])
        }
        return spoken
    }

    func paste(_ text: String, in model: inout Model) -> [Effect]? {
        guard field != nil else { return nil }
        var picker = self
        picker.field?.insert(text.filter { !$0.isNewline })
        model.dialogs.open = picker
        return []
    }

    var hints: [KeyHint] {
        guard field == nil else { return [("enter", "add"), ("esc", "leave")] }
        return [("space", "show or hide"), ("J K", "move it")] + (table == .result ? [("a", "add a path")] : [])
            + [("r", "reset"), ("esc", "close")]
    }
}
