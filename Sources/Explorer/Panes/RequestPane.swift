// The form of the selected endpoint: draws it, edits it.

import Canvas
import Catalog
import NetLayer

enum RequestPane: PaneBehaviour {
    static func perform(_ command: Command, _ model: inout Model) -> [Effect]? {
        let height = Layout(model).height(of: .request)
        if let distance = command.distance(height: height) {
            model.editForm { $0.move(by: distance, height: height) }
            return []
        }
        switch command {
        case .primary:
            guard let form = model.form, !form.fields.isEmpty else { return model.sendSelected() }
            model.editForm { $0.isEditing = true }
            return []
        default: return nil
        }
    }

    /// What stands in the pane's border.
    static func title(_ model: Model) -> String {
        guard let index = model.endpoints.selectedEndpoint, let endpoint = model.description?.endpoints[index] else { return "" }
        return "\(endpoint.method) \(endpoint.path)"
    }

    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        guard let form = model.form else {
            return EmptyState.draw(
                ["Select an endpoint"], next: "`j` `k` move, `/` filters, `enter` sends", on: &screen, in: area)
        }
        var rows = area
        if area.height > Layout.formHeader {
            let (line, rest) = area.splitTop(Layout.formHeader)
            let summary = form.endpoint.isDeprecated ? "deprecated · \(form.endpoint.summary)" : form.endpoint.summary
            // In the pane the selected field says what it is for.
            let help = focused && form.fields.indices.contains(form.selected) ? form.fields[form.selected].help : ""
            screen.put(TextWidth.fit(help.isEmpty ? summary : help, line.width), x: line.x, y: line.y, style: .muted, in: line)
            rows = rest
        }
        if form.fields.isEmpty {
            return EmptyState.draw(["No parameters"], next: "`s` sends it", on: &screen, in: rows)
        }
        let labelWidth = min(max(6, form.fields.map { TextWidth.of($0.label) + 1 }.max() ?? 0), max(6, rows.width / 3))
        for line in 0..<rows.height {
            let index = form.list.top + line
            guard index < form.fields.count else { break }
            draw(form, index, labelWidth, on: &screen, in: rows.row(line), focused: focused)
        }
    }

    private static func draw(
        _ form: RequestForm, _ index: Int, _ labelWidth: Int, on screen: inout Screen, in row: Rect, focused: Bool
    ) {
        let field = form.fields[index]
        let isSelected = index == form.selected
        let isEditing = isSelected && form.isEditing && focused
        let (label, rest) = row.splitLeft(labelWidth)
        screen.put(TextWidth.fit(field.label, labelWidth - 1), x: label.x, y: label.y, style: .inputLabel, in: label)
        if field.isRequired {
            let x = label.x + min(labelWidth - 1, TextWidth.of(field.label))
            screen.put("*", x: x, y: label.y, style: .inputRequired, in: label)
        }
        let (_, value) = rest.splitLeft(1)
        if isEditing { screen.fill(value, style: .input) }
        if field.input.text.isEmpty, !isEditing {
            screen.put(
                TextWidth.fit("\(field.place) · \(field.hint)", value.width), x: value.x, y: value.y, style: .muted, in: value)
        } else {
            // At rest a value shows its beginning, and a secret nothing of its length; while it is typed, the part around the cursor.
            let (text, cursor) = isEditing ? field.input.visible(width: max(1, value.width)) : (field.input.text, 0)
            let shown =
                switch (isEditing, field.isSecret) {
                case (true, true): String(repeating: "•", count: text.count)
                case (true, false): text
                case (false, true): Secret.mask
                case (false, false): TextWidth.fit(text, value.width)
                }
            screen.put(shown, x: value.x, y: value.y, style: isEditing ? .input : .text, in: value)
            if isEditing { screen.cursor = Point(x: value.x + min(cursor, max(0, value.width - 1)), y: value.y) }
        }
        if isSelected, !isEditing { screen.overlay(row, focused ? .selection : .selectionUnfocused) }
    }
}
