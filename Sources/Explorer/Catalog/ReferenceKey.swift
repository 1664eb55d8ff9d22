// The meaning of a reference as a key: in a schema with an address of its own, the same text may
// have another target.

import Document

/// A reference of one document: its text, and the schema resource (`$id`) that contains it.
struct ReferenceKey: Hashable {
    private let text: String
    private let resource: Int?

    init(_ text: String, at node: JSONNode, in documents: DocumentSet) {
        self.text = text
        resource = documents.place(of: node).resource
    }
}
