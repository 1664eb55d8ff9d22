// The text of a form's field, or its body, on its way to the user's editor and back.

import Canvas
import NetLayer

extension Model {
    /// Why there is no text to edit here.
    var whyNoEdit: String? {
        guard focus == .request else { return "The editor is for the request: go to its field or body (2)" }
        if editableText != nil { return nil }
        return form?.selectedField == nil ? "Select a field or the body first" : "A secret is not written to a file: type it here"
    }

    /// Opens the selected field, or the body, in the editor.
    mutating func editOutside() -> [Effect] {
        guard let endpoint = endpoints.selectedEndpoint, let text = editableText, let form, let row = form.selectedRow else {
            return []
        }
        let name = form.selectedField.map { form.fields[$0].label } ?? "body"
        let fileName = (BodyFileName.harmless(name) ?? "field") + editableSuffix
        return [.outside(.edit(EditRequest(endpoint: endpoint, row: row, name: name, text: text, fileName: fileName)))]
    }

    /// Puts the edited text where it came from.
    mutating func takeEdited(_ request: EditRequest, _ text: String) -> [Effect] {
        guard endpoints.selectedEndpoint == request.endpoint, form?.selectedRow == request.row, let before = editableText else {
            say("\(request.name) is gone from the form: the text was not taken", .warning)
            return []
        }
        replaceEditable(text)
        if editableText == before {
            say("\(request.name) is as it was")
        } else {
            say("\(request.name) taken from the editor, \(Quantity.bytes(Int64(text.utf8.count)))")
        }
        return settle()
    }
}
