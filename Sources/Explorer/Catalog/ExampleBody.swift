// Makes an initial body from a schema: required members first, then members with an example or a default.
// Cuts cycles, and bounds the work.

import Document

/// Makes example values.
public enum ExampleBody {
    /// How many of the members that a request may have it contains.
    public enum Extent: Sendable, Hashable, CaseIterable {
        /// Only the required members.
        case minimal
        /// The required members, and those with an example or a default.
        case usual
        /// Every member that a request may have, some levels deep.
        case full
    }

    /// Pretty-printed JSON that fits the schema as far as it can be checked, without read-only members.
    /// - Parameter alternative: the index among the schema's ``Schema/alternatives``; `nil` is the first that
    ///   can be made.
    public static func makeJSON(_ schema: SchemaLink, _ extent: Extent = .usual, alternative: Int? = nil) -> String {
        var builder = ExampleBuilder(extent)
        let source = builder.value(at: schema, alternative) ?? "null"
        return JSONPretty.format(source)
    }

    /// The text of a form body's field: the same value, as a string without quotes, or as JSON.
    public static func makeText(_ schema: SchemaLink) -> String {
        var builder = ExampleBuilder(.usual)
        guard let source = builder.value(at: schema, nil), let node = try? JSONDocument(Array(source.utf8)).root
        else { return "" }
        return node.displayText
    }
}
