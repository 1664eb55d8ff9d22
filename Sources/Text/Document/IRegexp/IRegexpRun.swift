// Matches an expression against a text, character by character, with all
// alternatives in parallel (Thompson's method).

struct IRegexpRun: Sendable {
    private let steps: [IRegexp.Step]
    private let isWhole: Bool
    /// The steps that wait for the next character, without duplicates.
    private var waiting: [Int] = []
    /// For each step, the number of characters read when it was last reached, plus one.
    private var reached: [Int]
    private var taken = 0
    /// Whether a path has reached the end of the program at this position.
    private var isMatched = false
    /// Steps that continue only at the end of the text.
    private var waitsForEnd: [Int] = []

    init(_ expression: IRegexp, isWhole: Bool) {
        steps = expression.steps
        self.isWhole = isWhole
        reached = [Int](repeating: 0, count: steps.count + 1)
        follow(0, isAtEnd: false)
    }

    /// Processes the next character; returns the result once no further character can change it.
    mutating func process(_ scalar: Unicode.Scalar) -> Bool? {
        if !isWhole, isMatched { return true }
        taken += 1
        isMatched = false
        waitsForEnd.removeAll(keepingCapacity: true)
        let before = waiting
        waiting.removeAll(keepingCapacity: true)
        for index in before {
            if case .one(let set) = steps[index], set.contains(scalar) { follow(index + 1, isAtEnd: false) }
        }
        if !isWhole { follow(0, isAtEnd: false) }
        return isWhole && waiting.isEmpty && !isMatched && waitsForEnd.isEmpty ? false : nil
    }

    /// Ends the text, and returns the result.
    mutating func finish() -> Bool {
        if isMatched { return true }
        for index in waitsForEnd { follow(index + 1, isAtEnd: true) }
        return isMatched
    }

    /// Follows a step to all steps that are reachable without a character.
    private mutating func follow(_ start: Int, isAtEnd: Bool) {
        var open = [start]
        while let index = open.popLast() {
            guard reached[index] != taken + 1 else { continue }
            reached[index] = taken + 1
            guard index < steps.count else {
                isMatched = true
                continue
            }
            switch steps[index] {
            case .one: waiting.append(index)
            case .split(let one, let other): open += [index + other, index + one]
            case .jump(let distance): open.append(index + distance)
            case .atStart: if taken == 0 { open.append(index + 1) }
            case .atEnd: if isAtEnd { open.append(index + 1) } else { waitsForEnd.append(index) }
            }
        }
    }
}

/// An expression that is matched against a text, some characters at a time.
struct IRegexpMatch: Sendable {
    private var run: IRegexpRun
    private var bytes: IndexingIterator<[UInt8]>
    private var decoder = UTF8()

    /// - Parameter text: UTF-8.
    init(_ expression: IRegexp, _ text: [UInt8], isWhole: Bool) {
        run = IRegexpRun(expression, isWhole: isWhole)
        bytes = text.makeIterator()
    }

    /// Processes up to `characters` characters; returns the result once it is certain.
    mutating func advance(characters: Int) -> Bool? {
        for _ in 0..<characters {
            switch decoder.decode(&bytes) {
            case .scalarValue(let scalar): if let answer = run.process(scalar) { return answer }
            case .error: if let answer = run.process("\u{fffd}") { return answer }
            case .emptyInput: return run.finish()
            }
        }
        return nil
    }
}
