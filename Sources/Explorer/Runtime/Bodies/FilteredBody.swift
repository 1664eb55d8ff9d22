// The result of a query on a body, with its tree and its table.

import Document

struct FilteredBody: Sendable {
    let path: JSONPath
    let selection: JSONSelection
    var views = BodyViews()

    init(_ path: JSONPath, _ selection: JSONSelection) {
        self.path = path
        self.selection = selection
    }

    var size: Int { selection.size + views.size }
}
