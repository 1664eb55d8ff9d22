// A query in the form for evaluation: segments of selectors, and filters as short programs.

/// `$…` or `@…`.
struct PathQuery: Sendable {
    var isRelative = false
    var segments: [PathSegment] = []
    /// The slot for the result of a query inside a filter: a query from the
    /// root has the same result for every value.
    var slot: Int?

    /// Whether it can find at most one value: only single names and indexes.
    var isSingular: Bool { segments.allSatisfy(\.isSingular) }
}

struct PathSegment: Sendable {
    /// `..`: applied to a value and all its descendants.
    var isDescendant = false
    var selectors: [PathSelector]

    var isSingular: Bool {
        guard !isDescendant, selectors.count == 1 else { return false }
        switch selectors[0] {
        case .name, .index: return true
        case .wildcard, .slice, .filter: return false
        }
    }
}

enum PathSelector: Sendable {
    /// UTF-8. Not a `String`, which would treat two spellings of one character as the same name.
    case name([UInt8])
    case wildcard
    case index(Int)
    case slice(PathSlice)
    case filter([FilterStep])
}

/// One step of a filter. Steps pop values from a stack and push their results;
/// a filter leaves one truth value there.
enum FilterStep: Sendable {
    case push(PathValue)
    /// Pushes the result of a query.
    case ask(PathQuery, PathQuestion)
    /// Pops the right side, then the left.
    case compare(PathComparison)
    /// Pops a value; pushes the number of a string's characters, or of a container's members or elements.
    case length
    /// Pops the text; the pattern is part of the query. `nil` is a pattern that cannot match.
    case match(IRegexp?, isWhole: Bool)
    /// Pops the pattern, then the text.
    case matchValue(isWhole: Bool)
    case not
    /// Skips `by` steps when the top value is `ifTop`, and pops it otherwise: `&&` and `||`.
    case skip(by: Int, ifTop: Bool)
}

/// The purpose of a query in a filter.
enum PathQuestion: Sendable {
    /// Whether it finds any value.
    case exists
    case count
    /// The only value that it finds.
    case value
}

enum PathComparison: Sendable, CaseIterable {
    case equal, different, lessOrEqual, greaterOrEqual, less, greater

    /// The longer signs come first: `<=` is not `<` and another sign.
    var sign: String {
        switch self {
        case .equal: "=="
        case .different: "!="
        case .lessOrEqual: "<="
        case .greaterOrEqual: ">="
        case .less: "<"
        case .greater: ">"
        }
    }
}

/// `start:end:step` (RFC 9535 §2.3.4).
struct PathSlice: Sendable {
    var start: Int?
    var end: Int?
    var step = 1

    /// The indices that it selects of `count` elements, ascending: the first,
    /// the end, and the distance between two.
    func places(of count: Int) -> (first: Int, end: Int, by: Int)? {
        guard step != 0, count > 0 else { return nil }
        func normal(_ index: Int) -> Int { index >= 0 ? index : count + index }
        if step > 0 {
            let first = min(max(normal(start ?? 0), 0), count)
            let end = min(max(normal(end ?? count), 0), count)
            return first < end ? (first, end, step) : nil
        }
        let upper = min(max(normal(start ?? count - 1), -1), count - 1)
        let lower = min(max(end.map(normal) ?? -1, -1), count - 1)
        guard lower < upper else { return nil }
        // A slice counts from above; the lowest selected index is the start of the ascending order.
        return (upper - (upper - lower - 1) / -step * -step, upper + 1, -step)
    }
}
