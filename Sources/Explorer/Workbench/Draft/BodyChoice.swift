// The choice of a body: the alternatives of its media type's schema, and null where the schema allows it.

import Catalog
import Document

/// The alternatives of a body, and the selected one.
public struct BodyChoice: Sendable, Hashable {
    /// The names to show, null at the end.
    public let names: [String]
    /// The number of names that are alternatives of the schema; 0 where null is the only other choice.
    private let alternatives: Int
    private let hasNull: Bool
    /// The alternative that the description's example has.
    private let first: Int
    public var selected: Int

    public init(_ media: MediaField) {
        let schema = media.schema?.resolve()
        let named = schema?.alternativeNames ?? []
        alternatives = named.count
        hasNull = schema?.rules.isNullable == true
        let own = named.isEmpty ? [schema?.name ?? schema?.type ?? "any"] : named
        names = own + (hasNull ? ["null"] : [])
        first = Self.alternative(of: media, named.count) ?? 0
        selected = first
    }

    /// The alternative that the example names by its discriminator, else the first one that it fits.
    private static func alternative(of media: MediaField, _ count: Int) -> Int? {
        guard let schema = media.schema?.resolve(), let example = media.example, count > 0,
            let root = try? JSONDocument(Array(example.utf8)).root
        else { return nil }
        if let key = schema.discriminator, let name = root[key]?.string,
            let named = schema.discriminatorValues.firstIndex(of: name), named < count
        {
            return named
        }
        // An example may show what only responses have.
        return schema.alternatives.prefix(count).firstIndex { $0.check(root, direction: .either).fits }
    }

    public var name: String { names[selected] }
    public var isNull: Bool { hasNull && selected == names.count - 1 }
    /// Whether the alternative of the example is selected.
    public var isFirst: Bool { selected == first }
    /// The selected alternative of the schema.
    public var alternative: Int? { selected < alternatives ? selected : nil }
}
