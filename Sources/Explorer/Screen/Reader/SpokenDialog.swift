// A dialog as lines for a screen reader: what it says, the line that the user types, the selected row.

import Canvas

struct SpokenDialog: Sendable, Hashable {
    /// A line to type in.
    struct Field: Sendable, Hashable {
        var name: String
        /// The text; a secret is hidden.
        var value: String
    }

    /// Title and texts. A text that was not there before is said, so a dialog may change them.
    var texts: [String]
    var field: Field?
    /// The selected row.
    var row: String?
    var problem: String?
}

extension SpokenDialog.Field {
    init(_ name: String, _ field: TextField, isSecret: Bool = false) {
        self.init(name: name, value: field.text.isEmpty ? "empty" : isSecret ? "hidden" : field.text)
    }
}

extension ScrollDialog {
    /// The lines in view: scrolling brings new ones.
    func spoken(_ model: Model) -> SpokenDialog {
        let box = box(model)
        let shown = box.lines.dropFirst(scroll).prefix(ScrollBox.height(model.view.size))
        return SpokenDialog(texts: [box.title] + shown.map { $0.spans.map(\.text).joined() })
    }
}

extension TableDialog {
    func spoken(_ model: Model) -> SpokenDialog { SpokenDialog(content) }
}

extension SpokenDialog {
    init(_ content: KeptTable.Content) {
        texts = [content.title] + (content.count == 0 ? [content.empty] : [])
        guard (0..<content.count).contains(content.list.selected) else { return }
        let cells = zip(content.columns, content.row(content.list.selected)).filter { !$1.text.isEmpty }
        let words = cells.map { "\($0.title) \($1.text)" }.joined(separator: ", ")
        row = "row \(content.list.selected + 1) of \(content.count): \(words)"
    }
}

extension FieldDialog {
    func spoken(_ model: Model) -> SpokenDialog { SpokenDialog(texts: [title(model)], field: SpokenDialog.Field("text", field)) }
}
