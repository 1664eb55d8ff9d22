// What the body of a media type may be one of: the alternatives of its schema, and null where that is allowed.

import Catalog
import Document

/// The alternatives of a body, and which of them is meant.
public struct BodyChoice: Sendable, Hashable {
    /// What people call them, null at the end.
    public let names: [String]
    /// How many of the names are alternatives of the schema; none where null is all there is to choose beside it.
    private let alternatives: Int
    private let hasNull: Bool
    /// The one that the description's example is.
    private let first: Int
    public var selected: Int

    public init(_ media: MediaField) {
        let schema = media.schema?.open()
        let named = schema?.alternativeNames ?? []
        alternatives = named.count
        hasNull = schema?.rules.isNullable == true
        let own = named.isEmpty ? [schema?.name ?? schema?.type ?? "any"] : named
        names = own + (hasNull ? ["null"] : [])
        first = Self.alternative(of: media, named.count) ?? 0
        selected = first
    }

    /// The alternative that the example fits.
    private static func alternative(of media: MediaField, _ count: Int) -> Int? {
        guard let schema = media.schema, let example = media.example, count > 0,
            let root = try? JSONDocument(Array(example.utf8)).root
        else { return nil }
        var check = BodyCheck()
        return (0..<count).first { check.problem(in: root, schema, alternative: $0) == nil }
    }

    public var name: String { names[selected] }
    public var isNull: Bool { hasNull && selected == names.count - 1 }
    /// What stands there first is selected.
    public var isFirst: Bool { selected == first }
    /// The selected alternative of the schema.
    public var alternative: Int? { selected < alternatives ? selected : nil }
}
