// The command that switches the body between its full and its minimal example.

import Catalog

extension Model {
    /// Why no example can be made here.
    var whyNoExample: String? {
        guard let form else { return whyNoDescription ?? "Select an endpoint first" }
        guard let body = form.body else { return "The endpoint takes no body" }
        return body.canMakeExample ? nil : "Examples need a JSON body with a schema in the description"
    }

    /// Replaces the body by the other example.
    mutating func turnExample() -> [Effect] {
        guard let form, let before = form.body?.area.text else { return [] }
        let kept = form.bodyOrigin == nil && !before.isEmpty ? FormBefore(form) : nil
        if form.tab != .body { editForm { $0.open(.body) } }
        var extent: ExampleBody.Extent?
        editForm { extent = $0.turnExample() }
        let isSame = self.form?.body?.area.text == before
        var again = view.keymap.keys(of: .example).first.map { "; \($0) switches back" } ?? ""
        if let kept, !isSame {
            undoStack.record(.form(kept))
            again = "; \(undoHint)"
        }
        switch extent {
        case .full?: say((isSame ? "This is already the full example" : "The full example: all fields") + again)
        case .minimal?:
            say((isSame ? "This is already the minimal example" : "The minimal example: required fields only") + again)
        case .usual?: break
        case nil: say("This schema gives no example", .warning)
        }
        return []
    }
}
