// Renders the list of choices over the panes, under its field.

import Canvas

enum ChoicePopup {
    static func draw(_ model: Model, _ layout: Layout, on screen: inout Screen) {
        guard model.focus == .request, let form = model.form, let choices = form.choices, !choices.shown.isEmpty,
            let area = layout.inside[.request]
        else { return }
        let rows = RequestPane.parts(of: area, form).rows
        let line = form.list.selected - form.list.top
        guard line >= 0, line < rows.height else { return }
        let value = FormColumns(form, width: rows.width).value(of: rows.row(line))
        let labels = choices.shown.map { $0.isEmpty ? "(send nothing)" : $0 }
        let wide = (labels.prefix(200).map(TextWidth.measure).max() ?? 0) + 4
        let width = min(max(wide, 8), max(4, screen.size.width - value.x))
        // Below the field when there is room for it or more than above.
        let below = screen.size.height - value.y - 2
        let above = value.y
        let height = min(labels.count, ChoiceList.height, max(below, above) - 2)
        guard height > 0 else { return }
        let isBelow = below >= height + 2 || below >= above
        let box = Rect(x: max(0, value.x - 2), y: isBelow ? value.y + 1 : value.y - height - 2, width: width, height: height + 2)
        screen.fill(box, style: .dialog)
        screen.drawBox(box, style: .borderFocus)
        screen.overlay(box, .surface)
        let inside = box.inset(dx: 1, dy: 1)
        // The list assumes its greatest height.
        let top = min(max(choices.list.top, choices.list.selected - height + 1), choices.list.selected)
        for line in 0..<inside.height where labels.indices.contains(top + line) {
            let row = inside.row(line)
            let isSelected = choices.isSelecting && top + line == choices.list.selected
            screen.write(TextWidth.truncate(labels[top + line], row.width - 2), x: row.x + 1, y: row.y, style: .dialog, in: row)
            screen.overlay(row, isSelected ? .selection : .surface)
        }
        Scrollbar.draw(top: top, shown: height, total: labels.count, on: &screen, in: inside)
    }
}
