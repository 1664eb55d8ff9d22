// The command that switches the body between its full and its minimal example.

import Catalog

extension Model {
    /// Why no example can be made here.
    var whyNoExample: String? {
        guard let form else { return whyNoDescription ?? "Select an endpoint first" }
        guard let body = form.body else { return "The endpoint takes no body" }
        return body.canMakeExample ? nil : "Examples are made of JSON bodies that the description has a schema of"
    }

    /// Replaces the body by the other example.
    mutating func turnExample() -> [Effect] {
        guard let form, let before = form.body?.area.text else { return [] }
        if form.tab != .body { editForm { $0.open(.body) } }
        var extent: ExampleBody.Extent?
        editForm { extent = $0.turnExample() }
        let isSame = self.form?.body?.area.text == before
        let again = view.keymap.keys(of: .example).first.map { "; \($0) makes the other one" } ?? ""
        switch extent {
        case .full?: say((isSame ? "It is the full example already" : "The full example: every member that may be sent") + again)
        case .minimal?:
            say((isSame ? "It is the minimal example already" : "The minimal example: what is required") + again)
        case .usual?: break
        case nil: say("No example can be made of this schema", .warning)
        }
        return settle()
    }
}
