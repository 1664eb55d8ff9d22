// A schema as a value, one level deep: what stands below it is opened when somebody looks.

import Document

/// A schema with what it is composed of, one level deep (OpenAPI 3.0 Schema Object, JSON Schema 2020-12).
public struct Schema: Sendable, Hashable {
    /// A member of an object.
    public struct Property: Sendable, Hashable {
        /// The key.
        public var name: String
        /// The object must have it.
        public var isRequired: Bool
        /// What its value is.
        public var schema: SchemaLink
    }

    /// The name of the definition that a reference led to.
    public var name: String?
    /// In words: `string`, `array of integer`, `any`.
    public var type: String
    /// `title`; empty when there is none.
    public var title: String
    /// `description`, as written; empty when there is none.
    public var details: String
    /// What is asked of a value.
    public var rules: ValueRules
    /// Only answers have it.
    public var isReadOnly: Bool
    /// Only requests have it.
    public var isWriteOnly: Bool
    /// The description advises against it.
    public var isDeprecated: Bool
    /// `default`, as JSON.
    public var defaultValue: String?
    /// `example` or the first of `examples`, as JSON.
    public var example: String?
    /// In the order of the description, each key once.
    public var properties: [Property]
    /// The keys that an object must have, also those without a schema.
    public var required: [String]
    /// What the items of an array are.
    public var items: SchemaLink?
    /// What the values of further keys are.
    public var additional: SchemaLink?
    /// Those of `oneOf` or `anyOf`, null aside, where there is more than one.
    public var alternatives: [SchemaLink]
    /// Of the alternatives exactly one may fit (`oneOf`).
    public var isExclusive: Bool
    /// The key that tells the alternatives apart, if there is one.
    public var discriminator: String?
    /// The discriminator's value for each alternative.
    public var discriminatorValues: [String]
    /// Why a part of it could not be read.
    public var problem: String?

    /// Whether there is anything below it to open.
    public var isLeaf: Bool { properties.isEmpty && items == nil && additional == nil && alternatives.isEmpty }
}

/// Where a schema stands. It is read when it is opened, so a circle of schemas is only as long as somebody follows it.
public struct SchemaLink: Sendable, Hashable {
    let node: JSONNode
    let reader: SchemaReader

    init(_ node: JSONNode, _ reader: SchemaReader) {
        self.node = node
        self.reader = reader
    }

    /// Reads the schema here, or the one that the reference here leads to.
    public func open() -> Schema { reader.schema(node) }

    /// The name of the definition that the reference here leads to at last; `nil` where no reference stands.
    public var name: String? {
        guard let reference = References.reference(in: node) else { return nil }
        let target = try? reader.references.resolve(node, pointer: "")
        if let token = JSONPointer.tokens(target?.pointer ?? "")?.last { return token }
        // A file that is a schema as a whole.
        return reference.split(separator: "/").last.map { String($0.prefix { $0 != "#" && $0 != "." }) }
    }

    /// The same for every reference to one schema.
    var place: Place { Place((try? reader.references.resolve(node, pointer: "").node) ?? node) }

    /// Where a schema is written: in which text, and where in it.
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
