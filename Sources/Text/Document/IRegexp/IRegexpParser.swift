// Parses an I-Regexp (RFC 9485 §4) and writes it in PCRE2's syntax. `^` and `$` mean the ends of the text,
// as in JSONPath's published tests.

struct IRegexpParser {
    /// A part of the expression.
    private struct Part {
        /// As PCRE2 writes it.
        var text: String
        /// What PCRE2 may follow at once: a character, the ends of a group, a choice.
        var states: Int
        /// No group. PCRE2 counts the repetitions of a single `x+`, so it is written `x{1}x*`.
        var isSingle = true
    }

    private var rest: ArraySlice<Unicode.Scalar>
    private var depth = 0

    init(_ source: String) { rest = Array(source.unicodeScalars)[...] }

    mutating func all() throws(IRegexpError) -> (text: String, states: Int) {
        let part = try alternatives()
        if !rest.isEmpty { throw error("')' without '('") }
        return (part.text, part.states)
    }

    private func error(_ message: String, hint: String? = nil) -> IRegexpError { IRegexpError(message: message, hint: hint) }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private func checked(_ part: Part) throws(IRegexpError) -> Part {
        guard part.states <= IRegexp.mostStates else {
            throw error("it is larger than \(IRegexp.mostStates) steps once repetitions are written out")
        }
        return part
    }

    private mutating func alternatives() throws(IRegexpError) -> Part {
        var all = try branch()
        while take("|") {
            let next = try branch()
            all = try checked(Part(text: all.text + "|" + next.text, states: all.states + next.states + 1))
        }
        return all
    }

    private mutating func branch() throws(IRegexpError) -> Part {
        var all = Part(text: "", states: 0)
        while let scalar = rest.first, scalar != "|", scalar != ")" {
            let next = try repeated(try atom())
            all = try checked(Part(text: all.text + next.text, states: all.states + next.states))
        }
        return all
    }

    private mutating func atom() throws(IRegexpError) -> Part {
        switch rest.removeFirst() {
        case "(":
            guard depth < IRegexp.deepest else { throw error("parentheses are nested deeper than \(IRegexp.deepest)") }
            depth += 1
            defer { depth -= 1 }
            if rest.first == "?" { throw error("(? is not part of I-Regexp", hint: "groups are plain: (ab|cd)") }
            let inner = try alternatives()
            guard take(")") else { throw error("'(' without ')'") }
            return Part(text: "(?:\(inner.text))", states: inner.states + 2, isSingle: false)
        case "[": return Part(text: try bracketed(), states: 1)
        // RFC 9485 §5.3.
        case ".": return Part(text: "[^\\n\\r]", states: 1)
        case "\\": return Part(text: try escape().text, states: 1)
        // A sign that is repeated must be a group to PCRE2.
        case "^": return Part(text: "(?:^)", states: 1, isSingle: false)
        case "$": return Part(text: "(?:$)", states: 1, isSingle: false)
        case let scalar where "*+?{}]".unicodeScalars.contains(scalar):
            throw error("'\(scalar)' has nothing before it", hint: "the character itself is written \\\(scalar)")
        case let scalar: return Part(text: Escape.character(scalar).text, states: 1)
        }
    }

    private mutating func repeated(_ atom: Part) throws(IRegexpError) -> Part {
        let (least, most): (Int, Int?)
        if take("*") {
            (least, most) = (0, nil)
        } else if take("+") {
            (least, most) = (1, nil)
        } else if take("?") {
            (least, most) = (0, 1)
        } else if take("{") {
            (least, most) = try bounds()
        } else {
            return atom
        }
        let signs = atom.isSingle && most == nil ? "{\(least)}\(atom.text)*" : "{\(least),\(most.map { "\($0)" } ?? "")}"
        return try checked(Part(text: atom.text + signs, states: atom.states * max(most ?? least + 1, 1)))
    }

