// Why a text is not YAML that can be turned into JSON, and where.

/// Why a YAML text cannot be used, with the place.
public struct YAMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The closed list of reasons.
    public enum Kind: Sendable, Hashable {
        /// It breaks the grammar of YAML.
        case broken
        /// It is YAML, and nests deeper, or grows larger by its aliases, than is read.
        case excessive
        /// It is YAML, and holds what JSON cannot: a list as a key, an alias inside what it names.
        case notJSON
    }

    /// The reason.
    public let kind: Kind
    /// What is wrong, as a clause without a full stop.
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
