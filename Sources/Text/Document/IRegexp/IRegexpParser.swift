// Parses an I-Regexp (RFC 9485 §4) into a program. `^` and `$` mean the ends of the
// text, as in JSONPath's published tests.

struct IRegexpParser {
    private typealias Step = IRegexp.Step

    private var rest: ArraySlice<Unicode.Scalar>
    private var depth = 0

    init(_ source: String) { rest = Array(source.unicodeScalars)[...] }

    mutating func parseExpression() throws(IRegexpError) -> [IRegexp.Step] {
        let steps = try alternatives()
        if !rest.isEmpty { throw error("')' without '('") }
        return steps
    }

    private func error(_ message: String, hint: String? = nil) -> IRegexpError { IRegexpError(message: message, hint: hint) }

    private mutating func consumeIf(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private func checked(_ steps: [Step]) throws(IRegexpError) -> [Step] {
        guard steps.count <= IRegexp.mostSteps else { throw tooLarge }
        return steps
    }

    private var tooLarge: IRegexpError { error("it is larger than \(IRegexp.mostSteps) steps once repetitions are written out") }

    private mutating func alternatives() throws(IRegexpError) -> [Step] {
        var branches = [try branch()]
        while consumeIf("|") { branches.append(try branch()) }
        let last = branches.removeLast()
        let joined = branches.reversed().reduce(last) { rest, branch in
            [.split(1, branch.count + 2)] + branch + [.jump(rest.count + 1)] + rest
        }
        return try checked(joined)
    }

    private mutating func branch() throws(IRegexpError) -> [Step] {
        var steps: [Step] = []
        while let scalar = rest.first, scalar != "|", scalar != ")" { steps = try checked(steps + (try repeated(try parseAtom()))) }
        return steps
    }

    private mutating func parseAtom() throws(IRegexpError) -> [Step] {
        switch rest.removeFirst() {
        case "(":
            guard depth < IRegexp.deepest else { throw error("parentheses are nested deeper than \(IRegexp.deepest)") }
            depth += 1
            defer { depth -= 1 }
            if rest.first == "?" { throw error("(? is not part of I-Regexp", hint: "groups are plain: (ab|cd)") }
            let inner = try alternatives()
            guard consumeIf(")") else { throw error("'(' without ')'") }
            return inner
        case "[": return [.one(try bracketed())]
        case ".": return [.one(.dot)]
        case "\\": return [.one(try escape())]
        case "^": return [.atStart]
        case "$": return [.atEnd]
        case let scalar where "*+?{}]".unicodeScalars.contains(scalar):
            throw error("'\(scalar)' has nothing before it", hint: "the character itself is written \\\(scalar)")
        case let scalar: return [.one(ScalarSet(ranges: [scalar.value...scalar.value]))]
        }
    }

    private mutating func repeated(_ atom: [Step]) throws(IRegexpError) -> [Step] {
        let (least, most): (Int, Int?)
        if consumeIf("*") {
            (least, most) = (0, nil)
        } else if consumeIf("+") {
            (least, most) = (1, nil)
        } else if consumeIf("?") {
            (least, most) = (0, 1)
        } else if consumeIf("{") {
            (least, most) = try bounds()
        } else {
            return atom
        }
        guard (atom.count + 2) * max(least, most ?? 0, 1) <= 2 * IRegexp.mostSteps else { throw tooLarge }
        var steps: [Step] = []
        for _ in 0..<least { steps += atom }
        guard let most else { return steps + [.split(1, atom.count + 2)] + atom + [.jump(-atom.count - 1)] }
        // Each further repetition is optional, together with all behind it.
        let width = atom.count + 1
        for left in stride(from: most - least, to: 0, by: -1) { steps += [.split(1, width * left)] + atom }
        return steps
    }

    private mutating func bounds() throws(IRegexpError) -> (Int, Int?) {
        func number() -> Int? {
            let digits = rest.prefix { $0.isASCII && Byte.isDigit(UInt8(truncatingIfNeeded: $0.value)) }
            rest = rest[digits.endIndex...]
            // A number with too many digits stands for too many steps.
            return digits.isEmpty ? nil : Int(String(String.UnicodeScalarView(digits))).map { min($0, 1 << 20) } ?? 1 << 20
        }
        guard let least = number() else { throw error("'{' needs a number", hint: "{2}, {2,} or {2,5}; the sign itself is \\{") }
        let most = consumeIf(",") ? number() : least
        guard consumeIf("}") else { throw error("'{' without '}'") }
        if let most, most < least { throw error("{\(least),\(most)} ends before it begins") }
        return (least, most)
    }
}

// Sets and escapes.
extension IRegexpParser {
    /// The opening bracket has been read.
    private mutating func bracketed() throws(IRegexpError) -> ScalarSet {
        var set = ScalarSet(isNegated: consumeIf("^"))
        // A hyphen is literal at both ends.
        var isEmpty = true
        while let scalar = rest.popFirst() {
            switch scalar {
            case "]" where !isEmpty: return set
            case "-" where isEmpty || rest.first == "]": set.ranges.append(0x2d...0x2d)
            case "-", "[", "]":
                throw error("'\(scalar)' inside brackets", hint: "the character itself is written \\\(scalar)")
            case "\\":
                let escaped = try escape()
                set.categories += escaped.categories
                if let first = escaped.ranges.first { set.ranges.append(try range(from: first.lowerBound)) }
            default: set.ranges.append(try range(from: scalar.value))
            }
            isEmpty = false
        }
        throw error("'[' without ']'")
    }

    /// `a` or `a-z`; the first character has been read.
    private mutating func range(from first: UInt32) throws(IRegexpError) -> ClosedRange<UInt32> {
        guard rest.first == "-", let after = rest.dropFirst().first, after != "]" else { return first...first }
        rest.removeFirst(2)
        if after == "[" || after == "-" {
            throw error("'\(after)' inside brackets", hint: "the character itself is written \\\(after)")
        }
        let last = after == "\\" ? try escape().ranges.first?.lowerBound : after.value
        guard let last, first <= last else { throw error("a range inside brackets ends before it begins") }
        return first...last
    }

    /// One escape, after its backslash.
    private mutating func escape() throws(IRegexpError) -> ScalarSet {
        guard let scalar = rest.popFirst() else { throw error("a backslash at the end") }
        switch scalar {
        case "n": return ScalarSet(ranges: [10...10])
        case "r": return ScalarSet(ranges: [13...13])
        case "t": return ScalarSet(ranges: [9...9])
        case "p", "P":
            let name = consumeIf("{") ? rest.prefix { $0 != "}" } : []
            let text = String(String.UnicodeScalarView(name))
            guard UnicodeCategory.names.contains(text), rest.dropFirst(name.count).first == "}" else {
                throw error("\\\(scalar) needs a category of Unicode", hint: "\\p{Lu} is an upper-case letter, \\p{Nd} a digit")
            }
            rest.removeFirst(name.count + 1)
            return ScalarSet(categories: [(text, scalar == "P")])
        case _ where "()*+-.?[\\]^{|}$".unicodeScalars.contains(scalar): return ScalarSet(ranges: [scalar.value...scalar.value])
        default:
            let instead = ["d": "[0-9]", "w": "[A-Za-z0-9_]", "s": "[ \\t\\n\\r]"][scalar]
            throw error("\\\(scalar) is not part of I-Regexp", hint: instead.map { "write \($0)" })
        }
    }
}
