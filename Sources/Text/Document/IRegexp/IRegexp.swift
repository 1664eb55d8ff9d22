// A regular expression of JSONPath (I-Regexp, RFC 9485), as a program whose time is linear in the text.

/// The reason why a text is not an I-Regexp.
struct IRegexpError: Error {
    /// A clause without a full stop.
    let message: String
    let hint: String?
}

struct IRegexp: Sendable {
    /// One step of the program. Distances are relative to the step itself, so that a part can be copied.
    enum Step: Sendable {
        case one(ScalarSet)
        /// Continues at both.
        case split(Int, Int)
        case jump(Int)
        case atStart
        case atEnd
    }

    /// The most UTF-8 bytes of an expression.
    static let longest = 4 << 10
    /// The most steps after `{n,m}` is expanded: each may be active at every character of a text.
    static let mostSteps = 2_000
    /// The deepest nesting of parentheses.
    static let deepest = 50

    let steps: [Step]

    init(_ source: String) throws(IRegexpError) {
        guard source.utf8.count <= Self.longest else {
            throw IRegexpError(message: "it is longer than \(Self.longest) bytes", hint: nil)
        }
        var parser = IRegexpParser(source)
        steps = try parser.parseExpression()
    }

    /// Whether all of a text matches, or any part of it.
    func matches(_ text: some Collection<UInt8>, whole isWhole: Bool) -> Bool {
        var match = IRegexpMatch(self, Array(text), isWhole: isWhole)
        return match.advance(characters: .max) ?? false
    }
}

/// A set of characters.
struct ScalarSet: Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    var categories: [(category: String, isNegated: Bool)] = []
    var isNegated = false

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isInside =
            ranges.contains { $0.contains(scalar.value) }
            || categories.contains { UnicodeCategory.matches(scalar, $0.category) != $0.isNegated }
        return isInside != isNegated
    }

    /// Everything except line ends, by RFC 9485 §5.3.
    static let dot = ScalarSet(ranges: [10...10, 13...13], isNegated: true)
}
