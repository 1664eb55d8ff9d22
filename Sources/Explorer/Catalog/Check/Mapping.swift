// The targets of a discriminator's mapping: schemas by name, or by reference.

import Document

enum Mapping {
    /// Whether a value can only be a reference: the name of a schema has neither slashes nor hashes
    /// (OpenAPI, Discriminator Object).
    static func isReference(_ text: String) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "#") }
            || [".json", ".yaml", ".yml"].contains { text.hasSuffix($0) }
    }

    /// The schema that a value names; `nil` when there is none.
    static func target(of text: String, from node: JSONNode, _ references: References) -> JSONNode? {
        if !isReference(text), let schema = references.root["components"]?["schemas"]?[text] { return schema }
        return try? references.follow(text, from: node).node
    }
}
