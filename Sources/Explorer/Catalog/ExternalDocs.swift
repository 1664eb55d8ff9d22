// Documentation outside the description.

import Document

/// A link to more documentation (OpenAPI, External Documentation Object).
public struct ExternalDocs: Sendable, Hashable {
    /// The address, as written.
    public var url: String
    /// As written; empty when there is none.
    public var description: String

    init?(_ node: JSONNode?) {
        guard let node, let url = node["url"]?.string, !url.isEmpty else { return nil }
        self.url = url
        description = node["description"]?.string ?? ""
    }
}
