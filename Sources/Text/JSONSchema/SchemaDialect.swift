// The languages in which schemas are written: which keywords count, and what they mean.

import Document

/// The meaning of a schema's keywords.
public struct SchemaDialect: Sendable, Hashable {
    /// The languages. OpenAPI 3.1 and later use JSON Schema.
    public enum Language: Sendable, Hashable { case jsonSchema, openAPI30, swagger2 }

    /// A group of keywords of JSON Schema 2020-12 that a dialect may leave out.
    public struct Vocabularies: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        /// Makes a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `properties`, `items`, `allOf` and the like.
        public static let applicator = Vocabularies(rawValue: 1)
        /// `type`, `minimum` and the like.
        public static let validation = Vocabularies(rawValue: 2)
        /// `unevaluatedProperties` and `unevaluatedItems`.
        public static let unevaluated = Vocabularies(rawValue: 4)
        /// `format` is a rule, not only a remark.
        public static let formatAssertion = Vocabularies(rawValue: 8)
        /// What a schema without a dialect of its own uses.
        public static let standard: Vocabularies = [.applicator, .validation, .unevaluated]
    }

    /// The language.
    public var language: Language
    /// The groups of keywords that count in JSON Schema; the other languages have one group.
    public var vocabularies: Vocabularies
    /// Whether `discriminator`, `readOnly` and `writeOnly` have the meaning that OpenAPI gives them.
    public var isOpenAPI: Bool

    private init(_ language: Language, _ vocabularies: Vocabularies = .standard, isOpenAPI: Bool = true) {
        (self.language, self.vocabularies, self.isOpenAPI) = (language, vocabularies, isOpenAPI)
    }

    /// JSON Schema 2020-12.
    public static let draft2020 = SchemaDialect(.jsonSchema, isOpenAPI: false)
    /// The Schema Object of OpenAPI 3.1 and 3.2.
    public static let openAPI31 = SchemaDialect(.jsonSchema)
    /// The Schema Object of OpenAPI 3.0.
    public static let openAPI30 = SchemaDialect(.openAPI30)
    /// The Schema Object of Swagger 2.0.
    public static let swagger2 = SchemaDialect(.swagger2)

    /// The same dialect with the vocabularies that a metaschema lists in `$vocabulary`; unchanged without
    /// such a list. Unknown vocabularies are ignored.
    public func limited(by metaSchema: JSONNode) -> SchemaDialect {
        guard let list = metaSchema["$vocabulary"], list.kind == .object else { return self }
        var copy = self
        copy.vocabularies = []
        for member in list.entries {
            switch member.key {
            case Self.vocabulary + "applicator": copy.vocabularies.insert(.applicator)
            case Self.vocabulary + "validation": copy.vocabularies.insert(.validation)
            case Self.vocabulary + "unevaluated": copy.vocabularies.insert(.unevaluated)
            case Self.vocabulary + "format-assertion": copy.vocabularies.insert(.formatAssertion)
            default: break
            }
        }
        return copy
    }

    private static let vocabulary = "https://json-schema.org/draft/2020-12/vocab/"

    /// The keyword that allows null beside the type, in the languages that have one.
    var nullableKeyword: String? {
        switch language {
        case .jsonSchema: nil
        case .openAPI30: "nullable"
        case .swagger2: "x-nullable"
        }
    }
}

/// Whether a value is sent to a server or comes from it: some properties exist in one direction only.
public enum SchemaDirection: Sendable, Hashable {
    case request, response
    /// One of the two, and unknown which: an example of a schema. Such properties may be there, and need not.
    case either

    /// The mark of the properties that do not exist in this direction; `nil` where all may be there.
    var forbidden: DirectionMarks? {
        switch self {
        case .request: DirectionMarks.readOnly
        case .response: DirectionMarks.writeOnly
        case .either: nil
        }
    }
}
