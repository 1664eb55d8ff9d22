// What a query has found in a body, and the tree and the table of it.

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
