// The evaluation of a filter for one value: its position in the steps, and its intermediate results.

import Patterns

struct PathTest: Sendable {
    /// The value that `@` refers to.
    let node: Int
    private let steps: [FilterStep]
    private var next = 0
    private var stack: [PathValue] = []
    private var match: LinearMatch?

    /// The most bytes that are matched without a pause.
    private static let bytes = 128

    enum Outcome {
        case passes
        case fails
        /// The test has processed this many bytes of a long text, and is not done with it.
        case works(Int)
        /// The test needs the result of a query, by ``answer(_:)``.
        case asks(PathQuery, PathQuestion)
    }

    init(_ steps: [FilterStep], of node: Int) {
        self.steps = steps
        self.node = node
    }

    mutating func supplyResult(_ value: PathValue) { stack.append(value) }

    /// Continues until the result is certain, or a query is needed.
    mutating func evaluate(_ storage: JSONStorage, _ patterns: inout PathPatterns) -> Outcome {
        while match != nil || next < steps.count {
            if let answer = match?.advance(bytes: Self.bytes) {
                stack.append(.bool(answer))
                match = nil
                continue
            }
            guard match == nil else { return .works(Self.bytes) }
            let step = steps[next]
            next += 1
            switch step {
            case .push(let value): stack.append(value)
            case .ask(let query, let question): return .asks(query, question)
            case .compare(let comparison):
                let (right, left) = (pop(), pop())
                stack.append(.bool(left.compares(comparison, to: right, in: storage)))
            case .length: stack.append(Self.length(pop(), storage))
            case .match(let expression, let isWhole):
                startMatch(expression, against: pop().resolve(storage), isWhole)
            case .matchValue(let isWhole):
                let (pattern, text) = (pop().resolve(storage), pop().resolve(storage))
                startMatch(patterns.expression(pattern), against: text, isWhole)
            case .not: stack.append(.bool(!isTrue(pop())))
            case .skip(let distance, let ifTop):
                if stack.last.map(isTrue) == ifTop { next += distance } else { stack.removeLast() }
            }
        }
        return isTrue(pop()) ? .passes : .fails
    }

    /// The parser has pushed a value for every step that pops one.
    private mutating func pop() -> PathValue { stack.popLast() ?? .nothing }

    private func isTrue(_ value: PathValue) -> Bool {
        guard case .bool(let isTrue) = value else { return false }
        return isTrue
    }

    private mutating func startMatch(_ expression: IRegexp?, against value: PathValue, _ isWhole: Bool) {
        guard let expression, case .text(let text) = value else { return stack.append(.bool(false)) }
        match = expression.match(text, whole: isWhole)
    }

    private static func length(_ value: PathValue, _ storage: JSONStorage) -> PathValue {
        switch value.resolve(storage) {
        case .text(let text): .number(JSONDecimal(String(decoding: text, as: UTF8.self).unicodeScalars.count))
        case .node(let index): .number(JSONDecimal(storage.nodes[index].count))
        case .nothing, .number, .bool, .null: .nothing
        }
    }
}

/// Patterns from the document, each parsed once while few are in use.
struct PathPatterns: Sendable {
    private var known: [[UInt8]: IRegexp?] = [:]

    mutating func expression(_ pattern: PathValue) -> IRegexp? {
        guard case .text(let source) = pattern else { return nil }
        if let known = known[source] { return known }
        if known.count >= 64 { known.removeAll(keepingCapacity: true) }
        let expression = try? IRegexp(String(decoding: source, as: UTF8.self))
        known[source] = .some(expression)
        return expression
    }
}
