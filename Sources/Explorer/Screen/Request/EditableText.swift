// A text of a form that an external editor may edit, and its way back.

import Canvas

/// A text of a form, with its origin: it returns to its place whatever the user has selected meanwhile.
struct EditableText: Sendable, Hashable {
    let endpoint: Int
    /// The endpoint's id: the description may have been read again meanwhile.
    let endpointID: String
    let row: FormRow
    /// The name for the user: the field's label, or `body`.
    let name: String
    /// The media type of a body: editors highlight JSON when the file's name says so.
    let contentType: String?
    var text: String
}

extension Model {
    /// The selected body, else the selected field's text. `nil` when the selection cannot be edited, and for
    /// a secret, which must not be written to a file.
    var editableText: EditableText? {
        guard let endpoint = endpoints.selectedEndpoint, let form, let row = form.selectedRow else { return nil }
        switch row {
        case .bodyText:
            guard let body = form.body else { return nil }
            return EditableText(
                endpoint: endpoint, endpointID: form.endpoint.id, row: row, name: "body", contentType: body.contentType,
                text: body.area.text)
        case .field(let index):
            let field = form.fields[index]
            guard field.visibleCount == field.input.text.count, !field.isSecret else { return nil }
            return EditableText(
                endpoint: endpoint, endpointID: form.endpoint.id, row: row, name: field.label, contentType: nil,
                text: field.input.text)
        case .add, .contentType, .choice: return nil
        }
    }

    /// Puts back a text that was edited elsewhere, without the line break that editors add at the end.
    /// - Returns: `false` when its place is gone.
    mutating func replaceEditable(_ edited: EditableText) -> Bool {
        guard let form = requests.forms[edited.endpoint], form.endpoint.id == edited.endpointID, form.rows.contains(edited.row)
        else {
            return false
        }
        let text = edited.text.withoutLastLineBreak
        var credentials = sending.credentials
        requests.forms[edited.endpoint]?.change { form in
            switch edited.row {
            case .bodyText:
                form.editBody { $0.setText(text) }
                form.body?.check()
            case .field(let index):
                form.setInput(text, at: index, isTyped: true)
                if form.tab == .auth { form.hand(to: &credentials) }
            case .add, .contentType, .choice: break
            }
        }
        self.sending.credentials = credentials
        return true
    }
}
