// Holds texts against the patterns of a description, and says of which it could not.

import Patterns

extension ValueRules {
    /// Whether the pattern is a regular expression that can be run; what is none is shown and never checked.
    public var isPatternKnown: Bool { pattern.map { Pattern($0) != nil } ?? true }

    /// Why a text is not held against the pattern; `nil` when it is, or there is none.
    public func patternDoubt(about text: String) -> String? {
        guard let pattern, !text.isEmpty, kinds.isEmpty || kinds.contains(.string), choices.isEmpty else { return nil }
        switch Pattern(pattern)?.verdict(on: text) {
        case .fits, .fails: return nil
        case .gaveUp: return "is not checked against its pattern: that takes too long"
        case nil: return "is not checked against its pattern, which is no regular expression"
        }
    }

    func patternProblem(_ text: String) -> String? {
        guard let pattern, Pattern(pattern)?.verdict(on: text) == .fails else { return nil }
        return Self.mustMatch(pattern)
    }

    /// Told with the pattern: an API's author writes nothing else about it.
    static func mustMatch(_ pattern: String) -> String { "must match \(pattern.count > 80 ? "\(pattern.prefix(80))…" : pattern)" }
}

/// The patterns of a body, or of one after the other. Each is compiled once, and the texts that are looked at are counted: what one of them may cost is small,
/// what ten thousand may is not.
struct PatternCheck {
    /// Texts that are held against patterns in one body, and in all bodies of one check.
    private static let (mostInOne, mostInAll) = (1_000, 10_000)
    private var rest = Self.mostInOne
    private var restOfAll = Self.mostInAll
    private var known: [String: Pattern?] = [:]
    /// The first text that could not be checked: where it stands, and why not.
    private(set) var doubt: (pointer: String, message: String)?

    /// Another body begins: it has as many texts as the one before it, as long as there are any.
    mutating func begin() { rest = Self.mostInOne }

    private mutating func spend(_ texts: Int) {
        rest -= texts
        restOfAll -= texts
    }

    mutating func problem(with text: String, _ rules: ValueRules, at pointer: String) -> String? {
        guard let source = rules.pattern, rules.choices.isEmpty else { return nil }
        let pattern: Pattern?
        if let found = known[source] {
            pattern = found
        } else {
            pattern = Pattern(source)
            known[source] = .some(pattern)
        }
        guard let pattern else {
            doubt = doubt ?? (pointer, "is not checked against its pattern, which is no regular expression")
            return nil
        }
        guard rest > 0, restOfAll > 0 else {
            doubt = doubt ?? (pointer, "is not checked against its pattern: there are too many of them")
            return nil
        }
        spend(1)
        switch pattern.verdict(on: text) {
        case .fits: return nil
        case .fails: return ValueRules.mustMatch(source)
        case .gaveUp:
            doubt = doubt ?? (pointer, "is not checked against its pattern: that takes too long")
            // What takes long once does so again.
            spend(100)
            return nil
        }
    }
}
