// What a schema needs to know of its surroundings: the targets of references, and the dialect.

import Document

/// A place in a document of schemas.
public struct SchemaPlace: Sendable, Hashable {
    /// The document's name; `nil` for the description itself.
    public var document: String?
    /// The pointer (RFC 6901) from the document's root.
    public var pointer: String

    /// A place from its parts.
    public init(document: String? = nil, pointer: String) { (self.document, self.pointer) = (document, pointer) }
}

/// Finds what the schemas of a description refer to. The answers must not change.
public protocol SchemaReferences: Sendable {
    /// The target of `$ref`; one step only. `nil` when there is none.
    func target(of reference: String, from node: JSONNode) -> JSONNode?
    /// The root of the schema resource that contains a schema: the nearest one with an `$id`, else the
    /// document.
    func resource(of node: JSONNode) -> JSONNode
    /// The schema with a `$dynamicAnchor` in a resource.
    func dynamicAnchor(_ name: String, in resource: JSONNode) -> JSONNode?
    /// The schema that a value of a discriminator's `mapping` names.
    func mappingTarget(_ text: String, from node: JSONNode) -> JSONNode?
    /// The dialect of a schema.
    func dialect(of node: JSONNode) -> SchemaDialect
    /// The place of a schema, for messages.
    func place(of node: JSONNode) -> SchemaPlace
}
