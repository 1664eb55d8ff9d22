// The text of a form's field on its way to the user's editor and back.

import Canvas
import NetLayer

extension Model {
    /// Why there is no text to edit here.
    var whyNoEdit: String? {
        switch focus {
        case .result, .tasks: return "The editor is for a field of the request; v shows a body"
        case .endpoints, .request: break
        }
        guard let form, form.fields.indices.contains(form.selected) else { return "The request has no field to edit" }
        return form.fields[form.selected].isSecret ? "A secret is not written to a file: type it here" : nil
    }

    /// Opens the selected field in the editor.
    mutating func editOutside() -> [Effect] {
        guard let endpoint = endpoints.selectedEndpoint, let form, form.fields.indices.contains(form.selected) else { return [] }
        let field = form.fields[form.selected]
        let request = EditRequest(endpoint: endpoint, field: field.label, text: field.input.text, fileName: field.fileName)
        return [.outside(.edit(request))]
    }

    /// Puts the edited text where it came from. A line break at the end is the editor's.
    mutating func takeEdited(_ request: EditRequest, _ text: String) -> [Effect] {
        let text = text.hasSuffix("\n") && !request.text.hasSuffix("\n") ? String(text.dropLast()) : text
        guard text != request.text else {
            say("\(request.field) is as it was")
            return []
        }
        guard var form = forms[request.endpoint], form.replace(request.field, with: text) else {
            say("\(request.field) is gone from the form: the text was not taken", .warning)
            return []
        }
        forms[request.endpoint] = form
        say("\(request.field) taken from the editor, \(Quantity.bytes(Int64(text.utf8.count)))")
        return settle()
    }
}

extension FormField {
    fileprivate var fileName: String {
        let stem = BodyFileName.harmless(label) ?? "field"
        guard case .body(let contentType) = role else { return "\(stem).txt" }
        let headers = Headers([HeaderField("Content-Type", contentType)])
        return BodyFileName.suggested(headers: headers, url: URI("/" + stem))
    }
}

extension RequestForm {
    /// `false` when there is no such field.
    fileprivate mutating func replace(_ label: String, with text: String) -> Bool {
        guard let index = fields.firstIndex(where: { $0.label == label }) else { return false }
        setInput(text, at: index)
        return true
    }
}
