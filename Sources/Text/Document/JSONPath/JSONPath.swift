// A JSONPath query (RFC 9535) that has been read and checked. `JSONPathRun` asks it.

/// A JSONPath query: `$.items[?@.price < 10].name`.
public struct JSONPath: Sendable, Hashable {
    /// As it was typed.
    public let source: String
    /// What is allowed and does less than it seems to: a pattern that is no I-Regexp matches nothing.
    public let notes: [JSONPathError]
    let query: PathQuery

    /// Characters of a query.
    public static let longest = 16 << 10
    /// Filters, parentheses and functions inside each other.
    public static let deepest = 64

    /// Reads a query.
    /// - Throws: ``JSONPathError`` with the first character that is wrong.
    public init(_ source: String) throws(JSONPathError) {
        var parser = PathParser(source)
        query = try parser.all()
        notes = parser.notes
        self.source = source
    }

    /// Two queries are the same when they are typed alike.
    public static func == (one: JSONPath, other: JSONPath) -> Bool { one.source.utf8.elementsEqual(other.source.utf8) }

    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

extension JSONDocument {
    /// All that a query finds, in its order, at once. For large documents see ``JSONPathRun``.
    public func nodes(at path: JSONPath) -> [JSONNode] {
        var run = JSONPathRun(path, in: self)
        run.advance(steps: .max)
        return run.places.compactMap { node(Int($0)) }
    }
}
