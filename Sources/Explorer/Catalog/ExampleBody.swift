// Makes a body to begin with from a schema: what is required, then what has an example or a default. Circles are cut, and so is work.

import Document

/// Makes example values.
public enum ExampleBody {
    /// How much of what may be sent is in it.
    public enum Extent: Sendable, Hashable, CaseIterable {
        /// What is required.
        case minimal
        /// That, and what the description gives an example or a default of.
        case usual
        /// Every member that a request may have, some levels down.
        case full
    }

    /// Pretty JSON that fits the schema as far as its checks go; what only answers have is left out.
    /// - Parameter alternative: which of the schema's ``Schema/alternatives`` it is; `nil` is the first that can be made.
    public static func json(_ schema: SchemaLink, _ extent: Extent = .usual, alternative: Int? = nil) -> String {
        var builder = ExampleBuilder(extent)
        let source = builder.value(at: schema, alternative) ?? "null"
        return JSONPretty.text(source)
    }

    /// What stands in the fields of a form body: the same value, member by member; a string without quotes, anything else as JSON.
    public static func text(_ schema: SchemaLink) -> String {
        var builder = ExampleBuilder(.usual)
        guard let source = builder.value(at: schema, nil), let node = try? JSONDocument(Array(source.utf8)).root
        else { return "" }
        return node.displayText
    }
}
