// Parses a query by the grammar of RFC 9535: segments and selectors here, filters in FilterParser.swift.

struct PathParser {
    var reader: PathReader
    var notes: [JSONPathError] = []
    /// The number of open filters, parentheses and functions.
    var depth = 0
    /// The number of queries from the root inside filters, so far.
    var slots = 0

    init(_ source: String) { reader = PathReader(source) }

    mutating func parseQuery() throws(JSONPathError) -> PathQuery {
        guard reader.count <= JSONPath.longest else {
            throw reader.error("the query is longer than \(JSONPath.longest) characters", at: JSONPath.longest)
        }
        guard reader.consumeIf("$") else {
            throw reader.error("a query begins with '$', found \(reader.found)", hint: "$.name, $..name, $[0], $[?@.price < 10]")
        }
        let query = try segments(of: PathQuery())
        if !reader.isAtEnd { throw notASegment() }
        return query
    }

    /// The segments after `$` or `@`.
    mutating func segments(of start: PathQuery) throws(JSONPathError) -> PathQuery {
        var query = start
        while true {
            let before = reader
            reader.skipSpace()
            guard let segment = try segment() else {
                // Blank space belongs to the next segment, if there is one.
                reader = before
                return query
            }
            query.segments.append(segment)
        }
    }

    private func notASegment() -> JSONPathError {
        var after = reader
        after.skipSpace()
        if after.isAtEnd { return reader.error("blank space after the query") }
        let hint: String? =
            switch after.next {
            case "-": "a name with a hyphen needs brackets and quotes: ['a-b']"
            case "|": "a query has no pipes"
            default: nil
            }
        return after.error("expected '.', '..' or '[', found \(after.found)", hint: hint)
    }

    private mutating func segment() throws(JSONPathError) -> PathSegment? {
        if reader.consumeIf("..") {
            if reader.consumeIf("[") { return PathSegment(isDescendant: true, selectors: try bracketed()) }
            return PathSegment(isDescendant: true, selectors: [try shorthand("..")])
        }
        if reader.consumeIf(".") { return PathSegment(selectors: [try shorthand(".")]) }
        return reader.consumeIf("[") ? PathSegment(selectors: try bracketed()) : nil
    }

    /// A name or `*` after dots.
    private mutating func shorthand(_ dots: String) throws(JSONPathError) -> PathSelector {
        if reader.consumeIf("*") { return .wildcard }
        if let name = reader.readName() { return .name(Array(name.utf8)) }
        let hint: String? =
            switch reader.next {
            case "[": "leave out the dot: [ follows a value directly"
            case "'", "\"", "-": "such a name needs brackets: ['a-b']"
            case .some(let scalar) where PathReader.isDigit(scalar): "an index needs brackets: [0]; a name too: ['0']"
            default: nil
            }
        throw reader.error("expected a name or '*' after '\(dots)', found \(reader.found)", hint: hint)
    }

    /// The selectors between brackets; the opening bracket has been read.
    private mutating func bracketed() throws(JSONPathError) -> [PathSelector] {
        var selectors: [PathSelector] = []
        repeat {
            reader.skipSpace()
            selectors.append(try selector())
            reader.skipSpace()
        } while reader.consumeIf(",")
        guard reader.consumeIf("]") else { throw reader.error("expected ',' or ']', found \(reader.found)") }
        return selectors
    }

    private mutating func selector() throws(JSONPathError) -> PathSelector {
        if let name = try reader.readString() { return .name(Array(name.utf8)) }
        if reader.consumeIf("*") { return .wildcard }
        if reader.consumeIf("?") {
            reader.skipSpace()
            return .filter(try nested { (parser) throws(JSONPathError) in try parser.parseCondition() })
        }
        let start = try reader.readInteger()
        let afterStart = reader
        reader.skipSpace()
        if reader.consumeIf(":") { return .slice(try slice(from: start)) }
        reader = afterStart
        guard let start else { throw notASelector() }
        return .index(start)
    }

    private mutating func slice(from start: Int?) throws(JSONPathError) -> PathSlice {
        reader.skipSpace()
        var slice = PathSlice(start: start, end: try reader.readInteger())
        let before = reader
        reader.skipSpace()
        guard reader.consumeIf(":") else {
            reader = before
            return slice
        }
        reader.skipSpace()
        slice.step = try reader.readInteger() ?? 1
        return slice
    }

    private func notASelector() -> JSONPathError {
        let hint: String? =
            switch reader.next {
            case "]": "[*] selects every member or element"
            case "(": "a filter begins with a question mark: [?@.price < 10]"
            case .some(let scalar) where PathReader.isNameFirst(scalar): "a name needs quotes: ['name']"
            default: nil
            }
        return reader.error("expected a name in quotes, '*', an index, a slice or '?', found \(reader.found)", hint: hint)
    }

    /// Parses a nested part, the only recursion of the parser, up to a limit.
    mutating func nested<Value>(_ read: (inout PathParser) throws(JSONPathError) -> Value) throws(JSONPathError) -> Value {
        guard depth < JSONPath.deepest else {
            throw reader.error("filters, parentheses and functions are nested deeper than \(JSONPath.deepest)")
        }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }
}
