// A schema as a value, one level deep: the schemas below it are opened on demand.

import Document

/// A schema with its compositions resolved, one level deep (OpenAPI 3.0 Schema Object, JSON Schema 2020-12).
public struct Schema: Sendable, Hashable {
    /// A member of an object.
    public struct Property: Sendable, Hashable {
        /// The key.
        public var name: String
        /// Whether the object must have it.
        public var isRequired: Bool
        /// The schema of its value.
        public var schema: SchemaLink
    }

    /// The name of the definition, if a reference led to it.
    public var name: String?
    /// In words: `string`, `array of integer`, `any`.
    public var type: String
    /// `title`; empty when there is none.
    public var title: String
    /// `description`, as written; empty when there is none.
    public var details: String
    /// The rules for a value.
    public var rules: ValueRules
    /// Whether only responses have it.
    public var isReadOnly: Bool
    /// Whether only requests have it.
    public var isWriteOnly: Bool
    /// Whether the description advises against it.
    public var isDeprecated: Bool
    /// `default`, as JSON.
    public var defaultValue: String?
    /// `example` or the first of `examples`, as JSON.
    public var example: String?
    /// In the order of the description, each key once.
    public var properties: [Property]
    /// The keys that an object must have, also those without a schema.
    public var required: [String]
    /// The schema of an array's items.
    public var items: SchemaLink?
    /// The schema of the values of other keys.
    public var additional: SchemaLink?
    /// The alternatives of `oneOf` or `anyOf` without null, if there is more than one.
    public var alternatives: [SchemaLink]
    /// Whether exactly one alternative may fit (`oneOf`).
    public var isExclusive: Bool
    /// The key that distinguishes the alternatives, if there is one.
    public var discriminator: String?
    /// The discriminator's value for each alternative.
    public var discriminatorValues: [String]
    /// Why a part of it could not be read.
    public var problem: String?

    /// Whether there is no schema below it.
    public var isLeaf: Bool { properties.isEmpty && items == nil && additional == nil && alternatives.isEmpty }
}

/// The place of a schema. The schema is read when it is opened, so a cycle of schemas is followed
/// only on demand.
public struct SchemaLink: Sendable, Hashable {
    let node: JSONNode
    let reader: SchemaReader

    init(_ node: JSONNode, _ reader: SchemaReader) {
        self.node = node
        self.reader = reader
    }

    /// Reads the schema here, or the target of its reference.
    public func resolve() -> Schema { reader.schema(node) }

    /// The name of the definition that is the final target of the reference; `nil` when it is
    /// not a reference.
    public var name: String? {
        guard let reference = References.reference(in: node) else { return nil }
        let target = try? reader.references.resolve(node, pointer: "")
        if let token = JSONPointer.tokens(target?.pointer ?? "")?.last { return token }
        // A whole file may be a schema.
        return reference.split(separator: "/").last.map { String($0.prefix { $0 != "#" && $0 != "." }) }
    }

    /// The same for every reference to one schema.
    var place: Place { Place((try? reader.references.resolve(node, pointer: "").node) ?? node) }

    /// The place where a schema is written: its document, and its range there.
    struct Place: Hashable {
        private let text: ObjectIdentifier
        private let range: Range<Int>

        init(_ node: JSONNode) {
            text = node.documentID
            range = node.byteRange
        }
    }

    public static func == (a: SchemaLink, b: SchemaLink) -> Bool { a.node.isSame(as: b.node) }
    public func hash(into hasher: inout Hasher) { hasher.combine(Place(node)) }
}