    private mutating func bounds() throws(IRegexpError) -> (Int, Int?) {
        func number() -> Int? {
            let digits = rest.prefix { $0.isASCII && Byte.isDigit(UInt8(truncatingIfNeeded: $0.value)) }
            rest = rest[digits.endIndex...]
            // A number with too many digits stands for too many steps.
            return digits.isEmpty ? nil : Int(String(String.UnicodeScalarView(digits))).map { min($0, 1 << 20) } ?? 1 << 20
        }
        guard let least = number() else { throw error("'{' needs a number", hint: "{2}, {2,} or {2,5}; the sign itself is \\{") }
        let most = take(",") ? number() : least
        guard take("}") else { throw error("'{' without '}'") }
        if let most, most < least { throw error("{\(least),\(most)} ends before it begins") }
        return (least, most)
    }
}

/// Sets and escapes.
extension IRegexpParser {
    /// What an escape stands for.
    private enum Escape {
        case character(Unicode.Scalar)
        /// A category of Unicode.
        case category(String)

        /// By its number, so that no character means anything to PCRE2.
        var text: String {
            switch self {
            case .character(let scalar): "\\x{\(String(scalar.value, radix: 16))}"
            case .category(let text): text
            }
        }
    }

    /// What may stand in `\p{…}`: RFC 9485 leaves out surrogates, which no text has.
    private static let categories = Set(
        "L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps Z Zl Zp Zs S Sc Sk Sm So C Cc Cf Cn Co".split(
            separator: " "))

    /// The opening bracket has been read.
    private mutating func bracketed() throws(IRegexpError) -> String {
        let start = take("^") ? "[^" : "["
        var set = ""
        // A hyphen is literal at both ends.
        while let scalar = rest.popFirst() {
            switch scalar {
            case "]" where !set.isEmpty: return start + set + "]"
            case "-" where set.isEmpty || rest.first == "]": set += Escape.character(scalar).text
            case "-", "[", "]":
                throw error("'\(scalar)' inside brackets", hint: "the character itself is written \\\(scalar)")
            case "\\":
                switch try escape() {
                case .character(let first): set += try range(from: first)
                case .category(let text): set += text
                }
            default: set += try range(from: scalar)
            }
        }
        throw error("'[' without ']'")
    }

    /// `a` or `a-z`; the first character has been read.
    private mutating func range(from first: Unicode.Scalar) throws(IRegexpError) -> String {
        let start = Escape.character(first).text
        guard rest.first == "-", let after = rest.dropFirst().first, after != "]" else { return start }
        rest.removeFirst(2)
        if after == "[" || after == "-" {
            throw error("'\(after)' inside brackets", hint: "the character itself is written \\\(after)")
        }
        guard case let end = after == "\\" ? try escape() : .character(after), case .character(let last) = end, first <= last
        else {
            throw error("a range inside brackets ends before it begins")
        }
        return start + "-" + end.text
    }

    /// One escape, after its backslash.
    private mutating func escape() throws(IRegexpError) -> Escape {
        guard let scalar = rest.popFirst() else { throw error("a backslash at the end") }
        switch scalar {
        case "n": return .character("\n")
        case "r": return .character("\r")
        case "t": return .character("\t")
        case "p", "P":
            let name = take("{") ? rest.prefix { $0 != "}" } : []
            let text = String(String.UnicodeScalarView(name))
            guard Self.categories.contains(text[...]), rest.dropFirst(name.count).first == "}" else {
                throw error("\\\(scalar) needs a category of Unicode", hint: "\\p{Lu} is an upper-case letter, \\p{Nd} a digit")
            }
            rest.removeFirst(name.count + 1)
            return .category("\\\(scalar){\(text)}")
        case _ where "()*+-.?[\\]^{|}$".unicodeScalars.contains(scalar): return .character(scalar)
        default:
            let instead = ["d": "[0-9]", "w": "[A-Za-z0-9_]", "s": "[ \\t\\n\\r]"][scalar]
            throw error("\\\(scalar) is not part of I-Regexp", hint: instead.map { "write \($0)" })
        }
    }
}
