// Reads a filter from its first character to its last (the shunting-yard algorithm).

struct FilterReader {
    /// The most open parentheses. With them the stacks of ``FilterExpression/verdict(_:)`` never need more
    /// than 64 bits.
    static let mostOpen = 16
    private static let longestField = FilterTerm.Field.allCases.map(\.rawValue.count).max() ?? 0

    /// A join that waits for the term behind it, or an open parenthesis with its place.
    private enum Waiting: Equatable {
        case step(FilterExpression.Step)
        case open(Int)
    }

    private let text: [Character]
    private let scope: FilterScope
    private var place = 0
    private var expression = FilterExpression()
    private var waiting: [Waiting] = []
    private var openCount = 0
    /// The last join, as it was written; for reports.
    private var lastJoin = ""
    private var expectsTerm = true

    init(_ text: String, _ scope: FilterScope) {
        self.text = Array(text)
        self.scope = scope
    }

    mutating func read() throws(FilterProblem) -> FilterExpression {
        // The user is about to write a term.
        if text.allSatisfy({ $0 == "!" || $0.isWhitespace }) { return FilterExpression() }
        while place < text.count {
            switch text[place] {
            case let blank where blank.isWhitespace: place += 1
            case "(": try open()
            case ")": try close()
            case "!":
                negate("!")
                place += 1
            case "\"":
                let start = place
                try add(FilterTerm(word: readQuoted()), at: start)
            default: try readWord()
            }
        }
        return try finish()
    }

    // MARK: Words

    private mutating func readWord() throws(FilterProblem) {
        let start = place
        var word = ""
        while let character = wordCharacter {
            place += 1
            // Only a short word is looked up: a pasted text may have any number of colons.
            let isShort = place - start <= Self.longestField + 1
            if character == ":", isShort, let field = FilterTerm.Field(rawValue: word.lowercased()) {
                if let refusal = scope.refusal(of: field) { throw FilterProblem(refusal, at: start) }
                let isQuoted = place < text.count && text[place] == "\""
                let value = try isQuoted ? readQuoted() : readValue()
                return try add(field, value, at: start)
            }
            word.append(character)
        }
        switch word.lowercased() {
        case "and": try join(.and, word, at: start)
        case "or": try join(.or, word, at: start)
        case "not": negate(word)
        default: try add(FilterTerm(word: word), at: start)
        }
    }

    /// The next character of an unquoted word; `nil` behind its end. Without an open parenthesis, `)` is a
    /// character as any other.
    private var wordCharacter: Character? {
        guard place < text.count, !text[place].isWhitespace, openCount == 0 || text[place] != ")" else { return nil }
        return text[place]
    }

    private mutating func readValue() -> String {
        var value = ""
        while let character = wordCharacter {
            value.append(character)
            place += 1
        }
        return value
    }

    /// The text between quotes; a backslash precedes a quote or a backslash in it.
    private mutating func readQuoted() throws(FilterProblem) -> String {
        let start = place
        var value = ""
        place += 1
        while place < text.count {
            let character = text[place]
            place += 1
            if character == "\"" { return value }
            if character == "\\", place < text.count, ["\"", "\\"].contains(text[place]) {
                value.append(text[place])
                place += 1
            } else {
                value.append(character)
            }
        }
        throw FilterProblem("The quote is not closed", at: start)
    }

    // MARK: Joins

    private mutating func add(_ field: FilterTerm.Field, _ value: String, at start: Int) throws(FilterProblem) {
        guard field == .header else { return try add(FilterTerm(field, value, at: start), at: start) }
        let texts = FilterTerm.headerTexts(value)
        let term = try FilterTerm(field, texts[0], at: start)
        try add(term, or: texts.count > 1 ? FilterTerm(field, texts[1], at: start) : nil, at: start)
    }

    /// - Parameter other: a term that may match in place of the first one.
    private mutating func add(_ term: FilterTerm, or other: FilterTerm? = nil, at start: Int) throws(FilterProblem) {
        guard expression.terms.count + (other == nil ? 1 : 2) <= FilterExpression.mostTerms else {
            throw FilterProblem("A filter has at most \(FilterExpression.mostTerms) terms", at: start)
        }
        joinImplicitly()
        expression.append(term)
        if let other {
            expression.append(other)
            expression.append(.or)
        }
        endTerm()
    }

    /// Neighbours without a word between them must both match.
    private mutating func joinImplicitly() {
        if !expectsTerm { push(.and) }
        expectsTerm = true
    }

    private mutating func negate(_ word: String) {
        joinImplicitly()
        waiting.append(.step(.not))
        lastJoin = word
    }

    /// A join without a term before it is a word.
    private mutating func join(_ step: FilterExpression.Step, _ word: String, at start: Int) throws(FilterProblem) {
        guard !expectsTerm else { return try add(FilterTerm(word: word), at: start) }
        push(step)
        lastJoin = word
        expectsTerm = true
    }

    /// Joins of the same strength apply from the left; `and` binds closer than `or`.
    private mutating func push(_ step: FilterExpression.Step) {
        while case .step(let top)? = waiting.last, top == .and || step == .or {
            waiting.removeLast()
            expression.append(top)
        }
        waiting.append(.step(step))
    }

    private mutating func endTerm() {
        while waiting.last == .step(.not) {
            waiting.removeLast()
            expression.append(.not)
        }
        expectsTerm = false
    }

    private mutating func open() throws(FilterProblem) {
        guard openCount < Self.mostOpen else {
            throw FilterProblem("At most \(Self.mostOpen) parentheses can be open", at: place)
        }
        joinImplicitly()
        waiting.append(.open(place))
        lastJoin = "("
        openCount += 1
        place += 1
    }

    private mutating func close() throws(FilterProblem) {
        guard openCount > 0 else { throw FilterProblem("There is no “(” before this “)”", at: place) }
        guard !expectsTerm else { throw FilterProblem("A term is missing before “)”", at: place) }
        while case .step(let top)? = waiting.popLast() { expression.append(top) }
        openCount -= 1
        place += 1
        endTerm()
    }

    private mutating func finish() throws(FilterProblem) -> FilterExpression {
        guard !expectsTerm else { throw FilterProblem("A term is missing after “\(lastJoin)”", at: text.count) }
        while let top = waiting.popLast() {
            switch top {
            case .step(let step): expression.append(step)
            case .open(let place): throw FilterProblem("This “(” is not closed", at: place)
            }
        }
        return expression
    }
}
