// The values of a form before something replaced them.

import Catalog
import NetLayer

struct FormBefore: Sendable {
    /// The endpoint's id: the description may have been read again meanwhile.
    fileprivate let id: String
    /// The endpoint for the notice: `GET /items`.
    fileprivate let name: String
    fileprivate let draft: FormDraft
    fileprivate let server: Server?
    fileprivate let link: TaskID?

    init(_ form: RequestForm) {
        var form = form
        form.stopEditing()
        (id, name) = (form.endpoint.id, "\(form.endpoint.method) \(form.endpoint.title)")
        (draft, server, link) = (form.draft, form.linkServer, form.linkTask)
    }
}

extension RequestForm {
    /// Whether a value that the user had typed in an earlier state of the form is gone.
    func lacksTyped(of before: RequestForm) -> Bool {
        let hasLostField = zip(before.fields, fields).contains { old, new in
            !old.isEmpty && old.origin == nil && old.input.text != new.input.text
        }
        let typedBody = before.bodyOrigin == nil ? before.body?.area.text ?? "" : ""
        return hasLostField || !typedBody.isEmpty && typedBody != body?.area.text
    }
}

extension Model {
    mutating func restore(_ before: FormBefore) {
        guard let index = description?.endpoints.first(where: { $0.id == before.id })?.index else {
            return say("Nothing was undone: \(before.name) is no longer there", .warning)
        }
        requests.drafts[before.id] = before.draft
        var form = newForm(index)
        form?.linkServer = before.server
        form?.linkTask = before.link
        requests.forms[index] = form
        say("Undone: the form of \(before.name) has its values back")
    }
}
