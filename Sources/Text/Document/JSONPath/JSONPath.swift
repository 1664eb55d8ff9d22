// A JSONPath query (RFC 9535) that has been parsed and checked. `JSONPathRun` evaluates it.

/// A JSONPath query: `$.items[?@.price < 10].name`.
public struct JSONPath: Sendable, Hashable {
    /// The query as typed.
    public let source: String
    /// Notes on valid parts that do less than they seem to: a pattern
    /// that is not an I-Regexp matches nothing.
    public let notes: [JSONPathError]
    let query: PathQuery

    /// The most characters of a query.
    public static let longest = 16 << 10
    /// The deepest nesting of filters, parentheses and functions.
    public static let deepest = 64

    /// Parses a query.
    /// - Throws: ``JSONPathError`` with the first wrong character.
    public init(_ source: String) throws(JSONPathError) {
        var parser = PathParser(source)
        query = try parser.parseQuery()
        notes = parser.notes
        self.source = source
    }

    /// Two queries are the same when their sources are equal.
    public static func == (one: JSONPath, other: JSONPath) -> Bool { one.source.utf8.elementsEqual(other.source.utf8) }

    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

extension JSONDocument {
    /// All nodes that a query finds, in its order, at once. For large documents see ``JSONPathRun``.
    public func nodes(at path: JSONPath) -> [JSONNode] {
        var run = JSONPathRun(path, in: self)
        run.advance(steps: .max)
        return run.places.compactMap { node(Int($0)) }
    }
}
