// Parses filters: conditions, comparisons and functions, and checks that they are
// well-typed (RFC 9535 §2.3.5, §2.4.3).

/// An operand of a comparison, or a test on its own.
private enum FilterOperand {
    case query(PathQuery)
    case literal(PathValue)
    /// A function that returns a value, for a comparison.
    case value([FilterStep], name: String)
    /// A function that returns a truth value, for use as a test.
    case truth([FilterStep], name: String)
}

extension PathParser {
    /// `a || b`: conditions of which at least one must hold.
    mutating func parseCondition() throws(JSONPathError) -> [FilterStep] {
        try joined("||", stopsAt: true) { (parser) throws(JSONPathError) in
            try parser.joined("&&", stopsAt: false) { (parser) throws(JSONPathError) in try parser.parseBasicCondition() }
        }
    }

    /// Conditions one after the other; the first whose result is `stopsAt` decides.
    private mutating func joined(
        _ sign: String, stopsAt: Bool, _ part: (inout PathParser) throws(JSONPathError) -> [FilterStep]
    ) throws(JSONPathError) -> [FilterStep] {
        var parts = [try part(&self)]
        while true {
            let before = reader
            reader.skipSpace()
            guard reader.consumeIf(sign) else {
                if reader.next == sign.unicodeScalars.first { throw reader.error("expected '\(sign)', found \(reader.found)") }
                reader = before
                break
            }
            reader.skipSpace()
            parts.append(try part(&self))
        }
        // From the last to the first: each skips all conditions behind it.
        return parts.dropLast().reversed().reduce(parts[parts.count - 1]) { rest, part in
            part + [.skip(by: rest.count, ifTop: stopsAt)] + rest
        }
    }

    /// A comparison, a test, or either in parentheses.
    private mutating func parseBasicCondition() throws(JSONPathError) -> [FilterStep] {
        let isNegated = reader.consumeIf("!")
        if isNegated { reader.skipSpace() }
        if reader.consumeIf("(") {
            reader.skipSpace()
            let inner = try nested { (parser) throws(JSONPathError) in try parser.parseCondition() }
            reader.skipSpace()
            guard reader.consumeIf(")") else { throw reader.error("expected ')', found \(reader.found)") }
            return isNegated ? inner + [.not] : inner
        }
        let start = reader.index
        let left = try parseOperand()
        let before = reader
        reader.skipSpace()
        let signPlace = reader.index
        if let comparison = PathComparison.allCases.first(where: { reader.consumeIf($0.sign) }) {
            if isNegated {
                throw reader.error(
                    "'!' before a comparison", at: start - 1, hint: "put the comparison in parentheses: !(@.a == 1)")
            }
            reader.skipSpace()
            let leftSteps = try makeComparand(left, at: start)
            let rightStart = reader.index
            return leftSteps + (try makeComparand(try parseOperand(), at: rightStart)) + [.compare(comparison)]
        }
        if reader.next == "=" {
            let hint = reader.peek(1) == "~" ? "patterns: match(@.name, 'a.*') or search(…)" : "two values are compared by =="
            throw reader.error("'=' is not a comparison", at: signPlace, hint: hint)
        }
        reader = before
        return try makeTest(left, at: start) + (isNegated ? [.not] : [])
    }

    private func makeTest(_ operand: FilterOperand, at start: Int) throws(JSONPathError) -> [FilterStep] {
        switch operand {
        case .query(let query): return [.ask(query, .exists)]
        case .truth(let steps, _): return steps
        case .literal: throw reader.error("a literal alone is not a condition", at: start, hint: "compare it: @.a == 1")
        case .value(_, let name):
            throw reader.error("\(name)() gives a value, not a condition", at: start, hint: "compare it: \(name)(@.a) > 1")
        }
    }

