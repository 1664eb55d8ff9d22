// The reason and the place of a failure to convert YAML to JSON.

/// The reason why a YAML text cannot be used, with the place.
public struct YAMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The closed list of reasons.
    public enum Kind: Sendable, Hashable {
        /// The text breaks the grammar of YAML.
        case broken
        /// The text is YAML, but nests deeper, or grows larger by its aliases, than the limits allow.
        case excessive
        /// The text is YAML, but JSON cannot represent it: a list as a key, an
        /// alias inside the value that it names.
        case notJSON
    }

    /// The reason.
    public let kind: Kind
    /// The error, as a clause without a full stop.
    public let message: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, where it is known.
    public let column: Int?

    init(_ kind: Kind, _ message: String, line: Int, column: Int? = nil) {
        self.kind = kind
        self.message = message
        self.line = line
        self.column = column
    }

    /// `line 3: did not find expected key`.
    public var description: String { "line \(line): \(message)" }
}
