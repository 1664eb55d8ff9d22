// A query as it is evaluated: segments of selectors, and filters as short programs.

/// `$…` or `@…`.
struct PathQuery: Sendable {
    var isRelative = false
    var segments: [PathSegment] = []
    /// The slot in which the answer of a query inside a filter is kept: one from the root has the same answer for every value.
    var slot: Int?

    /// Whether it can find one value at most: nothing but single names and indexes.
    var isSingular: Bool { segments.allSatisfy(\.isSingular) }
}

struct PathSegment: Sendable {
    /// `..`: applied to a value and all below it.
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
    /// UTF-8. Not a `String`, which would take two spellings of one character for the same name.
    case name([UInt8])
    case wildcard
    case index(Int)
    case slice(PathSlice)
    case filter([FilterStep])
}

/// One step of a filter. Values are taken from a stack and put on it; a filter leaves one truth value there.
enum FilterStep: Sendable {
    case push(PathValue)
    /// Puts what a query answers.
    case ask(PathQuery, PathQuestion)
    /// Takes the right side, then the left.
    case compare(PathComparison)
    /// Of a string its characters, of a container its members or elements.
    case length
    /// Takes the text; the pattern was written in the query. `nil` is none that can match.
    case match(IRegexp?, isWhole: Bool)
    /// Takes the pattern, then the text.
    case matchValue(isWhole: Bool)
    case not
    /// Goes on `by` steps further when the top is `isTrue`, and takes it away when not: `&&` and `||`.
    case skip(by: Int, ifTop: Bool)
}

/// What is wanted of a query in a filter.
enum PathQuestion: Sendable {
    /// Whether it finds anything.
    case exists
    case count
    /// The only value that it finds.
    case value
}

enum PathComparison: Sendable, CaseIterable {
    case equal, different, lessOrEqual, greaterOrEqual, less, greater

    /// The longer ones stand first: `<=` is not `<` and something else.
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

    /// The places that it takes of so many elements, ascending: the first, the one after the last, and how far apart they are.
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
        // Counted from above; the lowest one that is hit is where going up begins.
        return (upper - (upper - lower - 1) / -step * -step, upper + 1, -step)
    }
}
