// Moves the text of a form's field, or its body, to the user's editor and back.

import Canvas
import NetLayer

extension Model {
    /// Why no text can be edited here.
    var whyNoEdit: String? {
        if focus == .result { return whyNoResource }
        guard focus == .request || focus == .endpoints else {
            return "The editor is for a field or the body of the request, and for the resource of a response"
        }
        if editableText != nil { return nil }
        return form?.selectedField == nil ? "Select a field or the body first" : "A secret is not written to a file: type it here"
    }

    /// Opens the selected field, or the body, in the editor.
    func editOutside() -> [Effect] {
        guard let place = editableText else { return [] }
        let stem = BodyFileName.harmless(place.name) ?? "field"
        let headers = Headers(place.contentType.map { [HeaderField("Content-Type", $0)] } ?? [])
        let fileName = place.contentType == nil ? "\(stem).txt" : BodyFileName.suggested(headers: headers, url: URI("/" + stem))
        return [.outside(.edit(EditRequest(place: place, fileName: fileName)))]
    }

    /// Puts the edited text back in its place.
    mutating func takeEdited(_ request: EditRequest, _ text: String, in place: EditableText) -> [Effect] {
        var edited = place
        edited.text = text.withoutLastLineBreak
        if edited.text == request.text.withoutLastLineBreak {
            say("\(request.name) is unchanged")
        } else if replaceEditable(edited) {
            say("\(request.name) read from the editor, \(Quantity.bytes(Int64(edited.text.utf8.count)))")
        } else {
            say("\(request.name) is no longer in the form: the text was not applied", .warning)
        }
        return []
    }
}
