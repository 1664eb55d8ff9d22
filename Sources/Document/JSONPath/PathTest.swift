// A filter that is asked about one value: where it stands in its steps, and what it has computed so far.

struct PathTest: Sendable {
    /// The value that `@` is.
    let node: Int
    private let steps: [FilterStep]
    private var next = 0
    private var stack: [PathValue] = []

    enum Outcome {
        case passes
        case fails
        /// It needs the answer of a query, by ``answer(_:)``.
        case asks(PathQuery, PathQuestion)
    }

    init(_ steps: [FilterStep], of node: Int) {
        self.steps = steps
        self.node = node
    }

    mutating func answer(_ value: PathValue) { stack.append(value) }

    /// Goes on until it knows, or must ask.
    mutating func run(_ storage: JSONStorage, _ patterns: inout PathPatterns) -> Outcome {
        while next < steps.count {
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
                stack.append(.bool(Self.matches(pop().read(storage), expression, isWhole)))
            case .matchValue(let isWhole):
                let (pattern, text) = (pop().read(storage), pop().read(storage))
                stack.append(.bool(Self.matches(text, patterns.expression(pattern), isWhole)))
            case .not: stack.append(.bool(!isTrue(pop())))
            case .skip(let distance, let ifTop):
                if stack.last.map(isTrue) == ifTop { next += distance } else { stack.removeLast() }
            }
        }
        return isTrue(pop()) ? .passes : .fails
    }

    /// The parser has put something there for every step that takes something.
    private mutating func pop() -> PathValue { stack.popLast() ?? .nothing }

    private func isTrue(_ value: PathValue) -> Bool {
        guard case .bool(let isTrue) = value else { return false }
        return isTrue
    }

    private static func matches(_ value: PathValue, _ expression: IRegexp?, _ isWhole: Bool) -> Bool {
        guard let expression, case .text(let text) = value else { return false }
        return expression.matches(text, whole: isWhole)
    }

    private static func length(_ value: PathValue, _ storage: JSONStorage) -> PathValue {
        switch value.read(storage) {
        case .text(let text): .number(JSONDecimal(String(decoding: text, as: UTF8.self).unicodeScalars.count))
        case .node(let index): .number(JSONDecimal(storage.nodes[index].count))
        case .nothing, .number, .bool, .null: .nothing
        }
    }
}

/// Patterns that stand in the document, each read once for as long as few are in use.
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
