// A regular expression of JSONPath (I-Regexp, RFC 9485). The time of a match grows with the text alone.

import Patterns

/// The reason why a text is not an I-Regexp.
struct IRegexpError: Error {
    /// A clause without a full stop.
    let message: String
    let hint: String?
}

struct IRegexp: Sendable {
    /// The most UTF-8 bytes of an expression.
    static let longest = 4 << 10
    /// The most steps after `{n,m}` is expanded. PCRE2 may follow all at once, and compares them in pairs.
    static let mostStates = 1_000
    /// The deepest nesting of parentheses.
    static let deepest = 50

    private let whole: LinearPattern
    private let part: LinearPattern

    init(_ source: String) throws(IRegexpError) {
        guard source.utf8.count <= Self.longest else {
            throw IRegexpError(message: "it is longer than \(Self.longest) bytes", hint: nil)
        }
        var parser = IRegexpParser(source)
        let (text, states) = try parser.all()
        guard let whole = LinearPattern(text, states: states, isWhole: true),
            let part = LinearPattern(text, states: states, isWhole: false)
        else { throw IRegexpError(message: "it is too large", hint: nil) }
        (self.whole, self.part) = (whole, part)
    }

    /// Whether all of a text matches, or any part of it, some bytes at a time.
    /// - Parameter text: UTF-8.
    func match(_ text: [UInt8], whole isWhole: Bool) -> LinearMatch { LinearMatch(isWhole ? whole : part, text) }

    func matches(_ text: some Collection<UInt8>, whole isWhole: Bool) -> Bool {
        var match = match(Array(text), whole: isWhole)
        return match.advance(bytes: .max) ?? false
    }
}
