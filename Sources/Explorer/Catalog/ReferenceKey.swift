// What a reference means, as a key: the same words name other things in a schema that has an address of its own.

import Document

/// A reference of one document, by its text and the schema resource (`$id`) that it stands in.
struct ReferenceKey: Hashable {
    private let text: String
    private let resource: Int?

    init(_ text: String, at node: JSONNode, in documents: DocumentSet) {
        self.text = text
        resource = documents.place(of: node).resource
    }
}