    private func makeComparand(_ operand: FilterOperand, at start: Int) throws(JSONPathError) -> [FilterStep] {
        switch operand {
        case .query(let query) where query.isSingular: return [.ask(query, .value)]
        case .query:
            throw reader.error(
                "a query that may find several values cannot be compared", at: start, hint: "value(…) or count(…) of it can")
        case .literal(let value): return [.push(value)]
        case .value(let steps, _): return steps
        case .truth(_, let name):
            throw reader.error("\(name)() is a condition already and cannot be compared", at: start, hint: "use it alone")
        }
    }

    private mutating func parseOperand() throws(JSONPathError) -> FilterOperand {
        if reader.consumeIf("@") { return .query(try segments(of: PathQuery(isRelative: true))) }
        if reader.consumeIf("$") {
            slots += 1
            return .query(try segments(of: PathQuery(slot: slots)))
        }
        if let text = try reader.readString() { return .literal(.text(Array(text.utf8))) }
        if let number = try reader.readNumber() { return .literal(.number(number)) }
        let start = reader.index
        let word = reader.readName() ?? ""
        if reader.next == "(", !word.isEmpty { return try parseFunction(word, at: start) }
        switch word {
        case "true": return .literal(.bool(true))
        case "false": return .literal(.bool(false))
        case "null": return .literal(.null)
        case "": throw reader.error("expected a value, a query or a function, found \(reader.found)")
        default: throw reader.error("unknown word '\(word)'", at: start, hint: "@.\(word) is a member, '\(word)' a text")
        }
    }
}

// Functions (§2.4.4 – §2.4.8).
extension PathParser {
    /// The parenthesis has not been read yet.
    private mutating func parseFunction(_ name: String, at start: Int) throws(JSONPathError) -> FilterOperand {
        _ = reader.consumeIf("(")
        let parameters = ["length": 1, "count": 1, "value": 1, "match": 2, "search": 2]
        guard let expected = parameters[name] else {
            throw reader.error(
                "unknown function '\(name)'", at: start, hint: "the functions are length, count, value, match and search")
        }
        let arguments = try arguments()
        guard arguments.count == expected else {
            throw reader.error("\(name)() takes \(expected == 1 ? "one argument" : "two arguments")", at: start)
        }
        let (first, place) = arguments[0]
        switch name {
        case "length": return .value(try makeComparand(first, at: place) + [.length], name: name)
        case "count", "value":
            guard case .query(let query) = first else {
                throw reader.error("\(name)() takes a query", at: place, hint: "\(name)(@..a)")
            }
            return .value([.ask(query, name == "count" ? .count : .value)], name: name)
        default:
            let text = try makeComparand(first, at: place)
            return .truth(text + (try pattern(arguments[1], isWhole: name == "match")), name: name)
        }
    }

    private mutating func arguments() throws(JSONPathError) -> [(FilterOperand, place: Int)] {
        reader.skipSpace()
        if reader.consumeIf(")") { return [] }
        var arguments: [(FilterOperand, place: Int)] = []
        repeat {
            reader.skipSpace()
            let place = reader.index
            arguments.append((try nested { (parser) throws(JSONPathError) in try parser.parseOperand() }, place))
            reader.skipSpace()
        } while reader.consumeIf(",")
        guard reader.consumeIf(")") else { throw reader.error("expected ',' or ')', found \(reader.found)") }
        return arguments
    }

    /// A pattern in the query is parsed once. An invalid pattern matches
    /// nothing (§2.4.6), and a note says so.
    private mutating func pattern(
        _ argument: (FilterOperand, place: Int), isWhole: Bool
    ) throws(JSONPathError) -> [FilterStep] {
        guard case .literal(.text(let source)) = argument.0 else {
            return try makeComparand(argument.0, at: argument.place) + [.matchValue(isWhole: isWhole)]
        }
        do throws(IRegexpError) {
            return [.match(try IRegexp(String(decoding: source, as: UTF8.self)), isWhole: isWhole)]
        } catch {
            notes.append(reader.error("the pattern matches nothing: \(error.message)", at: argument.place, hint: error.hint))
            return [.match(nil, isWhole: isWhole)]
        }
    }
}
