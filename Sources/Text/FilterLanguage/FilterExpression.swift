// A filter that was read: its terms, and how they are joined. No code here recurses: the joins are steps of a
// stack machine.

/// A filter for requests, as the user writes it:
///
///     items state:failed              both (`and` may stand between them)
///     status:4xx or status:>=500      either; `and` binds closer than `or`
///     !state:live, not state:live     the opposite of one term, or of a group in parentheses
///     time:>1s (method:post or url:/orders)
///     "and", url:"a b"                a word that means something else, a value with spaces
///
/// A word may occur anywhere. ``FilterTerm/Field`` lists the fields; a word with another name before its
/// colon is a word.
public struct FilterExpression: Sendable, Hashable {
    /// The most terms of one filter.
    public static let mostTerms = 100

    enum Step: Sendable, Hashable { case term(Int), not, and, or }

    /// In the order in which the user wrote them.
    public private(set) var terms: [FilterTerm] = []
    /// In postfix order.
    private(set) var steps: [Step] = []

    /// Matches everything.
    public init() {}

    /// - Throws: what is wrong, and where.
    public init(_ text: String, for scope: FilterScope) throws(FilterProblem) {
        var reader = FilterReader(text, scope)
        self = try reader.read()
    }

    /// What is wrong with a filter; `nil` when it can be used.
    public static func problem(in text: String, for scope: FilterScope) -> FilterProblem? {
        do throws(FilterProblem) {
            _ = try FilterExpression(text, for: scope)
            return nil
        } catch {
            return error
        }
    }

    /// Whether it matches everything.
    public var isEmpty: Bool { terms.isEmpty }

    mutating func append(_ term: FilterTerm) {
        steps.append(.term(terms.count))
        terms.append(term)
    }

    mutating func append(_ step: Step) { steps.append(step) }

    // MARK: Values

    /// Whether a request matches, when each term is known.
    public func matches(_ value: (FilterTerm) -> Bool) -> Bool { verdict { value(terms[$0]) } ?? false }

    /// Whether a request matches; `nil` when unknown terms decide.
    /// - Parameter value: of the term at this index; `nil` while it is unknown.
    public func verdict(_ value: (Int) -> Bool?) -> Bool? {
        guard !steps.isEmpty else { return true }
        // Two stacks as bits, the top of each in the lowest one: whether an operand can be true, and whether
        // it can be false. The reader limits the depth.
        var canBeTrue: UInt64 = 0
        var canBeFalse: UInt64 = 0
        for step in steps {
            let (topTrue, topFalse) = (canBeTrue & 1, canBeFalse & 1)
            switch step {
            case .term(let index):
                let known = value(index)
                canBeTrue = canBeTrue << 1 | (known == false ? 0 : 1)
                canBeFalse = canBeFalse << 1 | (known == true ? 0 : 1)
            case .not:
                canBeTrue = canBeTrue & ~1 | topFalse
                canBeFalse = canBeFalse & ~1 | topTrue
            case .and:
                canBeTrue = (canBeTrue >> 1) & (topTrue | ~1)
                canBeFalse = (canBeFalse >> 1) | topFalse
            case .or:
                canBeTrue = (canBeTrue >> 1) | topTrue
                canBeFalse = (canBeFalse >> 1) & (topFalse | ~1)
            }
        }
        if canBeTrue & 1 == 0 { return false }
        return canBeFalse & 1 == 0 ? true : nil
    }

    /// The indices of the terms that every match fulfils, ascending.
    public var required: [Int] {
        // The terms that hold when the operand is true, and those that hold when it is false.
        var stack: [(ifTrue: Set<Int>, ifFalse: Set<Int>)] = []
        for step in steps {
            switch step {
            case .term(let index): stack.append((ifTrue: [index], ifFalse: []))
            case .not:
                guard let top = stack.popLast() else { break }
                stack.append((ifTrue: top.ifFalse, ifFalse: top.ifTrue))
            case .and:
                guard let b = stack.popLast(), let a = stack.popLast() else { break }
                stack.append((ifTrue: a.ifTrue.union(b.ifTrue), ifFalse: a.ifFalse.intersection(b.ifFalse)))
            case .or:
                guard let b = stack.popLast(), let a = stack.popLast() else { break }
                stack.append((ifTrue: a.ifTrue.intersection(b.ifTrue), ifFalse: a.ifFalse.union(b.ifFalse)))
            }
        }
        return stack.last?.ifTrue.sorted() ?? []
    }
}
