// An error in a query, with its character and a correction.

/// The reason why a text is not a JSONPath query, or a part that does less than it seems to.
public struct JSONPathError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error, as a clause without a full stop.
    public let message: String
    /// The character of the error, from 0; the number of characters when the query ends too early.
    public let offset: Int
    /// A correction, where one is known.
    public let hint: String?

    /// `character 3: expected ']' (a name needs quotes: ['name'])`.
    public var description: String { "character \(offset + 1): \(message)" + (hint.map { " (\($0))" } ?? "") }
}
