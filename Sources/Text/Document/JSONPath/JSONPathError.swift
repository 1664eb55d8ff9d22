// What is wrong with a query, at which of its characters, and what to write instead.

/// Why a text is no JSONPath query, or what in it does less than it seems to.
public struct JSONPathError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as a clause without a full stop.
    public let message: String
    /// The character at which it is wrong, from 0; the number of characters when the query ends too early.
    public let offset: Int
    /// What to write instead, where that can be said.
    public let hint: String?

    /// `character 3: expected ']' (a name needs quotes: ['name'])`.
    public var description: String { "character \(offset + 1): \(message)" + (hint.map { " (\($0))" } ?? "") }
}
